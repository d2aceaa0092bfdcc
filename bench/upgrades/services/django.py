"""Books with their sequels, from the ORM through a template."""
import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from waitress import serve

store = {"ENGINE": "django.db.backends.sqlite3", "NAME": "file::memory:?cache=shared"}
pages = [{"BACKEND": "django.template.backends.django.DjangoTemplates"}]
settings.configure(ALLOWED_HOSTS=["*"], DATABASES={"default": store}, ROOT_URLCONF=__name__, TEMPLATES=pages)
app = get_wsgi_application()
from django import db, http, template, urls


class Book(db.models.Model):
    title = db.models.CharField(max_length=50)
    sequel = db.models.ForeignKey("self", db.models.CASCADE, null=True)
    Meta = type("Meta", (), {"app_label": "shop"})


def show(request):
    books = Book.objects.filter(sequel__title__contains="1").select_related("sequel").order_by("title")
    return http.HttpResponse(page.render({"books": books[: int(request.GET.get("limit", 1))]}))


with db.connection.schema_editor() as editor:
    editor.create_model(Book)
Book.objects.bulk_create(Book(id=i, title=f"Book <{i}>", sequel_id=i % 200 + 1) for i in range(1, 201))
text = "{% for book in books %}<li>{{ book.title|upper }}: {{ book.sequel.title }}</li>{% endfor %}"
page = template.engines["django"].from_string(text)
urlpatterns = [urls.path("", show)]
serve(app, host="127.0.0.1", port=int(os.environ["PORT"]), connection_limit=1000)
