"""Books with their sequels, from the ORM as JSON."""
import json
import os

from sqlalchemy import Column, ForeignKey, Integer, String, create_engine, select
from sqlalchemy.orm import Session, declarative_base, joinedload, relationship
from waitress import serve


class Book(declarative_base()):
    __tablename__ = "book"
    id, title, sequel_id = Column(Integer, primary_key=True), Column(String), Column(ForeignKey("book.id"))
    sequel = relationship("Book", remote_side=[id])


def app(environ, start):
    start("200 OK", [("Content-Type", "application/json")])
    find = select(Book).options(joinedload(Book.sequel)).where(Book.id > 9).order_by(Book.title)
    with Session(store) as session:
        books = session.scalars(find.limit(int(environ["QUERY_STRING"] or 1)))
        return [json.dumps([[book.id, book.title, book.sequel.title] for book in books]).encode()]


store = create_engine("sqlite:///file:shop?mode=memory&cache=shared&uri=true")
Book.metadata.create_all(store)
with Session(store) as session, session.begin():
    session.add_all(Book(id=i, title=f"Book {i}", sequel_id=i % 200 + 1) for i in range(1, 201))
serve(app, host="127.0.0.1", port=int(os.environ["PORT"]), connection_limit=1000)
