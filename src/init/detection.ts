import { findGo, findJava, findRust } from './compiled.ts';
import { findCompose, findDockerfile, listImages, UNKNOWN_PATH } from './container.ts';
import type { Files, Finding, ServiceFinding } from './finding.ts';
import { findNode } from './node.ts';
import { findPython } from './python.ts';

/** Own processes before containers: Tailgate sees the processor time that they take. */
const DETECTIONS = [findNode, findPython, findGo, findJava, findRust, findCompose, findDockerfile];

/** What the folder holds: the first of the detections that knows how it starts, else the first at all. */
export function detect(files: Files): Finding {
  const findings = DETECTIONS.map((find) => find(files)).filter((finding) => finding !== null);
  const finding = findings.find(({ start }) => start.why === undefined) ?? findings[0] ?? UNKNOWN;
  return { setup: [], ...finding, beside: finding.from === null || finding.stop ? [] : listImages(files) };
}

const UNKNOWN: ServiceFinding = {
  title: 'nothing known',
  from: null,
  start: { text: './service --port $PORT', why: 'how does the service start?' },
  port: { kind: 'given' },
  path: UNKNOWN_PATH,
};
