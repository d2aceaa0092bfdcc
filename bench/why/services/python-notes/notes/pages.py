import functools
import re

NOTES = [f"note {i}: call {i * 7} about *bold* and plain words" for i in range(150)]
BOLD = re.compile(r"\*(\w+)\*")


def highlight(text):
    return BOLD.sub(r"<b>\1</b>", text)


@functools.lru_cache(maxsize=None)
def rate_note(number):
    total = 0
    for step in range(120):
        total += (number * step) % 11
    return total


def sort_notes(notes):
    return sorted(notes, key=len)


def show_page():
    lines = [f"{highlight(text)} ({rate_note(number)})" for number, text in enumerate(sort_notes(NOTES))]
    return "\n".join(lines)
