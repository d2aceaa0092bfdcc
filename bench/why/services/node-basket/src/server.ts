import { createServer } from 'node:http';
import { type Basket, makeBasket } from './basket.ts';
import { applyDiscounts, cloneBasket, sumUp } from './pricing.ts';

const shelf: Basket = makeBasket(300);

const answer = (): string => {
  const basket = cloneBasket(shelf);
  applyDiscounts(basket);
  return `${basket.lines.length} lines, ${sumUp(basket).toFixed(2)}`;
};

createServer((_request, response) => {
  response.end(answer());
}).listen(Number(process.env.PORT), '127.0.0.1');
