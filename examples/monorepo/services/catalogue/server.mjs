import { serve } from '../../packages/shared/serve.mjs';

const books = Array.from({ length: 200 }, (_, id) => ({ id, title: `Book ${id}`, price: 500 + id }));

serve((path) => (path === '/books' ? books : books[Number(path.split('/books/')[1])]));
