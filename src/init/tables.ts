import { parse } from 'yaml';
import tables from './tables.yml?text';
import type { ActionName } from './workflows/actions.ts';

type Texts<Needed extends string, Other extends string> = Record<Needed, string> &
  Partial<Record<Other, string>>;

export type Installer = Texts<
  'language' | 'lock',
  'text' | 'install' | 'prefix' | 'run' | 'cache' | 'get' | 'setup'
> & { open?: true };

export type Starter = Texts<
  'title' | 'language' | 'start',
  'mark' | 'find' | 'path' | 'text' | 'likely' | 'build' | 'check'
> & { needs?: string[]; env?: Record<string, string>; port?: true };

type SetupRow = Texts<never, 'key' | 'usual' | 'says'> & { uses: ActionName; from?: Record<string, string> };

/** The tables of `tables.yml`, which explains its keys. */
export const TABLES: {
  installers: Installer[];
  setups: Partial<Record<string, SetupRow>>;
  starters: Starter[];
  migrations: { mark: string; command: string }[];
  stores: (Texts<'title' | 'image' | 'scheme' | 'service' | 'env' | 'spring', never> & {
    port: number;
    packages: string[];
  })[];
  warnings: (Texts<'text' | 'says', 'language' | 'without' | 'key'> & { absent?: true })[];
} = parse(tables);
