import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CONFIG, SERVICE } from './project.ts';
import { createRepository, type Repository } from './repository.ts';

const HISTORY = `${CONFIG}baseline:\n  from: history\n`;

let repository: Repository;
afterEach(() => repository.remove());

describe('a change that renames its suite', () => {
  it('is told, and compared with the records under the old name', async () => {
    const files = { 'server.cjs': SERVICE, 'tailgate.yml': HISTORY, '.gitignore': '.tailgate\n' };
    repository = createRepository(files);
    const store = ['--store', '.tailgate'];
    const recorded = await repository.run(['run', '--record', ...store]);
    expect(recorded.code, recorded.stderr).toBe(0);
    expect(recorded.stdout).toMatch(/First run/);
    const base = repository.git('rev-parse', 'HEAD');
    repository.commit({ 'tailgate.yml': `suite: renamed\n${HISTORY}` });
    const result = await repository.run(['run', ...store, '--base', base, '--json', 'result.json']);
    expect(result.code, result.stderr).toBe(0);
    expect(result.stdout).toMatch(/1 of 5 earlier runs of main/);
    expect(JSON.parse(readFileSync(join(repository.folder, 'result.json'), 'utf8'))).toMatchObject({
      suite: 'renamed',
      verdict: 'inconclusive',
      loosened: [{ kind: 'setting', label: null, setting: 'suite', from: 'default', to: 'renamed' }],
    });
  });
});
