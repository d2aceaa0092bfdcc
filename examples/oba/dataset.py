"""
Writes the catalogue that Fuseki serves: invented scientific models with their versions, authors, organizations and data,
some 10,000 triples in N-Triples. All follow from their numbers, so each run asks the same data.

Usage: python dataset.py FILE
"""

import sys
from pathlib import Path
from typing import Iterator

BASE = "https://example.org/software/"
TERM = f"{BASE}terms#"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
XSD = "http://www.w3.org/2001/XMLSchema#"

MODELS, PEOPLE, ORGANIZATIONS, DATASETS = 400, 200, 60, 160
VERSIONS_PER_MODEL = 2
FIELDS = ("hydrology", "agriculture", "economics", "climate", "ecology", "geology", "transport", "energy")
METHODS = ("finite elements", "cellular automaton", "regression", "Monte Carlo", "agents", "neural network")
LANGUAGES = ("Python", "Fortran", "C++", "Julia", "R", "Java")
LICENCES = ("MIT", "Apache-2.0", "GPL-3.0", "BSD-3-Clause")
PLACES = ("basin", "delta", "plateau", "valley", "coast", "watershed", "province", "archipelago")

Triple = tuple[str, str, str]


def iri(kind: str, number: int) -> str:
    return f"<{BASE}{kind}-{number}>"


def text(value: str) -> str:
    return f'"{value}"'


def integer(value: int) -> str:
    return f'"{value}"^^<{XSD}integer>'


def describe(subject: str, kind: str, label: str, **properties: str | list[str]) -> Iterator[Triple]:
    """The type and label of a resource and its properties; a list stands for several values."""
    yield subject, f"<{RDF_TYPE}>", f"<{TERM}{kind}>"
    yield subject, f"<{LABEL}>", text(label)
    for name, values in properties.items():
        for value in values if isinstance(values, list) else [values]:
            yield subject, f"<{TERM}{name}>", value


def describe_model(number: int) -> Iterator[Triple]:
    field, method = FIELDS[number % len(FIELDS)], METHODS[number * 5 % len(METHODS)]
    place = PLACES[number * 3 % len(PLACES)]
    versions = [number * VERSIONS_PER_MODEL + index for index in range(VERSIONS_PER_MODEL)]
    yield from describe(
        iri("model", number),
        "Model",
        f"{field} model {number} of a {place}",
        description=text(f"Simulates the {field} of a {place} by {method}, in steps of {1 + number % 24} hours."),
        keyword=[text(field), text(method), text(place)],
        programmingLanguage=text(LANGUAGES[number % len(LANGUAGES)]),
        license=text(LICENCES[number % len(LICENCES)]),
        releasedIn=integer(1995 + number * 7 % 30),
        citations=integer(number * 31 % 977),
        author=[iri("person", number * 3 % PEOPLE), iri("person", (number * 7 + 1) % PEOPLE)],
        hasVersion=[iri("version", version) for version in versions],
        calibratedWith=iri("dataset", number % DATASETS),
    )
    for version in versions:
        yield from describe(
            iri("version", version),
            "Version",
            f"{1 + version % VERSIONS_PER_MODEL}.{number % 10}",
            lines=integer(900 + version * 37 % 40_000),
        )


def describe_catalogue() -> Iterator[Triple]:
    for number in range(MODELS):
        yield from describe_model(number)
    for number in range(PEOPLE):
        works_for = iri("organization", number % ORGANIZATIONS)
        yield from describe(iri("person", number), "Person", f"Author {number}", affiliation=works_for)
    for number in range(ORGANIZATIONS):
        place = PLACES[number % len(PLACES)]
        yield from describe(iri("organization", number), "Organization", f"Institute of the {place} {number}")
    for number in range(DATASETS):
        yield from describe(
            iri("dataset", number),
            "Dataset",
            f"Measurements of {FIELDS[number % len(FIELDS)]} {number}",
            megabytes=integer(1 + number * 13 % 900),
        )


if __name__ == "__main__":
    triples = [" ".join(triple) for triple in describe_catalogue()]
    Path(sys.argv[1]).write_text("".join(f"{triple} .\n" for triple in triples))
    print(f"{len(triples)} triples in {sys.argv[1]}")
