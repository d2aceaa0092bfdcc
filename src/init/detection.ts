import { findGo, findJava, findRust } from './compiled.ts';
import { findCompose, findDockerfile, listImages, UNKNOWN_PATH } from './container.ts';
import type { Files, Finding, ServiceFinding } from './finding.ts';
import { findNode } from './node.ts';
import { findPython } from './python.ts';

/** Processes come before containers, since Tailgate can see the processor time that a process takes. */
const DETECTIONS = [findNode, findPython, findGo, findJava, findRust, findCompose, findDockerfile];

/** Finds the service of a folder: the first one whose start is known, else the first one at all. */
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
