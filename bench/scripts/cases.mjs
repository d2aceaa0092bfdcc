import { AMOUNTS } from './amounts.mjs';
import { ANSWERS } from './answers.mjs';
import { ENVIRONMENT } from './environment.mjs';
import { FAULTS } from './faults.mjs';
import { HABITS } from './habits.mjs';
import { IDENTICAL } from './identical.mjs';
import { IMPORTS } from './imports.mjs';
import { REASONS } from './reasons.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { SERVICES } from './services.mjs';
import { TAGS } from './tags.mjs';
import { THRESHOLDS } from './thresholds.mjs';

/**
 * @typedef Case
 * @property {string} name  with its kind before it, such as `tags/request-tag-errors`
 * @property {Record<string, string>} files  texts by path, of the base or of all there is
 * @property {Record<string, string>} [head]  those that are other ones in the head; then it is a pair
 * @property {Record<string, string>} [env]
 * @property {string[]} [args]  of the command line, in place of `run`
 * @property {Expectation} expect
 *
 * @typedef Expectation
 * @property {number | number[]} exit
 * @property {(string | RegExp)[]} [says]
 * @property {(string | RegExp)[]} [saysNot]
 * @property {(string | RegExp)[]} [top]  what the first lines of the comment say
 */

const KINDS = {
  tags: TAGS,
  imports: IMPORTS,
  thresholds: THRESHOLDS,
  scenarios: SCENARIOS,
  faults: FAULTS,
  reasons: REASONS,
  environment: ENVIRONMENT,
  amounts: AMOUNTS,
  services: SERVICES,
  habits: HABITS,
  answers: ANSWERS,
  identical: IDENTICAL,
};

/** @type {Case[]} */
export const CASES = Object.entries(KINDS).flatMap(([kind, cases]) =>
  cases.map((each) => ({ ...each, name: `${kind}/${each.name}` })),
);

/**
 * @param {string[]} names  of cases or kinds; none stands for all
 * @throws when one of them is neither
 */
export function chooseCases(names) {
  const isMeant = (name) => (each) => each.name === name || each.name.startsWith(`${name}/`);
  const unknown = names.filter((name) => !CASES.some(isMeant(name)));
  if (unknown.length > 0)
    throw new Error(`no such case: ${unknown.join(', ')}; kinds are ${Object.keys(KINDS).join(', ')}`);
  return names.length === 0 ? CASES : CASES.filter((each) => names.some((name) => isMeant(name)(each)));
}
