import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read.ts';

type Declared = {
  what: string;
  install?: string;
  options?: string[];
  short?: string[];
  regressions: {
    what: string;
    env?: Record<string, string>;
    replace?: { file: string; old: string; new: string }[];
    options?: string[];
  }[];
};

const folder = (name: string) => join('examples', name);
const names = readdirSync('examples').filter((name) => existsSync(join(folder(name), 'example.json')));
const KEYS = ['what', 'install', 'options', 'short', 'regressions'];
const REGRESSION_KEYS = ['what', 'env', 'replace', 'options'];

function declared(name: string): Declared {
  return JSON.parse(readFileSync(join(folder(name), 'example.json'), 'utf8'));
}

describe('the runner of the examples', () => {
  it('lists each of them with what it is', () => {
    const listed = execFileSync(process.execPath, ['examples/run.mjs', '--list'], { encoding: 'utf8' });
    for (const name of names) expect(listed).toContain(declared(name).what);
  });

  it('names those that there are when asked for another one', () => {
    expect(() => execFileSync(process.execPath, ['examples/run.mjs', 'hopiet'], { stdio: 'pipe' })).toThrow(
      /there is no example hopiet; there are .*hopeit/,
    );
  });
});

describe.each(names)('the example %s', (name) => {
  it('declares nothing that the runner does not know', () => {
    const { regressions, ...rest } = declared(name);
    expect(KEYS).toEqual(expect.arrayContaining(Object.keys({ ...rest, regressions })));
    for (const regression of regressions) {
      expect(REGRESSION_KEYS).toEqual(expect.arrayContaining(Object.keys(regression)));
    }
  });

  it('has an installation, a configuration and a README that tells the one command', () => {
    const { install } = declared(name);
    if (install) expect(existsSync(join(folder(name), install))).toBe(true);
    expect(readConfig(join(folder(name), 'tailgate.yml'), process.cwd()).suite).toBe(name);
    expect(readFileSync(join(folder(name), 'README.md'), 'utf8')).toContain(`npm run example -- ${name}`);
  });

  it('has a regression, and each changes something that is there', () => {
    const { regressions } = declared(name);
    expect(regressions.length).toBeGreaterThan(0);
    for (const { env, replace, options } of regressions) {
      expect(env ?? replace ?? options).toBeTruthy();
      for (const { file, old, new: replacement } of replace ?? []) {
        expect(readFileSync(join(folder(name), file), 'utf8').split(old)).toHaveLength(2);
        expect(replacement).not.toBe(old);
      }
    }
  });
});
