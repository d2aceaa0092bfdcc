export interface Line {
  article: string;
  group: number;
  price: number;
}

export interface Basket {
  lines: Line[];
  coupons: { group: number; percent: number }[];
}

export function makeBasket(size: number): Basket {
  return {
    lines: Array.from({ length: size }, (_, i) => ({
      article: `article ${i}`,
      group: i % 40,
      price: 3 + (i % 50),
    })),
    coupons: Array.from({ length: 40 }, (_, i) => ({ group: i, percent: i % 9 })),
  };
}
