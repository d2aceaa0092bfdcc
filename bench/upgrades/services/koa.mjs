/** A search behind thirty middlewares: a query of many filters, negotiation, and a body of JSON. */
import Koa from 'koa';

const books = Array.from({ length: 80 }, (_, id) => ({ id, title: `Book ${id}`, price: id * 7 }));
const app = new Koa();
for (let i = 0; i < 30; i++)
  app.use(async (context, next) => {
    if (context.accepts('json')) context.set(`x-step-${i}`, context.get('accept-language') || 'en');
    context.vary(`x-step-${i % 4}`);
    await next();
  });
app.use((context) => {
  const { limit = 1, ...filters } = context.query;
  context.body = { filters, books: books.slice(0, Number(limit)) };
});
app.listen(Number(process.env.PORT), '127.0.0.1');
