import { createServer } from 'node:http';
import { addTaxes, copyItems, findByTag, sortByPrice } from './catalog.mjs';

function renderPage(items) {
  return `<ul>${items.map(({ title, price }) => `<li>${title}: ${price}</li>`).join('')}</ul>`;
}

function answer(tag) {
  return renderPage(addTaxes(copyItems(sortByPrice(findByTag(tag)))));
}

createServer((request, response) => {
  const tag = new URL(request.url, 'http://localhost').searchParams.get('tag') ?? 't1';
  response.end(answer(tag));
}).listen(Number(process.env.PORT), '127.0.0.1');
