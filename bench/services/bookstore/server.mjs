/** The demo's bookstore with the study's changes around it; its files are used as they are. */
import { createServer } from 'node:http';
import { makeShop } from '../../../examples/bookstore/shop.mjs';
import { injectChanges } from '../injection.mjs';

// Nothing is bought in the study.
const orderLog = { append: async () => {} };
createServer(injectChanges(makeShop(orderLog))).listen(Number(process.env.PORT), '127.0.0.1');
