import { serve } from '../../packages/shared/serve.mjs';

const orders = Array.from({ length: 50 }, (_, id) => ({ id, item: id % 7, total: 700 * (id % 9) }));

serve((path) =>
  path === '/orders' ? { orders, open: orders.filter(({ total }) => total > 0).length } : undefined,
);
