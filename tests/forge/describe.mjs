/*
 * Cuts Gitea's description of its API down to what Tailgate uses:
 *
 *   go mod download -json code.gitea.io/gitea@v1.25.2    # says where the folder is
 *   node tests/forge/describe.mjs FOLDER/templates/swagger/v1_json.tmpl
 */
import { readFileSync, writeFileSync } from 'node:fs';

const repository = '/repos/{owner}/{repo}';
const USED = {
  '/user': ['get'],
  [`${repository}/issues/{index}/comments`]: ['get', 'post'],
  [`${repository}/issues/comments/{id}`]: ['patch', 'delete'],
  [`${repository}/issues/{index}/timeline`]: ['get'],
  [`${repository}/issues/{index}/labels`]: ['get'],
  [`${repository}/statuses/{sha}`]: ['post'],
  [`${repository}/commits/{ref}/statuses`]: ['get'],
  [`${repository}/commits/{sha}/pull`]: ['get'],
  [`${repository}/pulls`]: ['get'],
  [`${repository}/pulls/{index}`]: ['get'],
  [`${repository}/pulls/{index}/commits`]: ['get'],
  [`${repository}/pulls/{index}/reviews`]: ['get'],
  [`${repository}/collaborators/{collaborator}/permission`]: ['get'],
  [`${repository}/assignees`]: ['get'],
  [`${repository}/teams`]: ['get'],
};

/** What a real one answers as well. */
const UNDESCRIBED = {
  '/user': ['401', '403'],
  [`${repository}/statuses/{sha}`]: ['403'],
  [`${repository}/teams`]: ['405'],
};

const text = readFileSync(process.argv[2], 'utf8');
const whole = JSON.parse(text.replaceAll(/\{\{.*?\}\}/g, ''));
const version = /gitea@v([\d.]+)/.exec(process.argv[2])?.[1] ?? 'unknown';
const kept = {
  swagger: '2.0',
  info: {
    title: 'Gitea API, in part',
    version,
    description:
      'Cut from templates/swagger/v1_json.tmpl of code.gitea.io/gitea by describe.mjs: operations that Tailgate uses, without their words. Objects may have no fields but those named here. Copyright (c) 2016 The Gitea Authors, copyright (c) 2015 The Gogs Authors; MIT licence, https://opensource.org/license/mit.',
  },
  consumes: whole.consumes,
  produces: whole.produces,
  basePath: '/api/v1',
  paths: {},
  definitions: {},
  responses: {},
};

for (const [path, methods] of Object.entries(USED)) {
  kept.paths[path] = {};
  for (const method of methods) {
    const operation = strip(whole.paths[path][method]);
    for (const status of UNDESCRIBED[path] ?? []) {
      operation.responses[status] = { $ref: '#/responses/forbidden' };
    }
    kept.paths[path][method] = operation;
    follow(operation);
  }
}
for (const schema of Object.values(kept.definitions)) {
  if (schema.properties) schema.additionalProperties = false;
}
// A line for each entry, so that a change can be read.
const lines = (part) =>
  Object.entries(part).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
const sections = Object.entries(kept).map(([name, value]) =>
  typeof value === 'object' && !Array.isArray(value)
    ? `  ${JSON.stringify(name)}: {\n${lines(value).join(',\n')}\n  }`
    : `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
);
writeFileSync(new URL('gitea.json', import.meta.url), `{\n${sections.join(',\n')}\n}\n`);

/** Without words and without what only Go needs; `items` of a nullable list and the like stay. */
function strip(value, isNames = false) {
  if (Array.isArray(value)) return value.map((each) => strip(each));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(
    ([key, part]) =>
      isNames ||
      !(
        key.startsWith('x-') ||
        (['description', 'summary', 'example'].includes(key) && typeof part === 'string')
      ),
  );
  const result = Object.fromEntries(entries.map(([key, part]) => [key, strip(part, key === 'properties')]));
  return result;
}

function follow(value) {
  if (value === null || typeof value !== 'object') return;
  const [, kind, name] = /^#\/(definitions|responses)\/(.+)$/.exec(value.$ref ?? '') ?? [];
  if (kind && !kept[kind][name]) {
    const part = strip(whole[kind][name]);
    kept[kind][name] = kind === 'responses' ? { description: '', ...part } : part;
    follow(kept[kind][name]);
  }
  for (const part of Object.values(value)) follow(part);
}
