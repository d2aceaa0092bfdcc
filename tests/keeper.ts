import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Keeper, startKeeper } from '../src/services/keeper.ts';

export let folder: string;
export let keeper: Keeper;
export let controller: AbortController;

/** Gives each test of the file a folder, a keeper and a controller of its own. */
export function useKeeper(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
    keeper = startKeeper(folder);
    controller = new AbortController();
  });
  afterEach(async () => {
    await keeper.close();
    rmSync(folder, { recursive: true, force: true });
  });
}
