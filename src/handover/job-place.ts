/** Place of this job in its matrix: `name`, such as `node 22, os linux`, is empty without one; `index` counts from 0. */
export type JobPlace = { name: string; index: number; total: number };

const LONGEST_NAME = 200;

/**
 * Reads the place from `toJSON(matrix)`, `strategy.job-index` and `strategy.job-total`; a runner may leave them empty.
 * Mistakes are added to `mistakes`.
 */
export function readJob(matrix: string, index: string, total: string, mistakes: string[]): JobPlace {
  const read = (input: string, text: string) => {
    if (/^\d{1,4}$/.test(text)) return Number(text);
    mistakes.push(`${input}: expected a number, found ${JSON.stringify(text.slice(0, 60))}.`);
    return 0;
  };
  const own = read('job-index', index || '0');
  const all = Math.max(1, read('job-total', total || '1'));
  if (own >= all) mistakes.push(`job-index: expected less than job-total (${all}), found ${own}.`);
  return { index: own, total: all, name: nameJob(matrix, mistakes) || (all > 1 ? `job ${own + 1}` : '') };
}

function nameJob(matrix: string, mistakes: string[]): string {
  const print = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  try {
    const values = Object.entries(JSON.parse(matrix || '{}') ?? {});
    const words = values.map(([key, value]) => `${key} ${print(value)}`);
    return words.join(', ').slice(0, LONGEST_NAME);
  } catch {
    mistakes.push('matrix: expected JSON, as `toJSON(matrix)` gives it.');
    return '';
  }
}
