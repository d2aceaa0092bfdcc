/** A catalogue behind a typed query, whose body is written by its schema. */
import { fastify } from 'fastify';

const added = new Date(1e12);
const books = Array.from({ length: 400 }, (_, id) => ({ id, title: `"${id}"`, tags: ['a', 'b'], added }));
const [id, title, array, object] = ['integer', 'string', 'array', 'object'].map((type) => ({ type }));
const tags = { ...array, items: title };
const book = { ...object, properties: { id, title, tags, added: { ...title, format: 'date-time' } } };
const querystring = { ...object, properties: { limit: { ...id, maximum: 400 } }, required: ['limit'] };
const schema = { querystring, response: { 200: { ...array, items: book } } };
const app = fastify();
app.get('/', () => 'ok');
for (let i = 0; i < 40; i++) app.get(`/other-${i}/:id`, () => 'no');
app.get('/shelves/:shelf/books', { schema }, async ({ query }) => books.slice(0, query.limit));
app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
