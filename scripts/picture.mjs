/** Runs tests/browser/picture.ts, which Node 20 cannot read as it is. */
import { importSource } from './source.mjs';

await importSource('picture', "import './tests/browser/picture.ts';");
