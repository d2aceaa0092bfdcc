/** A catalogue asked by queries: parsed, validated and executed anew for each request. */
import { createServer } from 'node:http';

process.env.NODE_ENV = 'production';
const { buildSchema, graphql } = await import('graphql');
const schema = buildSchema(`type Author { name: String! born: Int }
  type Book { id: ID! title: String! price: Float tags: [String!]! author: Author! }
  type Query { books(limit: Int!): [Book!]! }`);
const book = { title: 'Book', price: 7, tags: ['a', 'b'], author: { name: () => 'Ann', born: 1950 } };
const books = Array.from({ length: 200 }, (_, id) => ({ id, ...book }));
const rootValue = { books: ({ limit }) => books.slice(0, limit) };
createServer(async ({ url }, response) => {
  const source = new URL(url, 'http://a').searchParams.get('query') ?? '{ books(limit: 1) { id } }';
  const answer = await graphql({ schema, source, rootValue });
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
}).listen(Number(process.env.PORT), '127.0.0.1');
