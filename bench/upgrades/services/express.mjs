/** A catalogue behind a router with parameters, a query, and a body of JSON. */
import express from 'express';

const books = Array.from({ length: 200 }, (_, id) => ({
  id,
  title: `Book ${id}`,
  price: id * 7,
  tags: ['a', 'b'],
}));
const shelf = express.Router();
shelf.get('/:shelf/books/:id', (request, response) => {
  const { limit = '20' } = request.query;
  response.json(books.slice(Number(request.params.id), Number(request.params.id) + Number(limit)));
});
const app = express();
app.use(express.json());
app.get('/', (_, response) => response.send('ok'));
for (let i = 0; i < 40; i++) app.get(`/other-${i}/:id`, (_, response) => response.send('no'));
app.use('/shelves', shelf);
app.listen(Number(process.env.PORT), '127.0.0.1');
