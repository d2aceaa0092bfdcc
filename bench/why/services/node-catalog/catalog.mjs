const KINDS = ['lamp', 'chair', 'table', 'shelf', 'rug', 'mirror', 'clock', 'vase'];

export const products = Array.from({ length: 4000 }, (_, i) => ({
  id: i,
  title: `${KINDS[i % KINDS.length]} no. ${i}`,
  tags: [`t${i % 97}`, `t${i % 89}`],
  price: 5 + (i % 300),
}));

const byTag = new Map();
for (const product of products) {
  for (const tag of product.tags) byTag.set(tag, [...(byTag.get(tag) ?? []), product]);
}

export function findByTag(tag) {
  return byTag.get(tag) ?? [];
}

export function sortByPrice(list) {
  return [...list].sort((a, b) => a.price - b.price || a.id - b.id);
}

export function copyItems(list) {
  return list.map((item) => ({ ...item }));
}

export function addTaxes(list) {
  for (const item of list) {
    let price = item.price;
    for (let rate = 1; rate <= 200; rate++) price += Math.sqrt(rate) / 1000;
    item.price = Math.round(price * 100) / 100;
  }
  return list;
}
