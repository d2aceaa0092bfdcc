/** Opens the files of `k6/experimental/fs`, and so those of `k6/experimental/csv`, beside the script. */
import * as fs from 'k6/experimental/fs';
import { locate } from './books.js';

export const open = (path) => fs.open(locate(String(path)));
export const { SeekMode, FSError } = fs;
export default { ...fs, open };
