/** Orders that are posted, read twice and answered, on Node's adapter. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono();
app.get('/', (context) => context.text('ok'));
for (let i = 0; i < 40; i++) app.get(`/other-${i}/:id`, (context) => context.text('no'));
app.use(async (context, next) => {
  await next();
  context.header('x-shop', context.req.header('x-shop') ?? 'main');
});
app.post('/shops/:shop/orders', async (context) => {
  const { books } = await context.req.json();
  return context.json({ shop: context.req.param('shop'), books, total: books.length }, 200);
});
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
