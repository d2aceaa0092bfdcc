import type { Basket, Line } from './basket.ts';

export function cloneBasket(basket: Basket): Basket {
  return { lines: basket.lines.map((line) => ({ ...line })), coupons: basket.coupons };
}

export function applyDiscounts(basket: Basket): void {
  const percents = new Map(basket.coupons.map(({ group, percent }) => [group, percent]));
  for (const line of basket.lines) reduce(line, percents.get(line.group) ?? 0);
}

function reduce(line: Line, percent: number): void {
  line.price = Math.round(line.price * (100 - percent)) / 100;
}

export function sumUp(basket: Basket): number {
  let sum = 0;
  for (let day = 1; day <= 300; day++) {
    for (const { price } of basket.lines) sum += price / Math.sqrt(day);
  }
  return sum;
}
