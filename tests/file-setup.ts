/** Vitest runs this again for each file; modules that files share in a worker run once, and so do hooks in them. */
import { afterAll } from 'vitest';
import { removeFolders } from './folders.ts';

afterAll(removeFolders);
