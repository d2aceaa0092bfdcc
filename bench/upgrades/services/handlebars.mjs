/** A page of books, each drawn by a partial that is registered as text. */
import { createServer } from 'node:http';
import Handlebars from 'handlebars';

const books = Array.from({ length: 100 }, (_, id) => ({ id, title: `Book <${id}>`, tags: ['a', 'b'] }));
Handlebars.registerPartial('tag', '<b>{{this}}</b>');
Handlebars.registerPartial('book', '<li id="{{id}}">{{title}} {{#each tags}}{{> tag}}{{/each}}</li>');
const page = Handlebars.compile('<h1>{{heading}}</h1><ul>{{#each books}}{{> book}}{{/each}}</ul>');
createServer(({ url }, response) => {
  const limit = Number(new URL(url, 'http://a').searchParams.get('limit'));
  const text = page({ heading: 'Books', books: books.slice(0, limit) });
  response.setHeader('content-type', 'text/html').end(text);
}).listen(Number(process.env.PORT), '127.0.0.1');
