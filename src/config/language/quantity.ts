import { TextError } from '../diagnostics/text-error.ts';
import { quote } from '../diagnostics/words.ts';

const FORMS = {
  cpu: {
    pattern: /^(\d{1,4}(?:\.\d{1,3})?)(m?)$/,
    factors: { '': 1, m: 0.001 },
    least: 0.01,
    expected: 'expected processors, such as `2` or `500m`',
  },
  memory: {
    pattern: /^(\d{1,6}(?:\.\d{1,3})?)(Mi|Gi)$/,
    factors: { Mi: 1, Gi: 1024 },
    least: 16,
    expected: 'expected at least `16Mi`, such as `512Mi` or `2Gi`',
  },
} as const;

/**
 * Reads an amount as Kubernetes writes it (https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/).
 *
 * @returns processors, or MiB
 * @throws TextError
 */
export function parseQuantity(text: string, of: keyof typeof FORMS): number {
  const { pattern, factors, least, expected } = FORMS[of];
  const [, number, unit] = pattern.exec(text.trim()) ?? [];
  const amount = Number(number) * ((factors as Record<string, number>)[unit!] ?? Number.NaN);
  if (amount >= least) return amount;
  const what = `${quote(text)} is no amount of ${of === 'cpu' ? 'processors' : 'memory'}.`;
  throw new TextError(text, { offset: 0, length: text.length, what, expected });
}

/** Prints processors as Kubernetes reads them. */
export function printCpu(processors: number): string {
  return Number.isInteger(processors) ? `${processors}` : `${Math.round(processors * 1000)}m`;
}

/** Prints MiB as Kubernetes reads them. */
export function printMemory(mebibytes: number): string {
  return mebibytes % 1024 === 0 ? `${mebibytes / 1024}Gi` : `${Math.round(mebibytes)}Mi`;
}
