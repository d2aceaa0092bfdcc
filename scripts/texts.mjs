import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Plugin of esbuild: files that are imported as `NAME?text` are there as text. */
export const texts = {
  name: 'texts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?text$/ }, ({ path, resolveDir }) => ({
      // The names of chunks depend on it, and are not to depend on where the checkout is.
      path: relative('', join(resolveDir, path.slice(0, -'?text'.length))),
      namespace: 'text',
    }));
    onLoad({ filter: /./, namespace: 'text' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'text',
    }));
  },
};
