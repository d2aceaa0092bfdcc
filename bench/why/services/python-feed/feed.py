import sqlite3

store = sqlite3.connect(":memory:", check_same_thread=False)
store.execute("create table author (id integer primary key, name text)")
store.executemany("insert into author values (?, ?)", [(i, f"author {i}") for i in range(500)])
posts = [{"id": i % 450, "author": i % 500, "title": f"post {i}"} for i in range(600)]


def drop_doubles(items):
    seen = set()
    kept = []
    for item in items:
        if item["id"] not in seen:
            seen.add(item["id"])
            kept.append(item)
    return kept


def load_authors(items):
    ids = [item["author"] for item in items]
    marks = ",".join("?" * len(ids))
    return dict(store.execute(f"select id, name from author where id in ({marks})", ids))


def rate_titles(items):
    return sum(len(item["title"]) * weight for weight, item in enumerate(items))


def render_feed():
    items = drop_doubles(posts)
    authors = load_authors(items)
    lines = [f"{item['title']} by {authors[item['author']]}" for item in items]
    return "\n".join(lines) + f"\n{rate_titles(items)}"
