// ../shots.ts
import { writeFileSync } from "node:fs";

// src/handover/suite.ts
import * as z2 from "zod";

// src/json-values.ts
import * as z from "zod";
var LONGEST_TEXT = 2e4;
var LONGEST_LOG = 2e5;
var LONGEST_LIST = 5e3;
var boundedText = z.string().max(LONGEST_TEXT);
var boundedLog = z.string().max(LONGEST_LOG);
var boundedList = (item) => z.array(item).max(LONGEST_LIST);
var number2 = z.union([z.number(), z.enum(["Infinity", "-Infinity", "NaN"]).transform(Number)]);
var count = z.number().int().nonnegative();
function variant(kind, shape = {}) {
  return z.object({ kind: z.literal(kind), ...shape });
}
var runId = z.string().regex(/^\d{1,20}$/);
var runAttempt = z.number().int().min(1).max(1e5);

// src/errors.ts
var EXIT = {
  pass: 0,
  failed: 1,
  configuration: 2,
  unmeasured: 3,
  interrupted: 130
};
var UserError = class extends Error {
  name = "UserError";
  where;
  hint;
  detail;
  exitCode;
  constructor(parts) {
    super(parts.what, { cause: parts.cause });
    this.where = parts.where;
    this.hint = parts.hint;
    this.detail = parts.detail;
    this.exitCode = parts.exitCode ?? EXIT.configuration;
  }
};

// src/verdict/codes.ts
var VERDICTS = {
  regressed: { icon: "\u26A0\uFE0F", word: "worse", exitCode: EXIT.failed },
  missed: { icon: "\u26A0\uFE0F", word: "missed SLOs", exitCode: EXIT.failed },
  invalid: { icon: "\u26D4", word: "not measured", exitCode: EXIT.unmeasured },
  /** Something blocked, and a person with the right to do so has accepted all of it. */
  accepted: { icon: "\u2611\uFE0F", word: "accepted", exitCode: EXIT.pass },
  "at-limit": { icon: "\u26A0\uFE0F", word: "at the limit", exitCode: EXIT.pass },
  inconclusive: { icon: "\u26AA", word: "undecided", exitCode: EXIT.pass },
  improved: { icon: "\u2705", word: "pass", exitCode: EXIT.pass },
  unchanged: { icon: "\u2705", word: "pass", exitCode: EXIT.pass },
  "first-run": { icon: "\u{1F331}", word: "pass", exitCode: EXIT.pass },
  met: { icon: "\u2705", word: "pass", exitCode: EXIT.pass },
  skipped: { icon: "\u26AA", word: "pass", exitCode: EXIT.pass }
};
var VERDICT_CODES = Object.keys(VERDICTS);
function findGravest(codes) {
  return VERDICT_CODES.find((code2) => codes.includes(code2)) ?? "skipped";
}
function alwaysBlocks(code2) {
  return VERDICTS[code2].exitCode !== EXIT.pass;
}
function exitCodeOf({ code: code2, blocks: blocks2 }) {
  if (alwaysBlocks(code2)) return VERDICTS[code2].exitCode;
  return blocks2 ? EXIT.failed : EXIT.pass;
}

// src/handover/suite.ts
function asSuite(report) {
  const { suite, link: link2 } = report;
  const outcome3 = { kind: "report", report, failOn: [] };
  return { suite, legs: [{ name: "", outcome: outcome3 }], attempts: [], trust: "own", link: link2 };
}
var earlierAttemptSchema = z2.object({
  /** Identifier of the workflow run and its attempt, from 1. */
  run: runId,
  attempt: runAttempt,
  code: z2.enum(VERDICT_CODES),
  /** Line of plain text that begins with an icon, as `suiteHeadline` writes it. */
  headline: z2.string().max(200)
});

// src/handover/legs.ts
function combineLegs(legs) {
  const verdicts = legs.flatMap(({ outcome: outcome3 }) => outcome3.kind === "report" ? [outcome3.report.verdict] : []);
  const faults = legs.flatMap(({ outcome: outcome3 }) => outcome3.kind === "fault" ? [outcome3.exitCode] : []);
  const measured = verdicts.filter(({ code: code3 }) => code3 !== "invalid");
  const blocking = measured.filter(({ blocks: blocks3 }) => blocks3);
  if (measured.length < legs.length || legs.length === 0) {
    const isMistake = faults.length > 0 && faults.every((code3) => code3 === EXIT.configuration) && faults.length + measured.length === legs.length && blocking.length === 0;
    return { code: "invalid", blocks: true, exitCode: isMistake ? EXIT.configuration : EXIT.unmeasured };
  }
  const blocks2 = blocking.length > 0;
  const code2 = findGravest((blocks2 ? blocking : measured).map((verdict) => verdict.code));
  return { code: code2, blocks: blocks2, exitCode: exitCodeOf({ code: code2, blocks: blocks2 }) };
}

// src/report/format/visible.ts
var terminalSequence = (
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
  /[\u001b\u009b](?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g
);
var invisible = new RegExp(
  [
    String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u115f\u1160\u2800\u3164\uffa0]`,
    String.raw`[\u180b-\u180f\ufe00-\ufe0d\u{e0100}-\u{e01ef}]`
  ].join("|"),
  "gu"
);
var stackedMarks = /(\p{M}{4})\p{M}+/gu;
function clean(text6) {
  return show(text6.replace(terminalSequence, "").replace(/\s+/g, " "));
}
function cleanLines(text6) {
  return text6.replace(terminalSequence, "").split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) => line.split("	").map(show).join("	"));
}
var LOG_CHARACTERS = 1e3;
function lastLines(log3, lines) {
  return cleanLines(log3.slice(-lines * LOG_CHARACTERS).trimEnd()).slice(-lines);
}
function cut(text6, length) {
  const points2 = Array.from(text6.slice(0, 2 * length + 2));
  return points2.length <= length ? text6 : `${points2.slice(0, length - 1).join("")}\u2026`;
}
function cutMiddle(text6, length) {
  const end = Math.floor(length / 2);
  const start = cut(text6, length - end);
  if (start === text6 || cut(text6, length) === text6) return text6;
  return start + Array.from(text6.slice(-2 * end)).slice(-end).join("");
}
function show(text6) {
  return text6.replace(invisible, "\uFFFD").replace(stackedMarks, "$1");
}

// src/report/format/phrase.ts
function say(template, ...parts) {
  const spans = [];
  template.forEach((literal13, i) => {
    if (literal13 !== "") spans.push({ kind: "text", text: literal13 });
    const part = parts[i];
    if (part === void 0) return;
    if (typeof part === "string" || typeof part === "number")
      spans.push({ kind: "text", text: String(part) });
    else if ("kind" in part) spans.push(part);
    else spans.push(...part);
  });
  return spans.filter((span) => span.text !== "");
}
function strong(text6) {
  return { kind: "strong", text: text6 };
}
function code(text6) {
  return { kind: "code", text: text6 };
}
function join(parts) {
  return parts.flatMap((part, i) => i === 0 ? [part] : [{ kind: "text", text: ", " }, part]);
}
function fromMessage(message3) {
  const parts = message3.split("`");
  if (parts.length % 2 === 0) return [{ kind: "text", text: message3 }];
  return parts.map((text6, i) => ({ kind: i % 2 === 1 ? "code" : "text", text: text6 })).filter((span) => span.text !== "");
}
function plain(phrase) {
  return phrase.map((span) => clean(span.text)).join("").trim();
}

// src/metrics/metric.ts
import * as z5 from "zod";

// src/measurement/sum.ts
function sum(members, quantityOf) {
  return members.reduce((total, member) => total + quantityOf(member), 0);
}

// src/measurement/quantiles.ts
function pooledQuantile(slices, level) {
  const total = sum(slices, attempts);
  if (total === 0) return Number.NaN;
  const samples = slices.flatMap(({ ok, latency }) => latency === null ? [] : [{ count: ok, ...latency }]);
  const answered = countAll(samples);
  if (level * total > answered || answered === 0) return Number.POSITIVE_INFINITY;
  return readQuantile(samples, level, total);
}
function readQuantile(samples, level, total = countAll(samples)) {
  const position = (total + 1 / 3) * level + 1 / 3;
  if (position <= 1) return Math.min(...samples.map(({ values }) => values[0]));
  if (position >= countAll(samples)) return Math.max(...samples.map(({ values }) => values.at(-1)));
  const whole = Math.floor(position);
  const value = findOrdered(samples, whole);
  if (position === whole) return value;
  return value + (position - whole) * (findNext(samples, value, whole) - value);
}
function findOrdered(samples, position) {
  let low = Math.min(...samples.map(({ values }) => values[0]));
  let high = Math.max(...samples.map(({ values }) => values.at(-1)));
  if (countAtMost(samples, low) >= position) return low;
  for (let i = 0; i < 60 && high - low > 1e-9 * Math.abs(high); i++) {
    const middle = (low + high) / 2;
    if (countAtMost(samples, middle) >= position) high = middle;
    else low = middle;
  }
  return high;
}
function findNext(samples, value, position) {
  if (countAtMost(samples, value) > position) return value;
  const later = samples.flatMap((sample) => {
    const below = countUpTo(sample, value);
    return below < sample.count ? [Math.max(value, readOrdered(sample, below))] : [];
  });
  return Math.min(...later);
}
function readOrdered({ levels, values, count: count2 }, before) {
  const level = count2 > 1 ? before / (count2 - 1) : 0;
  const [low, high] = findStep(levels, level);
  const span = levels[high] - levels[low];
  return values[low] + (span > 0 ? (level - levels[low]) / span : 0) * (values[high] - values[low]);
}
var ROUNDING = 1e-6;
function countUpTo(sample, bound) {
  if (sample.count === 0 || bound < sample.values[0]) return 0;
  return 1 + Math.floor(levelAt(sample, bound) * (sample.count - 1) + ROUNDING);
}
function countAll(samples) {
  return samples.reduce((total, { count: count2 }) => total + count2, 0);
}
function countAtMost(samples, bound) {
  let total = 0;
  for (const sample of samples) total += countUpTo(sample, bound);
  return total;
}
function shareAbove(slices, ms) {
  const total = sum(slices, attempts);
  if (total === 0) return Number.NaN;
  return countAbove(slices, ms) / total;
}
function countAbove(slices, ms) {
  return sum(slices, (slice) => attempts(slice) - countAnswered(slice, ms));
}
function countAnswered({ ok, latency }, ms) {
  return latency === null ? 0 : countUpTo({ count: ok, ...latency }, ms);
}
function failureRate(slices) {
  const total = sum(slices, attempts);
  return total === 0 ? Number.NaN : sum(slices, errors) / total;
}
function errors({ failed, dropped, resent = 0 }) {
  return failed + dropped + resent;
}
function achievedRate(slices) {
  return sum(slices, (slice) => slice.ok + slice.failed) / sum(slices, (slice) => slice.seconds);
}
function meanLatency(slices) {
  const ok = sum(slices, (slice) => slice.ok);
  return sum(slices, (slice) => (slice.avg ?? 0) * slice.ok) / ok;
}
function attempts(slice) {
  return slice.ok + slice.failed + slice.dropped;
}
function levelAt({ levels, values }, ms) {
  const last = values.length - 1;
  if (ms < values[0]) return 0;
  if (ms >= values[last]) return 1;
  const [low, high] = findStep(values, ms);
  const span = values[high] - values[low];
  return levels[low] + (ms - values[low]) / span * (levels[high] - levels[low]);
}
function findStep(ascending, value) {
  let [low, high] = [0, ascending.length - 1];
  while (high - low > 1) {
    const middle = low + high >> 1;
    if (ascending[middle] <= value) low = middle;
    else high = middle;
  }
  return [low, high];
}

// src/metrics/custom.ts
import * as z4 from "zod";

// src/measurement/custom.ts
import * as z3 from "zod";
var customSampleSchema = z3.discriminatedUnion("type", [
  /** Distribution of `count` values: `values[i]` at `levels[i]` (fractions, ascending), as for latencies. */
  z3.object({
    type: z3.literal("trend"),
    count,
    avg: z3.number(),
    levels: boundedList(z3.number().min(0).max(1)).readonly(),
    values: boundedList(z3.number()).readonly()
  }),
  /** Samples that were true, of all. */
  z3.object({ type: z3.literal("rate"), hits: count, count }),
  z3.object({ type: z3.literal("counter"), sum: z3.number() })
]);
var customSamplesSchema = z3.record(boundedText, customSampleSchema);
var seenMetricSchema = z3.object({
  name: boundedText,
  type: z3.enum(["trend", "time", "rate", "counter", "gauge"])
});
function trendQuantile(trends, level) {
  const fed = trends.filter((trend) => trend.count > 0);
  return fed.length === 0 ? Number.NaN : readQuantile(fed, level);
}
function shareAtMost(trends, value) {
  const total = trends.reduce((sum2, { count: count2 }) => sum2 + count2, 0);
  return trends.reduce((sum2, trend) => sum2 + countUpTo(trend, value), 0) / total;
}

// src/statistics/mean-interval.ts
import tQuantile from "@stdlib/stats-base-dists-t-quantile";
function estimateRatio(clusters, confidence) {
  const used = clusters.filter((cluster) => cluster.weight > 0);
  const weight = used.reduce((sum2, cluster) => sum2 + cluster.weight, 0);
  const value = used.reduce((sum2, cluster) => sum2 + cluster.total, 0) / weight;
  const groups = used.length;
  if (groups < 2) return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const residuals = used.reduce((sum2, c) => sum2 + (c.total - value * c.weight) ** 2, 0);
  const deviation2 = Math.sqrt(groups / (groups - 1) * residuals / weight ** 2);
  const reach = tQuantile(1 - (1 - confidence) / 2, groups - 1) * deviation2;
  return { value, low: value - reach, high: value + reach };
}

// src/statistics/proportion.ts
import betaQuantile from "@stdlib/stats-base-dists-beta-quantile";
import tQuantile2 from "@stdlib/stats-base-dists-t-quantile";
function estimateProportion(clusters, confidence) {
  const used = clusters.filter((cluster) => cluster.count > 0);
  const count2 = used.reduce((total, cluster) => total + cluster.count, 0);
  const hits = used.reduce((total, cluster) => total + cluster.hits, 0);
  if (count2 === 0) return { low: 0, high: 1 };
  const share = Math.min(1, Math.max(0, hits / count2));
  const effective = countEffectively(used, share, count2, confidence);
  const effectiveHits = share * effective;
  const tail = (1 - confidence) / 2;
  return {
    low: effectiveHits <= 0 ? 0 : betaQuantile(tail, effectiveHits, effective - effectiveHits + 1),
    high: effectiveHits >= effective ? 1 : betaQuantile(1 - tail, effectiveHits + 1, effective - effectiveHits)
  };
}
function countEffectively(clusters, share, count2, confidence) {
  const groups = clusters.length;
  if (groups < 2) return 1;
  const level = 1 - (1 - confidence) / 2;
  const fewClusters = Math.min(
    1,
    (tQuantile2(level, Math.max(1, count2 - 1)) / tQuantile2(level, groups - 1)) ** 2
  );
  const binomial = share * (1 - share) / count2;
  if (binomial === 0) return count2 * fewClusters;
  const residuals = clusters.reduce((total, c) => total + (c.hits - share * c.count) ** 2, 0);
  const clustered = groups / (groups - 1) * residuals / count2 ** 2;
  return count2 / Math.max(1, clustered / binomial) * fewClusters;
}

// src/statistics/quantile-interval.ts
function estimateQuantile(slices, level, confidence, clusters = slices.map((slice) => [slice])) {
  const point = pooledQuantile(slices, level);
  const answered = slices.flatMap((slice) => slice.latency === null ? [] : [slice.latency]);
  if (answered.length === 0) return { low: Number.POSITIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const least = Math.min(...answered.map((sketch) => sketch.values[0]));
  const most = Math.max(...answered.map((sketch) => sketch.values.at(-1)));
  return invertShares({ least, point, most }, level, confidence, (ms) => clusterAbove(clusters, ms));
}
function invertShares({ least, point, most }, level, confidence, listAbove) {
  const allowed = 1 - level;
  const above = (value) => estimateProportion(listAbove(value), confidence);
  const isBelow = (value) => above(value).low > allowed;
  const isAbove = (value) => above(value).high < allowed;
  const top = Math.min(point, most);
  return {
    low: isBelow(most) ? Number.POSITIVE_INFINITY : isBelow(least) ? bisect(least, top, isBelow).before : least,
    high: isAbove(most) ? bisect(top, most, (value) => !isAbove(value)).after : Number.POSITIVE_INFINITY
  };
}
function clusterAbove(clusters, ms) {
  return clusters.map((slices) => ({ slices, count: slices.reduce((sum2, slice) => sum2 + attempts(slice), 0) })).filter(({ count: count2 }) => count2 > 0).map(({ slices, count: count2 }) => ({ hits: shareAbove(slices, ms) * count2, count: count2 }));
}
function bisect(low, high, holds) {
  if (holds(high)) return { before: high, after: high };
  while (high - low > 1e-6 * Math.max(Math.abs(low), Math.abs(high))) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return { before: low, after: high };
}

// src/metrics/decimal.ts
function shiftDecimal(digits, places) {
  return Number(`${digits}e${places}`);
}
function printDecimal(value, places = 0) {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  const point = whole.length + Number(exponent) + places;
  const padded = digits.padStart(digits.length - Math.min(0, point - 1), "0").padEnd(point, "0");
  const at = Math.max(1, point);
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  const rest = padded.slice(at).replace(/(?<!0)0+$/, "");
  return rest === "" ? integer : `${integer}.${rest}`;
}

// src/metrics/custom.ts
var CUSTOM_STATISTICS = ["percentile", "avg", "min", "max", "rate"];
var CUSTOM_UNITS = ["ms", "plain", "fraction", "/s"];
var customMetricSchema = z4.object({
  kind: z4.literal("custom"),
  name: boundedText,
  statistic: z4.enum(CUSTOM_STATISTICS),
  /** Of a percentile; null for others. */
  percent: z4.number().min(0).max(100).nullable(),
  unit: z4.enum(CUSTOM_UNITS),
  better: z4.enum(["lower", "higher"])
});
function printCustom({ name, statistic, percent: percent2 }) {
  return `${name}.${statistic === "percentile" ? `p${printDecimal(percent2)}` : statistic}`;
}
var TOLERANCE = 0.1;
var SHARE_TOLERANCE = 0.01;
function customRow(metric) {
  const { unit, better, percent: percent2, statistic } = metric;
  const higher = better === "higher";
  return {
    unit,
    better,
    synonyms: "",
    compared: "by-slo",
    settable: true,
    tolerance: unit === "fraction" ? SHARE_TOLERANCE : TOLERANCE,
    // After all built-in metrics; those of one script in the order of percentiles.
    rank: 110 + (statistic === "percentile" ? percent2 / 1e3 : 0.2),
    measure: (slices, read) => measureCustom(metric, slices, read.deepest),
    estimate: (clusters, confidence) => estimateCustom(metric, clusters, confidence),
    words: { worse: higher ? "lower" : "higher", better: higher ? "higher" : "lower" }
  };
}
function listTrends(slices, name) {
  return slices.flatMap(({ custom }) => {
    const sample = custom?.[name];
    return sample?.type === "trend" && sample.count > 0 ? [sample] : [];
  });
}
function countSamples(slices, name) {
  const fed = slices.flatMap(({ custom, seconds: seconds2 }) => {
    const sample = custom?.[name];
    if (sample?.type === "rate") return [{ hits: sample.hits, count: sample.count }];
    return sample?.type === "counter" ? [{ hits: sample.sum, count: seconds2 }] : [];
  });
  if (fed.length === 0) return null;
  const sum2 = (of) => fed.reduce((total, each) => total + each[of], 0);
  return { hits: sum2("hits"), count: sum2("count") };
}
function measureCustom(metric, slices, deepest) {
  const { name, statistic, percent: percent2 } = metric;
  if (statistic === "rate") {
    const found = countSamples(slices, name);
    return found === null ? Number.NaN : found.hits / found.count;
  }
  const trends = listTrends(slices, name);
  if (statistic === "avg") {
    const count2 = trends.reduce((sum2, trend) => sum2 + trend.count, 0);
    return trends.reduce((sum2, trend) => sum2 + trend.avg * trend.count, 0) / count2;
  }
  const level = statistic === "min" ? 0 : statistic === "max" ? 1 : Math.min(percent2 / 100, deepest);
  return trendQuantile(trends, level);
}
function estimateCustom(metric, clusters, confidence) {
  const { name, statistic, percent: percent2, unit } = metric;
  const value = measureCustom(metric, clusters.flat(), 1);
  const unknown = { value: Number.NaN, low: Number.NaN, high: Number.NaN };
  if (Number.isNaN(value)) return unknown;
  if (statistic === "rate") {
    const counts = clusters.flatMap((slices) => countSamples(slices, name) ?? []);
    if (unit === "fraction") return { value, ...estimateProportion(counts, confidence) };
    return estimateRatio(
      counts.map(({ hits, count: count2 }) => ({ total: hits, weight: count2 })),
      confidence
    );
  }
  const trends = clusters.map((slices) => listTrends(slices, name)).filter((own) => own.length > 0);
  if (statistic === "avg") {
    const totals = trends.map((own) => ({
      total: own.reduce((sum2, { avg, count: count2 }) => sum2 + avg * count2, 0),
      weight: own.reduce((sum2, { count: count2 }) => sum2 + count2, 0)
    }));
    return estimateRatio(totals, confidence);
  }
  if (statistic !== "percentile") return { value, low: value, high: value };
  const all = trends.flat();
  const ends = invertShares(
    {
      least: Math.min(...all.map(({ values }) => values[0])),
      point: value,
      most: Math.max(...all.map(({ values }) => values.at(-1)))
    },
    percent2 / 100,
    confidence,
    (at) => trends.map((own) => {
      const count2 = own.reduce((sum2, trend) => sum2 + trend.count, 0);
      return { hits: (1 - shareAtMost(own, at)) * count2, count: count2 };
    })
  );
  return { value, ...ends };
}

// src/measurement/costs.ts
function listProcessorTimes(slices) {
  if (slices.some(({ cpu: cpu3 }) => cpu3 === void 0)) return [];
  return slices.map(({ cpu: cpu3, ok, failed }) => ({ total: 1e3 * cpu3, weight: ok + failed }));
}
function processorTime(slices) {
  const times = listProcessorTimes(slices);
  const total = times.reduce((sum2, one) => sum2 + one.total, 0);
  return total / times.reduce((sum2, one) => sum2 + one.weight, 0);
}
function peakMemory(slices) {
  return slices.length === 0 ? Number.NaN : Math.max(...slices.map(({ memory }) => memory ?? Number.NaN));
}
function meanStartup(slices) {
  return slices.reduce((sum2, { startup }) => sum2 + (startup ?? Number.NaN), 0) / slices.length;
}

// src/statistics/geometric-mean.ts
function geometricMean(values, weights = values.map(() => 1)) {
  const total = weights.reduce((sum2, weight) => sum2 + weight, 0);
  return Math.exp(values.reduce((sum2, value, i) => sum2 + weights[i] * Math.log(value), 0) / total);
}

// src/metrics/table.ts
var LATENCY = {
  unit: "ms",
  isLatency: true,
  better: "lower",
  compared: "never",
  settable: false,
  words: { worse: "slower", better: "faster" }
};
var ALONE = {
  ...LATENCY,
  synonyms: "",
  compared: "always",
  compareIn: "alone",
  settable: true,
  estimate: null
};
var COST = {
  better: "lower",
  compared: "when-asked",
  compareIn: "both",
  settable: true
};
var ACHIEVED = {
  unit: "req/s",
  better: "higher",
  compared: "never",
  settable: false,
  tolerance: 0.05,
  words: { worse: "lower", better: "higher" }
};
var TAIL_LEVELS = Array.from({ length: 10 }, (_, i) => (90 + i) / 100);
var TAIL_WEIGHTS = TAIL_LEVELS.map((level) => (1 - level) / level);
function measureTail(_, read, { weights, to }) {
  const last = Math.min(read.deepest, to / 100) + 1e-9;
  const count2 = Math.max(1, TAIL_LEVELS.filter((level) => level <= last).length);
  const levels = TAIL_LEVELS.slice(0, count2);
  return geometricMean(levels.map(read), weights === "equal" ? void 0 : TAIL_WEIGHTS.slice(0, count2));
}
var SHARE_TOLERANCE2 = 1e-3;
var SLOW_TOLERANCE = 3e-4;
var METRICS = {
  percentile: {
    ...LATENCY,
    synonyms: "",
    compared: "by-slo",
    settable: true,
    // Far percentiles rest on few requests, and differ more between two runs of the same code.
    tolerance: ({ percent: percent2 }) => percent2 < 95 ? 0.05 : 0.1,
    rank: ({ percent: percent2 }) => percent2,
    measure: (_, read, { percent: percent2 }) => read(percent2 / 100),
    estimate(clusters, confidence, { percent: percent2 }) {
      const [slices, level] = [clusters.flat(), percent2 / 100];
      return {
        value: pooledQuantile(slices, level),
        ...estimateQuantile(slices, level, confidence, clusters)
      };
    }
  },
  avg: {
    ...LATENCY,
    synonyms: "mean average",
    tolerance: 0.05,
    rank: -1,
    measure: meanLatency,
    estimate(clusters, confidence) {
      const slices = clusters.flat();
      if (slices.every(({ ok }) => ok === 0)) return exactly(Number.POSITIVE_INFINITY);
      const totals = clusters.map((own) => ({
        total: sum(own, ({ avg, ok }) => (avg ?? 0) * ok),
        weight: sum(own, ({ ok }) => ok)
      }));
      return { ...estimateRatio(totals, confidence), value: meanLatency(slices) };
    }
  },
  min: {
    ...LATENCY,
    synonyms: "minimum",
    tolerance: 0.05,
    rank: -2,
    measure: (_, read) => read(0),
    estimate: (clusters) => exactly(pooledQuantile(clusters.flat(), 0))
  },
  max: {
    ...LATENCY,
    synonyms: "maximum",
    tolerance: 0.1,
    rank: 101,
    measure: (slices) => pooledQuantile(slices, 1),
    // The extremes of a sample have no confidence interval, so the value stands for both ends.
    estimate: (clusters) => exactly(pooledQuantile(clusters.flat(), 1))
  },
  /** The tail mean: the geometric mean of the latencies from p90 to p99, steadier than any single percentile. */
  tail: {
    ...LATENCY,
    synonyms: "",
    compared: "always",
    settable: true,
    tolerance: 0.05,
    rank: 102,
    measure: measureTail,
    estimate: null,
    hint: hintTolerance("tail", "5%"),
    title: ({ to }) => to > 90 ? `tail (p90 to p${to})` : "tail (p90)"
  },
  "p50-alone": {
    ...ALONE,
    tolerance: 0.2,
    rank: 102.1,
    measure: (_, read) => read(0.5),
    hint: hintTolerance("p50-alone", "20%"),
    title: () => "p50 alone"
  },
  "tail-alone": {
    ...ALONE,
    tolerance: 0.3,
    rank: 102.2,
    measure: measureTail,
    hint: hintTolerance("tail-alone", "30%"),
    title: () => "tail alone"
  },
  /** Share of requests slower than `ms`, a threshold common to both arms: an alarm for rare stalls. */
  "slow-share": {
    unit: "fraction",
    better: "lower",
    synonyms: "",
    compared: "always",
    compareIn: "both",
    settable: false,
    tolerance: SLOW_TOLERANCE,
    rank: 103,
    measure: (slices, _, { ms }) => shareAbove(slices, ms),
    estimate: null,
    hint: "It is watched in every scenario, with a tolerance of 0.03 percentage points.",
    title: ({ ms }, show3) => `requests over ${show3(ms)}`,
    words: { worse: "more slow requests", better: "fewer slow requests" }
  },
  /** Share of requests that failed or were dropped. */
  errors: {
    unit: "fraction",
    better: "lower",
    synonyms: "error error_rate failed failures failure_rate http_req_failed",
    compared: "always",
    settable: true,
    tolerance: SHARE_TOLERANCE2,
    rank: 104,
    measure: failureRate,
    estimate(clusters, confidence) {
      const counts = clusters.map((own) => ({
        hits: sum(own, errors),
        count: sum(own, attempts)
      }));
      return { value: failureRate(clusters.flat()), ...estimateProportion(counts, confidence) };
    },
    words: { worse: "more errors", better: "fewer errors" }
  },
  /** Processor time of the arm's processes for each request. It hardly scatters, and says why a service is slower. */
  cpu: {
    ...COST,
    unit: "ms",
    synonyms: "cpu_time processor processor_time",
    tolerance: 0.1,
    rank: 107,
    measure: processorTime,
    estimate: (clusters, confidence) => estimateRatio(listProcessorTimes(clusters.flat()), confidence),
    title: () => "cpu per request",
    words: { worse: "more processor time", better: "less processor time" }
  },
  /** Most memory that the arm's processes had resident, added up. */
  memory: {
    ...COST,
    unit: "MB",
    synonyms: "mem rss ram peak_memory",
    tolerance: 0.2,
    rank: 108,
    measure: peakMemory,
    estimate: (clusters) => exactly(peakMemory(clusters.flat())),
    title: () => "peak memory",
    words: { worse: "more memory", better: "less memory" }
  },
  /** Time from the start of an arm's services until all were ready. */
  startup: {
    ...COST,
    unit: "ms",
    synonyms: "start start_time boot ready",
    tolerance: 0.2,
    rank: 109,
    measure: meanStartup,
    estimate: (clusters) => exactly(meanStartup(clusters.flat())),
    title: () => "start to ready",
    words: { worse: "slower start", better: "faster start" }
  },
  /** Achieved requests per second. */
  rate: {
    ...ACHIEVED,
    synonyms: "rps qps tps req/s throughput http_reqs",
    rank: 105,
    measure: achievedRate,
    estimate(clusters, confidence) {
      const totals = clusters.map((own) => ({
        total: sum(own, ({ ok, failed }) => ok + failed),
        weight: sum(own, ({ seconds: seconds2 }) => seconds2)
      }));
      return { ...estimateRatio(totals, confidence), value: achievedRate(clusters.flat()) };
    }
  },
  /** Highest arrival rate that meets an SLO. It is searched, trial by trial; slices do not have it. */
  capacity: { ...ACHIEVED, synonyms: "", settable: true, rank: 106, measure: null, estimate: null }
};
function hintTolerance(name, percent2) {
  return `How much slower it may get is said by
baseline:
  tolerance:
    ${name}: ${percent2}`;
}
function exactly(value) {
  return { value, low: value, high: value };
}

// src/metrics/metric.ts
var METRIC_KINDS = Object.keys(METRICS);
var PLAIN_KINDS = METRIC_KINDS.filter(
  (kind) => !["percentile", "slow-share", "tail"].includes(kind)
);
var metricSchema = z5.discriminatedUnion("kind", [
  z5.object({ kind: z5.literal("percentile"), percent: z5.number().min(0).max(100) }),
  z5.object({ kind: z5.literal("slow-share"), ms: number2 }),
  z5.object({
    kind: z5.literal("tail"),
    weights: z5.literal("inverse-variance").optional(),
    to: z5.number().min(90).max(99).optional()
  }),
  z5.object({ kind: z5.enum(PLAIN_KINDS) }),
  customMetricSchema
]);
function rowOf(metric) {
  return metric.kind === "custom" ? customRow(metric) : METRICS[metric.kind];
}
function printMetric(metric) {
  if (metric.kind === "custom") return printCustom(metric);
  return metric.kind === "percentile" ? `p${printDecimal(metric.percent)}` : metric.kind;
}
function titleOf(metric, show3) {
  return rowOf(metric).title?.(detailsOf(metric), show3) ?? printMetric(metric);
}
function unitOf(metric) {
  return rowOf(metric).unit;
}
function isShare(metric) {
  return unitOf(metric) === "fraction";
}
function isLatency(metric) {
  return rowOf(metric).isLatency === true;
}
function isCost(metric) {
  return rowOf(metric).compared === "when-asked";
}
function stretchesOf(metric) {
  return rowOf(metric).compareIn ?? "turns";
}
function higherIsBetter(metric) {
  return rowOf(metric).better === "higher";
}
function isSupplementary(metric) {
  return rowOf(metric).hint !== void 0;
}
function defaultTolerance(metric) {
  return choose(rowOf(metric).tolerance, metric);
}
function rankOf(metric) {
  return choose(rowOf(metric).rank, metric);
}
function measureMetric(slices, metric, deepest = 1) {
  const quantile = (level) => pooledQuantile(slices, Math.min(level, deepest));
  const read = Object.assign(quantile, { deepest });
  return rowOf(metric).measure?.(slices, read, detailsOf(metric)) ?? Number.NaN;
}
function detailsOf(metric) {
  const none = { percent: null, ms: Number.NaN, weights: void 0, to: void 0 };
  const { percent: percent2, ms, weights, to } = { ...none, ...metric };
  return { percent: percent2 ?? Number.NaN, ms, weights: weights ?? "equal", to: to ?? 99 };
}
function choose(value, metric) {
  return typeof value === "number" ? value : value(detailsOf(metric));
}

// src/records/record.ts
import * as z14 from "zod";

// src/measurement/load.ts
import * as z6 from "zod";
var seconds = z6.number().optional();
var loadSchema = z6.discriminatedUnion("kind", [
  /** Open model: arrivals at a constant rate whatever the answers do, by chance (a Poisson process) or evenly. */
  variant("arrival-rate", {
    rate: z6.number().positive(),
    seconds,
    arrivals: z6.literal("even").optional()
  }),
  /** Closed model: each user waits for an answer before the next request. */
  variant("users", { users: z6.number().int().positive(), seconds }),
  /** Closed model, until so many requests (script: iterations) are done. */
  variant("fixed-work", { requests: z6.number().int(), users: z6.number().int() })
]);

// src/measurement/measurement.ts
import * as z7 from "zod";
var time = z7.number().nonnegative();
var sketchSchema = z7.object({
  levels: boundedList(z7.number().min(0).max(1)).readonly(),
  values: boundedList(time).readonly()
});
var sliceSchema = z7.object({
  /** Unix ms of the first measured moment, and the measured length in seconds. */
  startedAt: z7.number(),
  seconds: z7.number().positive(),
  /** True where base and head took turns. The instance was under load for half of the time, `seconds` altogether. */
  alternating: z7.literal(true).optional(),
  /** Arrivals that the open model intended within it; null for closed models. */
  planned: z7.number().nonnegative().nullable(),
  /** Requests answered as expected; only these have a latency. */
  ok: count,
  /** Requests refused, timed out, interrupted, or answered with an unexpected status. */
  failed: count,
  /** Arrivals that found no free virtual user. They were never sent. */
  dropped: count,
  /**
   * Requests among `ok` that k6 sent a second time, unseen, since the connection ended before the first byte of the
   * answer. Absent where there was none.
   */
  resent: count.optional(),
  /** Time that the caller waited (ms): connection phases plus `http_req_duration`. Null when `ok` is 0. */
  latency: sketchSchema.nullable(),
  /** Mean caller's latency of the ok requests, ms; null when `ok` is 0. */
  avg: time.nullable(),
  /** Processor time (s) of the instance's processes within the slice. Absent where it is not known. */
  cpu: time.optional(),
  /** Most memory (MB) that the processes had resident by the end of the slice, and the time (ms) of their start. */
  memory: time.optional(),
  startup: time.optional(),
  /** Samples of metrics of the user's script that an SLO names, by name. Absent where no SLO names one. */
  custom: customSamplesSchema.optional(),
  /** Lateness of arrivals (ms): actual start minus intended start. Null for closed models. */
  lag: z7.object({ p50: z7.number(), p99: z7.number(), max: z7.number() }).nullable()
});
function pickAlone(slices) {
  const alone = slices.filter(({ alternating }) => !alternating);
  return alone.length > 0 ? alone : [...slices];
}
var armSchema = z7.enum(["head", "base"]);
var cpuUseSchema = z7.object({
  cores: number2,
  generator: number2.nullable(),
  /** Cores that the generator may run on (affinity, cgroup). */
  generatorLimit: number2.nullable(),
  service: number2.nullable(),
  /** Cores used by processes that belong to neither tree, nor to Tailgate itself. */
  others: number2.nullable(),
  /** Cores that the hypervisor took. */
  steal: number2.nullable()
});

// src/measurement/validity.ts
var DIAGNOSES = ["sound", "disturbed", "generator-starved", "service-slow", "unknown"];
var OTHERS_SHARE = 0.2;
var STEAL_SHARE = 0.1;
var QUIET_OTHERS_SHARE = OTHERS_SHARE / 4;
var QUIET_STEAL_SHARE = STEAL_SHARE / 4;

// src/verdict/capacity-measurement.ts
import * as z9 from "zod";

// src/config/language/slo-type.ts
import * as z8 from "zod";
var limit = z8.discriminatedUnion("kind", [
  variant("absolute", {
    value: number2,
    unit: z8.enum(["ms", "fraction", "req/s", "MB", "plain", "/s"])
  }),
  /** Metric of another scenario, times `factor`, plus `offsetMs`. */
  variant("relative", { scenario: boundedText, metric: metricSchema, factor: number2, offsetMs: number2 })
]);
var sloSchema = z8.object({
  metric: metricSchema,
  operator: z8.enum(["<", "<=", ">", ">="]),
  limit
});
var capacityGoalSchema = z8.object({
  slo: sloSchema,
  from: z8.number().positive(),
  to: z8.number().positive(),
  arrivals: z8.literal("even").optional()
});

// src/verdict/capacity-measurement.ts
var unbounded = z9.union([number2, z9.null().transform(() => Number.POSITIVE_INFINITY)]);
var trialSchema = z9.object({
  /** Arrivals per second that were asked for, and that were begun. */
  rate: z9.number().positive(),
  achieved: number2,
  met: z9.boolean(),
  /** Value of the metric, ms; `Infinity` when failures reach the percentile. */
  value: unbounded,
  /** Share of failed and dropped requests, and the number of dropped ones. */
  errors: number2,
  dropped: count,
  /** True when a queue grew to the end of the trial. */
  growing: z9.literal(true).optional(),
  /** Who kept the trial from what was asked, if not the service. */
  limitedBy: z9.literal("generator").optional()
});
var capacityKind = z9.enum(["found", "above", "below", "generator"]);
var capacityEstimateSchema = z9.object({
  kind: capacityKind,
  value: number2,
  low: number2,
  high: unbounded
});
var capacityMeasurementSchema = z9.object({
  scenario: boundedText,
  label: boundedText,
  /** SHA-256 of goal and request, without SLOs. Only capacities with equal digests are compared. */
  digest: boundedText,
  goal: capacityGoalSchema,
  arm: armSchema,
  blocks: boundedList(
    z9.object({
      block: count,
      /** Null when the search was cut short before it knew anything. */
      estimate: capacityEstimateSchema.nullable(),
      trials: boundedList(trialSchema)
    })
  )
});

// src/verdict/verdict.ts
import * as z13 from "zod";

// src/verdict/faults.ts
import * as z10 from "zod";
var label = boundedText;
var message = boundedText;
var log = boundedLog;
var cpu = cpuUseSchema;
var rates = { sent: number2, intended: number2, seconds: number2 };
var failure = { service: boundedText, message, log };
var arms = { onlyHead: z10.literal(true).optional(), both: z10.literal(true).optional() };
var crowding = { head: count, base: count, together: count };
var crowdingSchema = z10.object(crowding);
var invalidReasonSchema = z10.discriminatedUnion("kind", [
  variant("generator-starved", { label, ...rates, lagMs: number2.nullable(), cpu }),
  variant("machine-disturbed", { label, discarded: count, rounds: count, cpu }),
  variant("not-ready", { ...failure, ...arms }),
  variant("build-failed", { ...failure, ...arms }),
  /**
   * The base revision cannot be built, started or kept alive, or the head's k6 script fails on it (`service` is the
   * scenario then), so there is nothing to compare with.
   */
  variant("base-failed", {
    fault: z10.enum(["build-failed", "not-ready", "crashed", "script-failed"]),
    commit: boundedText,
    ...failure,
    /** A git-ignored folder that the command seems to miss, such as `node_modules`; null when none is known. */
    missing: boundedText.nullable(),
    /** Set where the head has crashed as well. */
    both: arms.both
  }),
  variant("script-failed", { label, message, log }),
  variant("harness", { message, log }),
  /** Users were still busy with work from before the measured part of a slot, which is `seconds` long. */
  variant("none-begun", { label, seconds: number2 }),
  /** An SLO names what these services use, and that cannot be read: in a container, or on a system that does not tell. */
  variant("cost-unknown", { label, metric: boundedText }),
  /** k6 cannot send more than `rate` (req/s), which meets, and an SLO asks for more. */
  variant("generator-limit", { label, rate: number2 }),
  /** The budget of a search ended before anything was known. */
  variant("search-too-short", { label, trials: count }),
  /** The limit of an SLO is a metric of another scenario, which has no value: its requests fail, or it was not measured. */
  variant("limit-unknown", {
    label,
    metric: boundedText,
    other: boundedText,
    because: z10.enum(["failed", "not-measured"])
  }),
  /**
   * An SLO names a metric of the user's script that it never fed, or that is of another type (`is`). `seen`: what it
   * did feed.
   */
  variant("metric-unknown", {
    label,
    metric: boundedText,
    is: seenMetricSchema.shape.type.nullable(),
    seen: boundedList(seenMetricSchema)
  }),
  variant("cause-unknown", { label, ...rates, cpu })
]);
var serviceFaultSchema = z10.discriminatedUnion("kind", [
  variant("crashed", { service: boundedText, label, exit: boundedText, log }),
  variant("cannot-keep-up", { label, ...rates, cpu }),
  /** `soak`: only under load without a pause. */
  variant("failing", {
    label,
    failed: count,
    requests: count,
    examples: boundedList(boundedText),
    soak: z10.literal(true).optional()
  }),
  /** It filled all processors at times, so that k6 could not begin requests: stretches of load by arm. */
  variant("fills-machine", { label, ...crowding }),
  /** Answers have another size (bytes) than those of the base, and `expect: {size: same}` forbids it. */
  variant("other-size", { label, base: number2, head: number2 }),
  variant("threshold", { label, thresholds: boundedList(boundedText) })
]);

// src/verdict/findings.ts
import * as z11 from "zod";
var estimate = z11.object({ value: number2, low: number2, high: number2 });
var growth = { percent: z11.number(), first: number2, second: number2 };
var growthSchema = z11.object(growth);
var sloFindingSchema = z11.object({
  label: boundedText,
  slo: sloSchema,
  estimate,
  /** Confidence of the interval, fraction. */
  confidence: number2,
  code: z11.enum(["met", "missed", "at-limit"]),
  /** Requests, none of them beyond the limit, too few to show that it is met: with this confidence (fraction) only. */
  seen: z11.object({ requests: count, confidence: z11.number() }).optional(),
  /** Growth that took `met` away. Absent where there is none. */
  growth: growthSchema.optional(),
  /** Estimate in the stretches of the blocks, where the SLO was met there and not in the soak, as `estimate` says. */
  stretches: estimate.optional(),
  /** What was searched, where the SLO is on a capacity, and where its end was. */
  capacity: z11.object({ kind: capacityKind, goal: capacityGoalSchema }).optional(),
  /**
   * Limit relative to another step, absent for others: its label and value, the limit that follows, and the distance
   * to the limit, all in the unit of the metric. The interval of the distance decides.
   */
  relative: z11.object({ label: boundedText, estimate, limit: number2, difference: estimate }).optional()
});
var unsteadiness = z11.discriminatedUnion("kind", [
  /** All requests together did change (`pooled`, fraction). `alone`: with the whole load on each arm alone, not in turns. */
  variant("rare", { pooled: number2, alone: z11.literal(true).optional() }),
  /** The head stalled in so many stretches of load, the base in `base`. */
  variant("stalls", { stretches: count, of: count, base: count }),
  /** Stretches of load were thrown away since the machine was full, while nobody else used it; by arm. */
  variant("crowded", crowding),
  /** In the soak the head's latency (ms) at a percentile, or its memory (MB), grew, and the base's did not as much. */
  variant("ageing", {
    of: z11.enum(["latency", "memory"]),
    percent: z11.number().nullable(),
    from: number2,
    to: number2
  }),
  /** Latency still grew when a stretch of load ended. */
  variant("growing", growth)
]);
var changeReason = z11.discriminatedUnion("kind", [
  /**
   * Too few earlier runs can be compared with. `since`: only those count that came after this commit (null outside git), at
   * which the base branch changed. `incompatible`: why others do not, where none does.
   */
  variant("few-records", {
    compatible: count,
    needed: count,
    since: boundedText.nullable().optional(),
    incompatible: z11.object({ records: count, differs: boundedList(boundedText) }).optional()
  }),
  /** Both revisions have the same files. */
  variant("identical"),
  /** The base revision cannot serve this scenario. */
  variant("new"),
  /** The base revision could not be measured, and `on-base-failure: history` said to go on. */
  variant("no-base"),
  /** The interval of the change is too wide to tell. */
  variant("noisy"),
  /** The typical block shows no change, but something else does. */
  variant("unsteady", { evidence: unsteadiness }),
  /** Base and head did other work, so that less time is no improvement: see `work` of the verdict. */
  variant("other-work"),
  variant("too-few-blocks", { blocks: count, needed: count }),
  /** The search of a capacity found nothing before its time was over. */
  variant("nothing-found", {}),
  /** The capacities of all arms lie beyond a rate (req/s): an end of the range, or what k6 can send. */
  variant("beyond-range", { side: z11.enum(["above", "below", "generator"]), rate: number2 })
]);
var looked = {
  label: boundedText,
  metric: metricSchema,
  /** Value over all requests of this run, as SLOs use it. */
  head: number2,
  /** Tolerance: a smaller change never blocks (fraction). */
  tolerance: number2
};
var judged = {
  ...looked,
  /** Confidence of the interval, fraction. */
  confidence: number2,
  code: z11.enum(["regressed", "improved", "unchanged", "inconclusive"]),
  reason: changeReason.optional()
};
var changeFindingSchema = z11.discriminatedUnion("kind", [
  /** Base and head measured side by side. */
  variant("paired", {
    ...judged,
    /** Value of the base in a typical block; of shares, and of percentiles that blocks are too short for, over all requests. */
    base: number2,
    change: estimate,
    /** Change of the value over all requests. */
    pooled: number2,
    /** Change (ms) that is not exceeded, where that made it `unchanged`, being a small part of the limit. Absent elsewhere. */
    withinMs: number2.optional(),
    /**
     * Smallest true change that this procedure reports as `regressed` in 80 % of runs; null when unknown or beyond
     * everything tried.
     */
    detectable: number2.nullable(),
    /** Standard deviation of a block's change (log units; differences for shares): the noise floor. */
    spread: number2.nullable(),
    /**
     * Chance, on identical code, that some metric of the family moves as far as this one did in its
     * direction, at this look or before.
     */
    pValue: number2
  }),
  /** Comparison with earlier runs of the base branch. */
  variant("history", {
    ...judged,
    /** Geometric mean of the runs; null when none has a value. */
    base: number2.nullable(),
    /** Null when the runs, or their values, are too few. */
    change: estimate.nullable(),
    /** Values of the earlier runs, oldest first. */
    history: boundedList(number2),
    /**
     * Chance of a false alarm on identical code without assuming a distribution, fraction: 1 / (runs + 1), Vovk &
     * al. 2005 (conformal p-value); null where the runs are too few.
     */
    attainableError: number2.nullable()
  }),
  /** Two runs that were measured earlier, each by itself. */
  variant("stored", {
    ...judged,
    base: number2,
    /** NaN as interval where the difference between two instances of one revision is not known. */
    change: estimate,
    /** Change of the value over all requests; null where only summaries are known. */
    pooled: number2.nullable(),
    /** As in `paired`; null without an interval, like `attainableError`. */
    pValue: number2.nullable(),
    attainableError: number2.nullable()
  }),
  /** No comparison; `reason` says why. */
  variant("uncompared", {
    ...looked,
    code: z11.enum(["first-run", "skipped", "inconclusive"]),
    reason: changeReason
  })
]);
var costFindingSchema = z11.object({
  label: boundedText,
  metric: metricSchema,
  /** Values over all that was measured, in the metric's unit. */
  base: number2,
  head: number2,
  /** Head / base − 1 of a typical block (fraction), with an interval of 99 % for this metric by itself. */
  change: estimate
});
var suspectSchema = z11.object({
  label: boundedText,
  metric: metricSchema,
  /** First run after the step: full SHA, or null outside git. */
  commit: boundedText.nullable(),
  /** Fraction, before to after. */
  change: number2
});

// src/verdict/work.ts
import * as z12 from "zod";
var label2 = boundedText;
var request = boundedText.nullable();
var workDifferenceSchema = z12.discriminatedUnion("kind", [
  /** Typical size of an answer, bytes. `blocks`: `expect: {size: same}` asks for the same one. */
  variant("size", { label: label2, request, base: number2, head: number2, blocks: z12.literal(true).optional() }),
  /** Answers with a status that the base gives less often: its share of each (fraction), and the status that it replaces. */
  variant("status", {
    label: label2,
    request,
    status: count,
    instead: count.nullable(),
    base: number2,
    head: number2
  }),
  /** Requests of an iteration of a script. */
  variant("requests", { label: label2, base: number2, head: number2 }),
  /** Share of the requests (fraction) that k6 sent again, unseen. `base` is null without one. */
  variant("resent", { label: label2, base: number2.nullable(), head: number2 }),
  /** Connections opened for each request. */
  variant("connections", { label: label2, base: number2, head: number2 })
]);

// src/verdict/verdict.ts
var label3 = boundedText;
var fromTo = { from: boundedText, to: boundedText };
var setting = { label: label3.nullable(), metric: boundedText.nullable(), ...fromTo };
var loosenedGate = z13.discriminatedUnion("kind", [
  variant("slo", { label: label3, metric: metricSchema, ...fromTo }),
  variant("slo-removed", { label: label3, metric: metricSchema, from: boundedText }),
  variant("scenario-removed", { label: label3 }),
  /** Variants that are measured no longer, such as `cache=off storage=memory`. */
  variant("variants-removed", { names: boundedList(boundedText) }),
  variant("load-reduced", { label: label3, ...fromTo }),
  variant("tolerance", setting),
  variant("confidence", setting),
  /** Patterns of `when.changed`; `from` is null when every change was measured before. */
  variant("when", { from: boundedList(boundedText).nullable(), to: boundedList(boundedText) }),
  /** Any other setting, by its name in the file; null where it is not set. `label` null: the suite, or all scenarios. */
  variant("setting", {
    label: label3.nullable(),
    setting: boundedText,
    from: boundedText.nullable(),
    to: boundedText.nullable()
  }),
  /** Contents that are not shown: a file of a script, or a value that may be secret. */
  variant("contents", {
    label: label3.nullable(),
    setting: boundedText,
    change: z13.enum(["added", "removed", "changed"])
  }),
  /**
   * The base's configuration cannot be used, so nothing is known. `borrows`: the base starts as the head does. `adds`:
   * name of the configuration, where the base has none.
   */
  variant("unread", { reason: boundedText, borrows: z13.boolean(), adds: boundedText.optional() }),
  /** The base starts as the head does, since its own services do not fit the head's requests. */
  variant("borrowed", { reason: boundedText })
]);
var irrelevance = variant("irrelevant", {
  /** Base revision, as full SHA. */
  baseCommit: boundedText,
  /** Patterns as written. */
  patterns: boundedList(boundedText)
});
var pairSummary = z13.object({
  /** Base revision, as full SHA; null for a deployment. */
  baseCommit: boundedText.nullable(),
  /** Reason for this base: it is the first parent of a merge, the merge base … */
  because: z13.enum([
    "asked",
    "merge-parent",
    "merge-base",
    "merge-group",
    "before-push",
    "parent",
    "deployed"
  ]),
  /** Variants compared, each in blocks of its own, and sharing `error`. Absent: without variants. */
  variants: count.optional(),
  /** Blocks judged, and blocks planned at most; of all variants together. */
  blocks: count,
  planned: count,
  /** Rounds thrown away as disturbed, by arm. */
  discarded: z13.object({ base: count, head: count }),
  /** Seed of the sign flips. */
  seed: z13.number(),
  /** Chance (fraction) that identical code is called `regressed`, at most. */
  error: number2,
  /** Percentiles that were not compared: requests of each arm that were due, and that it takes. Absent: none. */
  unread: boundedList(z13.object({ label: label3, metric: metricSchema, requests: count, needed: count })).optional()
});
var via = z13.enum(["label", "trailer"]);
var acceptanceSchema = z13.object({
  /** Login of that person. */
  by: boundedText,
  /** Time in ISO 8601. */
  at: boundedText,
  /** Reason as written; empty for a label. */
  why: boundedText,
  via,
  /** Findings it let through; `metric` is null for the thresholds of a scenario's own k6 script. */
  covers: boundedList(z13.object({ label: label3, metric: metricSchema.nullable() }))
});
var refusal = z13.object({
  by: boundedText,
  via,
  /** Trailer as written, or name of the label. */
  text: boundedText,
  reason: z13.enum([
    "no-rights",
    /** Who may accept is restricted, and not to this person. */
    "not-allowed",
    /** Who may accept is restricted, and this person is the author of the change. */
    "own-label",
    /** The trailer is the author's own, on a revision that no other person has approved. */
    "own-trailer",
    /** The label is older than the push of this revision. */
    "too-early",
    /** The label may be older than this revision: its time is not known. */
    "unknown-time",
    /** It covers nothing that blocks, or nothing that can be accepted. */
    "matches-nothing",
    /** The server did not name the person, or the rights of that person. */
    "unknown-rights"
  ])
});
var redirect = z13.object({
  label: label3,
  /** Method (but for GET) and path as written, without a query. */
  request: boundedText,
  /** Status and path of the first redirect seen; null where it leads to another server, or says nothing. */
  status: count,
  location: boundedText.nullable(),
  /** Share of the answers that were redirects, fraction. */
  share: number2
});
var verdictSchema = z13.object({
  code: z13.enum(VERDICT_CODES),
  /** True when the merge is blocked, given `fail-on`. */
  blocks: z13.boolean(),
  slos: boundedList(sloFindingSchema),
  changes: boundedList(changeFindingSchema),
  /** Costs that no SLO and no setting names; they never decide. */
  costs: boundedList(costFindingSchema),
  faults: boundedList(serviceFaultSchema),
  invalid: boundedList(invalidReasonSchema),
  /** Comparison side by side; null when there was none. */
  pair: pairSummary.nullable(),
  /** Reason why nothing was measured at all; absent when something was. */
  unmeasured: irrelevance.optional(),
  loosened: boundedList(loosenedGate),
  /** Steps in the history, for information; they never decide. */
  suspects: boundedList(suspectSchema),
  /** Requests that measure a redirect. Absent when there were none. */
  redirects: boundedList(redirect).optional(),
  /** In what base and head differ beside time. Absent when in nothing. */
  work: boundedList(workDifferenceSchema).optional(),
  /** Acceptances, and those that do not count; empty until the verdict is published. */
  acceptances: boundedList(acceptanceSchema),
  refusals: boundedList(refusal),
  /** Effort of all arms behind the numbers; rounds were thrown away when disturbed. */
  effort: z13.object({ slices: count, discardedRounds: count, instances: count, loadSeconds: number2 })
});

// src/records/record.ts
var MOST_AXES = 64;
var variantSchema = z14.record(boundedText, boundedText).refine((values) => Object.keys(values).length <= MOST_AXES, "too many axes");
var recordSchema = z14.object({
  schemaVersion: z14.literal(1),
  suite: boundedText,
  /** Full SHA, `null` outside git. `dirty` is true when the work tree differed from it. */
  commit: boundedText.nullable(),
  dirty: z14.boolean(),
  branch: boundedText.nullable(),
  commitTime: boundedText.nullable(),
  /** Name that differs between re-runs of one commit: GITHUB_RUN_ID-GITHUB_RUN_ATTEMPT, else the start time. */
  attempt: boundedText,
  /** Job of a matrix that measured it. Absent without a matrix. Legs are never compared with each other. */
  leg: boundedText.optional(),
  recordedAt: boundedText,
  /** Version of Tailgate. */
  tailgate: boundedText,
  /** Seed of the run, from which arrivals were drawn. Absent: they came evenly. */
  seed: z14.number().optional(),
  environment: z14.object({
    cpuModel: boundedText,
    cores: z14.number().int().positive(),
    os: boundedText,
    k6: boundedText,
    node: boundedText
  }),
  steps: boundedList(
    z14.object({
      scenario: boundedText,
      label: boundedText,
      /** Value by axis. Absent without variants. */
      variant: variantSchema.optional(),
      /** SHA-256 of load, request and variant, without SLOs. Only steps with equal digests are compared. */
      digest: boundedText,
      load: loadSchema,
      arm: armSchema,
      /** `block` says which instances of base and head were measured side by side. */
      instances: boundedList(
        z14.object({ block: z14.number().int().optional(), slices: boundedList(sliceSchema) })
      ),
      /** Slices of its soak that nobody disturbed, with a few levels each. Absent without one. */
      soak: boundedList(sliceSchema).optional(),
      /** Slots that were thrown away: their first moment (Unix ms) and length, and why. Absent where there were none. */
      discarded: boundedList(
        z14.object({ startedAt: z14.number(), seconds: number2, because: z14.enum(DIAGNOSES) })
      ).optional(),
      /**
       * Answers as expected of which a sample was looked at, for each request (method, but for GET, and path; null for
       * a script): counts by status, and sizes in bytes where they are known. Absent where none were seen.
       */
      answers: boundedList(
        z14.object({
          request: boundedText.nullable(),
          statuses: z14.record(boundedText, count),
          bytes: z14.object({ typical: number2, mean: number2 }).optional()
        })
      ).optional()
    })
  ),
  /** Capacities that were searched, by arm. Absent when there were none. */
  capacities: boundedList(capacityMeasurementSchema).optional(),
  /** Base that was measured beside the head. Absent when there was none. */
  pair: z14.object({ baseCommit: boundedText, baseTree: boundedText, headTree: boundedText, seed: z14.number() }).optional(),
  /** Deployments that were compared, without paths. Absent where Tailgate started the arms. */
  deployments: z14.object({ base: boundedText, head: boundedText }).optional(),
  /** Findings that were let through, by whom and why. Absent when there were none. */
  accepted: boundedList(acceptanceSchema).optional()
});
var LARGEST_RECORD = 16 * 1024 * 1024;
function findHeadCapacity({ capacities = [] }, label4) {
  return findHead(capacities, label4);
}
function findHeadStep({ steps: steps2 }, label4) {
  return findHead(steps2, label4);
}
var known = /* @__PURE__ */ new WeakMap();
function findHead(all, label4) {
  const own = known.get(all) ?? /* @__PURE__ */ new Map();
  if (!known.has(all)) {
    known.set(all, own);
    for (const one of all) if (one.arm === "head" && !own.has(one.label)) own.set(one.label, one);
  }
  return own.get(label4);
}

// src/statistics/limit-search.ts
var LIMIT_CONFIDENCE = 0.95;

// src/statistics/moderated-interval.ts
import tQuantile3 from "@stdlib/stats-base-dists-t-quantile";
var ASSUMED = { scatter: 0.06, degrees: 3 };
function estimateModerated(values) {
  const count2 = values.length;
  const mean = values.reduce((sum2, value) => sum2 + value, 0) / count2;
  const squares = values.reduce((sum2, value) => sum2 + (value - mean) ** 2, 0);
  const degrees = ASSUMED.degrees + count2 - 1;
  const variance = (ASSUMED.degrees * ASSUMED.scatter ** 2 + squares) / degrees;
  const standardError = Math.sqrt(variance / count2);
  return { mean, standardError, reach: (error) => tQuantile3(1 - error, degrees) * standardError };
}

// src/verdict/capacity-estimate.ts
var FEWEST_SEARCHES = 3;
function poolEstimates({ blocks: blocks2 }) {
  const all = blocks2.flatMap(({ estimate: estimate2 }) => estimate2 ?? []);
  const low = Math.min(...all.map((estimate2) => estimate2.low));
  const high = Math.max(...all.map((estimate2) => estimate2.high));
  if (all.length === 0) return null;
  const kind = ["generator", "above", "below"].find(
    (each) => all.some((one) => one.kind === each)
  );
  if (kind !== void 0) return { kind, value: kind === "below" ? high : low, low, high };
  const logs = all.map(({ value: value2 }) => Math.log(value2));
  const { mean, reach } = estimateModerated(logs);
  const value = Math.exp(mean);
  if (all.length < FEWEST_SEARCHES) return { kind: "found", value, low, high };
  const half = reach((1 - LIMIT_CONFIDENCE) / 2);
  return { kind: "found", value, low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

// src/report/rows/series.ts
function seriesOf(report, label4, metric, runs = [...report.history, report.record]) {
  if (metric.kind === "capacity") {
    return runs.flatMap((record4) => {
      const value = readCapacity(record4, label4, report.record);
      return value === null ? [] : [{ commit: record4.commit, value, current: record4 === report.record }];
    });
  }
  const now = findHeadStep(report.record, label4);
  return runs.flatMap((record4) => {
    const measured = findHeadStep(record4, label4);
    if (!measured || now && measured.digest !== now.digest) return [];
    const value = readMetric(measured, metric);
    return Number.isNaN(value) ? [] : [{ commit: record4.commit, value, current: record4 === report.record }];
  });
}
function readCapacity(record4, label4, other) {
  const capacity2 = findHeadCapacity(record4, label4);
  const same = findHeadCapacity(other, label4);
  if (!capacity2 || same && same.digest !== capacity2.digest) return null;
  return poolEstimates(capacity2)?.value ?? null;
}
var MOST_METRICS = 32;
var known2 = /* @__PURE__ */ new WeakMap();
function readMetric(measured, metric) {
  const values = known2.get(measured) ?? /* @__PURE__ */ new Map();
  known2.set(measured, values);
  const key = JSON.stringify(metric);
  if (!values.has(key) && values.size < MOST_METRICS)
    values.set(key, measureMetric(slicesOf(measured), metric));
  return values.get(key) ?? Number.NaN;
}
function hasAlone({ instances }) {
  return instances.some(
    ({ slices }) => slices.some(({ alternating }) => alternating) && slices.some((slice) => !slice.alternating)
  );
}
function slicesOf(measured) {
  return pickAlone(measured.instances.flatMap((instance) => instance.slices));
}

// src/report/rows/rows.ts
var EARLIER = 20;
var USUAL_TOLERANCE = 0.1;
function rowsOf(report) {
  const unmeasured = new Set(
    report.verdict.invalid.map((reason) => "label" in reason ? reason.label : null)
  );
  const keep2 = (findings) => findings.filter(({ label: label4 }) => !unmeasured.has(label4));
  const [slos, changes] = [keep2(report.verdict.slos), keep2(report.verdict.changes)];
  const covers = report.verdict.acceptances.flatMap((acceptance) => acceptance.covers);
  const accepted = new Set(
    covers.flatMap(({ label: label4, metric }) => metric === null ? [] : [keyOf(label4, metric)])
  );
  const alone = new Set(report.record.steps.filter(hasAlone).map(({ label: label4 }) => label4));
  const known3 = { accepted, alone };
  const open = /* @__PURE__ */ new Map();
  for (const change of changes) {
    const key = keyOf(change.label, change.metric);
    if (open.get(key)?.push(change) === void 0) open.set(key, [change]);
  }
  const matched = /* @__PURE__ */ new Set();
  const rows = slos.map((slo2) => {
    const change = open.get(keyOf(slo2.label, slo2.slo.metric))?.shift() ?? null;
    if (change) matched.add(change);
    return toRow(report, slo2, change, known3);
  });
  for (const change of changes) if (!matched.has(change)) rows.push(toRow(report, null, change, known3));
  const labels = [
    ...new Set(
      [...report.record.steps, ...report.record.capacities ?? [], ...slos, ...changes].map(
        (each) => each.label
      )
    )
  ];
  const place2 = new Map(labels.map((label4, i) => [label4, i]));
  return rows.sort(
    (a, b) => place2.get(a.label) - place2.get(b.label) || rankOf(a.metric) - rankOf(b.metric)
  );
}
function selectForEyes(rows, report) {
  const undecided = new Set(report.verdict.code === "inconclusive" ? selectUndecided(rows) : []);
  const told = listTold(rows);
  return rows.filter((row) => isNews(row, told) || undecided.has(row)).sort(bySeverity);
}
function selectChanged(rows, code2) {
  const told = listTold(rows);
  return rows.filter((row) => row.change?.code === code2 && !isEcho(row, told)).sort(bySeverity);
}
function selectUndecided(rows) {
  const undecided = rows.filter(isUndecided).sort(bySeverity);
  const limited = new Set(undecided.flatMap(({ label: label4, slo: slo2 }) => slo2 ? [label4] : []));
  const own = undecided.filter((row) => row.slo || !(isSupplementary(row.metric) || limited.has(row.label)));
  return own.length > 0 ? own : undecided;
}
function isNews(row, told) {
  if (row.slo && row.slo.code !== "met") return true;
  const code2 = row.change?.code;
  return (code2 === "regressed" || code2 === "improved") && !isEcho(row, told);
}
function isEcho(row, told) {
  return isSupplementary(row.metric) && told.has(tellingOf(row));
}
function listTold(rows) {
  return new Set(rows.filter(({ metric }) => !isSupplementary(metric)).map(tellingOf));
}
function tellingOf({ label: label4, change }) {
  return `${change?.code} ${label4}`;
}
function isUndecided({ change, movement }) {
  if (change?.code !== "inconclusive") return false;
  const { reason } = change;
  if (reason?.kind === "no-base") return movement !== null;
  return !reason || reason.kind === "noisy" || reason.kind === "unsteady";
}
function bySeverity(a, b) {
  const supplementary = Number(isSupplementary(a.metric)) - Number(isSupplementary(b.metric));
  const limited = Number(b.slo !== null) - Number(a.slo !== null);
  return severity(b) - severity(a) || supplementary || limited || harm(b) - harm(a);
}
function severity({ slo: slo2, change, accepted }) {
  if (accepted) return 1.5;
  const missed = slo2?.code === "missed";
  if (change?.code === "regressed") return missed ? 6 : 5;
  if (missed) return 4;
  if (slo2?.code === "at-limit") return 3;
  if (change?.reason?.kind === "unsteady") return 2.5;
  if (change?.code === "inconclusive") return 2;
  return change?.code === "improved" ? 1 : 0;
}
function harm({ metric, change, movement }) {
  const scale = change && isShare(metric) && change.tolerance > 0 ? USUAL_TOLERANCE / change.tolerance : 1;
  const value = (movement?.value ?? 0) * scale;
  const harmful = higherIsBetter(metric) !== (change?.code === "improved") ? -value : value;
  return Number.isFinite(harmful) ? harmful : Number.MAX_VALUE * Math.sign(harmful || 0);
}
function groupByLabel(rows) {
  const groups = /* @__PURE__ */ new Map();
  for (const row of rows) if (groups.get(row.label)?.push(row) === void 0) groups.set(row.label, [row]);
  return groups;
}
function toRow(report, slo2, change, { accepted, alone }) {
  const { label: label4 } = slo2 ?? change;
  const metric = slo2 ? slo2.slo.metric : change.metric;
  const judged2 = change?.kind === "history" && change.history.length > 0 ? change.history : null;
  const valuesOf = (runs) => seriesOf(report, label4, metric, runs).map(({ value }) => value);
  const earlier = judged2 ?? valuesOf(report.history);
  const [now] = judged2 === null && earlier.length > 0 ? valuesOf([report.record]) : [];
  const searched = metric.kind === "capacity" ? findHeadCapacity(report.record, label4) : void 0;
  const isBeside = change?.kind === "paired" || change?.kind === "stored";
  return {
    label: label4,
    metric,
    goal: searched?.goal ?? null,
    slo: slo2,
    change,
    movement: change && "change" in change ? change.change : null,
    base: change && "base" in change ? change.base : null,
    head: slo2 && !isBeside ? slo2.estimate.value : change.head,
    earlier: earlier.slice(-EARLIER),
    current: slo2?.estimate.value ?? now ?? change.head,
    alone: alone.has(label4),
    accepted: accepted.has(keyOf(label4, metric))
  };
}
function keyOf(label4, metric) {
  return `${printMetric(metric)} ${label4}`;
}

// src/report/rows/legs.ts
function groupLegs(legs) {
  const groups = /* @__PURE__ */ new Map();
  legs.forEach(({ name, outcome: outcome3 }, i) => {
    const key = outcome3.kind === "report" ? `${i}` : JSON.stringify(outcome3);
    const known3 = groups.get(key);
    const shown = clean(name).trim() || `leg ${i + 1}`;
    if (known3) known3.names.push(shown);
    else
      groups.set(key, {
        names: [shown],
        outcome: outcome3,
        code: codeOf(outcome3),
        worst: void 0,
        open: false
      });
  });
  const ranked = [...groups.values()].map((group) => ({ ...group, worst: worstRow(group) }));
  const sorted = ranked.sort(byGravity);
  return sorted.map((group) => ({ ...group, open: needsEyes(group, sorted[0]) }));
}
function blocks({ code: code2, outcome: outcome3 }) {
  return code2 === "invalid" || outcome3.kind === "report" && outcome3.report.verdict.blocks;
}
function codeOf(outcome3) {
  return outcome3.kind === "report" ? outcome3.report.verdict.code : "invalid";
}
function byGravity(a, b) {
  return Number(blocks(b)) - Number(blocks(a)) || VERDICT_CODES.indexOf(a.code) - VERDICT_CODES.indexOf(b.code) || (a.worst && b.worst ? bySeverity(a.worst, b.worst) : 0);
}
function worstRow({ outcome: outcome3, code: code2 }) {
  if (outcome3.kind !== "report" || !["regressed", "missed", "improved"].includes(code2)) return void 0;
  return rowsOf(outcome3.report).sort(bySeverity)[0];
}
function needsEyes(group, gravest) {
  if (group.code === "inconclusive") return blocks(group) || gravest.code === "inconclusive";
  return VERDICT_CODES.indexOf(group.code) < VERDICT_CODES.indexOf("inconclusive");
}

// src/report/format/numbers.ts
var NONE = "\u2013";
var NEVER = "\u221E";
function formatMs(ms, digits = 3) {
  if (Number.isNaN(ms)) return NONE;
  if (!Number.isFinite(ms)) return NEVER;
  const rounded = Number(ms.toPrecision(digits));
  if (rounded >= 1e3) return `${formatNumber(ms / 1e3, digits)} s`;
  if (rounded >= 1 || rounded === 0) return `${formatNumber(ms, digits)} ms`;
  return `${formatNumber(ms * 1e3, digits)} \xB5s`;
}
function formatShare(fraction, digits = 3) {
  if (Number.isNaN(fraction)) return NONE;
  return `${formatNumber(fraction * 100, digits)} %`;
}
function formatRate(perSecond, digits = 3) {
  return Number.isNaN(perSecond) ? NONE : `${formatNumber(perSecond, digits)} req/s`;
}
function formatCount(count2) {
  return formatNumber(Math.round(count2));
}
function formatNumber(value, digits = 3) {
  if (Number.isNaN(value)) return NONE;
  if (!Number.isFinite(value)) return value > 0 ? NEVER : `\u2212${NEVER}`;
  const whole = Math.abs(value) >= 10 ** (digits - 1);
  const text6 = Math.abs(value).toLocaleString(
    "en-US",
    whole ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: digits }
  );
  return value < 0 && text6 !== "0" ? `\u2212${text6}` : text6;
}
function formatChange(fraction) {
  if (Number.isNaN(fraction)) return NONE;
  if (!Number.isFinite(fraction)) return signed(fraction);
  if (fraction >= TENFOLD) return factor(fraction);
  return `${signed(fraction)} %`;
}
function formatChangeOf(metric, change) {
  return isShare(metric) ? formatDifference(change) : formatChange(change);
}
function listKnownEnds(metric, { low, high }) {
  const most = isShare(metric) ? 1 : Number.POSITIVE_INFINITY;
  return { low: low > -1 ? low : null, high: high < most ? high : null };
}
function formatChangeRange(metric, ends) {
  const { low, high } = listKnownEnds(metric, ends);
  const one = (end) => isShare(metric) ? points(end) : formatChange(end);
  if (low === null) return high === null ? "" : `at most ${one(high)}`;
  if (high === null) return `at least ${one(low)}`;
  if (isShare(metric)) return `${points(low)} \u2026 ${points(high)}`;
  return low >= TENFOLD ? `${factor(low)} \u2026 ${factor(high)}` : `${signed(low)} \u2026 ${signed(high)} %`;
}
function formatDifference(fraction) {
  if (Number.isNaN(fraction)) return NONE;
  const text6 = points(fraction);
  return `${text6} ${/^[+−]1$/.test(text6) ? "point" : "points"}`;
}
function formatSize(bytes) {
  if (bytes < 999.5) return `${Math.round(bytes)} B`;
  return bytes < 999500 ? `${formatNumber(bytes / 1e3, 2)} kB` : `${formatNumber(bytes / 1e6, 2)} MB`;
}
function formatMemory(megabytes, digits = 3) {
  if (Number(megabytes.toPrecision(digits)) >= 1e3) return `${formatNumber(megabytes / 1e3, digits)} GB`;
  return Number.isNaN(megabytes) ? NONE : `${formatNumber(megabytes, digits)} MB`;
}
var FORMATS = {
  ms: formatMs,
  fraction: formatShare,
  "req/s": formatRate,
  MB: formatMemory,
  plain: formatNumber,
  "/s": (perSecond, digits = 3) => `${formatNumber(perSecond, digits)}/s`
};
function formatValue(metric, value, digits = 3) {
  return FORMATS[unitOf(metric)](value, digits);
}
function points(fraction) {
  const text6 = formatNumber(Math.round(Math.abs(fraction) * 1e5) / 1e3, 2);
  if (text6 === "0") return text6;
  return `${fraction < 0 ? "\u2212" : "+"}${text6}`;
}
var TENFOLD = 9;
function factor(fraction) {
  return Number.isFinite(fraction) ? `\xD7${formatNumber(1 + fraction, 2)}` : NEVER;
}
function signed(fraction) {
  if (!Number.isFinite(fraction)) return fraction > 0 ? NEVER : `\u2212${NEVER}`;
  const percent2 = Math.abs(fraction * 100);
  const text6 = percent2.toLocaleString("en-US", { maximumFractionDigits: percent2 < 0.95 ? 1 : 0 });
  if (text6 === "0") return text6;
  return `${fraction < 0 ? "\u2212" : "+"}${text6}`;
}

// src/report/words/terms.ts
function metricName(metric) {
  return titleOf(metric, (ms) => formatMs(ms, 2));
}
function limitWords({ operator: written, limit: limit3 }) {
  const operator = { "<": "<", "<=": "\u2264", ">": ">", ">=": "\u2265" }[written];
  if (limit3.kind === "absolute") {
    const value = FORMATS[limit3.unit](limit3.value, LIMIT_DIGITS);
    return `${operator} ${value}`;
  }
  const times = limit3.factor === 1 ? "" : `${limit3.factor} \xD7 `;
  const offset = formatMs(Math.abs(limit3.offsetMs), LIMIT_DIGITS);
  const plus = limit3.offsetMs === 0 ? "" : ` ${limit3.offsetMs < 0 ? "\u2212" : "+"} ${offset}`;
  return `${operator} ${times}${title(limit3.scenario, limit3.metric)}${plus}`;
}
function title(label4, metric) {
  return `${shortLabel(label4)} ${metricName(metric)}`;
}
function rowTitle({ label: label4, metric, goal }) {
  return goal === null ? title(label4, metric) : `${title(label4, metric)} (${goalWords(goal)})`;
}
var LONGEST_LABEL = { usual: 48, variant: 120 };
function shortLabel(label4) {
  return cut(label4, label4.endsWith("]") ? LONGEST_LABEL.variant : LONGEST_LABEL.usual);
}
function rangeWords(metric, low, high) {
  const [from, to] = [formatValue(metric, low), formatValue(metric, high)];
  return `${withoutUnit(from, to)} \u2026 ${to}`;
}
function withoutUnit(text6, next) {
  const unit = next.includes(" ") ? next.slice(next.indexOf(" ")) : "";
  return unit !== "" && text6.endsWith(unit) ? text6.slice(0, -unit.length) : text6;
}
function rateOf(sent, intended, seconds2) {
  if (seconds2 > 0 && intended <= sent) return formatRate(sent / seconds2);
  if (!(seconds2 > 0)) return `${formatCount(sent)} of ${formatCount(intended)} requests`;
  return `${formatRate(sent / seconds2).replace(" req/s", "")} of ${formatRate(intended / seconds2)}`;
}
function cpuWords({ generator, generatorLimit, cores, service }) {
  const limit3 = generatorLimit ?? cores;
  const room = limit3 === 1 ? "its core" : `its ${coreCount(limit3)}`;
  const k6 = generator === null ? "CPU use of k6 unknown" : `k6 at ${formatShare(generator / limit3, 2)} of ${room}`;
  return `${k6}, ${serviceWords(service)}`;
}
function serviceWords(service) {
  if (service === null) return "that of the service unknown";
  return service < 0.995 ? `service at ${formatShare(service, 2)} of a core` : `service at ${coreCount(service)}`;
}
function coreCount(cores) {
  const count2 = cores.toLocaleString("en-US", { maximumFractionDigits: 1 });
  return `${count2} ${count2 === "1" ? "core" : "cores"}`;
}
function capital(text6) {
  return text6.charAt(0).toUpperCase() + text6.slice(1);
}
function counted(count2, one, many = `${one}s`) {
  return `${formatCount(count2)} ${count2 === 1 ? one : many}`;
}
function listed(items) {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
function listSome(names, most) {
  const rest = names.length - most;
  return listed(rest > 0 ? [...names.slice(0, most), `${formatCount(rest)} more`] : names);
}
function armNames({ verdict: { pair, changes }, baseBranch, history }) {
  const branch = cut(baseBranch, 24);
  if (!pair) {
    const only = history.length === 1 ? shortCommit(history[0].commit) : null;
    const two = changes.some(({ kind }) => kind === "stored");
    const base = two ? say`${branch}` : only === null ? say`${branch}, typical` : say`${branch} ${code(only)}`;
    return { base, head: "this run" };
  }
  if (pair.because === "deployed") return { base: say`base`, head: "head" };
  const commit = code(shortCommit(pair.baseCommit) ?? "");
  switch (pair.because) {
    case "merge-parent":
      return { base: say`${branch} ${commit}`, head: "this PR" };
    case "merge-base":
    case "merge-group":
      return { base: say`${branch} ${commit}`, head: "this run" };
    case "asked":
    case "before-push":
    case "parent":
      return { base: say`base ${commit}`, head: "this run" };
  }
}
function blockName({ verdict: { pair } }) {
  return pair ? "block" : "process start";
}
function baseName({ verdict: { pair }, baseBranch }) {
  const isNamed = pair && ["asked", "parent", "deployed"].includes(pair.because);
  return isNamed ? "the base" : cut(baseBranch, 40);
}
function shortCommit(commit) {
  return commit === null ? null : cut(commit, 40).slice(0, 7);
}
var LIMIT_DIGITS = 6;
function goalWords({ slo: slo2 }) {
  return `${metricName(slo2.metric)} ${limitWords(slo2)}`;
}
function beyondWords({ kind, goal }, rate) {
  switch (kind) {
    case "found":
      return null;
    case "above":
      return `at least ${formatRate(goal.to)}, the end of the range`;
    case "below":
      return `below ${formatRate(goal.from)}, the start of the range`;
    case "generator":
      return rate > 0 ? `at least ${formatRate(rate)}, the generator's limit` : "not known: no rate was within the generator's limit";
  }
}

// src/report/words/gates.ts
var SUSPECTS = 3;
var ORDER = [
  "unread",
  "borrowed",
  "scenario-removed",
  "variants-removed",
  "suite",
  "baseline.from",
  "when",
  "slo-removed",
  "slo",
  "request",
  "request.expect.status",
  "load-reduced",
  "load",
  "contents",
  "request.timeout",
  "exec",
  "tolerance",
  "confidence"
];
function loosenedWords(gate) {
  switch (gate.kind) {
    case "slo":
      return say`${title(gate.label, gate.metric)}: ${fromTo2(gate)}`;
    case "slo-removed":
      return say`${title(gate.label, gate.metric)}: ${asWritten(gate.from)} → no SLO`;
    case "scenario-removed":
      return say`${code(shortLabel(gate.label))}: no longer measured`;
    case "variants-removed":
      return say`${variantWords(gate.names)}: no longer measured`;
    case "load-reduced":
      return say`${shortLabel(gate.label)} load: ${fromTo2(gate)}`;
    case "tolerance":
    case "confidence":
      return say`${gate.kind}${scopeWords(gate)}: ${fromTo2(gate)}`;
    case "when":
      return say`what is measured: changes of ${patternWords(gate.from)} → of ${patternWords(gate.to)} only`;
    case "setting":
      return say`${settingName(gate)}: ${fromTo2(differing(gate.from ?? "not set", gate.to ?? "not set"))}`;
    case "contents":
      return say`${settingName(gate)}: ${gate.change}`;
    case "unread":
    case "borrowed":
      return baseWords(gate);
  }
}
function loosenedSentence(gate) {
  const words = loosenedWords(gate);
  return isAboutBase(gate) ? words : say`This change ${isAltered(gate) ? "alters" : "loosens"} ${words}`;
}
function loosenedCount(loosened) {
  const { looser, altered } = countGates(loosened);
  const about = loosened.filter(isAboutBase).map((gate) => {
    if (isAdoption(gate)) return "gate added";
    return gate.kind === "unread" ? "gate of the base unknown" : "base started as the head is";
  });
  const parts = [
    ...new Set(about),
    ...looser > 0 ? [`${counted(looser, "gate")} loosened`] : [],
    ...altered > 0 ? [`${counted(altered, "gate setting")} altered`] : []
  ];
  return parts.length > 0 ? `; ${parts.join(", ")}` : "";
}
function countGates(loosened) {
  const altered = loosened.filter(isAltered).length;
  return { altered, looser: loosened.length - altered - loosened.filter(isAboutBase).length };
}
function isAltered({ kind }) {
  return kind === "setting" || kind === "contents";
}
function isAboutBase(gate) {
  return gate.kind === "unread" || gate.kind === "borrowed";
}
function isAdoption(gate) {
  return gate.kind === "unread" && gate.adds !== void 0;
}
function baseWords(gate) {
  if (isAdoption(gate))
    return say`This change adds ${code(cut(gate.adds, 60))}; later changes of the gate will be listed here`;
  const reason = fromMessage(cut(gate.reason.replace(/\.$/, ""), 200));
  if (gate.kind === "borrowed")
    return say`The base starts with the head’s commands, not with its own: ${reason}`;
  const start = gate.borrows ? ", and the base starts with the head\u2019s commands" : "";
  return say`Nobody knows what this change loosens${start}: the configuration of the base cannot be used (${reason})`;
}
function settingName({ label: label4, setting: setting3 }) {
  const name = cut(setting3, 60);
  if (label4 === null) return name;
  return setting3 === "request" ? shortLabel(label4) : `${shortLabel(label4)} ${name}`;
}
var SHARED = 8;
function differing(from, to) {
  if (asWritten(from) !== asWritten(to)) return { from, to };
  let first = 0;
  while (first < from.length && from[first] === to[first]) first++;
  const start = Math.max(0, first - SHARED);
  return { from: `\u2026${from.slice(start)}`, to: `\u2026${to.slice(start)}` };
}
var NAMED_VARIANTS = 3;
function variantWords(names) {
  return `${names.length === 1 ? "variant" : "variants"} ${listSome(names.map(shortLabel), NAMED_VARIANTS)}`;
}
function patternWords(patterns) {
  if (patterns === null) return say`any file`;
  const more2 = patterns.length > 4 ? " \u2026" : "";
  return say`${code(cut(patterns.slice(0, 4).join(", "), 80))}${more2}`;
}
function explainLoosened({
  verdict: { loosened }
}) {
  const [first, ...others] = sortGates(loosened);
  if (!first) return null;
  if (others.length === 0) return { heading: loosenedSentence(first), items: [] };
  const { looser, altered } = countGates(loosened);
  const acts = [
    ...looser > 0 ? [`loosens ${counted(looser, "gate")}`] : [],
    ...altered > 0 ? [`alters ${counted(altered, "gate setting")}`] : []
  ];
  return {
    heading: acts.length > 0 ? say`This change ${acts.join(" and ")}` : say`The gate of the base`,
    items: [first, ...others].map(loosenedWords)
  };
}
function sortGates(loosened) {
  const rankOf2 = (gate) => {
    const rank = ORDER.indexOf(gate.kind === "setting" ? gate.setting : gate.kind);
    return rank < 0 ? ORDER.length : rank;
  };
  return [...loosened].sort((a, b) => rankOf2(a) - rankOf2(b));
}
function suspectWords(report) {
  const { suspects: suspects2 } = report.verdict;
  if (suspects2.length === 0) return null;
  const parts = suspects2.slice(0, SUSPECTS).flatMap(({ label: label4, metric, commit, change }, i) => {
    const at = commit === null ? say`` : say` at ${code(shortCommit(commit))}`;
    return say`${i === 0 ? "" : ", "}${title(label4, metric)} ${formatChangeOf(metric, change)}${at}`;
  });
  const rest = suspects2.length - SUSPECTS;
  return say`${cut(report.baseBranch, 40)} itself stepped: ${parts}${rest > 0 ? `, and ${counted(rest, "more step")}` : ""}.`;
}
function scopeWords({ label: label4, metric }) {
  const scope = [
    ...label4 === null ? [] : [shortLabel(label4)],
    ...metric === null ? [] : [cut(metric, 24)]
  ];
  return scope.length > 0 ? ` of ${scope.join(" ")}` : "";
}
function fromTo2({ from, to }) {
  return `${asWritten(from)} \u2192 ${asWritten(to)}`;
}
function asWritten(text6) {
  return cut(text6, 40);
}

// src/verdict/decision.ts
function decide({
  slos,
  changes,
  faults,
  invalid: invalid2,
  failOn
}) {
  const found = [...changes, ...slos].map(({ code: code3 }) => code3);
  const code2 = invalid2.length > 0 ? "invalid" : findGravest(faults.some(isMissed) ? [...found, "missed"] : found);
  return { code: code2, blocks: alwaysBlocks(code2) || found.some((each) => failOn.includes(each)) };
}
function isMissed({ kind }) {
  return kind === "crashed" || kind === "threshold" || kind === "fills-machine" || kind === "other-size";
}

// src/report/words/acceptance.ts
var NAMED = 6;
function acceptorNames(acceptances) {
  return listed([...new Set(acceptances.map(({ by }) => loginOf(by)))]);
}
function explainAcceptances({ verdict }) {
  return verdict.acceptances.map(({ by, at, why, via: via2, covers }) => {
    const names = covers.map(
      ({ label: label4, metric }) => metric === null ? `k6 thresholds of ${shortLabel(label4)}` : title(label4, metric)
    );
    const what = listSome(names, NAMED);
    const reason = why === "" ? ", no reason given" : `: \u201C${cut(why, 300)}\u201D`;
    const means = via2 === "label" ? say`by the label ${code("tailgate:accept")}` : say`by a trailer${reason}`;
    return say`${loginOf(by)} accepted ${what} on ${at.slice(0, 10)} ${means}.`;
  });
}
function explainRefusals({ verdict }) {
  const { refusals } = verdict;
  const shown = refusals.slice(0, NAMED).map((refusal2) => explainRefusal(refusal2, verdict));
  const rest = refusals.length - NAMED;
  return rest > 0 ? [...shown, say`${counted(rest, "more acceptance")} not counted.`] : shown;
}
function explainRefusal({ by, via: via2, text: text6, reason }, verdict) {
  const who = by === "" ? "somebody" : loginOf(by);
  const what = via2 === "label" ? say`The label ${code(cut(text6, 40))}` : say`The trailer ${code(cut(text6, 200))}`;
  switch (reason) {
    case "no-rights":
      return say`${what} does not count: ${who} may not triage this repository.`;
    case "not-allowed":
      return say`${what} does not count: ${who} is not among those who may accept here (${code("accept-by")}).`;
    case "own-label":
      return say`${what} does not count: ${who} is the author of this change, and somebody else has to accept it here (${code("accept-by")}).`;
    case "own-trailer":
      return say`${what} does not count yet: somebody else with the right to write has to approve this revision.`;
    case "too-early":
      return say`${what} was set by ${who} before this revision was pushed: remove it and set it again.`;
    case "unknown-time":
      return say`${what} does not count: nobody can say that it was set after this revision was pushed. Remove it and set it again.`;
    case "unknown-rights":
      return say`${what} does not count: the server did not say whether ${who} may accept this; the log of the publishing job says why.`;
    case "matches-nothing":
      return say`${what} ${nothingWords(verdict)}.`;
  }
}
function nothingWords(verdict) {
  const limit3 = unacceptable(verdict);
  return limit3 === null ? say`matches nothing that blocks` : say`lets nothing through: ${limit3}`;
}
var OPEN = ["regressed", "missed", "at-limit", "inconclusive", "invalid", "accepted"];
function nextSteps({ verdict, record: record4, baseBranch, reproduce }) {
  if (!OPEN.includes(verdict.code)) return null;
  const look = say`Look closer: ${code(cut(reproduce, 300))}`;
  if (!verdict.blocks || unacceptable(verdict) !== null || record4.branch === baseBranch) return look;
  return say`Not meant? Fix it and push. Meant? Label ${code("tailgate:accept")}, then re-run the publishing job. ${look}`;
}
function unacceptable({ invalid: invalid2, faults }) {
  if (invalid2.length > 0) return "what could not be measured cannot be accepted";
  return faults.some(({ kind }) => kind === "crashed") ? "a crash cannot be accepted" : null;
}
function loginOf(login) {
  return `@${cut(login, 40)}`;
}

// src/config/diagnostics/words.ts
import { distance } from "fastest-levenshtein";
var LONGEST_QUOTED = 60;
function sanitize(text6) {
  return text6.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => character === "	" ? character : "\uFFFD"
  );
}
function quote(text6) {
  const clean2 = sanitize(text6);
  return `\`${clean2.length > LONGEST_QUOTED ? `${clean2.slice(0, LONGEST_QUOTED)}\u2026` : clean2}\``;
}
function joinNames(names, conjunction = "or") {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${conjunction} ${names.at(-1)}`;
}
function joinWords(words, conjunction) {
  return joinNames(
    words.map((word) => `\`${word}\``),
    conjunction
  );
}
var LONGEST_COMPARED = 40;
function nearest(name, candidates) {
  if (name.length === 0 || name.length > LONGEST_COMPARED) return void 0;
  const lower = name.toLowerCase();
  let best;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const edits = isSwap(lower, other) ? 1 : distance(lower, other);
    const allowed = Math.max(1, Math.floor((Math.max(name.length, candidate.length) + 1) / 3));
    const tooShort = edits > 0 && Math.max(name.length, candidate.length) < 3;
    if (edits <= allowed && !tooShort && edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}
function isSwap(a, b) {
  if (a.length !== b.length) return false;
  const at = a.split("").findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
function indexWords(table) {
  const entries = Object.entries(table);
  return new Map(entries.flatMap(([meant, words]) => words.split(" ").map((word) => [word, meant])));
}

// src/config/schema/values.ts
import * as z15 from "zod";

// src/config/diagnostics/text-error.ts
import stringWidth from "string-width";
var TextError = class extends UserError {
  name = "TextError";
  text;
  parts;
  offset;
  length;
  /** Whole text in a right form, which is known to parse; undefined if no such form is known. */
  nearest;
  constructor(text6, parts, nearest2) {
    const hint = [nearest2 === void 0 ? void 0 : `Did you mean: ${nearest2}`, parts.hint];
    super({
      what: parts.what,
      detail: drawFrame({ line: text6, column: parts.offset, length: parts.length }, parts.expected),
      hint: hint.filter(Boolean).join("\n  ") || void 0
    });
    this.text = text6;
    this.parts = parts;
    this.offset = parts.offset;
    this.length = parts.length;
    this.nearest = nearest2;
  }
};
var MOST_REPAIRS = 5;
function parseOrSuggest(text6, parse2, print) {
  try {
    return parse2(text6);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const repaired = repair(error, parse2);
    throw new TextError(text6, error.parts, repaired && print(repaired.value));
  }
}
function repair(first, parse2) {
  let error = first;
  for (let step = 0; step < MOST_REPAIRS; step++) {
    const { text: text6, parts } = error;
    if (parts.replacement === void 0) return void 0;
    try {
      const end = parts.offset + parts.length;
      return { value: parse2(text6.slice(0, parts.offset) + parts.replacement + text6.slice(end)) };
    } catch (next) {
      if (!(next instanceof TextError)) throw next;
      error = next;
    }
  }
  return void 0;
}
var WINDOW = 100;
var LEAD = 60;
function drawFrame(spot, label4) {
  const { line, column, length } = clip(spot);
  const before = sanitize(line.slice(0, column));
  const marked = sanitize(line.slice(column, column + length));
  const number14 = spot.lineNumber === void 0 ? "" : `${spot.lineNumber} `;
  const padding = before.split("	").map((part) => " ".repeat(stringWidth(part))).join("	");
  const carets = "^".repeat(Math.max(1, stringWidth(marked)));
  return [
    `  ${number14}| ${sanitize(line)}`.trimEnd(),
    `  ${" ".repeat(number14.length)}| ${padding}${carets}${label4 ? ` ${label4}` : ""}`
  ].join("\n");
}
function clip({ line, column, length }) {
  const spot = { line, column, length: Math.max(0, Math.min(length, line.length - column)) };
  if (line.length <= WINDOW) return spot;
  const start = Math.max(0, Math.min(column - LEAD, line.length - WINDOW));
  const end = Math.min(line.length, start + WINDOW);
  const head = start > 0 ? "\u2026" : "";
  return {
    line: `${head}${line.slice(start, end)}${end < line.length ? "\u2026" : ""}`,
    column: column - start + head.length,
    length: Math.min(spot.length, end - column)
  };
}

// src/config/language/lexer.ts
var LONGEST = 300;
var TOKEN = /(?<number>\d+(?:\.\d+)?)|(?<word>[A-Za-z_µμ][\w-]*(?:\.[\w-]+)*(?:\/[A-Za-z]+)?)|(?<symbol>[<>=!]+|&&|\|\||\S)/gu;
var Tokens = class {
  text;
  #tokens;
  #position = 0;
  /** @throws TextError when the text is empty or far too long. */
  constructor(text6, what, example) {
    this.text = text6;
    this.#tokens = [...text6.matchAll(TOKEN)].map((match) => ({
      kind: match.groups?.number ? "number" : match.groups?.word ? "word" : "symbol",
      text: match[0],
      offset: match.index,
      length: match[0].length,
      blankBefore: match.index === 0 || /\s/.test(text6[match.index - 1] ?? "")
    }));
    const end = this.#tokens.at(-1);
    const offset = end ? end.offset + end.length : 0;
    this.#tokens.push({ kind: "end", text: "", offset, length: 0, blankBefore: true });
    const expected = `expected one such as \`${example}\``;
    if (!end) this.fail(this.next, { what: `The ${what} is empty.`, expected });
    if (text6.length > LONGEST) {
      const tooLong = `The ${what} is longer than ${LONGEST} characters.`;
      this.fail({ offset: LONGEST, length: 0 }, { what: tooLong, expected });
    }
  }
  get next() {
    return this.peek(0);
  }
  peek(ahead) {
    return this.#tokens[Math.min(this.#position + ahead, this.#tokens.length - 1)];
  }
  take() {
    const token = this.next;
    if (token.kind !== "end") this.#position++;
    return token;
  }
  get ended() {
    return this.next.kind === "end";
  }
  /** Token that was taken last. */
  get previous() {
    return this.#tokens[Math.max(0, this.#position - 1)];
  }
  /** Takes the next token if it is this word, and tells whether it was. */
  takeWord(word) {
    const found = this.next.kind === "word" && this.next.text === word;
    if (found) this.take();
    return found;
  }
  /** Spans the text from the first token to the end of the last one. */
  span(first, last) {
    return { offset: first.offset, length: last.offset + last.length - first.offset };
  }
  fail(span, parts) {
    throw new TextError(this.text, { offset: span.offset, length: span.length, ...parts });
  }
  /** Fails at a span that is a wrong form of something whose right form is known. */
  correct(span, what, replacement, hint) {
    this.fail(span, { what, expected: `expected \`${replacement}\``, replacement, hint });
  }
  /** Fails at the next token because something else must stand there. */
  failExpected(expected, parts = {}) {
    const token = this.next;
    const what = token.kind === "end" ? "The text ends too early." : `${quote(token.text)} does not fit here.`;
    this.fail(token, { what, expected: `expected ${expected}`, ...parts });
  }
};
function takeNumber(tokens, what) {
  const token = tokens.next;
  const after = tokens.peek(1);
  if (token.text === "." && after.kind === "number" && !after.blankBefore) {
    const replacement = `0.${after.text.replace(".", "")}`;
    tokens.correct(tokens.span(token, after), "A number starts with a digit.", replacement);
  }
  if (token.text === "-" && after.kind === "number") {
    tokens.fail(tokens.span(token, after), {
      what: "A negative number makes no sense here.",
      expected: `expected ${what}`
    });
  }
  if (token.kind !== "number") tokens.failExpected(what);
  tokens.take();
  failOnForeignNumber(tokens, token);
  if (!Number.isFinite(Number(token.text)) || Number(token.text) > Number.MAX_SAFE_INTEGER) {
    tokens.fail(token, {
      what: "The number is too large.",
      expected: `expected at most ${Number.MAX_SAFE_INTEGER}`
    });
  }
  return token;
}
function failOnForeignNumber(tokens, token) {
  const mark = tokens.next;
  const rest = tokens.peek(1);
  if (mark.blankBefore) return;
  let last = mark;
  let replacement;
  if (mark.text === "," && rest.kind === "number" && !rest.blankBefore) {
    last = rest;
    replacement = /^\d{3}$/.test(rest.text) ? token.text + rest.text : `${token.text}.${rest.text.replace(".", "")}`;
  } else if (/^(?:_\d+)+$/.test(mark.text)) {
    replacement = token.text + mark.text.replaceAll("_", "");
  } else if (/^k$/i.test(mark.text)) {
    replacement = printDecimal(shiftDecimal(token.text, 3));
  } else if (/^e\d$/i.test(mark.text)) {
    replacement = printDecimal(Number(token.text + mark.text));
  }
  if (replacement === void 0) return;
  const written = tokens.text.slice(token.offset, last.offset + last.length);
  tokens.correct(tokens.span(token, last), `${quote(written)} is not a plain number.`, replacement);
}
var PER_SECOND = /^(?:rps|qps|tps|ops|hz|r\/s|(?:req|reqs|request|requests|queries|calls|iterations|iters|it)\/(?:s|sec|secs|second))$/i;
var PER_MINUTE = /^(?:rpm|qpm|(?:req|reqs|request|requests)\/(?:m|min|minute))$/i;
function takeRateUnit(tokens, number14, expected) {
  const unit = tokens.next;
  if (unit.text === "req/s") {
    tokens.take();
    return;
  }
  const phrase = readPhrase(tokens);
  const what = `${quote(tokens.text.slice(phrase.offset, phrase.offset + phrase.length))} is not a unit here.`;
  if (PER_SECOND.test(phrase.words)) tokens.correct(phrase, what, "req/s");
  if (PER_MINUTE.test(phrase.words)) {
    const perSecond = `${printDecimal(Number(number14.text) / 60)} req/s`;
    const replacement2 = perSecond.length < 16 ? perSecond : void 0;
    tokens.fail(tokens.span(number14, phrase), {
      what,
      expected: replacement2 ? `expected \`${replacement2}\`` : "expected `req/s`",
      replacement: replacement2,
      hint: "Rates are per second: divide by 60."
    });
  }
  if (unit.kind === "end" || unit.kind === "word" && /^(?:at|for|by)$/.test(unit.text)) {
    const behind = { offset: number14.offset + number14.length, length: 0 };
    tokens.fail(behind, { what: `${quote(number14.text)} has no unit.`, expected, replacement: " req/s" });
  }
  const replacement = unit.text.toLowerCase() === "req" ? "req/s" : void 0;
  tokens.fail(phrase, { what, expected, replacement });
}
function readPhrase(tokens) {
  const first = tokens.next;
  const second = tokens.peek(1);
  const third = tokens.peek(2);
  if (first.text === "/" && second.kind === "word") {
    return { ...tokens.span(first, second), words: `req/${second.text}` };
  }
  if (first.kind === "word" && (second.text === "/" || second.text === "per") && third.kind === "word") {
    return { ...tokens.span(first, third), words: `${first.text}/${third.text}` };
  }
  return { offset: first.offset, length: first.length, words: first.text };
}

// src/config/language/duration.ts
var SECONDS = { ms: 1e-3, s: 1, m: 60, h: 3600 };
var UNITS = Object.keys(SECONDS);
var EXPECTED_UNIT = "expected `ms`, `s`, `m` or `h`";
var SLIPS = indexWords({
  ms: "msec msecs millis milliseconds",
  s: "sec secs second seconds",
  m: "min mins minute minutes",
  h: "hr hrs hour hours"
});
function printDuration(seconds2) {
  if (seconds2 >= 3600 && seconds2 % 3600 === 0) return `${printDecimal(seconds2 / 3600)}h`;
  if (seconds2 >= 60 && seconds2 % 60 === 0) return `${printDecimal(seconds2 / 60)}m`;
  return seconds2 > 0 && seconds2 < 1 ? `${printDecimal(seconds2, 3)}ms` : `${printDecimal(seconds2)}s`;
}
function takeDuration(tokens) {
  const number14 = takeNumber(tokens, "a duration such as `30s`");
  const unit = tokens.next;
  if (unit.kind !== "word") {
    tokens.fail(
      { offset: number14.offset + number14.length, length: 0 },
      { what: `${quote(number14.text)} has no unit of time.`, expected: EXPECTED_UNIT, replacement: "s" }
    );
  }
  if (unit.text === "ms") {
    tokens.take();
    return shiftDecimal(number14.text, -3);
  }
  if (isUnit(unit.text)) {
    tokens.take();
    return Number(number14.text) * SECONDS[unit.text];
  }
  const compound = readCompound(number14.text + unit.text);
  if (compound !== void 0 && !unit.blankBefore) {
    const what = "A duration is one number and one unit.";
    tokens.correct(tokens.span(number14, unit), what, printDuration(compound));
  }
  return tokens.fail(unit, {
    what: `${quote(unit.text)} is not a unit of time.`,
    expected: EXPECTED_UNIT,
    replacement: SLIPS.get(unit.text.toLowerCase()) ?? nearest(unit.text, UNITS)
  });
}
function isUnit(text6) {
  return UNITS.includes(text6);
}
function readCompound(text6) {
  if (!/^(?:\d+(?:ms|[smh]))+$/.test(text6)) return void 0;
  let seconds2 = 0;
  for (const [, digits, unit] of text6.matchAll(/(?<!\d)(\d+)(ms|[smh])/g)) {
    seconds2 += Number(digits) * SECONDS[unit];
  }
  return seconds2;
}

// src/config/language/custom-metric.ts
var FORM = /^(?![pP]\d+\.\d)(?<name>[A-Za-z_]\w{0,127})\.(?<statistic>.+)$/;
var EXPECTED = "expected `p50` to `p99.999`, `avg`, `min` or `max` of a Trend, or `rate` of a Rate or a Counter";
var STATISTICS = ["avg", "min", "max", "rate"];
var SYNONYMS = indexWords({
  p50: "med median",
  avg: "mean average",
  min: "minimum",
  max: "maximum",
  rate: "count sum total share per_second"
});
var BUILT_IN = {
  http_req_duration: "latency",
  http_req_waiting: "latency",
  iteration_duration: "",
  http_req_failed: "errors",
  http_reqs: "rate",
  iterations: "rate",
  dropped_iterations: "errors",
  ...Object.fromEntries(
    [
      "http_req_blocked http_req_connecting http_req_tls_handshaking http_req_sending http_req_receiving",
      "checks vus vus_max data_sent data_received group_duration",
      "ws_connecting ws_session_duration ws_sessions ws_msgs_sent ws_msgs_received ws_ping grpc_req_duration"
    ].flatMap((names) => names.split(" ").map((name) => [name, ""]))
  )
};
function isCustom(word) {
  return FORM.test(word);
}
function readCustom(tokens, word, span) {
  const { name, statistic } = FORM.exec(word).groups;
  const shared = { kind: "custom", name, unit: "ms", better: "lower" };
  const own = STATISTICS.find((each) => each === statistic);
  const percent2 = /^p(?<digits>[1-9]\d(?:\.\d+)?)$/.exec(statistic)?.groups?.digits;
  if (Object.hasOwn(BUILT_IN, name) || name.startsWith("tailgate_") || name.startsWith("browser_")) {
    failOnBuiltIn(tokens, { name, statistic }, span);
  }
  if (own) return { ...shared, statistic: own, percent: null, unit: own === "rate" ? "fraction" : "ms" };
  if (percent2 && Number(percent2) >= 50 && Number(percent2) <= 99.999) {
    return { ...shared, statistic: "percentile", percent: Number(percent2) };
  }
  const near = nearest(statistic, [...STATISTICS, "p95", ...SYNONYMS.keys()]);
  const replacement = near && `${name}.${SYNONYMS.get(near) ?? near}`;
  const hint = statistic === "value" ? "A Gauge has its last value only: feed a Trend instead." : near && SYNONYMS.get(near) === "rate" ? "A total depends on how long a run is: a Counter is judged per second, as in `orders.rate > 100/s`." : void 0;
  return tokens.fail(span, {
    what: `${quote(word)} is no metric of a script.`,
    expected: EXPECTED,
    replacement,
    hint
  });
}
function failOnBuiltIn(tokens, { name, statistic }, span) {
  const word = BUILT_IN[name];
  const isPart = /^p\d/.test(statistic) || ["avg", "min", "max"].includes(statistic);
  const replacement = word === "latency" ? isPart ? statistic : "p99" : word;
  return tokens.fail(span, {
    what: `\`${name}\` is not a metric of the script: k6 feeds it itself.`,
    expected: replacement ? `expected \`${replacement}\`` : "expected a metric that the script feeds",
    replacement: replacement || void 0,
    hint: replacement ? void 0 : "Feed a Trend, a Rate or a Counter of your own with it."
  });
}
var TIMES = { us: -3, ms: 0, s: 3 };
function takeCustomLimit(tokens, metric) {
  const name = printCustom(metric);
  if (tokens.next.kind === "word") {
    tokens.fail(tokens.next, {
      what: `The limit of \`${name}\` is a number: it cannot be relative to another scenario.`,
      expected: metric.statistic === "rate" ? "expected one such as `1%` or `100/s`" : "expected one such as `200ms` or `40`"
    });
  }
  const number14 = takeNumber(tokens, "a limit such as `200ms`");
  const unit = tokens.next;
  if (metric.statistic === "rate") {
    if (unit.text === "%") {
      tokens.take();
      return { kind: "absolute", value: shiftDecimal(number14.text, -2), unit: "fraction" };
    }
    if (unit.text === "/" && tokens.peek(1).text === "s") {
      tokens.take();
      tokens.take();
      return { kind: "absolute", value: Number(number14.text), unit: "/s" };
    }
    return tokens.fail(unit, {
      what: `The limit of \`${name}\` has no unit that fits.`,
      expected: "expected `%` for a Rate, or `/s` for a Counter"
    });
  }
  const places = Object.hasOwn(TIMES, unit.text) ? TIMES[unit.text] : void 0;
  if (places !== void 0) {
    tokens.take();
    return { kind: "absolute", value: shiftDecimal(number14.text, places), unit: "ms" };
  }
  if (unit.kind !== "end" && unit.text !== "at") {
    tokens.fail(unit, {
      what: `${quote(unit.text)} is not a unit here.`,
      expected: "expected `us`, `ms` or `s` for times, or nothing for other numbers"
    });
  }
  return { kind: "absolute", value: Number(number14.text), unit: "plain" };
}
function finishCustom(metric, limit3, operator) {
  const unit = limit3.kind === "absolute" ? limit3.unit : metric.unit;
  return { ...metric, unit, better: operator.startsWith(">") ? "higher" : "lower" };
}

// src/config/language/metric.ts
var LOWEST_PERCENT = 50;
var HIGHEST_PERCENT = 99.999;
var PLAIN = METRIC_KINDS.filter((kind) => kind !== "percentile" && rowOf({ kind }).hint === void 0);
var COMMON = ["p50", "p75", "p90", "p95", "p99", "p99.9", ...PLAIN];
var JUDGED = PLAIN.filter((kind) => rowOf({ kind }).estimate !== null).map((kind) => `\`${kind}\``);
var EXPECTED2 = `expected ${joinNames(["`p50` to `p99.999`", ...JUDGED])}`;
var SYNONYMS2 = indexWords({
  p50: "median",
  p99: "latency duration response_time http_req_duration",
  ...Object.fromEntries(
    METRIC_KINDS.filter((kind) => rowOf({ kind }).synonyms !== "").map((kind) => [
      kind,
      rowOf({ kind }).synonyms
    ])
  )
});
function takeMetric(tokens) {
  const token = tokens.next;
  failOnPercentilePhrase(tokens);
  if (token.kind !== "word") {
    tokens.fail(token, {
      what: token.kind === "end" ? "The SLO has no metric." : `${quote(token.text)} is not a metric.`,
      expected: EXPECTED2,
      hint: "An SLO reads METRIC OPERATOR VALUE [at LOAD]: `p99 < 30ms at 1000 req/s`."
    });
  }
  tokens.take();
  if (isCustom(token.text)) return readCustom(tokens, token.text, token);
  return readMetric2(tokens, token.text, token);
}
function readMetric2(tokens, word, span) {
  const plain2 = PLAIN.find((kind) => kind === word);
  if (plain2) return { kind: plain2 };
  if (/^p\d+(?:\.\d+)?$/.test(word)) {
    const percent2 = Number(word.slice(1));
    if (isInRange(percent2) && !word.startsWith("p0")) {
      return { kind: "percentile", percent: percent2 };
    }
    failOnPercent(tokens, word.slice(1), span);
  }
  const compared = METRIC_KINDS.find((kind) => kind === word);
  const hint = compared && rowOf({ kind: compared }).hint;
  if (hint) {
    const what = `\`${word}\` is compared with the baseline; it cannot be an SLO.`;
    tokens.fail(span, { what, expected: "expected a percentile, such as `p99`", hint });
  }
  const ordinal = /^p?(\d+(?:\.\d+)?)(?:th)?$/i.exec(word);
  const near = nearest(word.replaceAll("-", "_"), [...COMMON, ...SYNONYMS2.keys()]);
  const replacement = ordinal ? `p${ordinal[1]}` : near && (SYNONYMS2.get(near) ?? near);
  return tokens.fail(span, {
    what: `${quote(word)} is not a metric.`,
    expected: near && SYNONYMS2.has(near) ? `expected \`${replacement}\`` : EXPECTED2,
    replacement
  });
}
function isInRange(percent2) {
  return percent2 >= LOWEST_PERCENT && percent2 <= HIGHEST_PERCENT;
}
function failOnPercent(tokens, digits, span) {
  const percent2 = Number(digits);
  if (percent2 === 100 || percent2 === 0) {
    const replacement = percent2 === 100 ? "max" : "min";
    const extreme = percent2 === 100 ? "slowest" : "fastest";
    tokens.correct(span, `p${digits} is the ${extreme} request.`, replacement);
  }
  const dotted = /^[5-9]\d\d{1,3}$/.test(digits) ? printDecimal(Number(`${digits.slice(0, 2)}.${digits.slice(2)}`)) : void 0;
  if (dotted && percent2 > 100) tokens.correct(span, `\`p${digits}\` lacks its point.`, `p${dotted}`);
  const tooFar = percent2 > HIGHEST_PERCENT && percent2 < 100;
  tokens.fail(span, {
    what: tooFar ? `p${digits} would need more requests than a gate can send.` : `p${digits} is out of range.`,
    expected: "expected `p50` to `p99.999`",
    replacement: tooFar ? "p99.999" : void 0
  });
}
function failOnPercentilePhrase(tokens) {
  const token = tokens.next;
  const fail = (span, digits) => tokens.fail(span, {
    what: `${quote(tokens.text.slice(span.offset, span.offset + span.length))} is not a metric.`,
    ...isInRange(Number(digits)) ? { expected: `expected \`p${digits}\``, replacement: `p${digits}` } : { expected: EXPECTED2 }
  });
  if (/^p$/i.test(token.text) && tokens.peek(1).text === "(" && tokens.peek(3).text === ")") {
    fail(tokens.span(token, tokens.peek(3)), tokens.peek(2).text);
  }
  if (/^p$/i.test(token.text) && tokens.peek(1).kind === "number") {
    fail(tokens.span(token, tokens.peek(1)), tokens.peek(1).text);
  }
  if (token.kind !== "number") return;
  let last = token;
  for (let ahead = 1; /^(?:th|%|percentile|percent)$/i.test(tokens.peek(ahead).text); ahead++)
    last = tokens.peek(ahead);
  fail(tokens.span(token, last), token.text);
}
var SETTABLE = METRIC_KINDS.filter((kind) => kind !== "percentile" && rowOf({ kind }).settable);
var COMMON_COMPARED = ["p50", "p75", "p90", "p95", "p99", "p99.9", ...SETTABLE];
var EXPECTED_COMPARED = `expected ${joinNames(["`p50` to `p99.999`", ...SETTABLE.map((kind) => `\`${kind}\``)])}`;

// src/config/language/percent.ts
function parsePercentWithin(text6, range) {
  return parseOrSuggest(text6, (candidate) => readPercent(candidate, range), printPercent);
}
function printPercent(fraction) {
  return `${printDecimal(fraction, 2)}%`;
}
function readPercent(text6, range) {
  const tokens = new Tokens(text6, "percentage", "5%");
  const fraction = takePercent(tokens, range);
  if (!tokens.ended) tokens.failExpected("nothing more");
  return fraction;
}
function takePercent(tokens, { least, most, explain }) {
  const number14 = takeNumber(tokens, "a percentage such as `5%`");
  if (tokens.ended) failOnMissingUnit(tokens, number14.text, least);
  if (/^(?:percent|pct)$/i.test(tokens.next.text)) tokens.failExpected("`%`", { replacement: "%" });
  if (tokens.next.text !== "%") tokens.failExpected("`%`");
  tokens.take();
  const fraction = shiftDecimal(number14.text, -2);
  if (fraction < least || fraction > most) {
    tokens.fail(number14, {
      what: `The percentage is too ${fraction < least ? "small" : "large"}.`,
      expected: `expected ${least === 0 ? "at most" : `\`${printPercent(least)}\` to`} \`${printPercent(most)}\``,
      ...explain?.(fraction)
    });
  }
  return fraction;
}
function failOnMissingUnit(tokens, digits, least) {
  const { offset, length } = tokens.previous;
  const what = "The percentage has no unit.";
  const isShare2 = Number(digits) > 0 && Number(digits) < 1;
  if (!isShare2) {
    tokens.fail({ offset: offset + length, length: 0 }, { what, expected: "expected `%`", replacement: "%" });
  }
  const percent2 = printPercent(Number(digits));
  const hint = `A share of ${digits} is ${percent2}`;
  tokens.fail(
    { offset, length },
    {
      what,
      expected: "expected `%`",
      replacement: percent2,
      hint: shiftDecimal(digits, -2) < least ? `${hint}.` : `${hint}; if you meant ${digits} percent, write \`${digits}%\`.`
    }
  );
}

// src/config/language/setting.ts
var TOLERANCE2 = {
  least: 0,
  most: 2,
  explain: (fraction) => fraction > 2 ? { hint: "A service three times as slow would pass. A limit of its own is an SLO." } : {}
};
var CONFIDENCE = {
  least: 0.5,
  most: 0.9999,
  explain: (fraction) => fraction > 0.5 ? {
    hint: "With N starts of each revision the evidence is 1 in 2^N at best: past `99.99%` that takes more starts than a budget holds."
  } : {
    hint: "It is the share of runs on identical code that raise no false alarm; below `50%` most of them would.",
    // The user meant the chance of an error; the confidence is 100 % minus that.
    replacement: fraction > 0 && fraction <= 0.1 ? printDecimal(100 - fraction * 100) : void 0
  }
};
function parseTolerance(text6, ofLatency = true) {
  return parseOrSuggest(text6, (candidate) => readTolerance(candidate, ofLatency), printTolerance);
}
function printTolerance({ fraction, ms }) {
  return ms > 0 ? `${printPercent(fraction)} or ${printDecimal(ms)}ms` : printPercent(fraction);
}
function readTolerance(text6, ofLatency) {
  const tokens = new Tokens(text6, "percentage", "5%");
  const fraction = takePercent(tokens, TOLERANCE2);
  if (tokens.ended) return { fraction, ms: 0 };
  if (!ofLatency) tokens.failExpected("nothing more: only latencies have a time");
  if (!tokens.takeWord("or")) tokens.failExpected("nothing more, or a time such as `or 2ms`");
  const ms = 1e3 * takeDuration(tokens);
  if (!tokens.ended) tokens.failExpected("nothing more");
  return { fraction, ms };
}
function parseConfidence(text6) {
  return parsePercentWithin(text6, CONFIDENCE);
}
var DEFAULT_CONFIDENCE = 0.99;

// src/config/schema/values.ts
var DEFAULTS = {
  suite: "default",
  budget: "1m",
  capacityBudget: "5m",
  soak: "20s",
  readyTimeout: "60s",
  requestTimeout: "10s",
  stop: "SIGTERM",
  method: "GET",
  baseline: "paired",
  onBaseFailure: "invalid",
  scope: "instance"
};
var grammars = z15.registry();
function text(help) {
  return z15.string().meta({ pattern: "\\S", ...help });
}
var environmentValue = z15.union([z15.string(), z15.number(), z15.boolean()]).meta({
  description: "Kept as it is written: `1.10` stays `1.10`. May hold `${\u2026}`."
});
function setting2(parse2, { examples, ...help }) {
  const percentage = text({ ...help, examples: examples.slice(0, 1) });
  const metric = z15.string().meta({
    pattern: `^(p[5-9]\\d(\\.\\d+)?|${SETTABLE.join("|")})$`,
    description: `\`p50\` \u2026 \`p99.999\`, ${joinWords(SETTABLE)}.`
  });
  return z15.union([
    percentage.register(grammars, { parse: parse2 }),
    z15.record(
      metric,
      text({ description: "For this metric.", examples: examples.slice(0, 1) }).register(grammars, {
        parse: parse2
      })
    )
  ]).meta({ ...help, examples });
}
var sensitivity = {
  tolerance: setting2(parseTolerance, {
    description: "A change smaller than this never blocks. One percentage for all latencies, or one by metric. Default: 5% for `p50`, for percentiles below p95 and for `tail` (the latencies between p90 and p99 together); 10% from p95 on. For `errors` it is a difference of shares (default: 0.1%, as from 2% to 2.1% of the requests), so it is set by name only: 5% for all would let every twentieth request fail. `10% or 2ms` is the larger of the two: a change of a latency blocks beyond both.",
    examples: ["5%", "10% or 2ms", { p50: "3%", p99: "10%", tail: "5%", errors: "0.1%" }]
  }),
  confidence: setting2(parseConfidence, {
    description: "How sure a run must be before it calls a change a regression, from 50% to 99.99%; at 99% one run of a hundred on identical code raises a false alarm. More confidence takes more budget to see the same change. One percentage, or one by metric.",
    examples: ["99%", { tail: "99.9%" }],
    default: printPercent(DEFAULT_CONFIDENCE)
  })
};

// src/report/words/causes.ts
var NOTHING_SAID = strong("This says nothing about your change.");
var LIMIT_LACKS = {
  failed: "has none, since too many of its requests failed",
  "not-measured": "was not measured"
};
function nameInvalid(reason) {
  switch (reason.kind) {
    case "generator-starved":
      return say`k6 ran out of CPU in ${code(shortLabel(reason.label))}`;
    case "machine-disturbed":
      return say`the machine was disturbed in ${code(shortLabel(reason.label))}`;
    case "not-ready":
      return say`${code(shortLabel(reason.service))}${ofArms(reason)} never became ready`;
    case "build-failed":
      return say`${code(shortLabel(reason.service))}${ofArms(reason)} did not build`;
    case "base-failed": {
      const what = {
        "build-failed": "did not build",
        "not-ready": "never became ready",
        crashed: "crashed",
        "script-failed": "fails the k6 script"
      };
      return say`the base ${code(shortCommit(reason.commit))}${reason.both ? " and this change both" : ""} ${what[reason.fault]}`;
    }
    case "script-failed":
      return say`the k6 script of ${code(shortLabel(reason.label))} failed`;
    case "harness":
      return say`something in Tailgate or around it failed`;
    case "none-begun":
      return say`no request of ${code(shortLabel(reason.label))} began while it was measured`;
    case "cost-unknown":
      return say`${code(cut(reason.metric, 20))} of ${code(shortLabel(reason.label))} cannot be read here`;
    case "generator-limit":
      return say`k6 cannot send enough for the capacity of ${code(shortLabel(reason.label))}`;
    case "search-too-short":
      return say`the capacity of ${code(shortLabel(reason.label))} was not found`;
    case "limit-unknown":
      return say`the limit of ${code(shortLabel(reason.label))} ${cut(reason.metric, 40)} is not known: ${code(shortLabel(reason.other))} ${LIMIT_LACKS[reason.because]}`;
    case "metric-unknown":
      return say`${code(cut(reason.metric, 60))} of ${code(shortLabel(reason.label))} ${reason.is === null ? "was never fed" : "does not exist"}`;
    case "cause-unknown":
      return say`${code(shortLabel(reason.label))} missed its rate, cause unknown`;
  }
}
function ofArms({ onlyHead, both }) {
  return both ? " of this change and of the base" : onlyHead ? " of this change" : "";
}
function explainInvalid(reason) {
  switch (reason.kind) {
    case "generator-starved": {
      const late = reason.lagMs === null ? "" : `, requests up to ${formatMs(reason.lagMs)} late`;
      const sent = rateOf(reason.sent, reason.intended, reason.seconds);
      const step = "Lower the load or use a larger runner.";
      return say`Sent ${sent}; ${cpuWords(reason.cpu)}${late}. ${NOTHING_SAID} ${step}`;
    }
    case "machine-disturbed": {
      const { others, steal } = reason.cpu;
      const busy = others === null ? "unknown" : coreCount(others);
      const stolen = steal === null ? "unknown" : coreCount(steal);
      const lost = `${formatCount(reason.discarded)} of ${counted(reason.rounds, "round")}`;
      return say`Discarded ${lost}; CPU used by other processes: ${busy}, taken by the hypervisor: ${stolen}. ${NOTHING_SAID} Stop what else runs on the machine, or use a runner of its own.`;
    }
    case "not-ready": {
      const keys = say`Check ${code("start")}, ${code("url")} and ${code("ready")} of ${code(shortLabel(reason.service))}.`;
      return say`${message2(reason)}${reason.onlyHead ? " The base became ready, so this change did it." : ""} ${keys}`;
    }
    case "build-failed":
    case "script-failed":
      return message2(reason);
    case "base-failed": {
      const instead = reason.both ? say`Mend that on the base branch first.` : say`Or let earlier runs stand in for a base that cannot run: ${code("on-base-failure: history")}.`;
      return say`${message2(reason)} ${NOTHING_SAID} ${remedy(reason)}${instead}`;
    }
    case "harness":
      return say`${message2(reason)} ${NOTHING_SAID}`;
    case "none-begun": {
      const length = formatMs(reason.seconds * 1e3, 2);
      return say`All users were busy with what they had begun before: requests, or iterations of a script, take longer than the ${length} that are measured at a time. ${NOTHING_SAID} A larger ${code("budget")} or a load with a length, such as ${code("20 users for 5m")}, makes rounds longer.`;
    }
    case "cost-unknown":
      return say`An SLO is on ${code(cut(reason.metric, 20))}, which is read from the processes that ${code("start")} begins, on Linux. Work in a container is not among them. ${NOTHING_SAID} Start the service without a container, or take the SLO out.`;
    case "generator-limit":
      return say`${reason.rate > 0 ? `The service meets at ${formatRate(reason.rate)}, and k6 could send no more: at least so much, the generator's limit.` : "k6 could send too little to find a rate that meets."} ${NOTHING_SAID} Ask for less, or use a larger runner.`;
    case "search-too-short":
      return say`Its ${code("budget")} ended after ${counted(reason.trials, "trial")}. ${NOTHING_SAID} Give it ${code(`budget: ${DEFAULTS.capacityBudget}`)}, or a narrower range.`;
    case "limit-unknown":
      return say`The limit of ${code(shortLabel(reason.label))} ${cut(reason.metric, 40)} is a value of ${code(shortLabel(reason.other))}, which ${LIMIT_LACKS[reason.because]}. ${NOTHING_SAID} See to that scenario first.`;
    case "metric-unknown":
      return explainUnknownMetric(reason);
    case "cause-unknown": {
      const sent = rateOf(reason.sent, reason.intended, reason.seconds);
      const elsewhere = reason.cpu.generator === null ? ", or measure on Linux, where the CPU time of both can be seen" : "";
      return say`Sent ${sent}; ${cpuWords(reason.cpu)}. Neither the service nor k6 can be shown to be the cause. ${NOTHING_SAID} Lower the load${elsewhere}.`;
    }
  }
}
var NAMEABLE = {
  time: "a Trend of times, which has `p95` and `avg` in ms",
  trend: "a Trend without a unit, which has `p95` and `avg`",
  rate: "a Rate, which has `rate` in %",
  counter: "a Counter, which has `rate` in /s",
  gauge: "a Gauge, whose last value is no measurement"
};
var SEEN = 8;
function explainUnknownMetric({
  label: label4,
  metric,
  is,
  seen
}) {
  const [name = ""] = metric.split(".");
  const near = nearest(
    name,
    seen.map((each) => each.name)
  );
  const names = seen.slice(0, SEEN).map((each) => each.name);
  const found = names.length === 0 ? say`It fed no metric of its own.` : say`It fed ${fromMessage(listed(names.map((each) => `\`${cut(each, 60)}\``)))}${seen.length > SEEN ? " and others" : ""}.`;
  const meant = near && near !== name ? say` Did you mean ${code(cut(near, 60))}?` : say``;
  if (is !== null)
    return say`${code(cut(name, 60))} is ${fromMessage(NAMEABLE[is])}; the SLO of ${code(shortLabel(label4))} names ${code(cut(metric, 60))}. ${NOTHING_SAID}`;
  return say`The script of ${code(shortLabel(label4))} never fed ${code(cut(name, 60))} while it was measured. ${found}${meant} ${NOTHING_SAID}`;
}
function remedy({ missing: missing2, service }) {
  if (missing2 === null) return say``;
  const folder = cut(missing2, 60);
  const step = folder.replace(/\/$/, "") === "node_modules" ? say`${code("build: npm ci")}` : say`a ${code("build")} that makes it`;
  return say`${code(folder)} is git-ignored, so a fresh checkout lacks it: add ${step} to ${code(shortLabel(service))}. `;
}
function nameServiceFault(fault2) {
  switch (fault2.kind) {
    case "crashed":
      return say`${code(shortLabel(fault2.service))} crashed during ${code(shortLabel(fault2.label))}`;
    case "cannot-keep-up":
      return say`the service cannot keep up in ${code(shortLabel(fault2.label))}: ${rateOf(fault2.sent, fault2.intended, fault2.seconds)}`;
    case "fills-machine":
      return say`the service fills all processors at times in ${code(shortLabel(fault2.label))}`;
    case "failing":
      return say`${formatShare(fault2.failed / fault2.requests)} of requests fail in ${code(shortLabel(fault2.label))}${fault2.soak ? " under load without a pause" : ""}${fault2.examples[0] === void 0 ? "" : `: ${cut(fault2.examples[0], 60)}`}`;
    case "other-size":
      return say`answers of ${code(shortLabel(fault2.label))} have another size, ${formatSize(fault2.base)} → ${formatSize(fault2.head)}`;
    case "threshold":
      return say`${code(shortLabel(fault2.label))} crosses ${fault2.thresholds.length === 1 ? "a k6 threshold" : `${fault2.thresholds.length} k6 thresholds`}`;
  }
}
function crowdingWords({ head, base, together }) {
  const both = together > 0 ? `, and in ${counted(together, "stretch", "stretches")} of both in turns` : "";
  return `in ${counted(head, "stretch", "stretches")} of this change alone k6 could not begin requests in time, while nobody else used the machine${both}; of the base alone in ${formatCount(base)}`;
}
function explainServiceFault(fault2) {
  const label4 = code(shortLabel(fault2.label));
  switch (fault2.kind) {
    case "crashed":
      return say`${code(shortLabel(fault2.service))} ended during ${label4} (${cut(fault2.exit, 80)}); requests after that count as never answered.`;
    case "cannot-keep-up": {
      const room = fault2.cpu.generator === null ? "" : ", so k6 had room";
      return say`${label4}: the service took ${rateOf(fault2.sent, fault2.intended, fault2.seconds)}; ${cpuWords(fault2.cpu)}${room}. What was not taken counts as never answered.`;
    }
    case "fills-machine":
      return say`${label4}: ${crowdingWords(fault2)}.`;
    case "failing": {
      const examples = fault2.examples.slice(0, 3).map((example) => code(cut(example, 120)));
      const found = examples.length === 0 ? "" : say`: ${join(examples)}`;
      return say`${label4}: ${formatCount(fault2.failed)} of ${counted(fault2.requests, "request")} failed${fault2.soak ? " under load without a pause, and hardly any with pauses" : ""}${found}.`;
    }
    case "other-size":
      return say`${label4}: ${code("expect: {size: same}")} asks for answers as large as those of the base.`;
    case "threshold": {
      const shown = fault2.thresholds.slice(0, 5).map((threshold) => code(cut(threshold, 120)));
      return say`${label4}: thresholds of its own script were crossed: ${join(shown)}.`;
    }
  }
}
function logsOf(faults, invalid2) {
  const logs = [];
  for (const cause of [...invalid2, ...faults]) {
    if (!("log" in cause) || cause.log.trim() === "") continue;
    const where = "service" in cause ? cause.service : cause.kind === "harness" ? "Tailgate" : cause.label;
    const whose = cause.kind === "script-failed" ? "k6 in " : "";
    logs.push({ title: say`Log of ${whose}${shortLabel(where)}`, log: cause.log });
  }
  return logs;
}
function message2(reason) {
  const text6 = cut(reason.message.trim(), 300);
  const start = text6.startsWith("k6 ") ? "k" : text6.charAt(0).toUpperCase();
  return fromMessage(`${start}${text6.slice(1)}${/[.!?…]$/.test(text6) ? "" : "."}`);
}

// src/report/words/costs.ts
var MOST = 32;
function costWords({ verdict }) {
  const labels = new Set(verdict.costs.map(({ label: label4 }) => label4));
  const last = [...labels].at(-1);
  const shown = verdict.costs.filter(({ label: label4, metric }) => metric.kind === "cpu" || label4 === last);
  if (shown.length === 0) return null;
  const parts = shown.slice(0, MOST).map((cost) => {
    const whose = labels.size > 1 && cost.metric.kind === "cpu" ? `${shortLabel(cost.label)} ` : "";
    const [base, head] = [cost.base, cost.head].map((value) => formatValue(cost.metric, value));
    return `${whose}${metricName(cost.metric)} ${base} \u2192 ${head} (${sizeWords(cost)})`;
  });
  const rest = shown.length - parts.length;
  return say`Costs, not gated: ${parts.join(", ")}${rest > 0 ? `, and ${formatCount(rest)} more` : ""}.`;
}
var MORE_WORK = 0.05;
var SAME_WORK = 0.1;
function explainSlowdowns({ verdict }) {
  const failing = new Set(verdict.faults.map(({ label: label4 }) => label4));
  const slower2 = verdict.changes.filter(
    ({ code: code2, metric, label: label4 }) => code2 === "regressed" && isLatency(metric) && !failing.has(label4)
  );
  const costs = listCosts(verdict).filter(({ metric }) => metric.kind === "cpu");
  return [...new Set(slower2.map(({ label: label4 }) => label4))].slice(0, MOST).flatMap((label4) => {
    const cpu3 = costs.find((cost) => cost.label === label4);
    if (cpu3 === void 0) return [];
    const { low, high } = cpu3.change;
    const name = shortLabel(label4);
    const [base, head] = [cpu3.base, cpu3.head].map((value) => formatValue(cpu3.metric, value));
    if (low > MORE_WORK)
      return [
        say`Each request of ${name} takes more processor time (${base} → ${head}), so the code does more work: look for a lost index, a lost cache or a loop.`
      ];
    if (low > -SAME_WORK && high < SAME_WORK) {
      return [
        say`${name} takes no more processor time (${base} → ${head} for each request), so it waits: look at queries, locks, pools and the services that it calls.`
      ];
    }
    return [];
  });
}
function grownCosts({ verdict }) {
  return verdict.costs.filter(({ metric, change }) => metric.kind !== "startup" && change.low > defaultTolerance(metric)).slice(0, MOST).map(
    ({ label: label4, metric, change }) => `${shortLabel(label4)} ${metricName(metric)} ${formatChange(change.value)}`
  );
}
function listCosts({ changes, costs }) {
  const gated = changes.filter(
    (change) => change.kind === "paired"
  );
  return [...costs, ...gated];
}
function sizeWords({ metric, change }) {
  const range = formatChangeRange(metric, change);
  return `${formatChange(change.value)}${range === "" || change.low === change.high ? "" : `, ${range}`}`;
}

// src/report/words/relative.ts
function isRelative(slo2) {
  return slo2?.relative !== void 0;
}
function relativeWords({ slo: slo2, relative }) {
  const { difference, estimate: estimate2 } = relative;
  const { low, high } = difference;
  const distance2 = signedValue(slo2.metric, difference.value);
  const ends = [signedValue(slo2.metric, low), signedValue(slo2.metric, high)];
  const range = low < high ? ` (${withoutUnit(...ends)} \u2026 ${ends[1]})` : "";
  return `limit ${sumWords(slo2, estimate2.value, relative.limit)}, difference ${distance2}${range}`;
}
function sumWords({ metric, limit: limit3 }, other, sum2) {
  if (limit3.kind === "absolute") return formatValue(metric, sum2);
  const { factor: factor2, offsetMs } = limit3;
  const total = formatValue(metric, sum2);
  if (factor2 === 1 && offsetMs === 0) return total;
  const times = factor2 === 1 ? "" : `${printDecimal(factor2)} \xD7 `;
  const added = withoutUnit(formatValue(metric, Math.abs(offsetMs)), total);
  const plus = offsetMs === 0 ? "" : ` ${offsetMs < 0 ? "\u2212" : "+"} ${added}`;
  return `${times}${withoutUnit(formatValue(metric, other), total)}${plus} = ${total}`;
}
var MOST2 = 6;
function explainRelative({ verdict: { slos } }) {
  return slos.filter(isRelative).slice(0, MOST2).map((finding) => {
    const { label: label4, slo: slo2, estimate: estimate2, relative } = finding;
    const by = slo2.limit.kind === "relative" ? title(relative.label, slo2.limit.metric) : "";
    const value = formatValue(slo2.metric, estimate2.value);
    return say`${title(label4, slo2.metric)} ${value}, by ${by}: ${relativeWords(finding)}.`;
  });
}
function signedValue(metric, value) {
  const text6 = formatValue(metric, Math.abs(value));
  if (Number.isNaN(value) || /^0(?: |$)/.test(text6)) return text6;
  return `${value < 0 ? "\u2212" : "+"}${text6}`;
}

// src/statistics/confidence.ts
import tQuantile4 from "@stdlib/stats-base-dists-t-quantile";

// src/verdict/slo.ts
function judgeEstimate(slo2, estimate2) {
  return { estimate: estimate2, code: compareWithLimit(estimate2, slo2.operator, limitOf(slo2)) };
}
function violatesSlo({ operator, limit: limit3 }, value) {
  return limit3.kind === "absolute" && isBeyond(operator, value, limit3.value);
}
function isBeyond(operator, value, limit3) {
  return compareWithLimit({ value, low: value, high: value }, operator, limit3) === "missed";
}
function limitOf(slo2) {
  if (slo2.limit.kind === "absolute") return slo2.limit.value;
  throw new Error("relative limits are judged by judgeRelative");
}
function compareWithLimit({ low, high }, operator, limit3) {
  switch (operator) {
    case "<":
      return high < limit3 ? "met" : low >= limit3 ? "missed" : "at-limit";
    case "<=":
      return high <= limit3 ? "met" : low > limit3 ? "missed" : "at-limit";
    case ">":
      return low > limit3 ? "met" : high <= limit3 ? "missed" : "at-limit";
    case ">=":
      return low >= limit3 ? "met" : high < limit3 ? "missed" : "at-limit";
  }
}

// src/report/words/status.ts
var ICONS = {
  bad: "\u274C",
  warn: "\u26A0\uFE0F",
  good: "\u2705",
  unsure: "\u26AA",
  new: "\u{1F331}"
};
function statusOf(row, base) {
  const slo2 = sloStatus(row, base);
  const change = changeStatus(row);
  const both = [change, slo2].filter((status) => status !== null);
  const order = ["bad", "warn", "unsure", "good", "new"];
  const tone = order.find((each) => both.some((status) => status.tone === each)) ?? "unsure";
  if (change?.tone !== "bad" && slo2 && slo2.tone !== "good") both.reverse();
  const accepted = row.accepted ? ["accepted"] : [];
  const words = [...both.map((status) => status.words), ...accepted].join(", ");
  const remarks = both.filter(({ isPlain }) => !isPlain).map((status) => status.words);
  return { tone: row.accepted ? "warn" : tone, words, remarks: [...remarks, ...accepted] };
}
function sloStatus(row, base) {
  const { slo: slo2, metric } = row;
  switch (slo2?.code) {
    case void 0:
      return null;
    case "met":
      return { tone: "good", words: "SLO met", isPlain: true };
    case "at-limit":
      if (slo2.stretches) return { tone: "warn", words: "beyond its limit in the soak, perhaps by chance" };
      if (slo2.growth) return { tone: "warn", words: "within its limit, but still growing" };
      return { tone: "warn", words: isUnbounded(slo2) ? "too few requests" : "at its limit" };
    case "missed": {
      if (slo2.stretches)
        return { tone: "bad", words: `SLO missed in the soak: ${formatValue(metric, slo2.estimate.value)}` };
      const whole = sloBasis(row) === "" ? "" : `: ${sloFigure(row)}`;
      const already = isMissedAlready(row) ? `SLO already missed on ${cut(base, 24)}` : "SLO missed";
      return { tone: "bad", words: `${already}${whole}` };
    }
  }
}
function sloBasis({ slo: slo2, head, alone }) {
  const { low, high } = slo2.estimate;
  if (slo2.relative || head >= low && head <= high) return "";
  return alone ? " with the whole load alone" : " over all requests";
}
function sloFigure(row) {
  const basis = sloBasis(row);
  return formatValue(row.metric, basis === "" ? row.head : row.slo.estimate.value) + basis;
}
function isMissedAlready({ slo: slo2, base }) {
  return slo2?.code === "missed" && base !== null && violatesSlo(slo2.slo, base);
}
function changeStatus({ metric, change, movement }) {
  const isPlain = movement !== null;
  switch (change?.code) {
    case void 0:
      return null;
    case "regressed":
      return { tone: "bad", words: rowOf(metric).words.worse, isPlain };
    case "improved":
      return { tone: "good", words: rowOf(metric).words.better, isPlain };
    case "unchanged":
      if (change.kind === "paired" && change.withinMs !== void 0)
        return { tone: "good", words: `within ${formatValue(metric, change.withinMs)}` };
      return { tone: "good", words: "unchanged", isPlain };
    case "inconclusive": {
      const words = undecidedWords(metric, change.reason);
      return { tone: "unsure", words, isPlain: isPlain && words === UNDECIDED };
    }
    case "first-run":
      return { tone: "new", words: change?.reason?.kind === "new" ? "new" : "first run" };
    case "skipped":
      return change?.reason?.kind === "identical" ? { tone: "good", words: "same files" } : { tone: "unsure", words: "not compared" };
  }
}
function undecidedWords(metric, reason) {
  if (reason?.kind === "other-work") return "other work";
  if (reason?.kind !== "unsteady") return UNDECIDED;
  const { evidence } = reason;
  switch (evidence.kind) {
    case "growing":
      return "still growing";
    case "ageing":
      return evidence.of === "memory" ? "memory grows" : "grows with age";
    case "crowded":
      return "machine full at times";
    case "rare":
      return evidence.alone ? "slower alone" : stallWords(metric);
    case "stalls":
      return stallWords(metric);
  }
}
var UNDECIDED = "cannot tell";
function ageingWords({ of, percent: percent2, from, to }) {
  const metric = of === "memory" ? { kind: "memory" } : { kind: "percentile", percent: percent2 };
  const name = of === "memory" ? "memory" : `p${percent2}`;
  return `${name} rose from ${formatValue(metric, from)} to ${formatValue(metric, to)} in the soak`;
}
function stallWords(metric) {
  return isShare(metric) ? "rare bursts" : "rare stalls";
}
function growthWords({ percent: percent2, first, second }) {
  const show3 = (ms) => formatValue({ kind: "percentile", percent: percent2 }, ms);
  return `p${percent2} ${show3(first)} in the first half of a stretch of load, ${show3(second)} in the second`;
}
function stretchWords({ stretches, of }) {
  return `${formatCount(stretches)} of ${counted(of, "stretch", "stretches")} of load`;
}
function isUnbounded({ estimate: estimate2, relative }) {
  if (relative && Math.abs(relative.difference.low) === Number.POSITIVE_INFINITY)
    return Number.isFinite(relative.difference.value);
  return estimate2.high === Number.POSITIVE_INFINITY && Number.isFinite(estimate2.value);
}

// src/report/words/rows.ts
function changeWords(row) {
  const { metric, movement, base, head } = row;
  if (movement === null)
    return { value: head === Number.POSITIVE_INFINITY && base !== null ? NEVER : NONE, range: "" };
  const { low, high } = movement;
  const value = shownChange(row) ?? movement.value;
  const isWide = formatChangeOf(metric, low) !== formatChangeOf(metric, high);
  const isOwn = Number.isFinite(value) && value > low - SAME && value < high + SAME;
  const range = isOwn && isWide ? formatChangeRange(metric, movement) : "";
  return { value: formatChangeOf(metric, value), range: range && `(${range})` };
}
var SAME = 1e-9;
function movementWords(row) {
  const { metric, movement, base, head } = row;
  const name = rowTitle(row);
  const value = shownChange(row) ?? movement?.value ?? Number.NaN;
  const from = base === null ? "" : ` from ${formatValue(metric, base)}`;
  const verb = value > 0 ? "rose" : "fell";
  if (head === Number.POSITIVE_INFINITY) {
    return say`${name} is ${NEVER}${base === null ? "" : `, was ${formatValue(metric, base)}`}`;
  }
  const to = base === null ? "" : `: ${formatValue(metric, base)} \u2192 ${formatValue(metric, head)}`;
  const isLevel = isShare(metric) || higherIsBetter(metric) || metric.kind === "custom";
  if (isLevel || !isLatency(metric) || !Number.isFinite(value) || base === Number.POSITIVE_INFINITY)
    return say`${name} ${verb}${from} to ${formatValue(metric, head)}`;
  const slower2 = value > 0 ? "slower" : "faster";
  const times = value > 0 ? 1 + value : 1 / (1 + value);
  const size2 = times < 2 ? formatChange(Math.abs(value)).replace("+", "") : `${formatNumber(times, 2)} times`;
  return say`${name} is ${size2} ${slower2}${to}`;
}
function shownChange({ metric, base, head }) {
  if (base === null || !Number.isFinite(base) || !Number.isFinite(head)) return null;
  if (isShare(metric)) return head - base;
  return base > 0 ? head / base - 1 : null;
}
function sloWords(row, base) {
  const { slo: slo2, metric } = row;
  const name = rowTitle(row);
  const says = metric.kind === "errors" ? MANY : ONE;
  const limit3 = limitWords(slo2.slo);
  if (isRelative(slo2)) return relativeSloWords(name, slo2, says);
  const beyond = slo2.capacity && beyondWords(slo2.capacity, slo2.estimate.low);
  const advice = { above: ": raise it", below: ": lower it", generator: "", found: "" };
  if (beyond) return say`${name} is ${beyond}${advice[slo2.capacity.kind]}, limit ${limit3}`;
  if (slo2.code !== "at-limit") {
    const value = formatValue(metric, slo2.estimate.value);
    if (slo2.stretches) {
      const short = formatValue(metric, slo2.stretches.value);
      return say`${name} ${says.misses} under load without a pause: ${value}, limit ${limit3} (${short} in short stretches)`;
    }
    const figure = sloFigure(row);
    return isMissedAlready(row) ? say`${name} ${says.missed} on ${base} already: ${figure}, limit ${limit3}` : say`${name} ${says.misses}: ${figure}, limit ${limit3}`;
  }
  if (slo2.stretches) {
    const short = formatValue(metric, slo2.stretches.value);
    const range = rangeWords(metric, slo2.estimate.low, slo2.estimate.high);
    return say`${name} ${says.beyond} under load without a pause, perhaps by chance: ${formatValue(metric, slo2.estimate.value)} (${range}), limit ${limit3} (${short} in short stretches)`;
  }
  if (slo2.growth) return say`${name} ${says.within}, but still growing: ${growthWords(slo2.growth)}`;
  const { low, high } = slo2.estimate;
  if (slo2.seen) {
    const { requests, confidence } = slo2.seen;
    const share = formatShare(Math.floor(100 * confidence) / 100);
    return say`${name} had too few requests to tell: nothing above ${limit3.replace(/^[<≤] /, "")} among ${formatCount(requests)}, which shows it at ${share}`;
  }
  if (isUnbounded(slo2))
    return say`${name} had too few requests to tell: ${rangeWords(metric, low, high)}, limit ${limit3}`;
  return say`${name} ${says.at}: ${rangeWords(metric, low, high)}${sloBasis(row)}, limit ${limit3}`;
}
var ONE = {
  misses: "misses its SLO",
  missed: "missed its SLO",
  at: "is at its limit",
  beyond: "is beyond its limit",
  within: "is within its limit"
};
var MANY = {
  misses: "miss their SLO",
  missed: "missed their SLO",
  at: "are at their limit",
  beyond: "are beyond their limit",
  within: "are within their limit"
};
function relativeSloWords(name, finding, says) {
  if (finding.growth) return say`${name} ${says.within}, but still growing: ${growthWords(finding.growth)}`;
  const isSoak = finding.stretches !== void 0;
  const near = isSoak ? says.beyond : says.at;
  const what = finding.code === "missed" ? says.misses : near;
  const doubt = finding.code === "missed" ? "" : ", perhaps by chance";
  const soak = isSoak ? ` under load without a pause${doubt}` : "";
  const value = formatValue(finding.slo.metric, finding.estimate.value);
  return say`${name} ${what}${soak}: ${value}, ${limitWords(finding.slo)}; ${relativeWords(finding)}`;
}
function quietWords(rows) {
  const counts = /* @__PURE__ */ new Map();
  for (const row of rows) {
    const word = quietWord(row);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const worst = (word) => Number(word === "worse");
  return [...counts].sort(([a], [b]) => worst(b) - worst(a)).map(([word, count2], i) => `${i === 0 ? counted(count2, "metric") : formatCount(count2)} ${word}`).join(", ");
}
function quietWord({ slo: slo2, change }) {
  switch (change?.code) {
    case void 0:
      return slo2?.code === "met" ? "within the SLO" : "outside the SLO";
    case "regressed":
      return "worse";
    case "improved":
      return "better";
    case "unchanged":
      return "unchanged";
    case "inconclusive":
      return "undecided";
    case "first-run":
      return change?.reason?.kind === "new" ? "new" : "measured for the first time";
    case "skipped":
      return "not compared";
  }
}

// src/report/words/work.ts
var MOST3 = 4;
function workNews({ verdict }) {
  const [first, ...others] = verdict.work ?? [];
  if (first === void 0) return "";
  return `; ${workWords(first)}${others.length > 0 ? `, and ${formatCount(others.length)} more` : ""}`;
}
function explainWork({ verdict }) {
  return (verdict.work ?? []).slice(0, MOST3).map((difference) => {
    const label4 = code(shortLabel(difference.label));
    const note = NOTES[difference.kind];
    return say`${label4}: ${workWords(difference)}.${note === "" ? "" : ` ${note}`}`;
  });
}
var NOTES = {
  size: "So less time is no improvement.",
  status: "So less time is no improvement.",
  requests: "So less time is no improvement.",
  resent: "The service ended a connection before it answered; k6 sends a GET again then, and says nothing. A caller of another make sees an error, and so does any POST: they count as errors.",
  connections: ""
};
function workWords(difference) {
  switch (difference.kind) {
    case "size": {
      const { base, head, request: request2 } = difference;
      const answers = request2 === null ? "answers are" : `answers to ${cut(request2, 60)} are`;
      const change = (head + 1) / (base + 1) - 1;
      const other = change > 3 ? `${formatNumber(change + 1, 2)} times as large` : `${percent(change)} larger`;
      const size2 = head < 1 ? "empty" : change < 0 ? `${percent(-change)} smaller` : other;
      return `${answers} ${size2}: ${formatSize(base)} \u2192 ${formatSize(head)}`;
    }
    case "status": {
      const { status, instead, base, head, request: request2 } = difference;
      const answers = request2 === null ? "answers" : `answers to ${cut(request2, 60)}`;
      const before = instead === null ? `before ${percent(base)}` : `before ${instead}`;
      return head > 0.99 ? `${answers} are ${status}, ${before}` : `${percent(head)} of ${answers} are ${status}, before ${percent(base)}`;
    }
    case "requests":
      return `an iteration sends ${formatNumber(difference.head, 2)} requests, before ${formatNumber(difference.base, 2)}`;
    case "resent": {
      const { base, head } = difference;
      const before = base === null ? "" : `, before ${base > 0 ? oneIn(base) : "none"}`;
      return `${oneIn(head)} needed a second connection${before}`;
    }
    case "connections":
      return `${formatNumber(difference.head, 2)} connections for each request, before ${formatNumber(difference.base, 2)}`;
  }
}
function oneIn(share) {
  return share > 0.5 ? `${formatShare(share)} of requests` : `1 request in ${formatCount(Math.round(1 / share))}`;
}
function percent(share) {
  return `${Math.min(share < 1 ? 99 : Number.POSITIVE_INFINITY, Math.round(100 * share))} %`;
}

// src/report/words/headline.ts
function headline(report) {
  const { loosened, blocks: blocks2, code: code2 } = report.verdict;
  const grown = blocks2 || code2 === "invalid" ? [] : grownCosts(report).map((words) => `; ${words}`);
  const rows = rowsOf(report).filter((row) => !row.accepted);
  return say`${outcome(report, code2, rows.sort(bySeverity))}${workNews(report)}${grown.join("")}${loosenedCount(loosened)}`;
}
function outcome(report, code2, rows) {
  const { verdict } = report;
  switch (code2) {
    case "invalid": {
      const [first, ...others] = verdict.invalid;
      return first ? say`Not measured: ${nameInvalid(first)}${more(others.length)}` : say`Not measured`;
    }
    case "regressed": {
      const slower2 = selectChanged(rows, "regressed");
      const missed = verdict.slos.some((slo2) => slo2.code === "missed") ? `; ${sloCounts(verdict.slos)}` : "";
      if (slower2.length === 0) return say`Slower than before${missed}`;
      if (slower2[0].head === Number.POSITIVE_INFINITY && verdict.faults.length > 0)
        return missedHeadline(report, rows);
      return say`${movementWords(slower2[0])}${more(slower2.length - 1)}${missed}`;
    }
    case "missed":
      return missedHeadline(report, rows);
    case "accepted":
      return acceptedHeadline(report);
    case "at-limit": {
      const near = rows.filter((row) => row.slo?.code === "at-limit");
      if (near.length === 0) return say`${sloCounts(verdict.slos)}`;
      const words = sloWords(near[0], baseName(report));
      const count2 = verdict.slos.length > 1 ? `; ${metCount(verdict.slos)}` : "";
      return say`${words}${more(near.length - 1)}${count2}`;
    }
    case "inconclusive":
      return inconclusiveHeadline(report, rows);
    case "first-run":
      if (verdict.changes.length > 0 && verdict.changes.every(({ reason }) => reason?.kind === "new"))
        return say`New: ${verdict.slos.length > 0 ? sloCounts(verdict.slos) : "nothing to compare with yet"}`;
      return say`First run: ${verdict.slos.length > 0 ? `${sloCounts(verdict.slos)}, ` : ""}nothing to compare with yet`;
    case "improved": {
      const faster = selectChanged(rows, "improved");
      if (faster.length === 0) return say`Faster than before${withSlos(verdict)}`;
      return say`${movementWords(faster[0])}${more(faster.length - 1)}${withSlos(verdict)}`;
    }
    case "unchanged":
      return say`No slowdown${scenarioCount(rows)}${withSlos(verdict)}`;
    case "met":
      return say`${[sloCounts(verdict.slos) || "Nothing to judge", ...uncompared(report)].join("; ")}`;
    case "skipped":
      return say`Skipped: ${verdict.unmeasured ? "nothing relevant changed" : uncompared(report)[0] ?? "nothing was measured"}`;
  }
}
function verdictIcon({ code: code2, blocks: blocks2 }) {
  return blocks2 && code2 !== "invalid" ? ICONS.bad : VERDICTS[code2].icon;
}
var ONE_SLO = {
  met: "met",
  missed: "missed",
  "at-limit": "at its limit"
};
function sloCounts(slos) {
  if (slos.length < 2) return slos.map((slo2) => `SLO ${ONE_SLO[slo2.code]}`).join("");
  const count2 = (code2) => slos.filter((slo2) => slo2.code === code2).length;
  const missed = count2("missed");
  if (missed > 0) return `${formatCount(missed)} of ${formatCount(slos.length)} SLOs missed`;
  const near = count2("at-limit");
  return `${metCount(slos)}${near > 0 ? `, ${formatCount(near)} at the limit` : ""}`;
}
function metCount(slos) {
  return `${formatCount(slos.filter((slo2) => slo2.code === "met").length)} of ${formatCount(slos.length)} SLOs met`;
}
function withSlos({ slos }) {
  return slos.length > 0 ? `; ${sloCounts(slos)}` : "";
}
function scenarioCount(rows) {
  const labels = new Set(rows.flatMap(({ label: label4, movement }) => movement === null ? [] : [label4]));
  return labels.size > 1 ? ` in ${formatCount(labels.size)} scenarios` : "";
}
function more(others) {
  return others > 0 ? `, and ${formatCount(others)} more` : "";
}
function uncompared(report) {
  const kinds = new Set(report.verdict.changes.map(({ reason }) => reason?.kind));
  if (kinds.size !== 1) return [];
  if (kinds.has("identical")) return [`same files as ${baseName(report)}`];
  return kinds.has("no-base") ? ["the base could not be measured"] : [];
}
function acceptedHeadline(report) {
  const { verdict } = report;
  const { code: code2 } = decide({ ...verdict, failOn: [] });
  const what = outcome(
    report,
    code2,
    rowsOf(report).filter((row) => row.accepted).sort(bySeverity)
  );
  const simple = code2 === "regressed" && !plain(what).includes(";");
  return say`${what}${simple ? "," : ";"} accepted by ${acceptorNames(verdict.acceptances)}`;
}
function missedHeadline(report, rows) {
  const { verdict } = report;
  const missed = rows.filter((row) => row.slo?.code === "missed");
  const bad = rows.filter((row) => row.slo?.code === "missed" || row.change?.code === "regressed");
  const labels = new Set(bad.map((row) => row.label));
  const fault2 = verdict.faults.find((each) => each.kind === "crashed") ?? // Who waits for answers that never come is not kept up with, either.
  verdict.faults.find(
    (each) => each.kind === "failing" && labels.has(each.label) && each.failed > each.requests / 2
  ) ?? verdict.faults.find(
    ({ kind, label: label4 }) => kind === "threshold" || kind === "fills-machine" || labels.has(label4)
  ) ?? (bad.length === 0 ? verdict.faults[0] : void 0);
  if (fault2) {
    const count2 = missed.length > 0 ? `; ${sloCounts(verdict.slos)}` : "";
    return say`${capitalise(nameServiceFault(fault2))}${count2}`;
  }
  if (missed.length === 0) return say`An SLO is missed`;
  return say`${sloWords(missed[0], baseName(report))}${more(missed.length - 1)}`;
}
function inconclusiveHeadline(report, rows) {
  const { verdict, baseBranch } = report;
  const branch = cut(baseBranch, 40);
  const unsure = selectUndecided(rows);
  const row = unsure[0];
  if (row) {
    const rest = more(unsure.length - 1);
    const because = withheldWords(row);
    if (because !== null) return say`${rowTitle(row)}${because}${rest}${withSlos(verdict)}`;
    return say`Too noisy to tell for ${rowTitle(row)}${rest}${coarseWords(row)}; nothing slower was found${withSlos(verdict)}`;
  }
  const reasons = verdict.changes.flatMap((change) => change.reason ? [change.reason] : []);
  const find = (kind) => reasons.find((reason) => reason.kind === kind);
  const records = reasons.flatMap((reason) => reason.kind === "few-records" ? [reason] : []);
  const few = records.find(({ compatible }) => compatible > 0);
  if (few) {
    const which2 = few.since === void 0 ? `earlier runs of ${branch}` : `runs since ${branch} changed`;
    return say`Cannot compare yet: ${formatCount(few.compatible)} of ${formatCount(few.needed)} ${which2}${withSlos(verdict)}`;
  }
  const blocks2 = find("too-few-blocks");
  if (blocks2) {
    const count2 = `${formatCount(blocks2.blocks)} of the ${formatCount(blocks2.needed)} ${blockName(report)}s`;
    return say`Cannot tell: ${count2} that a verdict needs${withSlos(verdict)}`;
  }
  if (find("other-work")) return say`Base and head do not do the same work${withSlos(verdict)}`;
  if (find("no-base")) return say`Cannot compare: the base could not be measured${withSlos(verdict)}`;
  if (records.some(({ incompatible }) => incompatible))
    return say`Cannot compare: no comparable run of ${branch}${withSlos(verdict)}`;
  if (find("nothing-found")) return say`Cannot tell: a capacity was not found${withSlos(verdict)}`;
  if (find("beyond-range"))
    return say`Cannot tell: a capacity lies beyond what could be searched${withSlos(verdict)}`;
  return say`Nothing to compare with yet${withSlos(verdict)}`;
}
function withheldWords({ change, metric, movement }) {
  const reason = change.reason;
  if (reason?.kind !== "unsteady") return null;
  const { evidence } = reason;
  switch (evidence.kind) {
    case "rare": {
      const rule = movement ? formatChangeOf(metric, movement.value) : "";
      const typical = /^[+−]/.test(rule) ? `${rule} as a rule, ` : "";
      const all = formatChangeOf(metric, evidence.pooled);
      if (evidence.alone) return `: cannot tell, ${all} alone under the whole load`;
      return `: cannot tell, ${stallWords(metric)} (${typical}${all} over all requests)`;
    }
    case "growing":
      return `: cannot tell, still growing (${growthWords(evidence)})`;
    case "crowded":
      return `: cannot tell, ${crowdingWords(evidence)}`;
    case "ageing":
      return `: cannot tell, ${ageingWords(evidence)}`;
    case "stalls":
      return `: cannot tell, ${stallWords(metric)} (in ${stretchWords(evidence)})`;
  }
}
var COARSE = 3;
function coarseWords({ slo: slo2, change, metric }) {
  if (slo2 === null || change?.kind !== "paired" || isShare(metric)) return "";
  const { detectable, tolerance } = change;
  if (detectable === null) return ", this run could not see much";
  return detectable > COARSE * tolerance ? `, this run could see only ${formatChangeOf(metric, detectable)} or more` : "";
}
function capitalise(phrase) {
  const [first, ...rest] = phrase;
  if (first?.kind !== "text") return phrase;
  return [{ ...first, text: capital(first.text) }, ...rest];
}

// src/report/words/suite.ts
var NAMES = 4;
var LONGEST_NAME = 60;
var LONGEST_HEADING = 120;
var LONGEST_FAULT = 2e4;
function suiteTitle(suite, groups = groupOf(suite)) {
  const [first] = groups;
  if (!first) return { icon: VERDICTS.invalid.icon, words: say`Not measured: no result arrived` };
  const icon = groupIcon(first);
  if (suite.legs.length === 1) {
    const words = first.outcome.kind === "report" ? groupWords(first) : say`Not measured: ${groupWords(first)}`;
    return { icon, words };
  }
  const looser = loosenedCount(distinctLoosened(suite));
  return { icon, words: say`${outcome2(groups, suite.legs.length)}${looser}` };
}
function groupOf({ legs }) {
  return groupLegs(legs.length === 1 ? legs : legs.map(withoutLoosened));
}
function outcome2(groups, total) {
  const first = groups[0];
  const counts = countCodes(groups).filter(([code2]) => isNews2(code2));
  if (counts.length === 0) return passing(groups, total);
  const words = counts.map(
    ([code2, count2], i) => `${formatCount(count2)}${i === 0 ? ` of ${formatCount(total)} legs` : ""} ${codeWord(code2, groups)}`
  );
  const all = first.names.length === total;
  return say`${words.join(", ")} · ${all ? "" : say`${groupName(first)}: `}${groupWords(first)}`;
}
function passing(groups, total) {
  const reports = reportsOf(groups);
  const slos = sloCounts(reports.flatMap(({ verdict }) => verdict.slos));
  const codes = new Set(groups.map(({ code: code2 }) => code2));
  const all = total === 2 ? "Both legs" : `All ${formatCount(total)} legs`;
  const faster = groups.filter(({ code: code2 }) => code2 === "improved");
  if (faster.length > 0) {
    const count2 = faster.length === total ? `${all} faster` : `${all} pass, ${formatCount(faster.length)} faster`;
    return say`${count2} · ${groupName(faster[0])}: ${groupWords(faster[0])}`;
  }
  const suffix = slos === "" ? "" : `; ${slos}`;
  if (codes.size > 1) return say`${all} pass${suffix}`;
  switch (groups[0].code) {
    case "unchanged":
      return say`${all} pass: nothing slower than the tolerance${suffix}`;
    case "first-run":
      return say`First run of ${formatCount(total)} legs: ${slos === "" ? "" : `${slos}, `}nothing to compare with yet`;
    case "skipped":
      return new Set(groups.map((group) => plain(groupWords(group)))).size === 1 ? groupWords(groups[0]) : say`${all} skipped`;
    default:
      return say`${all} pass${suffix}`;
  }
}
function countCodes(groups) {
  return VERDICT_CODES.map((code2) => [
    code2,
    groups.filter((group) => group.code === code2).reduce((sum2, { names }) => sum2 + names.length, 0)
  ]).filter(([, count2]) => count2 > 0);
}
function groupIcon({ outcome: outcome3 }) {
  return outcome3.kind === "report" ? verdictIcon(outcome3.report.verdict) : VERDICTS.invalid.icon;
}
function groupName({ names }) {
  return nameSome(names);
}
function groupWords({ outcome: outcome3 }) {
  switch (outcome3.kind) {
    case "report":
      return headline(outcome3.report);
    case "missing":
      return say`no result arrived`;
    case "fault":
      return fromMessage(cut(faultLines(outcome3.message)[0], LONGEST_HEADING));
  }
}
function explainAbsence({ names, outcome: outcome3 }) {
  const many = names.length > 1;
  const nothing2 = strong("This says nothing about your change.");
  if (outcome3.kind === "missing") {
    const fate = many ? "Their jobs failed before they measured, were cancelled, or never started. Their logs" : "The job failed before it measured, was cancelled, or never started. Its log";
    const step = many ? "say why; then re-run them" : "says why; then re-run it";
    return { before: say`${fate} in `, after: say` ${step}. ${nothing2}` };
  }
  if (outcome3.kind === "fault" && outcome3.exitCode === EXIT.configuration) {
    const before = say`Nothing was measured: correct this, try it with ${code("tailgate plan")}, and push. The whole log is in `;
    return { before, after: say`.` };
  }
  return { before: say`The whole log is in `, after: say`. ${nothing2}` };
}
function forkWords({ approvedBy }) {
  const start = say`${strong("From a fork")}: its author controls the run that this comes from.`;
  return approvedBy === void 0 ? say`${start} A pass is pending until somebody who may write approves exactly this commit, and re-runs the workflow run that wrote this.` : say`${start} ${`@${cut(approvedBy, 40)}`} has approved exactly this commit, so it counts.`;
}
function reportOnlyWords() {
  return say`${strong("Report only")}: with ${code("fail-on: none")} nothing here blocks the merge.`;
}
function attemptWords({ run, attempt: attempt2, headline: words }, runs) {
  const which2 = runs > 1 ? `Run ${cut(run, 20)}, attempt` : "Attempt";
  return say`${which2} ${attempt2}: ${cut(words, 160)}`;
}
function distinctLoosened({ legs }) {
  const gates = legs.flatMap(
    ({ outcome: outcome3 }) => outcome3.kind === "report" ? outcome3.report.verdict.loosened : []
  );
  return [...new Map(gates.map((gate) => [JSON.stringify(gate), gate])).values()];
}
function withoutLoosened(leg2) {
  const { outcome: outcome3 } = leg2;
  if (outcome3.kind !== "report") return leg2;
  const { report } = outcome3;
  return {
    ...leg2,
    outcome: { ...outcome3, report: { ...report, verdict: { ...report.verdict, loosened: [] } } }
  };
}
function suiteHeadline(suite) {
  const { icon, words } = suiteTitle(suite);
  return `${icon} ${plain(words)}`;
}
function reportsOf(groups) {
  return groups.flatMap(({ outcome: outcome3 }) => outcome3.kind === "report" ? [outcome3.report] : []);
}
function isNews2(code2) {
  return VERDICT_CODES.indexOf(code2) <= VERDICT_CODES.indexOf("inconclusive");
}
function codeWord(code2, groups) {
  const rows = groups.flatMap((group) => group.code === code2 && group.worst ? [group.worst] : []);
  const isSlower = code2 === "regressed" && rows.every(({ metric }) => isLatency(metric));
  return isSlower ? "slower" : VERDICTS[code2].word;
}
function faultLines(message3) {
  const lines = cleanLines(cut(message3.trim(), LONGEST_FAULT));
  return [lines[0].replace(/^error: /, "") || "Tailgate ended without a word", ...lines.slice(1)];
}
function nameSome(names) {
  const count2 = names.length === NAMES + 1 ? names.length : NAMES;
  const shown = names.slice(0, count2).map((name) => cut(name, LONGEST_NAME));
  const rest = names.length - shown.length;
  if (rest > 0) shown.push(`${formatCount(rest)} more`);
  return shown.some((name) => name.includes(",")) ? shown.join("; ") : listed(shown);
}

// src/report/html/markup.ts
var Markup = class {
  html;
  constructor(html) {
    this.html = html;
  }
};
var VOID = /* @__PURE__ */ new Set(["meta", "br"]);
function h(tag, attributes, ...children) {
  const written = Object.entries(attributes).flatMap(
    ([name, value]) => value === null || value === false ? [] : [value === true ? name : `${name}="${escapeText(String(value))}"`]
  );
  const start = `<${[tag, ...written].join(" ")}>`;
  return new Markup(VOID.has(tag) ? start : `${start}${write(children)}</${tag}>`);
}
function show2(phrase) {
  const parts = phrase.map(({ kind, text: text6 }) => kind === "text" ? text6 : h(kind, {}, text6));
  return new Markup(write(parts));
}
function verbatim(lines, label4) {
  const text6 = lines.map(escapeText).join("\n");
  return new Markup(
    `<pre tabindex="0" role="region" aria-label="${escapeText(clean(label4))}">
${text6}
</pre>`
  );
}
function tabular(header, rows) {
  return h(
    "table",
    { class: "values" },
    h("thead", {}, h("tr", {}, ...header.map((text6) => h("th", { scope: "col" }, text6)))),
    h(
      "tbody",
      {},
      ...rows.map(
        ([name, ...cells]) => h(
          "tr",
          {},
          h("th", { scope: "row" }, name),
          ...cells.map((text6, i) => h("td", { "data-label": header[i + 1] }, text6))
        )
      )
    )
  );
}
function write(child) {
  if (child === null) return "";
  if (child instanceof Markup) return child.html;
  if (typeof child === "object") return child.map(write).join("");
  return escapeText(clean(String(child)));
}
function escapeText(text6) {
  return text6.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

// src/metrics/compared.ts
var ALWAYS = METRIC_KINDS.filter((kind) => rowOf({ kind }).compared === "always").map(
  (kind) => kind === "slow-share" ? { kind, ms: Number.NaN } : { kind }
);
var COSTS = METRIC_KINDS.map((kind) => ({ kind })).filter(isCost);

// src/config/language/load.ts
var SHORTEST_SECONDS = 1;
var LONGEST_SECONDS = 6 * 3600;
var MOST_USERS = 4e4;
var HIGHEST_RATE = 3e5;
var MOST_REQUESTS = 1e9;
var USERS_PHRASE = /^(?:(?:concurrent|parallel|virtual|simultaneous)\s+)?(?:users?|vus?|threads?|clients?|connections?)\b/i;
var FORMS = "`1000 req/s`, `20 users` or `10000 requests by 2 users`";
function parseLoad(text6) {
  return parseOrSuggest(text6, readLoad, printLoad);
}
function readLoad(text6) {
  const tokens = new Tokens(text6, "load", "1000 req/s");
  const load = takeLoad(tokens);
  if (!tokens.ended) failAfterLoad(tokens);
  return load;
}
function printLoad(load) {
  switch (load.kind) {
    case "arrival-rate":
      return `${printDecimal(load.rate)} req/s${printLength(load.seconds)}`;
    case "users":
      return `${printUsers(load.users)}${printLength(load.seconds)}`;
    case "fixed-work":
      return `${load.requests} ${load.requests === 1 ? "request" : "requests"} by ${printUsers(load.users)}`;
  }
}
function printUsers(users) {
  return users === 1 ? "1 user" : `${users} users`;
}
function printLength(seconds2) {
  return seconds2 === void 0 ? "" : ` for ${printDuration(seconds2)}`;
}
function takeLoad(tokens) {
  failOnReversedOrder(tokens);
  const number14 = takeNumber(tokens, `a load such as ${FORMS}`);
  const unit = tokens.next;
  if (isUsersWord(unit)) {
    tokens.take();
    return { kind: "users", users: takeWhole(tokens, number14, "users", MOST_USERS), ...takeLength(tokens) };
  }
  if (unit.kind === "word" && /^requests?$/.test(unit.text) && !isRatePhrase(tokens)) {
    tokens.take();
    return takeFixedWork(tokens, number14);
  }
  const phrase = USERS_PHRASE.exec(tokens.text.slice(unit.offset))?.[0];
  if (phrase) {
    const span = { offset: unit.offset, length: phrase.length };
    tokens.correct(span, `${quote(phrase)} is not a unit of load.`, "users");
  }
  const replacement = nearest(unit.text, ["users", "requests"]);
  if (unit.kind === "word" && replacement && !isRatePhrase(tokens)) {
    const what = `${quote(unit.text)} is not a unit of load.`;
    tokens.fail(unit, { what, expected: `expected ${FORMS}`, replacement });
  }
  takeRateUnit(tokens, number14, `expected ${FORMS}`);
  const rate = Number(number14.text);
  if (rate === 0)
    tokens.fail(number14, { what: "A load of 0 req/s sends nothing.", expected: "expected more than 0" });
  if (rate > HIGHEST_RATE) failAboveMost(tokens, number14, HIGHEST_RATE);
  return { kind: "arrival-rate", rate, ...takeLength(tokens) };
}
function takeFixedWork(tokens, number14) {
  const requests = takeWhole(tokens, number14, "requests", MOST_REQUESTS);
  if (!tokens.takeWord("by")) {
    const foreign = /^(?:with|from|on|at|over|across)$/i.test(tokens.next.text);
    tokens.fail(tokens.next, {
      what: "A number of requests needs to know how many users send them.",
      expected: "expected `by`, as in `10000 requests by 2 users`",
      ...foreign ? { replacement: "by" } : { hint: "A rate is written `req/s`: `1000 req/s`." },
      ...tokens.next.kind === "end" ? { replacement: " by 1 user" } : {}
    });
  }
  const users = takeNumber(tokens, "a number of users");
  if (!isUsersWord(tokens.next)) tokens.failExpected("`users`", { replacement: replaceWithUsers(tokens) });
  tokens.take();
  const count2 = takeWhole(tokens, users, "users", MOST_USERS);
  if (count2 > requests) {
    tokens.fail(users, {
      what: "Fixed work has at least one request for each user.",
      expected: `expected at most ${printUsers(requests)}`,
      replacement: String(requests)
    });
  }
  if (tokens.next.text === "for") {
    const end = [2, 1, 0].map((ahead) => tokens.peek(ahead)).find((token) => token.kind !== "end");
    tokens.fail(tokens.span(tokens.next, end), {
      what: "Fixed work ends when its requests are done, so it cannot also last for a time.",
      expected: "expected nothing after the users",
      replacement: "",
      hint: "For a time, write `N users for 30s` or `N req/s for 30s`."
    });
  }
  return { kind: "fixed-work", requests, users: count2 };
}
function replaceWithUsers(tokens) {
  if (tokens.next.kind === "end") return " users";
  return tokens.next.kind === "word" ? "users" : void 0;
}
function takeLength(tokens) {
  const word = tokens.next;
  if (/^(?:during|over|lasting)$/i.test(word.text)) tokens.failExpected("`for`", { replacement: "for" });
  if (!tokens.takeWord("for")) return {};
  const first = tokens.next;
  const unit = tokens.peek(1);
  const seconds2 = takeDuration(tokens);
  if (seconds2 < SHORTEST_SECONDS || seconds2 > LONGEST_SECONDS) {
    tokens.fail(tokens.span(first, unit), {
      what: seconds2 < SHORTEST_SECONDS ? "k6 cannot send load for less than 1 s." : "A load lasts 6 hours at most.",
      expected: "expected `1s` to `6h`"
    });
  }
  return { seconds: seconds2 };
}
function takeWhole(tokens, number14, what, most) {
  const value = Number(number14.text);
  if (!Number.isInteger(value) || value < 1) {
    tokens.fail(number14, {
      what: `The number of ${what} is a whole number from 1.`,
      expected: "expected a whole number"
    });
  }
  if (value > most) failAboveMost(tokens, number14, most);
  return value;
}
function failAboveMost(tokens, number14, most) {
  return tokens.fail(number14, {
    what: "The load is too large.",
    expected: `expected at most ${most}`,
    hint: `One k6 sends ${HIGHEST_RATE} req/s or runs ${MOST_USERS} users at the very most.`
  });
}
function isUsersWord(token) {
  return token.kind === "word" && (token.text === "users" || token.text === "user");
}
function isRatePhrase(tokens) {
  return tokens.peek(1).text === "/" || tokens.peek(1).text === "per" || tokens.next.text.includes("/");
}
function failOnReversedOrder(tokens) {
  const word = tokens.next;
  const sign = tokens.peek(1);
  const number14 = sign.kind === "number" ? sign : tokens.peek(2);
  if (word.kind !== "word" || number14.kind !== "number") return;
  const unit = /^(?:users?|vus?)$/i.test(word.text) ? "users" : /^(?:rate|rps|qps|req\/s)$/i.test(word.text) ? "req/s" : "";
  if (!unit) return;
  tokens.correct(tokens.span(word, number14), "The number comes first.", `${number14.text} ${unit}`);
}
function failAfterLoad(tokens) {
  const separated = /^(?:,|;|and|&&)$/.test(tokens.next.text);
  return tokens.failExpected("nothing more after the load", {
    hint: separated ? "Several loads are a list (a sweep): `load: [5 req/s, 10 req/s]`." : void 0
  });
}

// src/config/data.ts
import { parse } from "csv-parse/sync";
var MOST_DATA_BYTES = 10 * 1024 * 1024;

// src/config/time-limit.ts
var BUDGET_SECONDS = { least: 1, most: 6 * 3600 };

// src/config/services.ts
var SIGNALS = "TERM INT QUIT HUP KILL USR1 USR2 ABRT".split(" ").map((name) => `SIG${name}`);

// src/plan/paired.ts
var MOST_BLOCKS = 14;

// src/report/rows/budget.ts
var USUAL_SECONDS = [30, 60, 90, 120, 180, 240, 300, 360, 480, 600, 720, 900, 1200, 1800];
function adviseBudget(finding, pair, record4) {
  const { detectable, tolerance, metric, label: label4 } = finding;
  const goal = 2 * tolerance;
  const seconds2 = plannedSeconds(label4, pair, record4);
  if (detectable === null || !(detectable > goal) || !(tolerance > 0) || !(seconds2 > 0)) return null;
  const scale = isShare(metric) ? (change) => change : Math.log1p;
  const beyond = (change) => scale(change) - scale(tolerance);
  const factor2 = (beyond(detectable) / beyond(goal)) ** 2;
  const wanted = seconds2 * factor2;
  const { load, instances } = record4.steps.find((step) => step.label === label4);
  const blocks2 = countPlanned(pair);
  const counts = instances.map(
    ({ slices }) => slices.reduce((sum2, { ok, failed, dropped }) => sum2 + ok + failed + dropped, 0)
  );
  const requests = Math.ceil(Math.max(...counts) * blocks2 * factor2 / MOST_BLOCKS);
  const isWork = load.kind === "fixed-work" && blocks2 * factor2 > MOST_BLOCKS;
  return {
    goal,
    seconds: USUAL_SECONDS.find((usual) => usual >= 0.95 * wanted) ?? null,
    ...isWork && { load: { ...load, requests: Number(requests.toPrecision(2)) } }
  };
}
function ignoresBudget(label4, pair, { steps: steps2 }) {
  const isWork = steps2.find((step) => step.label === label4)?.load.kind === "fixed-work";
  return isWork && (pair === null || countPlanned(pair) >= MOST_BLOCKS);
}
function countPlanned({ planned, variants: variants2 = 1 }) {
  return planned / variants2;
}
function plannedSeconds(label4, { blocks: blocks2, planned, variants: variants2 = 1 }, { steps: steps2 }) {
  const own = steps2.find((step) => step.label === label4);
  const variant2 = JSON.stringify(own?.variant);
  const measured = steps2.filter((step) => step.scenario === own?.scenario && JSON.stringify(step.variant) === variant2).flatMap(({ instances }) => instances.flatMap(({ slices }) => slices)).reduce((sum2, slice) => sum2 + slice.seconds, 0);
  const count2 = variants2 > 1 ? own?.instances.length ?? 0 : blocks2;
  return measured * planned / variants2 / Math.max(1, count2);
}

// src/report/words/pair.ts
function pairStatement(report, rows) {
  const { pair } = report.verdict;
  const compared = pairedChanges(rows);
  if (!pair || compared.length === 0) return null;
  const planned = pair.blocks === pair.planned ? "" : ` of ${formatCount(pair.planned)}`;
  const several = pair.variants ?? 1;
  const variants2 = several > 1 ? ` of ${formatCount(several)} variants` : "";
  const blocks2 = `${formatCount(pair.blocks)}${planned} ${pair.because === "deployed" ? "rounds" : "fresh starts of each"}${variants2}`;
  const origin = originWords(pair, cut(report.baseBranch, 40));
  const confidence = formatShare(Math.min(...compared.map((change) => change.confidence)));
  const discarded = discardWords(pair, baseName(report), armNames(report).head);
  const base = pair.baseCommit === null ? say`${origin}` : say`${code(shortCommit(pair.baseCommit))}, ${origin}`;
  const how = `${pair.because === "deployed" ? "both run already and" : "both"} get the same traffic ${turnWords(report)}${aloneWords(report, rows)}`;
  return say`Compared with ${base}, in ${blocks2}; ${how}.${deployedWords(pair)} Ranges hold with ${confidence} each${openWords(compared)}; what is called slower or faster was checked jointly over all metrics${sharedWords(pair)}${sensitivityWords(compared)}.${unreadWords(pair)}${discarded}`;
}
function deployedWords({ because }) {
  if (because !== "deployed") return "";
  return " Each is one process on one machine: a lucky start or a faster machine counts as a change. Their processor time, memory and disturbances are not known.";
}
function sharedWords({ variants: variants2 = 1, error }) {
  if (variants2 === 1) return "";
  return `, and the variants share one chance of a false alarm, ${formatShare(error)} for the whole run`;
}
var NAMED_STEPS = 3;
function turnWords({ record: record4 }) {
  const paired = record4.steps.filter(({ arm }) => arm === "base");
  const others = paired.filter(
    (step) => !step.instances.some(({ slices }) => slices.some(({ alternating }) => alternating))
  );
  if (others.length === paired.length) return "one after the other";
  if (others.length === 0) return TURNS;
  const named = others.length > NAMED_STEPS ? counted(others.length, "scenario") : listed(others.map(({ label: label4 }) => shortLabel(label4)));
  return `${TURNS}, in ${named} one after the other`;
}
var TURNS = "alternately, 10 ms or one request at a time, in random order";
function aloneWords({ record: record4 }, rows) {
  if (!record4.steps.some(hasAlone)) return "";
  const alone = "; each has the whole load alone as well, while the other stands still";
  return rows.some(({ slo: slo2 }) => slo2 !== null) ? `${alone}, and SLOs are judged on that` : alone;
}
function pairEffort(report) {
  const { pair } = report.verdict;
  if (!pair || pairedChanges(rowsOf(report)).length === 0) return null;
  const starts = pair.because === "deployed" ? counted(pair.blocks, "round") : `${counted(pair.blocks, "fresh start")} each`;
  return `both versions side by side, ${starts}`;
}
function detectableWords(rows) {
  return rangeDetectable(pairedChanges(rows));
}
function explainUndecidedPair(report, row) {
  const change = row.change;
  const { reason } = change;
  if (reason?.kind === "unsteady") return explainUnsteady(report, row, reason.evidence);
  if (change.kind !== "paired" || change.detectable === null) {
    return say`How small a change this run could see is not known; a ${moreLoad(report, [row.label])} or a quieter runner narrows the interval.`;
  }
  if (change.change.value > Math.max(change.tolerance, change.detectable))
    return say`${rowTitle(row)} looks ${size(change, change.change.value)} slower, but with identical code some metric would look so in ${formatShare(change.pValue)} of runs. A ${moreLoad(report, [row.label])} tells.`;
  const could = say`This run could see a slowdown of ${size(change, change.detectable)}`;
  const advice = report.verdict.pair && adviseBudget(change, report.verdict.pair, report.record);
  if (!advice) return say`${could}; a ${moreLoad(report, [row.label])} narrows the interval.`;
  const goal = `one of ${size(change, advice.goal)}, twice the tolerance,`;
  if (advice.seconds === null) {
    return say`${could}; seeing ${goal} would need more than half an hour of load. A quieter runner or a larger ${code("tolerance")} helps more.`;
  }
  const budget = say`${code(`budget: ${printDuration(advice.seconds)}`)}`;
  const work = advice.load ? say`${code(`load: ${printLoad(advice.load)}`)} with ` : "";
  return say`${could}; seeing ${goal} needs about ${work}${budget}.`;
}
function explainUnsteady(report, row, evidence) {
  const change = row.change;
  if (evidence.kind === "rare" && evidence.alone) {
    return say`As a rule ${rowTitle(row)} is the same, but with the whole load alone it is ${size(change, evidence.pooled)} slower over all requests. In turns ${baseName(report)} waits as well for what this change takes of the processors or of a shared server. Look for work in the background and for what both share; a larger ${code("budget")} shows whether it lasts.`;
  }
  if (evidence.kind === "rare") {
    const more2 = evidence.pooled > 0;
    const all = `${size(change, evidence.pooled)} ${more2 ? "slower" : "faster"}`;
    const where = more2 ? "this change" : baseName(report);
    return say`As a rule ${rowTitle(row)} is the same, but over all requests together it is ${all}: a few long stalls in ${where} outweigh the rest. Look for pauses such as garbage collection, compaction or timers; a ${moreLoad(report, [row.label])} shows whether they come back.`;
  }
  if (evidence.kind === "growing") {
    return say`Latency still grew when a stretch of load ended: ${growthWords(evidence)}. So nobody knows where it settles. Look for what the rate fills: a pool, a lock, a queue, a processor. A longer load (${code("for 60s")}) shows where it ends.`;
  }
  if (evidence.kind === "crowded") {
    return say`Stretches of load were thrown away: ${crowdingWords(evidence)}. So the service may fill all processors at times: look for work in parallel, such as a garbage collection, a compression or a rebuilt cache.`;
  }
  if (evidence.kind === "ageing") {
    const young = report.verdict.pair?.because === "deployed" ? "Side by side it is as fast" : "Fresh processes are as fast";
    return say`${young} as before, but ${ageingWords(evidence)}; ${baseName(report)} did not. Look for what an old process has and a young one has not: a list that is scanned, a cache, a leak. A longer ${code("measure.soak")} shows more of it.`;
  }
  return say`As a rule ${rowTitle(row)} is the same, but in ${stretchWords(evidence)} this change stalled: one request in twenty took more than twice the usual p99. ${stalledBase(evidence.base, baseName(report))} Look for pauses such as garbage collection, compaction or timers; a ${moreLoad(report, [row.label])} shows whether they come back.`;
}
function moreLoad({ verdict, record: record4 }, labels) {
  return labels.every((label4) => ignoresBudget(label4, verdict.pair, record4)) ? say`longer ${code("load")} (more requests)` : say`larger ${code("budget")}`;
}
function stalledBase(count2, base) {
  return count2 === 0 ? `That was never so on ${base}.` : `On ${base} that was so in ${formatCount(count2)}.`;
}
function pairedChanges(rows) {
  return rows.flatMap(({ change }) => change?.kind === "paired" ? [change] : []);
}
function originWords({ because }, branch) {
  switch (because) {
    case "asked":
      return "the base that was asked for";
    case "merge-parent":
      return `the commit of ${branch} that this merges into`;
    case "merge-base":
      return `where this left ${branch}`;
    case "merge-group":
      return "the commit that the merge queue builds on";
    case "before-push":
      return `the tip of ${branch} before this push`;
    case "parent":
      return "its parent";
    case "deployed":
      return "the deployment of the base";
  }
}
function openWords(compared) {
  const open = compared.some(({ metric, change }) => formatChangeRange(metric, change) === "");
  return open ? "; where there is none, undisturbed starts were too few for one" : "";
}
function sensitivityWords(compared) {
  const seen = rangeDetectable(compared);
  if (seen === null) return "";
  const spread = rangeOf(compared, (change) => change.spread || null);
  const noise = spread === null ? "" : ` (one start differs from the next by about ${spread})`;
  const what = compared.every(({ metric }) => isShare(metric)) ? "rise" : "slowdown";
  return `; the smallest ${what} that such a run would usually catch: ${seen}${noise}`;
}
function unreadWords({ unread = [] }) {
  const rest = unread.length - NAMED_STEPS;
  const told = unread.slice(0, NAMED_STEPS).map(({ label: label4, metric, requests, needed }) => {
    const times = formatCount(Math.ceil(10 * needed / Math.max(1, requests)) / 10);
    return ` ${metricName(metric)} of ${shortLabel(label4)} is not compared: it takes ${formatCount(needed)} requests of each revision, and ${formatCount(requests)} were due; ${times} times the budget brings them.`;
  }).join("");
  return rest > 0 ? `${told} Nor are ${formatCount(rest)} more.` : told;
}
function discardWords({ discarded }, base, head) {
  const parts = [
    ...discarded.base > 0 ? [`${counted(discarded.base, "round")} of ${base}`] : [],
    ...discarded.head > 0 ? [`${counted(discarded.head, "round")} of ${head}`] : []
  ];
  return parts.length > 0 ? ` Discarded as disturbed: ${listed(parts)}.` : "";
}
function rangeDetectable(changes) {
  return rangeOf(changes, (change) => change.detectable);
}
function rangeOf(changes, read) {
  const ratios = changes.filter(({ metric }) => !isShare(metric));
  const chosen = ratios.length > 0 ? ratios : changes;
  const sizes = chosen.flatMap((change) => {
    const value = read(change);
    return value === null || !Number.isFinite(value) ? [] : [{ change, value }];
  });
  if (sizes.length === 0) return null;
  sizes.sort((a, b) => a.value - b.value);
  const [least, most] = [sizes[0], sizes.at(-1)].map(({ change, value }) => size(change, value));
  return least === most ? most : `${least.split(" ", 1)[0]} to ${most}`;
}
function size({ metric }, value) {
  return formatChangeOf(metric, Math.abs(value)).replace("+", "");
}

// src/report/words/comparison.ts
function explainReasons(report) {
  const branch = cut(report.baseBranch, 40);
  const verdict = report.verdict.code;
  const groups = /* @__PURE__ */ new Map();
  for (const change of report.verdict.changes) {
    const { reason } = change;
    if (!reason || !isShared(reason)) continue;
    if (reason.kind === "noisy" && (change.kind !== "history" || verdict !== "inconclusive")) continue;
    const key = JSON.stringify(reason);
    const group = groups.get(key) ?? { reason, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  const reasons = [...groups.values()].map(({ reason, changes }) => {
    const all = changes.length === report.verdict.changes.length;
    if (reason.kind === "new") return newWords(changes, baseName(report));
    if (reason.kind === "no-base" && changes.some((one) => "change" in one && one.change !== null))
      return insteadWords(branch);
    if (reason.kind === "few-records" && !all && isFirst(reason))
      return say`${some(changes)}: not measured on ${branch} yet.`;
    const labels = changes.map(({ label: label4 }) => label4);
    return say`${all ? "" : `${some(changes)}: `}${explainReason(reason, branch, report, labels)}`;
  });
  const { unmeasured } = report.verdict;
  return unmeasured ? [irrelevanceWords(unmeasured), ...reasons] : reasons;
}
function irrelevanceWords({ patterns, baseCommit }) {
  const shown = patterns.slice(0, PATTERNS).map((pattern) => code(cut(pattern, 60)));
  const rest = patterns.length - shown.length;
  const more2 = rest > 0 ? `, and ${counted(rest, "more pattern")}` : "";
  return say`No file that ${code("when.changed")} names differs from the base ${code(shortCommit(baseCommit))}, so nothing was measured. It names ${join(shown)}${more2}.`;
}
function explainReason(reason, branch, report, labels) {
  switch (reason.kind) {
    case "few-records":
      return explainRecords(reason, branch);
    case "noisy":
      return say`A ${moreLoad(report, labels)} makes each run steadier, and more runs of ${branch} narrow the interval.`;
    case "identical":
      return say`Both revisions have the same files, so there is nothing to compare.`;
    case "no-base":
      return say`The base revision could not be measured, so there is nothing to compare with.`;
    case "beyond-range": {
      const rate = formatRate(reason.rate);
      const whose = report.verdict.pair ? "both" : "this run";
      if (!(reason.rate > 0))
        return say`The capacity of ${whose} is not known: k6 could send too little to find a rate that meets.`;
      const where = {
        above: say`The capacity of ${whose} is at least ${rate}, the end of the range: raise it.`,
        below: say`The capacity of ${whose} is below ${rate}, the start of the range: lower it.`,
        generator: say`The capacity of ${whose} is at least ${rate}, the generator's limit: k6 can send no more here.`
      };
      return where[reason.side];
    }
    case "nothing-found":
      return say`The search for the capacity of this run found nothing before its time was over. A larger ${code("budget")} helps, or a narrower range.`;
    case "too-few-blocks":
      return say`${counted(reason.blocks, blockName(report))} could be used; a verdict needs ${formatCount(reason.needed)}.${labels.every((label4) => ignoresBudget(label4, report.verdict.pair, report.record)) ? "" : say` A larger ${code("budget")} makes room for more.`}`;
  }
}
var NAMED2 = 3;
var PATTERNS = 8;
function isShared(reason) {
  return reason.kind !== "unsteady" && reason.kind !== "other-work";
}
function isFirst({ compatible, incompatible }) {
  return compatible === 0 && !incompatible;
}
function explainRecords(reason, branch) {
  const { compatible, needed, since, incompatible } = reason;
  if (isFirst(reason))
    return say`No run of ${branch} is stored yet. Runs of ${branch} are recorded as they happen; here, ${code("tailgate run --record")} adds one.`;
  if (incompatible)
    return say`${counted(incompatible.records, "earlier run")} of ${branch} cannot be compared with: ${differenceWords(incompatible.differs)}.`;
  if (since === void 0)
    return say`${counted(compatible, "earlier run")} of ${branch} can be compared with; a verdict needs ${formatCount(needed)}. Each run of ${branch} adds one.`;
  const at = since === null ? say`` : say` at ${code(shortCommit(since))}`;
  return say`${branch} itself changed${at}, and only runs since then can be compared with: ${formatCount(compatible)} of the ${formatCount(needed)} that a verdict needs. Each run of ${branch} adds one.`;
}
function newWords(changes, base) {
  const labels = [...new Set(changes.map(({ label: label4 }) => label4))];
  const [are, them] = labels.length === 1 ? ["is", "it"] : ["are", "them"];
  return say`${listSome(labels.map(shortLabel), NAMED2)} ${are} new: ${base} cannot serve ${them}, so only SLOs are judged there.`;
}
function insteadWords(branch) {
  return say`The base revision could not be measured; earlier runs of ${branch} stand in for it, as ${code("on-base-failure")} says.`;
}
function differenceWords(differs) {
  if (differs.length === 0) return "something else was measured";
  return `another ${listed(differs.slice(0, 6).map((name) => cut(name, 60)))}`;
}
function some(changes) {
  return listSome(
    changes.map(({ label: label4, metric }) => title(label4, metric)),
    NAMED2
  );
}
function explainUndecided(report, rows) {
  const { verdict, baseBranch } = report;
  const row = selectUndecided(rows)[0];
  if (verdict.code !== "inconclusive" || !row) return null;
  const name = rowTitle(row);
  const { movement } = row;
  const { kind, tolerance, reason } = row.change;
  if (isShare(row.metric)) {
    const when = kind === "history" ? "before" : `on ${baseName(report)}`;
    const before = row.base === null ? "" : `, ${formatShare(row.base)} ${when}`;
    const what = row.metric.kind === "errors" ? " of requests failed" : "";
    const short = reason?.kind === "unsteady" && reason.evidence.kind === "rare" ? "they come in bursts that a typical block does not have" : "too few to tell whether there are more now";
    return say`${name}: ${formatShare(row.head)}${what}${before}; ${short}.`;
  }
  if (kind !== "history" || reason?.kind === "unsteady") return explainUndecidedPair(report, row);
  if (movement === null) {
    return say`${name}: in some earlier runs of ${cut(baseBranch, 40)} so many requests failed that there is no value to compare with.`;
  }
  const [low, high] = [formatChange(movement.low), formatChange(movement.high)];
  return say`The change of ${name} lies between ${low} and ${high}, the tolerance is ${formatShare(tolerance)}: neither a slowdown nor its absence is shown.`;
}
function explainBlocking(report) {
  const { code: verdict, blocks: blocks2, slos } = report.verdict;
  if (verdict === "inconclusive" || verdict === "at-limit") {
    const blocking = blocks2 ? say`${BLOCKS} ${code("fail-on")} demands it.` : say`${strong("Does not block.")}`;
    const few = slos.filter((slo2) => slo2.code === "at-limit" && isUnbounded(slo2));
    const labels = few.map(({ label: label4 }) => label4);
    return few.length > 0 ? say`${blocking} A ${moreLoad(report, labels)} sends more requests.` : blocking;
  }
  if (verdict !== "regressed" && verdict !== "missed") return null;
  const rows = rowsOf(report);
  if (blocks2) {
    const held = [...rows].sort(bySeverity)[0]?.slo;
    const holds = verdict === "regressed" && held?.code === "met" ? ` Its SLO (${metricName(held.slo.metric)} ${limitWords(held.slo)}) still holds.` : "";
    return say`${BLOCKS}${holds}`;
  }
  const missed = rows.filter(({ slo: slo2 }) => slo2?.code === "missed");
  const already = verdict === "missed" && missed.length > 0 && missed.every(isMissedAlready);
  return already ? say`${strong("Does not block")}: ${baseName(report)} misses the same.` : say`${strong("Does not block.")}`;
}
var BLOCKS = strong("Blocks the merge.");
function explainUnchanged(report, rows) {
  const compared = rows.filter(
    ({ metric, movement, change }) => isLatency(metric) && !isSupplementary(metric) && movement !== null && change?.kind === "paired"
  );
  const size2 = ({ movement }) => Math.abs(movement.value);
  const [largest] = compared.sort((a, b) => size2(b) - size2(a));
  if (report.verdict.code !== "unchanged" || largest === void 0) return null;
  const [base, head] = [largest.base, largest.head].map((value) => formatValue(largest.metric, value));
  const { range } = changeWords(largest);
  const seen = detectableWords(compared);
  const noticed = seen === null ? "" : ` This run would have noticed a slowdown of ${seen}.`;
  return say`Largest change: ${rowTitle(largest)} ${base} → ${head}${range && ` ${range}`}.${noticed}`;
}
function comparisonStatement(report, rows) {
  return pairStatement(report, rows) ?? historyStatement(report);
}
function historyStatement(report) {
  const compared = report.verdict.changes.filter((one) => one.kind === "history").filter(({ metric, change, history }) => metric.kind !== "errors" && change && history.length > 0);
  if (compared.length === 0) return null;
  const lengths = compared.map((change) => change.history.length);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const runs = least === most ? counted(most, "earlier run") : `${formatCount(least)} to ${formatCount(most)} earlier runs`;
  const confidence = formatShare(compared[0].confidence);
  const attainable = compared.find((change) => change.history.length === least).attainableError ?? 1 / (least + 1);
  const chance = `1/(${formatCount(least)} + 1) = ${formatShare(attainable, 2)}`;
  return say`Compared with ${runs} of ${cut(report.baseBranch, 40)}. The intervals are ${confidence} t prediction intervals and assume that values are log-normal; without that assumption a false alarm has a chance of at most ${chance} per metric.`;
}

// src/report/words/notes.ts
function effortWords(report) {
  const { verdict } = report;
  const paired = pairEffort(report);
  if (paired !== null) return paired;
  const { discardedRounds, instances, loadSeconds } = verdict.effort;
  if (loadSeconds === 0) return "nothing measured";
  const parts = [counted(instances, verdict.pair?.because === "deployed" ? "round" : "fresh start")];
  parts.push(`${Math.round(loadSeconds).toLocaleString("en-US")} s of load`);
  if (discardedRounds > 0) parts.push(`${counted(discardedRounds, "round")} discarded as disturbed`);
  return parts.join(", ");
}
function infinityNote(rows, withEarlier = true) {
  const latencies = rows.filter((row) => isLatency(row.metric));
  const shown = latencies.flatMap((row) => [row.head, row.base, ...withEarlier ? row.earlier : []]);
  return shown.includes(Number.POSITIVE_INFINITY) ? say`${NEVER}: failed requests count as never answered.` : null;
}
function scenarioNotes(report) {
  const notes = [];
  const scenarios = report.record.steps.filter((scenario) => scenario.arm === "head");
  const closed = scenarios.filter((scenario) => scenario.load.kind !== "arrival-rate");
  if (closed.length > 0) {
    const are = closed.length === 1 ? "is a closed model" : "are closed models";
    notes.push(
      say`${listSome(
        closed.map(({ label: label4 }) => shortLabel(label4)),
        4
      )} ${are}: users wait for an answer before they ask again, which hides part of the waiting when the service stalls (coordinated omission).`
    );
  }
  return [...notes, ...redirectNotes(report.verdict.redirects ?? [])];
}
var MOST_REDIRECTS = 4;
function redirectNotes(redirects) {
  const told = new Map(redirects.map((each) => [`${each.request} ${each.status} ${each.location}`, each]));
  const shown = [...told.values()].slice(0, MOST_REDIRECTS);
  const rest = told.size - shown.length;
  return [
    ...shown.map(({ request: request2, status, location }) => {
      const [leads, ask] = location === null ? [say``, say`ask for where it leads`] : [say` to ${code(location)}`, say`ask for ${code(location)}`];
      return say`${code(request2)} answers ${status}${leads}: the redirect is what is measured; ${ask}, or write ${code(`expect: {status: ${status}}`)}.`;
    }),
    ...rest > 0 ? [say`${counted(rest, "more request")} ${rest === 1 ? "measures a redirect" : "measure redirects"}.`] : []
  ];
}

// src/report/document.ts
function composeDocument(report, most) {
  const { invalid: invalid2, faults } = report.verdict;
  const rows = rowsOf(report);
  const eyes = selectForEyes(rows, report);
  return {
    icon: verdictIcon(report.verdict),
    headline: headline(report),
    rows,
    /** Rows that are the news. */
    eyes,
    causes: limit2(
      [...invalid2.map(explainInvalid), ...faults.map(explainServiceFault), ...explainWork(report)],
      most
    ),
    /** Last words of what failed. */
    logs: logsOf(faults, invalid2).slice(0, most),
    accepted: explainAcceptances(report),
    refused: explainRefusals(report),
    /** Whether it blocks, and where a slowdown comes from. */
    judgement: keep([explainBlocking(report), ...explainSlowdowns(report)]),
    /** Why something is undecided or was not compared. */
    reasons: keep([explainUndecided(report, rows), ...explainReasons(report).slice(0, most)]),
    /** Words of a run without news. */
    unchanged: explainUnchanged(report, rows),
    loosened: explainLoosened(report),
    steps: nextSteps(report),
    /** What the figures mean, how they were compared, and what else was noticed. */
    figures: keep([...explainRelative(report), infinityNote(rows)]),
    method: comparisonStatement(report, eyes.length > 0 ? eyes : rows),
    notes: keep([costWords(report), suspectWords(report), ...scenarioNotes(report)]),
    effort: effortWords(report)
  };
}
function keep(phrases) {
  return phrases.filter((phrase) => phrase !== null);
}
function limit2(causes, most) {
  const rest = causes.length - most;
  return rest > 0 ? [...causes.slice(0, most), say`And ${counted(rest, "more cause")}.`] : [...causes];
}

// src/report/json.ts
var JSON_SCHEMA_VERSION = 1;
function renderJson(report) {
  const { verdict, record: record4 } = report;
  const document = {
    schemaVersion: JSON_SCHEMA_VERSION,
    suite: report.suite,
    verdict: verdict.code,
    blocks: verdict.blocks,
    headline: plain(headline(report)),
    baseBranch: report.baseBranch,
    reproduce: report.reproduce,
    link: report.link,
    slos: verdict.slos.map(sloJson),
    changes: verdict.changes.map(changeJson),
    costs: verdict.costs.map(costJson),
    faults: verdict.faults,
    invalid: verdict.invalid,
    pair: verdict.pair,
    unmeasured: verdict.unmeasured ?? null,
    loosened: verdict.loosened.map(loosenedJson),
    suspects: verdict.suspects.map(suspectJson),
    redirects: verdict.redirects ?? [],
    acceptances: verdict.acceptances.map(acceptanceJson),
    refusals: verdict.refusals,
    effort: verdict.effort
  };
  const readable = JSON.stringify(document, portable, 2);
  return `${readable.replace(/\n\}$/, "")},
  "record": ${JSON.stringify(record4, portable)}
}`;
}
function sloJson({ label: label4, slo: slo2, estimate: estimate2, confidence, code: code2, growth: growth2, stretches, relative }) {
  const { limit: limit3, metric, operator } = slo2;
  return {
    label: label4,
    metric: printMetric(metric),
    slo: `${metricName(metric)} ${limitWords(slo2)}`,
    operator,
    limit: limit3.kind === "absolute" ? limit3.value : { ...limit3, metric: printMetric(limit3.metric) },
    unit: unitOf(metric),
    ...estimate2,
    confidence,
    outcome: code2,
    growth: growth2 ?? null,
    stretches: stretches ?? null,
    relative: relative ?? null
  };
}
var UNCOMPARED = {
  base: null,
  change: null,
  pooled: null,
  withinMs: null,
  detectable: null,
  spread: null,
  pValue: null,
  confidence: null,
  history: [],
  attainableError: null
};
function changeJson(finding) {
  const { label: label4, metric, kind, head, tolerance, code: code2, reason } = finding;
  const { base, change, confidence, history, attainableError, ...paired } = { ...UNCOMPARED, ...finding };
  return {
    label: label4,
    metric: printMetric(metric),
    thresholdMs: metric.kind === "slow-share" ? metric.ms : null,
    unit: unitOf(metric),
    kind,
    base,
    head,
    changePercent: change && !isShare(metric) ? percents(metric, change) : null,
    changePoints: change && isShare(metric) ? percents(metric, change) : null,
    pooledChange: inHundredths(paired.pooled),
    withinMs: paired.withinMs ?? null,
    detectableChange: inHundredths(paired.detectable),
    blockSpread: inHundredths(paired.spread),
    pValue: paired.pValue,
    confidence,
    tolerancePercent: tolerance * 100,
    history,
    attainableError,
    outcome: code2,
    reason: reason ? reasonJson(reason) : null
  };
}
function reasonJson(reason) {
  if (reason.kind !== "unsteady" || reason.evidence.kind !== "rare") return reason;
  const { evidence } = reason;
  return { ...reason, evidence: { ...evidence, pooled: evidence.pooled * 100 } };
}
function costJson({ label: label4, metric, base, head, change }) {
  return {
    label: label4,
    metric: printMetric(metric),
    unit: unitOf(metric),
    base,
    head,
    changePercent: percents(metric, change)
  };
}
function loosenedJson(gate) {
  if (!("metric" in gate) || gate.metric === null || typeof gate.metric === "string") return gate;
  return { ...gate, metric: printMetric(gate.metric) };
}
function suspectJson({ label: label4, metric, commit, change }) {
  const { changePercent, changePoints } = isShare(metric) ? { changePercent: null, changePoints: change * 100 } : { changePercent: change * 100, changePoints: null };
  return { label: label4, metric: printMetric(metric), commit, changePercent, changePoints };
}
function acceptanceJson({ covers, ...rest }) {
  const named = covers.map(({ label: label4, metric }) => ({ label: label4, metric: metric && printMetric(metric) }));
  return { ...rest, covers: named };
}
function inHundredths(fraction) {
  return fraction === null ? null : fraction * 100;
}
function percents(metric, change) {
  const { low, high } = listKnownEnds(metric, change);
  return { value: change.value * 100, low: inHundredths(low), high: inHundredths(high) };
}
function portable(_key, value) {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  return Number.isNaN(value) ? null : String(value);
}

// src/report/format/sparkline.ts
var BARS = ["\u2581", "\u2582", "\u2583", "\u2584", "\u2585", "\u2586", "\u2587", "\u2588"];
var NEVER2 = "\u2715";
var NOTHING = "\xB7";
function drawSparkline(values) {
  const high = Math.max(0, ...values.filter(Number.isFinite));
  return values.map((value) => {
    if (Number.isNaN(value)) return NOTHING;
    if (!Number.isFinite(value)) return NEVER2;
    return BARS[Math.max(0, Math.ceil(value / (high || 1) * BARS.length) - 1)];
  }).join("");
}

// src/report/words/table.ts
function tabulate(report, rows, trendRuns = 20) {
  const branch = cut(report.baseBranch, 24);
  const arms2 = armNames(report);
  const status = (row) => statusOf(row, baseName(report));
  const earlier = (row) => row.earlier.slice(-trendRuns);
  const runs = Math.max(0, ...rows.map((row) => earlier(row).length));
  const based = rows.some((row) => row.base !== null);
  const columns = [
    { key: "metric", header: say``, right: false, cell: nameCell },
    {
      key: "status",
      header: say``,
      right: false,
      cell: (row) => say`${status(row).words}`
    },
    {
      key: "slo",
      header: say`SLO`,
      right: false,
      shown: rows.some((row) => row.slo),
      cell: (row) => say`${row.slo ? limitWords(row.slo.slo) : NONE}`
    },
    {
      key: "base",
      header: arms2.base,
      right: true,
      shown: based,
      cell: (row) => say`${row.base === null ? NONE : formatValue(row.metric, row.base)}`
    },
    { key: "head", header: say`${arms2.head}`, right: true, cell: headCell },
    { key: "change", header: say`change`, right: true, shown: based, cell: changeCell },
    {
      key: "trend",
      header: say`${branch}, last ${runs}, ${arms2.head}`,
      right: false,
      shown: runs > 0,
      cell: (row) => say`${row.earlier.length > 0 ? drawSparkline([...earlier(row), row.current]) : NONE}`
    }
  ];
  const shown = columns.filter((column) => column.shown !== false);
  return {
    columns: shown.map(({ key, header, right }) => ({ key, header, right })),
    rows: rows.map((row) => {
      const { tone } = status(row);
      return { tone, cells: shown.map((column) => column.cell(row, tone)) };
    })
  };
}
function nameCell(row, tone) {
  const name = rowTitle(row);
  return tone === "bad" ? [strong(name)] : say`${name}`;
}
function headCell(row, tone) {
  const sign = signWords(row);
  const value = sign === "\u2265 " && row.head === 0 ? NONE : sign + formatValue(row.metric, row.head);
  return tone === "bad" ? [strong(value)] : say`${value}`;
}
function signWords({ slo: slo2, change, head }) {
  const { reason } = change ?? {};
  const side = slo2?.capacity?.kind ?? (reason?.kind === "beyond-range" ? reason.side : "found");
  if (side === "found" || Number.isNaN(head)) return "";
  return side === "below" ? "< " : "\u2265 ";
}
function changeCell(row) {
  const { value, range } = changeWords(row);
  const decided = row.change?.code === "regressed" || row.change?.code === "improved";
  return say`${decided ? strong(value) : value}${range === "" ? "" : ` ${range}`}`;
}

// src/config/variants.ts
function printValues(values) {
  return Object.entries(values).map(([axis, value]) => `${axis}=${value}`).join(" ");
}
function bareLabel(label4, values) {
  return label4.replaceAll(` [${printValues(values)}]`, "");
}

// src/statistics/median.ts
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const above = sorted[half] ?? Number.NaN;
  const below = sorted.length % 2 === 1 ? above : sorted[half - 1] ?? Number.NaN;
  return below === above ? above : (below + above) / 2;
}

// src/verdict/stalls.ts
var PAUSE_SECONDS = 0.1;
var LEAST_SHARE = 0.02;
var FEWEST_REQUESTS = 5;
var FACTOR = 2;
function listStalled(stretches) {
  const pairs = stretches.map(({ base, head }) => ({ base: base.filter(isUsed), head: head.filter(isUsed) })).filter(({ base, head }) => base.length > 0 && head.length > 0);
  const isStalledInTurns = learnUsual(pairs, true);
  const isStalledAlone = learnUsual(pairs, false);
  const isStalled = (slice) => (slice.alternating ? isStalledInTurns : isStalledAlone)(slice);
  const met = pairs.map(({ base, head }) => ({ base: base.filter(isStalled), head: head.filter(isStalled) })).filter(({ base, head }) => base.length === 0 || head.length === 0);
  return {
    base: met.flatMap(({ base }) => base),
    head: met.flatMap(({ head }) => head),
    of: pairs.reduce((sum2, pair) => sum2 + pair.head.length, 0)
  };
}
function learnUsual(pairs, inTurns) {
  const listOwn = (arm) => pairs.flatMap((pair) => pair[arm]).filter(({ alternating }) => alternating === true === inTurns);
  return stallsAbove(Math.min(findUsual(listOwn("base")), findUsual(listOwn("head"))));
}
function findUsual(slices) {
  return median(slices.map((slice) => pooledQuantile([slice], 0.99)));
}
function stallsAbove(usual) {
  return (slice) => {
    const seconds2 = slice.seconds * (slice.alternating ? 2 : 1);
    const share = Math.max(PAUSE_SECONDS / seconds2, LEAST_SHARE, FEWEST_REQUESTS / attempts(slice));
    return share < 1 && pooledQuantile([slice], 1 - share) > FACTOR * usual;
  };
}
function isUsed(slice) {
  return attempts(slice) > 0;
}

// src/report/charts/drawing.ts
import * as Plot from "@observablehq/plot";
import { DOMImplementation, XMLSerializer } from "@xmldom/xmldom/lib/dom.js";

// src/report/charts/style.ts
var STROKES = [
  { light: "#0072b2", dark: "#56b4e9", dashes: "" },
  { light: "#c04a00", dark: "#ff9d4d", dashes: "7 3" },
  { light: "#007a5a", dark: "#2cc79b", dashes: "2 2" },
  { light: "#9c3e84", dark: "#e39bc8", dashes: "9 3 2 3" },
  { light: "#6b5b00", dark: "#e6d25a", dashes: "4 2" },
  { light: "#3b3fa0", dark: "#9da3ff", dashes: "1 2" }
];
var INK = { light: "#1f2328", dark: "#e6edf3" };
var LIMIT = { light: "#a40e26", dark: "#ff938a" };
var TONES = { good: { light: "#1a7f37", dark: "#3fb950" } };
var PAPER = { light: "#ffffff", dark: "#0d1117" };
var STYLE = [
  `.tailgate{color:${INK.light};background:${PAPER.light}}`,
  "@media (prefers-color-scheme:dark){",
  `.tailgate{color:${INK.dark};fill:${INK.dark};background:${PAPER.dark}}`,
  `.paper{fill:${PAPER.dark}}.limit{fill:${LIMIT.dark};stroke:${PAPER.dark}}.limit-line{stroke:${LIMIT.dark}}`,
  ...STROKES.map(({ dark }, i) => `.line-${i}{stroke:${dark}}.dot-${i},.band-${i}{fill:${dark}}`),
  "}"
].join("");
var PAPER_COLOUR = PAPER.light;
var HALO = { stroke: PAPER.light, strokeWidth: 4, paintOrder: "stroke" };

// src/report/charts/drawing.ts
var SVG = "http://www.w3.org/2000/svg";
var FIGURE_WIDTH = 520;
var LEFT = 62;
var LONGEST_NAME2 = 48;
function drawFigure(title2, description, options) {
  const { height, yLabel, ...others } = options;
  const marginTop = others.marginTop ?? (yLabel === void 0 ? 10 : 24);
  const { svg, add } = plotSvg({
    width: FIGURE_WIDTH,
    marginLeft: 46,
    marginRight: 18,
    ...others,
    marginTop,
    height: height + marginTop
  });
  for (const style of [...svg.getElementsByTagName("style")]) style.parentNode.removeChild(style);
  for (const element of [svg, ...svg.getElementsByTagName("*")]) element.removeAttribute("style");
  const first = svg.firstChild;
  add("title", {}, title2, first);
  add("desc", {}, description, first);
  if (yLabel !== void 0)
    add("text", { x: 2, y: 12, "text-anchor": "start", fill: "currentColor" }, yLabel);
  return new XMLSerializer().serializeToString(svg);
}
function plotSvg(options) {
  const document = new DOMImplementation().createDocument(SVG, "svg", null);
  const svg = Plot.plot({
    marginLeft: LEFT,
    marginRight: 24,
    marginBottom: 40,
    ...options,
    className: "tailgate",
    document
  });
  svg.setAttribute("fill", INK.light);
  svg.setAttribute("role", "img");
  const add = (name, attributes, text6, before) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text6 !== void 0) element.appendChild(document.createTextNode(text6));
    svg.insertBefore(element, before ?? null);
    return element;
  };
  return { svg, add };
}
function showName(name) {
  return cut(clean(name), LONGEST_NAME2);
}

// src/report/charts/latency.ts
import * as Plot3 from "@observablehq/plot";

// src/report/charts/scale.ts
import * as Plot2 from "@observablehq/plot";
var WIDE = 25;
function chooseScale(latencies, usual) {
  const known3 = latencies.filter((ms) => Number.isFinite(ms) && ms > 0);
  const [low, high] = [Math.min(...known3), Math.max(...known3)];
  const [unit, factor2] = high < 1 ? ["\xB5s", 1e3] : high < 1e4 ? ["ms", 1] : ["s", 1e-3];
  if (high / usual <= WIDE || !(high > low)) {
    return {
      unit,
      factor: factor2,
      scale: { type: "linear", domain: [0, high * factor2 * 1.06], nice: true, axis: null }
    };
  }
  const domain = [low * factor2 / 1.2, high * factor2 * 1.2];
  return {
    unit,
    factor: factor2,
    scale: { type: "log", domain, axis: null },
    ticks: listTicks(domain[0], domain[1])
  };
}
function drawAxis({ ticks }, axis) {
  const options = { label: null, text: (value) => formatNumber(value), tickSize: 4 };
  if (axis === "x") {
    return ticks === void 0 ? [Plot2.gridX(), Plot2.axisX(options)] : [Plot2.gridX(ticks), Plot2.axisX(ticks, options)];
  }
  return ticks === void 0 ? [Plot2.gridY(), Plot2.axisY(options)] : [Plot2.gridY(ticks), Plot2.axisY(ticks, options)];
}
function listTicks(low, high) {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const steps2 = last - first > 4 ? [1] : [1, 2, 5];
  return Array.from(
    { length: last - first + 1 },
    (_, i) => steps2.map((step) => Number(`${step}e${first + i}`))
  ).flat().filter((value) => value >= low && value <= high);
}

// src/report/charts/latency.ts
var DEEPEST = 5;
var STEP = 0.05;
var LEAST_INSTANCES = 3;
var TICKS = [
  [0, "min"],
  [0.5, "50 %"],
  [0.9, "90 %"],
  [0.99, "99 %"],
  [0.999, "99.9 %"],
  [0.9999, "99.99 %"],
  [0.99999, "99.999 %"]
];
var DOTS = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999];
function readLine(name, { instances }) {
  const alone = instances.map(({ slices }) => pickAlone(slices)).filter((slices) => slices.length > 0);
  return { name, slices: alone.flat(), instances: alone };
}
function plotLatency(lines, slos, hasDots = false) {
  const curves = lines.map(({ slices }) => readCurve(slices));
  const highest = Math.max(
    ...curves.flat().map(({ ms }) => ms).filter(Number.isFinite)
  );
  const limits = listLimits(slos).filter(({ ms }) => ms < 2.5 * highest);
  const values = [...curves.flat(), ...limits].map(({ ms }) => ms);
  const axis = chooseScale(values, Math.min(...lines.map(({ slices }) => pooledQuantile(slices, 0.5))));
  const { unit, factor: factor2, scale } = axis;
  const deepest = Math.max(1, ...curves.flat().map(({ x }) => x));
  const bands = lines.map((line) => lines.length > 2 ? [] : readBand(line));
  const breaks = curves.flatMap(findBreak);
  const spread = lines.find((_, i) => bands[i].length > 0)?.instances.length;
  return {
    height: 280,
    x: { domain: [0, deepest], label: "share of requests that were answered faster" },
    y: scale,
    yLabel: [`latency (${unit})`, ...explainMarks(spread, breaks.length > 0)].join("; "),
    marks: [
      ...drawAxis(axis, "y"),
      Plot3.gridX(TICKS.map(([level]) => place(level)).filter((x) => x <= deepest)),
      Plot3.axisX(
        TICKS.map(([level]) => place(level)).filter((x) => x <= deepest),
        {
          tickFormat: (x) => TICKS.find(([level]) => place(level) === x)[1]
        }
      ),
      ...bands.map(
        (band, i) => Plot3.areaY(band, {
          x: "x",
          y1: ({ low }) => low * factor2,
          y2: ({ high }) => high * factor2,
          fill: STROKES[i].light,
          fillOpacity: 0.16,
          className: `band-${i}`
        })
      ),
      ...curves.map(
        (curve, i) => Plot3.lineY(curve, {
          x: "x",
          y: ({ ms }) => Number.isFinite(ms) ? ms * factor2 : Number.NaN,
          stroke: STROKES[i].light,
          strokeWidth: 2,
          strokeDasharray: STROKES[i].dashes || void 0,
          className: `line-${i}`
        })
      ),
      ...(hasDots ? lines : []).map(
        ({ slices, name }, i) => Plot3.dot(
          readDots(slices).filter(({ ms }) => Number.isFinite(ms)),
          {
            x: "x",
            y: ({ ms }) => ms * factor2,
            r: 3.5,
            fill: STROKES[i].light,
            className: `dot-${i}`,
            title: ({ x, ms }) => `${name}: p${printPercent2(x)} ${formatMs(ms)}`
          }
        )
      ),
      Plot3.dot(breaks, {
        x: "x",
        y: ({ ms }) => ms * factor2,
        symbol: "times",
        r: 6,
        stroke: "currentColor",
        strokeWidth: 2
      }),
      Plot3.link(limits, {
        x1: ({ x }) => Math.max(0, x - 0.16),
        x2: ({ x }) => x + 0.16,
        y1: ({ ms }) => ms * factor2,
        y2: ({ ms }) => ms * factor2,
        stroke: LIMIT.light,
        strokeWidth: 2.5,
        className: "limit-line"
      }),
      Plot3.text(limits, {
        x: "x",
        y: ({ ms }) => ms * factor2,
        text: "name",
        dy: -9,
        fill: LIMIT.light,
        ...HALO,
        className: "limit"
      })
    ]
  };
}
function describeLatency(title2, lines) {
  const said = lines.map(({ name, slices }) => {
    const [median3, tail] = [0.5, 0.99].map((level) => formatMs(pooledQuantile(slices, level)));
    return `${name}: p50 ${median3}, p99 ${tail}`;
  });
  return `${title2}. ${said.join("; ")}.`;
}
function readCurve(slices) {
  return listPlaces(slices).map((x) => ({ x, ms: pooledQuantile(slices, 1 - 10 ** -x) }));
}
function explainMarks(spread, isBroken) {
  return [
    ...spread ? [`band: the lowest to the highest of ${spread} starts of the service`] : [],
    ...isBroken ? ["\xD7: the rest failed"] : []
  ];
}
function findBreak(curve) {
  const last = curve.findLast(({ ms }) => Number.isFinite(ms));
  return last === void 0 || last === curve.at(-1) ? [] : [last];
}
function readBand({ instances }) {
  if (instances.length < LEAST_INSTANCES) return [];
  const places = instances.map(listPlaces).sort((a, b) => a.length - b.length)[0];
  return places.flatMap((x) => {
    const values = instances.map((slices) => pooledQuantile(slices, 1 - 10 ** -x));
    if (!values.every(Number.isFinite)) return [];
    return [{ x, low: Math.min(...values), high: Math.max(...values) }];
  });
}
function listPlaces(slices) {
  const requests = slices.reduce((sum2, slice) => sum2 + attempts(slice), 0);
  const deepest = Math.min(DEEPEST, Math.log10(Math.max(1, requests)));
  return Array.from({ length: Math.floor(deepest / STEP) + 1 }, (_, i) => Number((i * STEP).toFixed(2)));
}
function listLimits(slos) {
  return slos.flatMap((slo2) => {
    const { metric, limit: limit3 } = slo2;
    if (metric.kind !== "percentile" || limit3.kind !== "absolute") return [];
    return [
      { x: place(metric.percent / 100), ms: limit3.value, name: `${printMetric(metric)} ${limitWords(slo2)}` }
    ];
  });
}
function readDots(slices) {
  const deepest = listPlaces(slices).at(-1);
  return DOTS.map((level) => ({ x: place(level), ms: pooledQuantile(slices, level) })).filter(
    ({ x }) => x <= deepest
  );
}
function printPercent2(x) {
  return String(Number((100 * (1 - 10 ** -x)).toFixed(4)));
}
function place(level) {
  return Number(-Math.log10(1 - level).toFixed(6));
}

// src/report/charts/multiples.ts
import * as Plot4 from "@observablehq/plot";
var COLUMNS = 3;
var HEIGHT = 92;
var LEVELS = Array.from({ length: 25 }, (_, i) => 1 - 10 ** (-i / 12));
function plotMultiples(multiples, slo2) {
  const points2 = multiples.flatMap(
    ({ title: title2, lines }, cell) => lines.flatMap(
      ({ name, slices }, arm) => LEVELS.map((level, x) => ({
        ...placeOf(cell),
        x,
        arm,
        title: title2,
        name,
        ms: pooledQuantile(slices, level)
      }))
    )
  );
  const known3 = points2.filter(({ ms }) => Number.isFinite(ms));
  const values = known3.map(({ ms }) => ms);
  const limit3 = slo2?.limit.kind === "absolute" && slo2.limit.value < 1.5 * Math.max(...values) ? slo2.limit.value : null;
  const axis = chooseScale(limit3 === null ? values : [...values, limit3], Math.max(...values));
  const { unit, factor: factor2, scale } = axis;
  const cells = multiples.map(({ title: title2 }, cell) => ({ ...placeOf(cell), title: showName(title2) }));
  const last = LEVELS.length - 1;
  return {
    height: HEIGHT * Math.ceil(multiples.length / COLUMNS) + 24,
    marginBottom: 24,
    x: { domain: [0, last], axis: null },
    y: scale,
    fx: { domain: Array.from({ length: COLUMNS }, (_, i) => i), axis: null, padding: 0.08 },
    fy: { domain: [...new Set(cells.map(({ fy }) => fy))], axis: null, padding: 0.2 },
    yLabel: `latency (${unit}), from the minimum to p99`,
    marks: [
      ...drawAxis(axis, "y").slice(0, 1),
      Plot4.axisY({ label: null, tickSize: 0, ticks: 3 }),
      Plot4.frame({ stroke: "currentColor", strokeOpacity: 0.2 }),
      Plot4.text(cells, {
        fx: "fx",
        fy: "fy",
        text: "title",
        frameAnchor: "top-left",
        dx: 3,
        dy: -13,
        fontSize: 11
      }),
      ...limit3 === null ? [] : [Plot4.ruleY([limit3 * factor2], { stroke: LIMIT.light, strokeWidth: 1.2, className: "limit-line" })],
      ...[0, 1].map(
        (arm) => Plot4.lineY(
          known3.filter((point) => point.arm === arm),
          {
            fx: "fx",
            fy: "fy",
            x: "x",
            y: ({ ms }) => ms * factor2,
            z: "title",
            stroke: STROKES[arm].light,
            strokeWidth: 1.6,
            strokeDasharray: STROKES[arm].dashes || void 0,
            className: `line-${arm}`
          }
        )
      ),
      ...[0, 1].map(
        (arm) => Plot4.dot(
          known3.filter((point) => point.arm === arm && point.x === last),
          {
            fx: "fx",
            fy: "fy",
            x: "x",
            y: ({ ms }) => ms * factor2,
            r: 2.8,
            fill: STROKES[arm].light,
            className: `dot-${arm}`,
            title: ({ title: title2, name, ms }) => `${title2}, ${name}: p99 ${formatMs(ms)}`
          }
        )
      )
    ]
  };
}
function placeOf(cell) {
  return { fx: cell % COLUMNS, fy: Math.floor(cell / COLUMNS) };
}

// src/report/charts/pairs.ts
import * as Plot5 from "@observablehq/plot";
var ROW = 60;
var LETTER = 6.6;
var TICKS2 = [-0.9, -0.75, -0.5, -0.3, -0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 50, 100];
var MOST_TICKS = 7;
function plotPairs(rows) {
  const place2 = isShare(rows[0].metric) ? (change) => 100 * change : Math.log1p;
  const known3 = rows.map((row) => ({
    ...row,
    name: showName(metricName(row.metric)),
    pairs: row.pairs.filter(({ change }) => Number.isFinite(place2(change)))
  }));
  const band = ({ change }) => [-change.tolerance, change.tolerance].map(place2);
  const ends = known3.flatMap((row) => [...band(row), ...row.pairs.map(({ change }) => place2(change))]);
  const span = Math.max(...ends) - Math.min(...ends);
  const domain = [Math.min(...ends) - 0.06 * span, Math.max(...ends) + 0.06 * span];
  const intervals = known3.flatMap(({ name, metric, movement }) => {
    if (movement === null) return [];
    const [low, value, high] = [movement.low, movement.value, movement.high].map(place2);
    const inside = (x) => Math.max(domain[0], Math.min(domain[1], Number.isNaN(x) ? value : x));
    return Number.isFinite(value) ? [{ name, metric, change: movement.value, x: inside(value), low: inside(low), high: inside(high) }] : [];
  });
  return {
    height: ROW * rows.length + 34,
    marginBottom: 34,
    marginLeft: Math.min(200, 16 + LETTER * Math.max(...known3.map(({ name }) => name.length))),
    x: { domain, axis: null },
    fy: { domain: known3.map(({ name }) => name), axis: null, padding: 0.12 },
    marks: [
      Plot5.rect(known3, {
        fy: "name",
        x1: (row) => band(row)[0],
        x2: (row) => band(row)[1],
        fill: TONES.good.light,
        fillOpacity: 0.14,
        className: "tolerance",
        title: ({ metric, change }) => `tolerance: ${formatChangeOf(metric, change.tolerance)}`
      }),
      Plot5.axisFy({ anchor: "left", label: null, textAnchor: "end", fill: "currentColor" }),
      ...isShare(rows[0].metric) ? [Plot5.axisX({ anchor: "bottom", label: "percentage points", ticks: 5 })] : [
        Plot5.axisX(chooseTicks(domain[0], domain[1]), {
          anchor: "bottom",
          label: null,
          tickFormat: (x) => formatChange(Math.expm1(x))
        })
      ],
      Plot5.ruleX([0], { stroke: "currentColor", strokeOpacity: 0.5 }),
      Plot5.dot(
        known3.flatMap(({ name, metric, pairs }) => pairs.map((pair) => ({ name, metric, ...pair }))),
        Plot5.dodgeY({
          fy: "name",
          x: (pair) => place2(pair.change),
          anchor: "middle",
          dy: -6,
          padding: 0.6,
          r: 3.6,
          fill: STROKES[0].light,
          fillOpacity: 0.8,
          className: "dot-0",
          title: ({ name, metric, block, change }) => `${name}, pair ${block + 1}: ${formatChangeOf(metric, change)}`
        })
      ),
      Plot5.ruleY(intervals, {
        fy: "name",
        x1: "low",
        x2: "high",
        y: null,
        dy: 20,
        stroke: "currentColor",
        strokeWidth: 2,
        className: "interval"
      }),
      Plot5.dot(intervals, {
        fy: "name",
        x: "x",
        frameAnchor: "middle",
        dy: 20,
        symbol: "diamond",
        r: 5,
        fill: "currentColor"
      })
    ]
  };
}
function chooseTicks(low, high) {
  const inside = TICKS2.map(Math.log1p).filter((x) => x >= low && x <= high);
  const gap = (high - low) / MOST_TICKS;
  const zero = inside.indexOf(0);
  const [below, above] = [inside.slice(0, zero).reverse(), inside.slice(zero + 1)];
  const spread = (side) => {
    let last = 0;
    return side.filter((x) => {
      const hasRoom = Math.abs(x - last) >= gap;
      if (hasRoom) last = x;
      return hasRoom;
    });
  };
  return [...spread(below).reverse(), 0, ...spread(above)];
}

// src/report/charts/time.ts
import * as Plot6 from "@observablehq/plot";
var MOST_SLICES = 150;
function listMoments({ step, stalled }, tail, origin) {
  const all = [
    ...step.instances.flatMap(({ slices }) => slices.map((slice) => ({ slice, isSoak: false }))),
    ...(step.soak ?? []).map((slice) => ({ slice, isSoak: true }))
  ].sort((a, b) => a.slice.startedAt - b.slice.startedAt);
  const size2 = Math.ceil(all.length / MOST_SLICES);
  return Array.from({ length: Math.ceil(all.length / size2) }, (_, i) => {
    const group = all.slice(i * size2, (i + 1) * size2);
    const slices = group.map(({ slice }) => slice);
    const last = slices.at(-1);
    return {
      start: (slices[0].startedAt - origin) / 1e3,
      end: (last.startedAt - origin) / 1e3 + lengthOf(last),
      low: pooledQuantile(slices, 0.5),
      high: pooledQuantile(slices, tail),
      stalls: slices.filter((slice) => stalled.has(slice)).length,
      isSoak: group[0].isSoak
    };
  });
}
function findOrigin(steps2) {
  let first = Number.POSITIVE_INFINITY;
  for (const { instances, discarded = [] } of steps2) {
    for (const { slices } of instances)
      for (const { startedAt } of slices) first = Math.min(first, startedAt);
    for (const { startedAt } of discarded) first = Math.min(first, startedAt);
  }
  return first;
}
function plotTime(arms2, tail, origin, slo2) {
  const lines = arms2.map((arm) => listMoments(arm, tail, origin));
  const all = lines.flat();
  const values = all.flatMap(({ low, high }) => [low, high]).filter(Number.isFinite);
  const highest = Math.max(...values);
  const limit3 = slo2?.limit.kind === "absolute" && slo2.limit.value < 2.5 * highest ? slo2.limit.value : null;
  const axis = chooseScale(
    limit3 === null ? values : [...values, limit3],
    Math.min(...all.map(({ low }) => low))
  );
  const { unit, factor: factor2, scale } = axis;
  const [bottom, top] = scale.domain;
  const discarded = arms2.flatMap(
    ({ name, step }) => (step.discarded ?? []).map(({ startedAt, seconds: seconds2, because }) => ({
      start: (startedAt - origin) / 1e3,
      end: (startedAt - origin) / 1e3 + seconds2,
      name: `${name}: discarded (${because})`
    }))
  );
  const soak = all.filter(({ isSoak }) => isSoak);
  const spans = soak.length > 0 ? [{ start: Math.min(...soak.map(({ start }) => start)), end: Math.max(...soak.map(({ end }) => end)) }] : [];
  const last = Math.max(...[...all, ...discarded].map(({ end }) => end));
  const clamp = (ms) => Math.min(top, Math.max(bottom, ms * factor2));
  return {
    height: 236,
    marginBottom: 36,
    x: { domain: [-0.015 * last, 1.015 * last], label: "time of the run (min:s)", labelArrow: "none" },
    y: { ...scale, domain: [bottom, top] },
    yLabel: `latency (${unit})`,
    marks: [
      Plot6.rect(spans, {
        x1: "start",
        x2: "end",
        y1: bottom,
        y2: top,
        fill: "currentColor",
        fillOpacity: 0.06,
        className: "soak"
      }),
      Plot6.text(spans, { x: "start", y: top, text: () => "soak", dx: 4, dy: 9, textAnchor: "start" }),
      Plot6.rect(discarded, {
        x1: "start",
        x2: "end",
        y1: bottom,
        y2: top,
        fill: "currentColor",
        fillOpacity: 0.22,
        className: "discarded",
        title: "name"
      }),
      ...drawAxis(axis, "y"),
      Plot6.axisX(listClockTicks(last), { tickFormat: showClock }),
      ...limit3 === null ? [] : [
        Plot6.ruleY([limit3 * factor2], { stroke: LIMIT.light, strokeWidth: 1.5, className: "limit-line" }),
        Plot6.text([`${metricName(slo2.metric)} ${limitWords(slo2)}`], {
          x: last,
          y: limit3 * factor2,
          text: (text6) => text6,
          dy: -8,
          textAnchor: "end",
          fill: LIMIT.light,
          ...HALO,
          className: "limit"
        })
      ],
      ...lines.flatMap((moments, i) => {
        const stroke = STROKES[i].light;
        const middle = ({ start, end }) => (start + end) / 2;
        const told = ({ start, low, high, stalls }) => `${arms2[i].name} at ${showClock(start)}: p50 ${formatMs(low)}, p${Number((100 * tail).toFixed(3))} ${formatMs(high)}${stalls > 0 ? ", stalled" : ""}`;
        const dx = arms2.length > 1 ? i === 0 ? 1.5 : -1.5 : 0;
        return [
          Plot6.ruleX(moments, {
            x: middle,
            y1: ({ low }) => clamp(low),
            y2: ({ high }) => clamp(high),
            dx,
            stroke,
            strokeWidth: 2,
            strokeOpacity: 0.75,
            className: `line-${i}`,
            title: told
          }),
          Plot6.dot(moments, {
            x: middle,
            y: ({ high }) => clamp(high),
            dx,
            r: 2.4,
            fill: stroke,
            className: `dot-${i}`,
            title: told,
            symbol: i === 0 ? "circle" : "diamond"
          }),
          Plot6.dot(
            moments.filter(({ stalls }) => stalls > 0),
            {
              x: middle,
              y: ({ high }) => clamp(high),
              dx,
              dy: -11,
              symbol: "triangle",
              r: 4.5,
              fill: LIMIT.light,
              className: "stall limit",
              title: told
            }
          )
        ];
      })
    ]
  };
}
function listClockTicks(last) {
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800].find((each) => last / each <= 6) ?? 3600;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
}
function showClock(seconds2) {
  return `${Math.floor(seconds2 / 60)}:${String(Math.round(seconds2 % 60)).padStart(2, "0")}`;
}
function tailOf(slos) {
  const percents2 = slos.flatMap(({ metric }) => metric.kind === "percentile" ? [metric.percent] : []);
  return percents2.length > 0 ? Math.max(...percents2) / 100 : 0.99;
}
function lengthOf({ seconds: seconds2, alternating }) {
  return alternating ? 2 * seconds2 : seconds2;
}

// src/report/charts/trend.ts
import * as Plot7 from "@observablehq/plot";
var MOST_TICKS2 = 8;
function plotRecords(lines, records, slo2, mostTicks = MOST_TICKS2) {
  const series = lines.map(
    ({ label: label4, metric }) => records.flatMap((record4, x) => {
      const step = findHeadStep(record4, label4);
      const ms = step === void 0 ? Number.NaN : measureMetric(slicesOf(step), metric);
      return Number.isFinite(ms) ? [{ x, ms }] : [];
    })
  );
  const highest = Math.max(...series.flat().map(({ ms }) => ms));
  const limit3 = slo2?.limit.kind === "absolute" && slo2.limit.value < 2.5 * highest ? slo2.limit.value : null;
  const values = [...series.flat().map(({ ms }) => ms), ...limit3 === null ? [] : [limit3]];
  const axis = chooseScale(values, Math.min(...values));
  const { unit, factor: factor2, scale } = axis;
  const every = Math.ceil(records.length / mostTicks);
  const ticks = records.map((_, x) => x).filter((x) => (records.length - 1 - x) % every === 0);
  return {
    height: 200,
    marginBottom: 44,
    x: { domain: [-0.4, records.length - 0.6], label: null },
    y: scale,
    yLabel: `latency (${unit})`,
    marks: [
      ...drawAxis(axis, "y"),
      Plot7.axisX(ticks, { tickFormat: (x) => nameRun(records[x]), tickSize: 4 }),
      ...limit3 === null ? [] : [
        Plot7.ruleY([limit3 * factor2], {
          stroke: LIMIT.light,
          strokeWidth: 1.5,
          className: "limit-line"
        }),
        Plot7.text([`${printMetric(slo2.metric)} ${limitWords(slo2)}`], {
          x: records.length - 0.6,
          y: limit3 * factor2,
          text: (text6) => text6,
          dy: -8,
          textAnchor: "end",
          fill: LIMIT.light,
          ...HALO,
          className: "limit"
        })
      ],
      ...series.flatMap((points2, i) => [
        Plot7.lineY(points2, {
          x: "x",
          y: ({ ms }) => ms * factor2,
          stroke: STROKES[i].light,
          strokeWidth: 2,
          strokeDasharray: STROKES[i].dashes || void 0,
          className: `line-${i}`
        }),
        Plot7.dot(points2, {
          x: "x",
          y: ({ ms }) => ms * factor2,
          r: 2.5,
          fill: STROKES[i].light,
          className: `dot-${i}`
        })
      ])
    ]
  };
}
function nameRun({ commit, recordedAt }) {
  const time2 = Date.parse(recordedAt);
  const day = Number.isNaN(time2) ? "" : new Date(time2).toISOString().slice(0, 10);
  return `${/^[0-9a-f]{7,}$/.test(commit ?? "") ? shortCommit(commit) : "no commit"}
${day}`;
}

// src/report/charts/trials.ts
import * as Plot8 from "@observablehq/plot";
function plotTrials(arms2) {
  const trials = arms2.map(
    ({ name, measured }) => measured.blocks.flatMap(
      (block) => block.trials.map((trial) => ({ ...trial, name, start: block.block + 1 }))
    )
  );
  const all = trials.flat();
  const { slo: slo2 } = arms2[0].measured.goal;
  const limit3 = slo2.limit.kind === "absolute" ? slo2.limit.value : null;
  const values = all.map(({ value }) => value).filter(Number.isFinite);
  const axis = chooseScale([...values, ...limit3 === null ? [] : [limit3]], Math.min(...values));
  const { unit, factor: factor2, scale } = axis;
  const [bottom, top] = scale.domain;
  const found = arms2.flatMap(({ name, measured }, i) => {
    const estimate2 = poolEstimates(measured);
    return estimate2?.kind === "found" ? [{ ...estimate2, name, i }] : [];
  });
  const metric = metricName(slo2.metric);
  return {
    height: 236,
    marginBottom: 40,
    x: { label: "arrivals (req/s)", labelAnchor: "center", labelArrow: "none" },
    y: { ...scale, domain: [bottom, top] },
    yLabel: `${metric} (${unit}); full: met, hollow: not met`,
    marks: [
      ...drawAxis(axis, "y"),
      Plot8.axisX({ ticks: 6, tickFormat: (rate) => formatNumber(rate) }),
      ...limit3 === null ? [] : [Plot8.ruleY([limit3 * factor2], { stroke: LIMIT.light, strokeWidth: 1.5, className: "limit-line" })],
      ...found.flatMap((estimate2) => [
        Plot8.rect([estimate2], {
          x1: "low",
          x2: ({ high, value }) => Number.isFinite(high) ? high : value,
          y1: bottom,
          y2: top,
          fill: STROKES[estimate2.i].light,
          fillOpacity: 0.14,
          className: `band-${estimate2.i}`
        }),
        Plot8.ruleX([estimate2], {
          x: "value",
          stroke: STROKES[estimate2.i].light,
          strokeWidth: 2,
          strokeDasharray: STROKES[estimate2.i].dashes || void 0,
          className: `line-${estimate2.i}`,
          title: ({ name, value }) => `${name}: capacity ${formatRate(value)}`
        })
      ]),
      ...trials.flatMap((own, i) => {
        const place2 = {
          x: "rate",
          y: ({ value }) => Math.min(top, value * factor2),
          r: 4.2,
          symbol: i === 0 ? "circle" : "diamond",
          strokeWidth: 1.6,
          title: ({ name, start, rate, value, errors: errors2, met, limitedBy }) => `${name}, start ${start}: ${formatRate(rate)}, ${metric} ${formatMs(value)}, errors ${formatShare(errors2)}: ${limitedBy ? "k6's own limit" : met ? "met" : "not met"}`
        };
        const { light } = STROKES[i];
        return [
          Plot8.dot(
            own.filter(({ met }) => met),
            { ...place2, fill: light, className: `dot-${i}` }
          ),
          Plot8.dot(
            own.filter(({ met }) => !met),
            { ...place2, stroke: light, className: `line-${i}` }
          )
        ];
      })
    ]
  };
}

// src/report/rows/grid.ts
var MOST_CELLS = 5e3;
function gridOf(report, rows) {
  const steps2 = report.record.steps.filter(({ arm, variant: variant2 }) => arm === "head" && variant2 !== void 0);
  const variants2 = new Map(steps2.map(({ variant: variant2 }) => [printValues(variant2), variant2]));
  if (variants2.size < 2) return null;
  const byLabel = groupByLabel(rows);
  const names = new Set(steps2.map(({ label: label4, variant: variant2 }) => bareLabel(label4, variant2)));
  if (variants2.size * names.size > MOST_CELLS) return null;
  return {
    variants: [...variants2.values()],
    scenarios: [...names].map((name) => {
      const labels = [...variants2.keys()].map((values) => `${name} [${values}]`);
      const metric = chooseMetric(labels.flatMap((label4) => byLabel.get(label4) ?? []));
      const cells = labels.map((label4) => {
        const own = byLabel.get(label4) ?? [];
        const shown = own.find((row) => metric && rankOf(row.metric) === rankOf(metric)) ?? null;
        return { label: label4, shown, worst: own.toSorted(bySeverity)[0] ?? null };
      });
      return { name, metric, cells };
    })
  };
}
function chooseMetric(rows) {
  const withSlo = rows.filter(({ slo: slo2 }) => slo2 !== null);
  const farthest = (withSlo.length > 0 ? withSlo : rows).filter(({ metric }) => metric.kind === "percentile").toSorted((a, b) => rankOf(b.metric) - rankOf(a.metric))[0];
  return (farthest ?? withSlo[0] ?? rows[0])?.metric ?? null;
}

// src/verdict/pair-values.ts
var REQUESTS_BEYOND = 5;
function listDeviations(metric, blocks2, deepest) {
  return blocks2.map(({ base, head }) => {
    const before = measureMetric(base, metric, deepest);
    const after = measureMetric(head, metric, deepest);
    return compareValues(metric, before, after);
  });
}
function deepestLevel(blocks2) {
  return Math.max(0.5, 1 - REQUESTS_BEYOND / countTypically(blocks2));
}
function countTypically(blocks2) {
  const counts = blocks2.map(countRequests).filter((count2) => count2 > 0);
  return counts.sort((a, b) => a - b)[counts.length >> 1] ?? 1;
}
function countRequests({ base, head }) {
  const count2 = (slices) => slices.reduce((sum2, slice) => sum2 + attempts(slice), 0);
  return Math.min(count2(base), count2(head));
}
function compareValues(metric, base, head) {
  const worse = higherIsBetter(metric) ? -1 : 1;
  if (base === head) return 0;
  return worse * (isShare(metric) ? head - base : Math.log(head) - Math.log(base));
}

// src/report/rows/pairs.ts
function pairRows({ record: record4 }, rows) {
  return rows.flatMap((row) => {
    const { label: label4, metric, change } = row;
    if (change?.kind !== "paired" || metric.kind === "capacity") return [];
    const blocks2 = pairUpBlocks(record4, label4, stretchesOf(metric));
    if (blocks2.length === 0) return [];
    const deepest = deepestLevel(blocks2.map(({ slices }) => slices));
    const worse = higherIsBetter(metric) ? -1 : 1;
    const deviations = listDeviations(
      metric,
      blocks2.map(({ slices }) => slices),
      deepest
    );
    const pairs = deviations.flatMap(
      (deviation2, i) => Number.isNaN(deviation2) ? [] : [
        {
          block: blocks2[i].block,
          change: isShare(metric) ? worse * deviation2 : Math.expm1(worse * deviation2)
        }
      ]
    );
    return pairs.length === 0 ? [] : [{ ...row, pairs, deepest }];
  });
}
function pairUpBlocks({ steps: steps2 }, label4, stretches) {
  const of = (arm) => steps2.find((step) => step.label === label4 && step.arm === arm)?.instances ?? [];
  const takesTurns = of("head").some(({ slices }) => slices.some(({ alternating }) => alternating));
  const isMeant = ({ alternating }) => !takesTurns || stretches === "both" || stretches === "turns" === (alternating === true);
  const bases = new Map(of("base").map(({ block, slices }) => [block, slices]));
  return of("head").flatMap(({ block, slices }) => {
    const base = bases.get(block);
    return block === void 0 || base === void 0 ? [] : [{ block, slices: { base: base.filter(isMeant), head: slices.filter(isMeant) } }];
  });
}

// src/report/html/tones.ts
var SIGNS = { bad: "\u2715", warn: "!", good: "\u2713", unsure: "?", new: "\u2022" };
var OTHERS = { "\u26D4": "bad", "\u2611\uFE0F": "good" };
function toneOf(icon) {
  const tones = Object.keys(ICONS);
  return tones.find((tone) => ICONS[tone] === icon) ?? OTHERS[icon] ?? "unsure";
}

// src/report/html/figures.ts
var MOST_VALUES = 200;
var MOST_VARIANTS = 60;
function writeFigures(report, rows, label4) {
  const names = armNames(report);
  const steps2 = report.record.steps.filter((step) => step.label === label4);
  const arms2 = ["head", "base"].flatMap((arm) => {
    const step = steps2.find((one) => one.arm === arm);
    const isAnswered = step !== void 0 && Number.isFinite(pooledQuantile(slicesOf(step), 0.5));
    return isAnswered ? [{ name: arm === "head" ? names.head : plain(names.base), step }] : [];
  });
  const drawn = { report, label: label4, rows, arms: arms2 };
  const figures = [
    ...arms2.length > 0 ? [drawCurves(drawn)] : [],
    ...drawPairs(drawn),
    ...arms2.length > 0 ? [drawTimeAxis(drawn)] : [],
    ...arms2.length > 0 ? drawEarlier(drawn) : [],
    ...drawTrials(drawn)
  ];
  return figures.map(writeFigure);
}
function writeVariants(report, rows) {
  const grid = gridOf(report, rows);
  if (grid === null) return null;
  const names = armNames(report);
  const steps2 = new Map(report.record.steps.map((step) => [`${step.arm} ${step.label}`, step]));
  const figures = grid.scenarios.flatMap(({ name, metric, cells }) => {
    const shown = cells.flatMap((cell, i) => {
      const lines = ["head", "base"].flatMap((arm) => {
        const step = steps2.get(`${arm} ${cell.label}`);
        return step ? [readLine(arm === "head" ? names.head : plain(names.base), step)] : [];
      });
      const sign = cell.worst ? SIGNS[statusOf(cell.worst, baseName(report)).tone] : "";
      return lines.length > 0 ? [{ ...cell, title: `${sign} ${printValues(grid.variants[i])}`, lines }] : [];
    });
    if (shown.length === 0) return [];
    const slo2 = cells.find((cell) => cell.shown?.slo)?.shown?.slo?.slo;
    const what = metric === null ? "" : metricName(metric);
    return [
      {
        title: shortLabel(name),
        note: `Latency from the minimum to p99 in ${counted(shown.length, "variant")}, on one scale.`,
        description: `${shortLabel(name)} in ${counted(shown.length, "variant")}`,
        plots: [plotMultiples(shown.slice(0, MOST_VARIANTS), slo2)],
        legend: shown[0].lines.map((line) => line.name),
        header: ["variant", what, "change", "result"],
        values: shown.map(({ title: title2, shown: row, worst }) => [
          title2,
          row === null ? NONE : formatValue(row.metric, row.head),
          row === null ? NONE : changeWords(row).value,
          worst === null ? NONE : statusOf(worst, baseName(report)).words
        ])
      }
    ];
  });
  return h(
    "section",
    { class: "card" },
    h("h2", {}, counted(grid.variants.length, "variant")),
    h("div", { class: "figures" }, ...figures.map(writeFigure))
  );
}
function writeFigure({ title: title2, note, description, plots, legend = [], header, values }) {
  const rows = values.slice(0, MOST_VALUES);
  return h(
    "figure",
    {},
    h("figcaption", {}, h("b", {}, title2), h("span", {}, note)),
    legend.length === 0 ? null : h("p", { class: "legend" }, ...legend.map(writeKey)),
    ...plots.map((options) => new Markup(drawFigure(title2, description, options))),
    h("details", {}, h("summary", {}, "Values"), tabular(header, rows))
  );
}
function writeKey(name, stroke) {
  const { light, dashes } = STROKES[stroke];
  const line = {
    x1: 0,
    x2: 26,
    y1: 6,
    y2: 6,
    stroke: light,
    "stroke-width": 2.5,
    "stroke-dasharray": dashes || null
  };
  return h(
    "span",
    {},
    h(
      "svg",
      { width: 26, height: 12, "aria-hidden": "true" },
      h("line", { ...line, class: `line-${stroke}` })
    ),
    name
  );
}
function drawCurves({ rows, arms: arms2, label: label4 }) {
  const lines = arms2.map(({ name, step }) => readLine(name, step));
  const slos = slosOf(rows);
  const dots = lines.map(({ slices }) => readDots(slices));
  const highest = Math.max(
    ...dots.flat().map(({ ms }) => ms).filter(Number.isFinite)
  );
  const above = slos.filter(
    ({ limit: limit3, metric }) => metric.kind === "percentile" && limit3.kind === "absolute" && limit3.value >= 2.5 * highest
  );
  const far = above.length > 0 ? ` The limit ${listed(above.map((slo2) => `${metricName(slo2.metric)} ${limitWords(slo2)}`))} is far above.` : "";
  const title2 = `Latency by percentile`;
  return {
    title: title2,
    note: `${alonePhrase(arms2)}.${far}`,
    description: describeLatency(`${shortLabel(label4)}: ${title2}`, lines),
    plots: [plotLatency(lines, slos, true)],
    legend: arms2.map(({ name }) => name),
    header: ["", ...arms2.map(({ name }) => name).reverse(), ...arms2.length > 1 ? ["change"] : []],
    values: dots[0].map(({ x, ms }, i) => {
      const before = dots[1]?.[i]?.ms;
      const change = before === void 0 ? NONE : formatChange(ms / before - 1);
      return [
        `p${printPercent2(x)}`,
        ...arms2.length > 1 ? [before === void 0 ? NONE : formatMs(before)] : [],
        formatMs(ms),
        ...arms2.length > 1 ? [change] : []
      ];
    })
  };
}
function alonePhrase(arms2) {
  const slices = arms2.flatMap(({ step }) => slicesOf(step));
  const requests = slices.reduce((sum2, { ok, failed, dropped }) => sum2 + ok + failed + dropped, 0);
  const how = slices.some(({ alternating }) => alternating) ? "in turns" : arms2.length > 1 ? "each alone under the whole load" : "under the whole load";
  return `${formatCount(requests)} requests, ${how}`;
}
function drawPairs({ report, rows }) {
  const all = pairRows(report, rows);
  const paired = all.filter(
    ({ metric, pairs }) => !isShare(metric) || pairs.some(({ change }) => change !== 0)
  );
  if (paired.length === 0) return [];
  const plots = [false, true].map((of) => paired.filter(({ metric }) => isShare(metric) === of));
  const blocks2 = [...new Set(paired.flatMap(({ pairs }) => pairs.map(({ block }) => block)))].sort(
    (a, b) => a - b
  );
  const byBlock = paired.map(({ pairs }) => new Map(pairs.map(({ block, change }) => [block, change])));
  const shallow = paired.filter(
    ({ metric, deepest }) => metric.kind === "percentile" && metric.percent / 100 > deepest
  );
  const read = shallow.length > 0 ? ` A pair has few requests: ${listed(shallow.map(({ metric }) => metricName(metric)))} at p${(100 * shallow[0].deepest).toFixed(1)}.` : "";
  const described = paired.map(({ metric, pairs, movement }) => {
    const above = pairs.filter(({ change: change2 }) => change2 > 0).length;
    const change = movement === null ? "not known" : formatChangeOf(metric, movement.value);
    return `${metricName(metric)}: ${above} of ${pairs.length} pairs above 0, change ${change}`;
  });
  return [
    {
      title: "Each pair of fresh starts",
      note: `A dot for each of ${counted(blocks2.length, "pair")}; green: the tolerance; diamond: the change, with its interval.${read}`,
      description: described.join("; "),
      plots: plots.filter((own) => own.length > 0).map(plotPairs),
      header: ["pair", ...paired.map(({ metric }) => metricName(metric))],
      values: blocks2.map((block) => [
        String(block + 1),
        ...paired.map(({ metric }, i) => {
          const change = byBlock[i].get(block);
          return change === void 0 ? NONE : formatChangeOf(metric, change);
        })
      ])
    }
  ];
}
function drawTimeAxis({ report, rows, arms: arms2, label: label4 }) {
  const slos = slosOf(rows);
  const tail = tailOf(slos);
  const name = `p${Number((100 * tail).toFixed(3))}`;
  const { base, head } = listStalled(pairUpBlocks(report.record, label4, "both").map(({ slices }) => slices));
  const stalled = /* @__PURE__ */ new Set([...base, ...head]);
  const steps2 = arms2.map(({ step }) => step);
  const discarded = steps2.reduce((sum2, step) => sum2 + (step.discarded?.length ?? 0), 0);
  const parts = [
    `A stroke from p50 to ${name} for each slice of the load`,
    ...discarded > 0 ? [`grey: ${counted(discarded, "stretch", "stretches")} discarded`] : [],
    ...stalled.size > 0 ? [`triangle: ${counted(stalled.size, "slice")} that stalled`] : [],
    ...steps2.some(({ soak }) => soak) ? ["soak: the last start under load without a pause"] : []
  ];
  const blocks2 = [...new Set(steps2.flatMap(({ instances }) => instances.map(({ block }) => block ?? 0)))];
  return {
    title: "Over the time of the run",
    note: `${parts.join("; ")}.`,
    description: `${shortLabel(label4)}: ${arms2.map((arm) => `${arm.name} in ${counted(arm.step.instances.length, "start")}`).join(", ")}. ${parts.join("; ")}.`,
    plots: [
      plotTime(
        arms2.map((arm) => ({ ...arm, stalled })),
        tail,
        findOrigin(report.record.steps),
        slos.find(
          ({ metric }) => metric.kind === "percentile" && Math.abs(metric.percent / 100 - tail) < 1e-9
        )
      )
    ],
    legend: arms2.map((arm) => arm.name),
    header: ["start", ...arms2.flatMap((arm) => [`${arm.name} p50`, `${arm.name} ${name}`])],
    values: blocks2.map((block, i) => [
      String(block + 1),
      ...arms2.flatMap(({ step }) => {
        const slices = (step.instances.find((one) => (one.block ?? i) === block) ?? step.instances[i])?.slices ?? [];
        return [0.5, tail].map((level) => formatMs(pooledQuantile(slices, level)));
      })
    ])
  };
}
function drawEarlier({ report, rows, label: label4, arms: arms2 }) {
  const records = [...report.history, report.record];
  const slos = slosOf(rows);
  const percent2 = Number((100 * tailOf(slos)).toFixed(3));
  const metrics = [.../* @__PURE__ */ new Set([50, percent2])].map((each) => ({ kind: "percentile", percent: each }));
  const { digest } = arms2[0].step;
  const alike = records.filter(
    ({ steps: steps2 }) => steps2.some((step) => step.label === label4 && step.digest === digest)
  );
  if (alike.length < 2) return [];
  const slo2 = slos.find(({ metric }) => metric.kind === "percentile" && metric.percent === percent2);
  const values = alike.map(({ commit, recordedAt, steps: steps2 }) => {
    const slices = slicesOf(steps2.find((step) => step.label === label4 && step.arm === "head") ?? steps2[0]);
    return [
      commit?.slice(0, 7) ?? NONE,
      recordedAt.slice(0, 10),
      ...metrics.map((metric) => formatMs(pooledQuantile(slices, metric.percent / 100)))
    ];
  });
  return [
    {
      title: `Through ${counted(alike.length, "run")}`,
      note: `Earlier runs of ${report.baseBranch}, and this one at the right.`,
      description: `From ${values[0].slice(2).join(" and ")} to ${values.at(-1).slice(2).join(" and ")}`,
      plots: [
        plotRecords(
          metrics.map((metric) => ({ name: printMetric(metric), label: label4, metric })),
          alike,
          slo2,
          5
        )
      ],
      legend: metrics.map(printMetric),
      header: ["commit", "day", ...metrics.map(printMetric)],
      values
    }
  ];
}
function drawTrials({ report, label: label4 }) {
  const names = armNames(report);
  const searched = ["head", "base"].flatMap((arm) => {
    const measured = report.record.capacities?.find((one) => one.label === label4 && one.arm === arm);
    const name = arm === "head" ? names.head : plain(names.base);
    return measured?.blocks.some(({ trials: trials2 }) => trials2.length > 0) ? [{ name, measured }] : [];
  });
  if (searched.length === 0) return [];
  const trials = searched.flatMap(
    ({ name, measured }) => measured.blocks.flatMap(({ block, trials: own }) => own.map((trial) => ({ name, block, ...trial })))
  );
  return [
    {
      title: "Trials of the search",
      note: `${counted(trials.length, "trial")} at one rate each; line and band: the capacity and its interval.`,
      description: `${trials.filter(({ met }) => met).length} of ${trials.length} trials met the SLO`,
      plots: [plotTrials(searched)],
      legend: searched.map(({ name }) => name),
      header: ["arm", "start", "rate", "latency", "errors", "result"],
      values: trials.map(({ name, block, rate, value, errors: errors2, met }) => [
        name,
        String(block + 1),
        formatRate(rate),
        formatMs(value),
        formatShare(errors2),
        met ? "met" : "not met"
      ])
    }
  ];
}
function slosOf(rows) {
  return rows.flatMap(({ slo: slo2 }) => slo2 ? [slo2.slo] : []);
}

// src/report/html/scenario.ts
function writeScenario(report, all, label4, id) {
  const rows = all.filter((row) => row.label === label4);
  const step = findHeadStep(report.record, label4);
  return h(
    "section",
    { class: "card", id },
    h("h2", {}, show2(say`${shortLabel(label4)}`), step ? h("small", {}, ` ${printLoad(step.load)}`) : null),
    report.verdict.code === "invalid" ? h("p", { class: "note" }, "This run has no verdict. These figures are what it measured until then.") : null,
    h(
      "div",
      { class: "tiles" },
      ...rows.filter(isTile).map((row) => writeTile(row, report)),
      ...costTiles(report, label4, rows)
    ),
    writeSlos(report, rows),
    h("div", { class: "figures" }, ...writeFigures(report, rows, label4)),
    writeAnswers(report, label4)
  );
}
function isTile({ metric, slo: slo2 }) {
  return metric.kind === "percentile" || metric.kind === "errors" || metric.kind === "capacity" || slo2 !== null || isCost(metric);
}
function writeTile(row, report) {
  const { tone, words } = statusOf(row, baseName(report));
  const { value } = changeWords(row);
  return tile(
    tone,
    metricName(row.metric),
    row.base === null ? null : formatValue(row.metric, row.base),
    formatValue(row.metric, row.head),
    row.base === null ? words : `${value}, ${words}`
  );
}
function costTiles({ verdict }, label4, rows) {
  return verdict.costs.filter((cost) => cost.label === label4 && !rows.some(({ metric }) => metric.kind === cost.metric.kind)).map(
    ({ metric, base, head, change }) => tile(
      null,
      metricName(metric),
      formatValue(metric, base),
      formatValue(metric, head),
      `${formatChangeOf(metric, change.value)}, not gated`
    )
  );
}
function tile(tone, name, base, head, words) {
  return h(
    "div",
    { class: `tile ${tone ?? ""}` },
    h("b", {}, name),
    h(
      "p",
      {},
      base === null ? null : h(
        "span",
        { class: "from" },
        base,
        h("span", { "aria-hidden": "true" }, " \u2192 "),
        h("span", { class: "unseen" }, " to ")
      ),
      h("strong", {}, head)
    ),
    h(
      "small",
      {},
      tone === null ? null : h("span", { class: `sign ${tone}`, "aria-hidden": "true" }, SIGNS[tone]),
      words
    )
  );
}
function writeSlos(report, rows) {
  const judged2 = rows.filter(({ slo: slo2 }) => slo2 !== null);
  if (judged2.length === 0) return null;
  const header = ["", "limit", "measured", "range", "confidence", "result"];
  return h(
    "table",
    { class: "slos" },
    h("caption", {}, "SLOs"),
    h("thead", {}, h("tr", {}, ...header.map((text6) => h("th", { scope: "col" }, text6)))),
    h(
      "tbody",
      {},
      ...judged2.map((row) => {
        const { slo: slo2, estimate: estimate2, confidence } = row.slo;
        const { tone } = statusOf({ ...row, change: null }, baseName(report));
        const cells = [
          limitWords(slo2),
          formatValue(slo2.metric, estimate2.value),
          rangeWords(slo2.metric, estimate2.low, estimate2.high),
          formatShare(confidence)
        ];
        return h(
          "tr",
          {},
          h("th", { scope: "row" }, metricName(slo2.metric)),
          ...cells.map((text6, i) => h("td", { "data-label": header[i + 1] }, text6)),
          h(
            "td",
            { "data-label": "result" },
            h("span", { class: `sign ${tone}`, "aria-hidden": "true" }, SIGNS[tone]),
            row.slo.code
          )
        );
      })
    )
  );
}
function writeAnswers(report, label4) {
  const names = armNames(report);
  const steps2 = report.record.steps.filter((step) => step.label === label4);
  if (steps2.length === 0) return null;
  const rows = steps2.flatMap(({ arm, instances, answers = [] }) => {
    const name = arm === "head" ? names.head : plain(names.base);
    const slices = instances.flatMap((instance) => instance.slices);
    const count2 = (of) => formatCount(slices.reduce((sum2, slice) => sum2 + (slice[of] ?? 0), 0));
    const counts = [count2("ok"), count2("failed"), count2("dropped"), count2("resent")];
    const kinds = answers.map(({ request: request2, statuses, bytes }) => {
      const seen = Object.entries(statuses).map(([status, times]) => `${status}: ${formatCount(times)}`);
      const size2 = bytes ? `${formatSize(bytes.typical)} typically` : "";
      return `${answers.length > 1 && request2 ? `${cut(request2, 60)} ` : ""}${[...seen, size2].filter((text6) => text6 !== "").join(", ")}`;
    });
    return [[name, ...counts, kinds.join("; ") || NONE]];
  });
  const header = ["requests", "as expected", "failed", "never sent", "sent again", "answers of a sample"];
  return tabular(header, rows);
}

// src/report/html/run.ts
var CAUSES = 50;
var LOG_LINES = 200;
var LONGEST_LINE = 1e3;
var MOST_ROWS = 2e3;
var MOST_SCENARIOS = 16;
var RAW_LIMIT = 4e5;
function writeRun(report, id) {
  const document = composeDocument(report, CAUSES);
  const { rows, eyes, steps: steps2 } = document;
  const labels = [
    ...new Set(
      [...eyes, ...rows, ...report.record.steps, ...report.record.capacities ?? []].map(
        ({ label: label4 }) => label4
      )
    )
  ];
  const shown = labels.slice(0, MOST_SCENARIOS);
  return h(
    "div",
    {},
    h(
      "div",
      { class: "card lead" },
      ...writeStory(document),
      steps2 && h("p", { class: "next" }, h("strong", {}, "Next: "), show2(steps2))
    ),
    ...document.logs.map(({ title: title2, log: log3 }) => writeLog(title2, log3)),
    eyes.length > 0 ? writeTable(report, eyes, say`What is news`) : null,
    writeVariants(report, rows),
    ...shown.map((label4, i) => writeScenario(report, rows, label4, `${id}-${i + 1}`)),
    labels.length > shown.length ? h(
      "p",
      { class: "note" },
      `And ${counted(labels.length - shown.length, "more scenario")}, in the table below.`
    ) : null,
    writeTable(report, rows.slice(0, MOST_ROWS), say`All metrics: ${quietWords(rows)}`),
    writeMethod(report, document),
    writeRaw(report)
  );
}
function writeStory({ causes, accepted, refused, judgement, reasons, unchanged: unchanged2, loosened, eyes }) {
  const told = [...judgement, ...reasons, ...eyes.length === 0 && unchanged2 ? [unchanged2] : []];
  const items = [...causes, ...accepted, ...refused];
  return [
    told.length > 0 ? h("p", {}, ...told.map((phrase) => [show2(phrase), " "])) : null,
    listPhrases(items),
    loosened && h("p", {}, h("strong", {}, show2(loosened.heading))),
    loosened && listPhrases(loosened.items)
  ];
}
function listPhrases(items) {
  return items.length === 0 ? null : h("ul", {}, ...items.map((item) => h("li", {}, show2(item))));
}
function writeLog(title2, log3) {
  const lines = lastLines(log3, LOG_LINES).map((line) => cutMiddle(line, LONGEST_LINE));
  return h("details", { class: "card", open: true }, h("summary", {}, show2(title2)), verbatim(lines, "Log"));
}
function writeTable(report, rows, title2) {
  if (rows.length === 0) return null;
  const { columns, rows: lines } = tabulate(report, rows);
  const kept = columns.map((_, i) => i).filter((i) => columns[i].key !== "trend");
  const side = (i) => columns[i].right ? "right" : null;
  return h(
    "section",
    { class: "card" },
    h("h2", {}, show2(title2)),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h("tr", {}, ...kept.map((i) => h("th", { scope: "col", class: side(i) }, show2(columns[i].header))))
      ),
      h(
        "tbody",
        {},
        ...lines.map(
          ({ tone, cells }) => h(
            "tr",
            {},
            ...kept.map((i) => {
              const { key, header } = columns[i];
              if (key === "metric") return h("th", { scope: "row" }, show2(cells[i]));
              const label4 = header.map(({ text: text6 }) => text6).join("");
              const sign = key === "status" ? h("span", { class: `sign ${tone}`, "aria-hidden": "true" }, SIGNS[tone]) : null;
              return h("td", { class: side(i), "data-label": label4 }, sign, show2(cells[i]));
            })
          )
        )
      )
    )
  );
}
function writeMethod(report, { figures, method, notes, effort }) {
  const { record: record4, reproduce } = report;
  const { cpuModel, cores, os, k6, node } = record4.environment;
  const commit = shortCommit(record4.commit);
  const facts = [
    ["Measured", say`${effort}`],
    ...commit === null ? [] : [
      ["Commit", say`${code(commit)}${record4.dirty ? ", with changes that are not committed" : ""}`]
    ],
    ["At", say`${record4.recordedAt}`],
    ["Machine", say`${cpuModel}, ${counted(cores, "core")}, ${os}`],
    ["Tools", say`Tailgate ${record4.tailgate}, k6 ${k6}, Node ${node}`],
    ["Repeat", say`${code(cut(reproduce, 500))}`]
  ];
  return h(
    "section",
    { class: "card" },
    h("h2", {}, "What was measured, and how"),
    ...[...figures, ...method ? [method] : [], ...notes].map((phrase) => h("p", {}, show2(phrase))),
    h("dl", {}, ...facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, show2(value)))))
  );
}
function writeRaw(report) {
  const whole = renderJson(report);
  const isWhole = whole.length <= RAW_LIMIT;
  const text6 = isWhole ? whole : renderJson({ ...report, record: { ...report.record, steps: [] } });
  const lines = text6.slice(0, RAW_LIMIT).replace(/[^\n\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).split("\n");
  return h(
    "details",
    { class: "card" },
    h("summary", {}, isWhole ? "Raw figures (JSON)" : "Raw figures (JSON), without the distributions"),
    verbatim(lines, "Raw figures")
  );
}

// src/report/html/style.ts
var STYLE_SHEET = `
:root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--paper:#f6f8fa;--card:#fff;--line:#d1d9e0;
--bad:#b3182a;--warn:#8a5a00;--good:#1a7037;--unsure:#59636e;--new:#0b60b8;--bad-bg:#fdebec;--warn-bg:#fff5da;--good-bg:#e6f6ea;
--unsure-bg:#eff2f5;--new-bg:#e3f0fd}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4af;--paper:#0d1117;--card:#151b23;--line:#333b45;
--bad:#ff8e86;--warn:#e3b341;--good:#56d376;--unsure:#9aa4af;--new:#79b8ff;--bad-bg:#3a171a;--warn-bg:#332701;--good-bg:#10301a;
--unsure-bg:#21262d;--new-bg:#0c2a4d}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
body>*{max-width:1140px;margin:0 auto;padding:0 20px}
header.top{padding-top:20px;padding-bottom:10px}
.kicker,small,.note,footer,caption,dt{color:var(--soft);font-size:13px}
.kicker{margin:0}
h1{font-size:26px;line-height:1.25;margin:6px 0;overflow-wrap:anywhere}
h2{font-size:18px;margin:0 0 10px;overflow-wrap:anywhere}
h2 small{font-weight:400}
p{margin:0 0 8px;overflow-wrap:anywhere}
a{color:var(--new)}
code,pre{font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{background:var(--unsure-bg);border-radius:4px;padding:1px 4px;overflow-wrap:anywhere}
pre{margin:8px 0 0;max-height:420px;overflow:auto;background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:10px}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px;margin:0 0 14px}
.card>:last-child,.card>div>:last-child{margin-bottom:0}
h1 code,h2 code{font-size:.85em}
.lead:empty{display:none}
.bad{--tone:var(--bad);--tone-bg:var(--bad-bg)}.warn{--tone:var(--warn);--tone-bg:var(--warn-bg)}.good{--tone:var(--good);--tone-bg:var(--good-bg)}
.unsure{--tone:var(--unsure);--tone-bg:var(--unsure-bg)}.new{--tone:var(--new);--tone-bg:var(--new-bg)}
.badge{display:inline-block;border-radius:20px;padding:1px 10px 1px 8px;font-weight:600;font-size:13px;color:var(--tone);background:var(--tone-bg);border:1px solid var(--tone);margin-right:10px}
.sign{display:inline-block;width:1.35em;height:1.35em;line-height:1.35em;text-align:center;border-radius:50%;font-weight:700;font-size:12px;margin-right:6px;color:var(--tone);background:var(--tone-bg)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(205px,1fr));gap:10px;margin:0 0 14px}
.tile{border:1px solid var(--line);border-left:4px solid var(--tone,var(--line));border-radius:8px;padding:8px 12px}
.tile p{margin:0;font-size:16px}.tile strong{white-space:nowrap}.from{color:var(--soft);white-space:nowrap}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table{border-collapse:collapse;width:100%;margin:0 0 10px}
caption{text-align:left;font-weight:600;padding-bottom:4px}
th,td{text-align:left;padding:5px 12px 5px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
th.right,td.right{text-align:right}
thead th{color:var(--soft);font-weight:600;font-size:13px}
tbody th{font-weight:500}
${STYLE}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,430px),1fr));gap:16px 24px;margin:6px 0 12px}
figure{margin:0;min-width:0}figcaption b{display:block}figcaption span{color:var(--soft);font-size:13px}
figure svg.tailgate{display:block;width:100%;height:auto;font-size:12px;background:none;overflow:visible}
.tailgate text{font-family:inherit}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin:4px 0;font-size:13px}.legend span{display:inline-flex;align-items:center;gap:6px}
figure details{font-size:13px}figure summary{color:var(--soft);font-weight:400}
summary{cursor:pointer;font-weight:600}
ul{margin:0 0 8px;padding-left:20px}
dl{margin:0}dl div{display:grid;grid-template-columns:110px 1fr;gap:8px;padding:3px 0}dd{margin:0;overflow-wrap:anywhere}
footer{padding-top:10px;padding-bottom:30px}
:focus-visible{outline:2px solid var(--new);outline-offset:2px}
@media(max-width:640px){body>*{padding:0 12px}.card{padding:12px}
table,tbody,tr,th,td{display:block}thead{display:none}th,td,th.right,td.right{text-align:left;border:0;padding:1px 0}
tr{padding:8px 0;border-bottom:1px solid var(--line)}td[data-label]:not([data-label=""])::before{content:attr(data-label) ": ";color:var(--soft)}}
@media print{body{background:none}.card,.tile,tr{break-inside:avoid}pre{max-height:none;white-space:pre-wrap}}
`;
var STYLE_HASH = "sha256-J7zt+m2gbB6ICKA1s2BESmxkFmpJiYSVqtzk+W9X+qI=";

// src/report/html/html.ts
var MESSAGE_LINES = 200;
var ATTEMPTS = 10;
function renderHtml(suite, links = []) {
  const groups = groupLegs(suite.legs);
  const [only] = suite.legs.length === 1 ? groups : [];
  const { icon, words } = suiteTitle(suite, groups);
  const body = [
    h(
      "header",
      { class: `top ${toneOf(icon)}` },
      h(
        "p",
        { class: "kicker" },
        h(
          "span",
          { class: `badge ${toneOf(icon)}` },
          `${SIGNS[toneOf(icon)]} ${combineLegs(suite.legs).code}`
        ),
        ...listLinks(suite, links).map(({ href, text: text6 }) => [h("a", { href, rel: "noreferrer" }, text6), " "]),
        "Tailgate report"
      ),
      h("h1", {}, show2(words)),
      ...noteSuite(suite).map((note) => h("p", {}, note))
    ),
    only ? null : writeContents(groups),
    h("main", {}, ...groups.map((group, i) => writeJob(group, suite, only ? null : idOf(i)))),
    h("footer", {}, `Written by Tailgate for the suite ${suite.suite}. This file loads nothing.`)
  ];
  return `<!doctype html>
${writePage(suiteHeadline(suite), body).html}
`;
}
function writePage(title2, body) {
  const policy = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
  return h(
    "html",
    { lang: "en" },
    h(
      "head",
      {},
      h("meta", { charset: "utf-8" }),
      h("meta", { "http-equiv": "Content-Security-Policy", content: policy }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "referrer", content: "no-referrer" }),
      h("title", {}, title2),
      new Markup(`<style>${STYLE_SHEET}</style>`)
    ),
    h("body", {}, ...body)
  );
}
function listLinks({ link: link2 }, links) {
  const isWeb = link2 !== null && URL.canParse(link2) && /^https?:$/.test(new URL(link2).protocol);
  const run = isWeb ? [{ href: new URL(link2).href, text: "Workflow run" }] : [];
  return [...links, ...run];
}
function noteSuite(suite) {
  const runs = new Set(suite.attempts.map(({ run }) => run)).size;
  return [
    ...suite.reportOnly ? [reportOnlyWords()] : [],
    ...suite.trust === "fork" ? [forkWords(suite)] : [],
    ...suite.attempts.slice(-ATTEMPTS).map((attempt2) => attemptWords(attempt2, runs))
  ].map(show2);
}
function writeContents(groups) {
  const items = groups.map(
    (group, i) => h(
      "li",
      { class: toneOf(groupIcon(group)) },
      h("a", { href: `#${idOf(i)}` }, groupName(group)),
      ": ",
      show2(groupWords(group))
    )
  );
  return h("nav", { "aria-label": "Jobs" }, h("ul", { class: "jobs" }, ...items));
}
function idOf(index) {
  return `job-${index + 1}`;
}
function writeJob(group, suite, id) {
  const name = groupName(group);
  const icon = groupIcon(group);
  return h(
    "section",
    { id, class: "job" },
    id ? h("h2", { class: toneOf(icon) }, show2(say`${name}: ${groupWords(group)}`)) : null,
    group.outcome.kind === "report" ? writeRun(group.outcome.report, id ?? "run") : writeAbsence(group, suite)
  );
}
function writeAbsence(group, { link: link2 }) {
  const { before, after } = explainAbsence(group);
  const where = link2 === null ? "the workflow run" : `the workflow run (${cut(link2, 300)})`;
  const lines = group.outcome.kind === "fault" ? faultLines(group.outcome.message) : [];
  return h(
    "div",
    {},
    lines.length > 0 ? verbatim(lines.slice(0, MESSAGE_LINES), "Message") : null,
    h("p", {}, show2(before), where, show2(after))
  );
}

// src/verdict/acceptance/acceptance.ts
function acceptFindings(verdict, claims, failOn) {
  const matters = verdict.invalid.length > 0 ? [] : listBlockers(verdict, failOn);
  const labels = [...verdict.slos, ...verdict.changes, ...verdict.faults].map(({ label: label4 }) => label4);
  const found = claims.map((claim) => ({ claim, covered: cover(claim, matters, labels) }));
  const valid = found.filter(({ claim, covered }) => claim.standing === "valid" && covered.length > 0);
  const accepted = new Set(valid.flatMap(({ covered }) => covered.map(({ finding }) => finding)));
  const isOpen = (finding) => !accepted.has(finding);
  const decision = decide({
    slos: verdict.slos.filter(isOpen),
    changes: verdict.changes.filter(isOpen),
    faults: verdict.faults.filter(isOpen),
    invalid: verdict.invalid,
    failOn
  });
  const whole = accepted.size > 0 && !decision.blocks ? { code: "accepted", blocks: false } : decision;
  return {
    ...verdict,
    ...whole,
    acceptances: valid.map(({ claim: { by, at, why, via: via2 }, covered }) => ({
      by,
      at,
      why,
      via: via2,
      covers: listCovers(covered)
    })),
    refusals: found.flatMap(({ claim, covered }) => {
      const open = covered.filter(({ finding }) => isOpen(finding)).length;
      const reason = whyRefused(claim, { covered: covered.length, open, blocks: decision.blocks });
      return reason === null ? [] : [{ by: claim.by, via: claim.via, text: claim.text, reason }];
    })
  };
}
function whyRefused({ via: via2, standing }, { covered, open, blocks: blocks2 }) {
  if (covered > 0) return standing === "valid" || open === 0 ? null : standing;
  if (via2 === "trailer") return "matches-nothing";
  if (!blocks2) return null;
  return standing === "valid" ? "matches-nothing" : standing;
}
function listBlockers({ slos, changes, faults }, failOn) {
  const blocks2 = ({ code: code2 }) => alwaysBlocks(code2) || failOn.includes(code2);
  return [
    ...changes.filter(blocks2).map((finding) => ({ label: finding.label, metric: finding.metric, finding })),
    ...slos.filter(blocks2).map((finding) => ({ label: finding.label, metric: finding.slo.metric, finding })),
    ...faults.filter((fault2) => isMissed(fault2) && fault2.kind !== "crashed").map((finding) => ({ label: finding.label, metric: null, finding }))
  ];
}
function cover({ scope, via: via2, standing }, matters, labels) {
  if (standing === "matches-nothing") return [];
  const isNamed = via2 === "trailer" && labels.some((label4) => isWithin(label4, "all"));
  const name = scope.label ?? (isNamed ? "all" : null);
  const own = matters.filter(({ label: label4 }) => name === null || isWithin(label4, name));
  const { metric } = scope;
  if (metric === null) return own;
  const named = own.filter((matter) => matter.metric !== null && isSame(matter.metric, metric));
  return [...named, ...own.filter((matter) => named.some((other) => isEcho2(matter, other)))];
}
function isWithin(label4, name) {
  const [own, wanted] = [splitLabel(label4), splitLabel(name)];
  const isOfScenario = own.base === wanted.base || own.base.startsWith(`${wanted.base} at `);
  return isOfScenario && wanted.values.every((value) => own.values.includes(value));
}
function splitLabel(label4) {
  const [, base = label4, inside = ""] = /^(.*) \[([^[\]]*)\]$/.exec(label4) ?? [];
  return { base, values: inside.split(" ").filter(Boolean) };
}
function isSame(a, b) {
  return printMetric(a) === printMetric(b);
}
function isEcho2({ label: label4, metric, finding }, accepted) {
  if (!("change" in finding) || !("change" in accepted.finding) || label4 !== accepted.label) return false;
  if (finding.code !== "regressed" || accepted.finding.code !== "regressed") return false;
  if (accepted.metric?.kind !== "percentile" || !finding.change || !accepted.finding.change) return false;
  const { percent: percent2 } = accepted.metric;
  if (percent2 < 90 || percent2 > 99) return false;
  if (metric?.kind === "tail") return finding.change.low <= accepted.finding.change.high;
  return metric?.kind === "slow-share" && accepted.finding.head >= metric.ms;
}
function listCovers(covered) {
  const keyOf3 = ({ label: label4, metric }) => JSON.stringify([label4, metric && printMetric(metric)]);
  return [...new Map(covered.map((matter) => [keyOf3(matter), matter])).values()].map(({ label: label4, metric }) => ({
    label: label4,
    metric
  }));
}

// src/verdict/acceptance/acceptance-line.ts
var ACCEPT_TRAILER = "Tailgate-Accept";
var LOAD_WORDS = 5;
var LONGEST2 = 500;
var TITLED = METRIC_KINDS.filter((kind) => rowOf({ kind }).title !== void 0).map((kind) => {
  const metric = kind === "slow-share" ? { kind, ms: 0 } : { kind };
  const title2 = titleOf(metric, () => "0 ms");
  const pattern = title2.replace(/[()]/g, "\\$&").replace("0 ms", "\\d\\S* \\S+");
  return { metric, pattern: new RegExp(`^${pattern}`, "i"), words: title2.split(" ").length };
});
function parseAcceptance(text6) {
  const words = text6.slice(0, LONGEST2).split(/\s+/).filter((word) => word !== "");
  const name = stripMarks(words[0] ?? "");
  if (name === "") return null;
  const load = /^all$/i.test(name) ? null : takeLoad2(words.slice(1));
  if (load === "mistaken") return null;
  const afterLoad = words.slice(1 + (load?.words ?? 0));
  const variant2 = takeVariant(afterLoad);
  if (variant2 === "mistaken" || variant2 !== null && /^all$/i.test(name)) return null;
  const rest = afterLoad.slice(variant2?.words ?? 0);
  const taken = takeMetric2(rest);
  if (taken === "mistaken") return null;
  const label4 = /^all$/i.test(name) ? null : name + (load?.text ?? "") + (variant2?.text ?? "");
  const reason = rest.slice(taken?.words ?? 0).join(" ");
  return { scope: { label: label4, metric: taken?.metric ?? null }, why: reason.replace(/^[-–—:,;]\s*/, "") };
}
function takeVariant(words) {
  if (!/^[`'"]*\[/.test(words[0] ?? "")) return null;
  const last = words.findIndex((word) => word.includes("]"));
  const [, inside, after] = /^[^[]*\[([^[\]]*)\](.*)$/.exec(words.slice(0, last + 1).join(" ")) ?? [];
  const values = (inside ?? "").split(/[\s,]+/).filter(Boolean);
  const isMeant = values.length > 0 && values.every((value) => /^[^=]+=[^=]+$/.test(value));
  if (!isMeant || stripMarks(after ?? "") !== "") return "mistaken";
  return { text: ` [${values.join(" ")}]`, words: last + 1 };
}
function takeLoad2([first, ...others]) {
  if (first?.toLowerCase() !== "at") return null;
  for (let words = Math.min(LOAD_WORDS, others.length); words > 0; words--) {
    const load = attempt(() => parseLoad(others.slice(0, words).map(stripMarks).join(" ")));
    if (load) return { text: ` at ${printLoad(load)}`, words: words + 1 };
  }
  return /^\d/.test(others[0] ?? "") ? "mistaken" : null;
}
function takeMetric2(words) {
  const text6 = words.join(" ");
  const word = stripMarks(words[0] ?? "").toLowerCase();
  for (const { metric: metric2, pattern, words: count2 } of TITLED) {
    if (pattern.test(text6)) return { metric: metric2, words: count2 };
    if (word === metric2.kind) return { metric: metric2, words: 1 };
  }
  if (word === "") return null;
  const own = stripMarks(words[0] ?? "");
  if (isCustom(own)) {
    const custom = attempt(() => readCustom(new Tokens(own, "metric", "p99"), own, { offset: 0, length: 1 }));
    return custom ? { metric: custom, words: 1 } : null;
  }
  const metric = attempt(() => readMetric2(new Tokens(word, "metric", "p99"), word, { offset: 0, length: 1 }));
  if (metric) return { metric, words: 1 };
  return /^p\(?\d|^\d+(?:\.\d+)?th$/.test(word) ? "mistaken" : null;
}
function stripMarks(word) {
  return word.replace(/^[`'"*]+/, "").replace(/(?<![`'"*.,:;])[`'"*.,:;]+$/, "");
}
function attempt(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof TextError) return null;
    throw error;
  }
}

// src/verdict/acceptance/trailers.ts
var GENERATED = /^(?:Signed-off-by: |\(cherry picked from commit )/;
var BLANK = /^[ \t\r]*$/;
var INDENTED = /^[ \t\r]/;
function listTrailers(message3, key) {
  return readBlock(message3).filter((line) => keyOf2(line)?.toLowerCase() === key.toLowerCase()).map((line) => line.slice(line.indexOf(":") + 1).trim());
}
function readBlock(message3) {
  const lines = message3.split("\n");
  const title2 = lines.findIndex((line) => BLANK.test(line));
  const last = lines.findLastIndex((line) => !isComment(line) && !BLANK.test(line));
  const start = lines.findLastIndex((line, i) => i < last && BLANK.test(line)) + 1;
  const own = lines.slice(start, last + 1);
  if (title2 < 0 || start <= title2 || !isBlock(own)) return [];
  const block = [];
  for (const line of own) {
    const previous = block.at(-1);
    if (INDENTED.test(line) && previous !== void 0)
      block[block.length - 1] = `${previous.trimEnd()} ${line.trim()}`;
    else block.push(line);
  }
  return block;
}
function isBlock(lines) {
  let [trailers, others, indented] = [0, 0, 0];
  let generated = false;
  for (const line of lines.toReversed()) {
    if (INDENTED.test(line)) {
      indented++;
      continue;
    }
    if (GENERATED.test(line)) generated = true;
    if (GENERATED.test(line) || keyOf2(line) !== null) trailers++;
    else others += indented + Number(!isComment(line));
    indented = 0;
  }
  others += indented;
  return generated ? trailers * 3 >= others : trailers > 0 && others === 0;
}
function keyOf2(line) {
  return /^([A-Za-z0-9-]+)[ \t]*:/.exec(line)?.[1] ?? null;
}
function isComment(line) {
  return line.startsWith("#");
}

// src/verdict/acceptance/claims.ts
var MOST_CLAIMS = 50;
var LONGEST_TEXT2 = 300;
function listTrailerClaims(commits) {
  const claims = /* @__PURE__ */ new Map();
  for (const { message: message3, voucher } of commits) {
    for (const value of listTrailers(message3, ACCEPT_TRAILER)) {
      const known3 = claims.get(value);
      if (known3 ? known3.standing === "valid" : claims.size >= MOST_CLAIMS) continue;
      claims.set(value, toClaim(value, voucher));
    }
  }
  return [...claims.values()];
}
function toClaim(value, { by, at, standing }) {
  const text6 = `${ACCEPT_TRAILER}: ${value}`.slice(0, LONGEST_TEXT2).trimEnd();
  const parsed = parseAcceptance(value);
  const nothing2 = { label: null, metric: null };
  return parsed ? { by, at, via: "trailer", text: text6, ...parsed, standing } : { by, at, via: "trailer", text: text6, scope: nothing2, why: "", standing: "matches-nothing" };
}

// src/verdict/skip.ts
function skipRun(baseCommit, patterns) {
  return {
    code: "skipped",
    blocks: false,
    slos: [],
    changes: [],
    faults: [],
    invalid: [],
    pair: null,
    unmeasured: { kind: "irrelevant", baseCommit, patterns: [...patterns] },
    // The configuration counts as relevant, so it is the same in both revisions.
    loosened: [],
    costs: [],
    suspects: [],
    acceptances: [],
    refusals: [],
    effort: { slices: 0, discardedRounds: 0, instances: 0, loadSeconds: 0 }
  };
}

// tests/report/fixture.ts
import { createHash } from "node:crypto";
import tQuantile6 from "@stdlib/stats-base-dists-t-quantile";

// src/measurement/levels.ts
var MEASURED_PERCENTS = [
  0,
  ...steps(0.1, 99.9, 0.1),
  ...steps(99.91, 99.99, 0.01),
  99.995,
  99.999,
  100
];
var RECORDED_PERCENTS = [
  0,
  ...steps(1, 90, 1),
  ...steps(90.5, 98.5, 0.5),
  ...steps(98.6, 99.9, 0.1),
  99.95,
  99.99,
  99.999,
  100
];
function steps(from, to, step) {
  const count2 = Math.round((to - from) / step) + 1;
  return Array.from({ length: count2 }, (_, i) => Number((from + i * step).toFixed(3)));
}

// src/statistics/prediction.ts
import tQuantile5 from "@stdlib/stats-base-dists-t-quantile";
function predict(earlier, value, confidence, floor) {
  const logs = earlier.map(Math.log);
  const runs = logs.length;
  const mean = logs.reduce((sum2, x) => sum2 + x, 0) / runs;
  const variance = logs.reduce((sum2, x) => sum2 + (x - mean) ** 2, 0) / (runs - 1);
  const spread = Math.max(Math.sqrt(variance), floor);
  const reach = tQuantile5(1 - (1 - confidence) / 2, runs - 1) * spread * Math.sqrt(1 + 1 / runs);
  const difference = Math.log(value) - mean;
  return {
    typical: Math.exp(mean),
    change: Math.expm1(difference),
    low: Math.expm1(difference - reach),
    high: Math.expm1(difference + reach),
    spread
  };
}

// tests/report/fixture.ts
var NEEDED = 5;
var CONFIDENCE2 = 0.98;
var p = (percent2) => ({ kind: "percentile", percent: percent2 });
function slo(metric, operator, value) {
  const unit = metric.kind === "errors" ? "fraction" : metric.kind === "rate" ? "req/s" : "ms";
  return { metric, operator, limit: { kind: "absolute", value, unit } };
}
var bookstore = [
  { label: "search", p50: 2.1, p99: 7.3, slos: [slo(p(99), "<", 30)] },
  { label: "lookup", p50: 0.41, p99: 0.93, slos: [slo(p(99), "<", 10)] },
  {
    label: "checkout",
    p50: 24,
    p99: 61.2,
    slos: [slo(p(99), "<", 80), slo({ kind: "errors" }, "<", 1e-3)]
  }
];
function remember(makers) {
  const made = /* @__PURE__ */ new Map();
  const makeOnce = (name, make) => {
    if (!made.has(name)) made.set(name, make());
    return made.get(name);
  };
  return Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, () => makeOnce(name, make)]));
}
function commitOf(name) {
  return createHash("sha1").update(name).digest("hex");
}
function cpu2(use = {}) {
  return { cores: 2, generator: 0.42, generatorLimit: 1, service: 0.31, others: 0.02, steal: 0, ...use };
}
function reportOf(spec = {}) {
  const { scenarios = bookstore, earlier = 20, spread = 0.02, reason, verdict, ...rest } = spec;
  const history = rest.history ?? Array.from(
    { length: earlier },
    (_, i) => recordOf(
      scenarios,
      `main ${i}`,
      (label4, metric) => Math.exp(spread * wobble(`${label4} ${metric} ${i}`)),
      i,
      false
    )
  );
  const record4 = rest.record ?? recordOf(
    scenarios,
    "head",
    (label4, metric) => {
      const now = scenarios.find((scenario) => scenario.label === label4).now ?? {};
      return (now[metric] ?? 1) * Math.exp(0.5 * spread * wobble(`${label4} ${metric} head`));
    },
    100,
    true
  );
  const slos = scenarios.flatMap(
    (scenario) => (scenario.slos ?? []).map((each) => judgeSlo(record4, scenario, each))
  );
  const changes = scenarios.flatMap(
    (scenario) => gatedMetrics(scenario).map((metric) => judgeChange(record4, history, scenario, metric, reason))
  );
  const code2 = verdict?.code ?? overall(verdict?.slos ?? slos, verdict?.changes ?? changes);
  const full = {
    code: code2,
    blocks: code2 === "regressed" || code2 === "missed" || code2 === "invalid",
    slos,
    changes,
    faults: [],
    invalid: [],
    pair: null,
    loosened: [],
    costs: [],
    suspects: [],
    acceptances: [],
    refusals: [],
    effort: { slices: 16, discardedRounds: 0, instances: 2, loadSeconds: 48 },
    ...verdict
  };
  return {
    suite: "default",
    baseBranch: "main",
    reproduce: "tailgate run",
    link: "https://github.com/acme/bookstore/actions/runs/81",
    ...rest,
    record: record4,
    history,
    verdict: full
  };
}
function recordOf(scenarios, name, factor2, day, withFailures) {
  const time2 = new Date(Date.UTC(2026, 0, 1 + day, 9, 30)).toISOString();
  return {
    schemaVersion: 1,
    suite: "default",
    commit: commitOf(name),
    dirty: false,
    branch: name.startsWith("main") ? "main" : "faster-checkout",
    commitTime: time2,
    attempt: `${day}-1`,
    recordedAt: time2,
    tailgate: "0.1.0",
    environment: { cpuModel: "AMD EPYC 7763", cores: 2, os: "linux 6.8", k6: "2.2.0", node: "24.1.0" },
    steps: scenarios.map((scenario) => ({
      scenario: scenario.label.split(" ")[0],
      label: scenario.label,
      digest: commitOf(`digest of ${scenario.label}`),
      load: scenario.load ?? { kind: "arrival-rate", rate: 1e3 },
      arm: "head",
      instances: [1, 2].map((instance) => ({
        slices: [1, 2].map(
          (n) => roundOf(
            scenario.p50 * factor2(scenario.label, "p50"),
            scenario.p99 * factor2(scenario.label, "p99"),
            withFailures && scenario.failed || 0,
            withFailures && scenario.dropped || 0,
            Date.parse(time2) + (instance * 10 + n) * 4e3
          )
        )
      }))
    }))
  };
}
function roundOf(p50, p99, failed, dropped, startedAt, seconds2 = 3) {
  const planned = 1e3 * seconds2;
  const counts = { failed: Math.round(planned * failed), dropped: Math.round(planned * dropped) };
  const ok = planned - counts.failed - counts.dropped;
  const sigma = Math.log(p99 / p50) / normalQuantile(0.99);
  const at = (level) => p50 * Math.exp(sigma * normalQuantile(Math.min(Math.max(level, 1e-5), 1 - 1e-5)));
  const levels = RECORDED_PERCENTS.map((percent2) => percent2 / 100);
  const answered = ok > 0;
  return {
    startedAt,
    seconds: seconds2,
    planned,
    ok,
    ...counts,
    latency: answered ? { levels, values: levels.map(at) } : null,
    avg: answered ? p50 * Math.exp(sigma ** 2 / 2) : null,
    lag: { p50: 0, p99: 1, max: 2 }
  };
}
function gatedMetrics(scenario) {
  const percents2 = (scenario.slos ?? []).flatMap(
    ({ metric }) => metric.kind === "percentile" ? [metric.percent] : []
  );
  return [.../* @__PURE__ */ new Set([50, ...percents2])].map(p);
}
function judgeSlo(record4, { label: label4 }, each) {
  const value = measureMetric(slicesOf(findHeadStep(record4, label4)), each.metric);
  const estimate2 = { value, low: value * 0.96, high: value * 1.05 };
  const limit3 = each.limit.kind === "absolute" ? each.limit.value : Number.NaN;
  const upper = each.operator.startsWith("<");
  const missed = upper ? estimate2.low >= limit3 : estimate2.high <= limit3;
  const met = upper ? estimate2.high < limit3 : estimate2.low > limit3;
  return { label: label4, slo: each, estimate: estimate2, confidence: 0.95, code: missed ? "missed" : met ? "met" : "at-limit" };
}
function judgeChange(record4, history, { label: label4 }, metric, reason) {
  const value = (run) => measureMetric(slicesOf(findHeadStep(run, label4)), metric);
  const head = value(record4);
  const tolerance = metric.kind === "percentile" && metric.percent < 95 ? 0.05 : 0.1;
  const earlier = history.filter((run) => findHeadStep(run, label4)).map(value);
  const looked2 = { label: label4, metric, head, tolerance };
  if (earlier.length === 0 && !reason)
    return {
      kind: "uncompared",
      ...looked2,
      code: "first-run",
      reason: { kind: "few-records", compatible: 0, needed: 5 }
    };
  if (reason && reason.kind !== "noisy")
    return { kind: "uncompared", ...looked2, code: "inconclusive", reason };
  const compared = { kind: "history", ...looked2, confidence: CONFIDENCE2, history: earlier };
  if (earlier.length < NEEDED) {
    const few = { kind: "few-records", compatible: earlier.length, needed: NEEDED };
    const nothing2 = { base: null, change: null, attainableError: null };
    return { ...compared, ...nothing2, code: "inconclusive", reason: few };
  }
  const base = predict(earlier, 1, CONFIDENCE2, 0.02).typical;
  const infinite = {
    value: Number.POSITIVE_INFINITY,
    low: Number.POSITIVE_INFINITY,
    high: Number.POSITIVE_INFINITY
  };
  const predicted = Number.isFinite(head) ? predict(earlier, head, CONFIDENCE2, 0.02) : null;
  const change = predicted ? { value: predicted.change, low: predicted.low, high: predicted.high } : infinite;
  const code2 = change.low > 0 && change.value > tolerance ? "regressed" : change.high < -tolerance ? "improved" : change.high < 2 * tolerance ? "unchanged" : "inconclusive";
  return {
    ...compared,
    base,
    change,
    attainableError: 1 / (earlier.length + 1),
    code: code2,
    ...reason && code2 === "inconclusive" ? { reason } : {}
  };
}
function overall(slos, changes) {
  const codes = new Set([...changes, ...slos].map((finding) => finding.code));
  const order = [
    "regressed",
    "missed",
    "at-limit",
    "inconclusive",
    "improved",
    "unchanged",
    "first-run"
  ];
  return order.find((code2) => codes.has(code2)) ?? "met";
}
function wobble(name) {
  const hash = createHash("sha256").update(name).digest().readUInt32BE(0);
  return normalQuantile((hash + 0.5) / 2 ** 32);
}
var quantiles = /* @__PURE__ */ new Map();
function normalQuantile(level) {
  const known3 = quantiles.get(level) ?? tQuantile6(level, 1e7);
  quantiles.set(level, known3);
  return known3;
}

// tests/report/pair-fixture.ts
var ROUND_SECONDS = 1.875;
function pairedReportOf({
  scenarios = bookstore,
  pair: parts,
  noise = 0.02,
  ...rest
} = {}) {
  const pair = {
    baseCommit: commitOf("main 19"),
    because: "merge-parent",
    blocks: 16,
    planned: 16,
    discarded: { base: 0, head: 0 },
    seed: 20261121,
    error: 0.01,
    ...parts
  };
  const record4 = rest.record ?? recordOf(scenarios, "head", () => 1, 100, true);
  record4.steps = record4.steps.flatMap((scenario) => {
    const spec = scenarios.find(({ label: label4 }) => label4 === scenario.label);
    const head = { ...scenario, instances: measure(spec, "head", pair.blocks, noise) };
    return spec.isNew ? [head] : [head, { ...scenario, arm: "base", instances: measure(spec, "base", pair.blocks, noise) }];
  });
  const slos = scenarios.flatMap(
    (scenario) => (scenario.slos ?? []).map((each) => judgeSlo(record4, scenario, each))
  );
  const changes = scenarios.flatMap((scenario) => compare(record4, scenario));
  const { verdict } = rest;
  const code2 = verdict?.code ?? overall(verdict?.slos ?? slos, verdict?.changes ?? changes);
  const effort = {
    slices: 2 * pair.blocks * scenarios.length,
    discardedRounds: 0,
    instances: 2 * pair.blocks,
    loadSeconds: 180
  };
  return reportOf({
    reproduce: `tailgate run --base ${pair.baseCommit?.slice(0, 7)}`,
    ...rest,
    scenarios,
    record: record4,
    verdict: { pair, slos, changes, effort, ...verdict, code: code2 }
  });
}
function measure(spec, arm, blocks2, noise) {
  const now = arm === "head" ? spec.now : void 0;
  return Array.from({ length: blocks2 }, (_, block) => {
    const jitter = (metric) => Math.exp(noise * wobble(`${spec.label} ${arm} ${block} ${metric}`));
    const stall = arm === "head" && block % 8 === 5 ? spec.stalls ?? 1 : 1;
    const failed = ((arm === "head" ? spec.failed : spec.failedBefore) ?? 0) * jitter("failed") ** 5;
    const p99 = spec.p99 * (now?.p99 ?? 1) * stall * jitter("p99");
    const startedAt = Date.UTC(2026, 3, 11, 9, 30) + block * 12e3 + (arm === "head" ? 4e3 : 0);
    return {
      block,
      slices: [
        {
          ...roundOf(
            spec.p50 * (now?.p50 ?? 1) * jitter("p50"),
            p99,
            failed,
            arm === "head" && spec.dropped || 0,
            startedAt,
            ROUND_SECONDS
          ),
          alternating: true
        }
      ]
    };
  });
}
function compare(record4, spec) {
  const instancesOf = (arm) => record4.steps.find((scenario) => scenario.label === spec.label && scenario.arm === arm)?.instances ?? [];
  const [head, base] = [instancesOf("head"), instancesOf("base")];
  const ms = pooledQuantile(slicesOf2([...base, ...head]), 0.99);
  const metrics = [
    ...gatedMetrics(spec),
    { kind: "tail" },
    { kind: "slow-share", ms },
    { kind: "errors" }
  ];
  return metrics.map((metric) => compareMetric(spec.label, metric, head, base)).filter(({ metric, code: code2 }) => metric.kind !== "slow-share" || code2 === "regressed");
}
function compareMetric(label4, metric, head, base) {
  const heads = head.map(({ slices }) => measuredValue(metric, slices));
  const bases = base.map(({ slices }) => measuredValue(metric, slices));
  const [log3, back] = isShare(metric) ? [(x) => x, (x) => x] : [Math.log, Math.expm1];
  const difference = (a, b) => a === b ? 0 : log3(a) - log3(b);
  const tolerance = isShare(metric) ? 1e-3 : metric.kind === "percentile" && metric.percent >= 95 ? 0.1 : 0.05;
  const looked2 = { label: label4, metric, head: measuredValue(metric, slicesOf2(head)), tolerance };
  if (base.length === 0) return { kind: "uncompared", ...looked2, code: "first-run", reason: { kind: "new" } };
  const changes = heads.map((value, block) => difference(value, bases[block]));
  const middle = median2(changes);
  const spread = deviation(changes);
  const error = spread / Math.sqrt(changes.length);
  const change = Number.isFinite(middle) ? { value: back(middle), low: back(middle - 3.2 * error), high: back(middle + 3.2 * error) } : { value: middle, low: middle, high: middle };
  const before = measuredValue(metric, slicesOf2(base));
  const pooled = back(
    difference(measuredValue(metric, slicesOf2(head)), measuredValue(metric, slicesOf2(base)))
  );
  const unchanged2 = back(middle + 1.75 * error) < tolerance;
  const unstable = unchanged2 && Math.abs(pooled) > 2 * tolerance && pooled > change.high;
  const noisy = unstable ? { kind: "unsteady", evidence: { kind: "rare", pooled } } : { kind: "noisy" };
  const code2 = change.low > tolerance ? "regressed" : change.high < -tolerance ? "improved" : unchanged2 && !unstable ? "unchanged" : "inconclusive";
  return {
    kind: "paired",
    ...looked2,
    confidence: 0.9,
    base: before,
    // As the judge has it: the columns of a latency are of a typical block.
    ...!isShare(metric) && Number.isFinite(before * change.value) && { head: before * (1 + change.value) },
    change,
    pooled,
    detectable: Number.isFinite(spread) ? (1 + tolerance) * (1 + back(4 * error)) - 1 : null,
    spread: Number.isFinite(spread) ? spread : null,
    pValue: code2 === "regressed" ? 4e-4 : 0.41,
    code: code2,
    ...code2 === "inconclusive" ? { reason: noisy } : {}
  };
}
function measuredValue(metric, slices) {
  if (metric.kind !== "tail") return measureMetric(slices, metric);
  const levels = Array.from({ length: 10 }, (_, i) => (90 + i) / 100);
  return Math.exp(
    levels.reduce((sum2, level) => sum2 + Math.log(pooledQuantile(slices, level)), 0) / levels.length
  );
}
function slicesOf2(instances) {
  return instances.flatMap(({ slices }) => slices);
}
function median2(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === high ? low : (low + high) / 2;
}
function deviation(values) {
  const middle = median2(values);
  return 1.48 * median2(values.map((value) => Math.abs(value - middle)));
}

// tests/report/pair-cases.ts
var [search, lookup, checkout] = bookstore;
var browse = {
  label: "browse",
  p50: 80,
  p99: 170,
  slos: [slo(p(95), "<", 200)],
  isNew: true
};
var nearlySlower = [{ ...search, slos: [slo(p(99), "<", 7.5)], now: { p99: 1.08 } }, lookup, checkout];
var loosenedSlo = {
  kind: "slo",
  label: "checkout",
  metric: p(99),
  from: "60 ms",
  to: "80 ms"
};
var loosenedGates = [
  { kind: "tolerance", label: "checkout", metric: "p99", from: "10 %", to: "30 %" },
  { kind: "confidence", label: null, metric: null, from: "99 %", to: "90 %" },
  loosenedSlo,
  { kind: "slo-removed", label: "search", metric: p(95), from: "< 20 ms" },
  { kind: "load-reduced", label: "search", from: "1000 req/s", to: "100 req/s" },
  { kind: "when", from: null, to: ["src/**"] },
  { kind: "scenario-removed", label: "browse" }
];
var pairCases = {
  "pair regressed": () => pairedReportOf({
    noise: 0.05,
    scenarios: [search, lookup, { ...checkout, now: { p99: 1.17 } }],
    reproduce: `tailgate run --base ${commitOf("main 19").slice(0, 7)} --only checkout`
  }),
  "pair regressed, discards": () => pairedReportOf({
    scenarios: [search, { ...lookup, now: { p50: 1.12, p99: 1.4 } }, { ...checkout, now: { p99: 1.4 } }],
    pair: { planned: 24, because: "merge-base", discarded: { base: 2, head: 1 } }
  }),
  "pair with more errors": () => pairedReportOf({
    scenarios: [
      { ...search, slos: [slo(p(95), "<", 30)], failedBefore: 1e-3, failed: 8e-3 },
      lookup,
      checkout
    ]
  }),
  "pair unanswered": () => pairedReportOf({
    scenarios: [{ ...search, failed: 0.023 }, lookup, checkout],
    verdict: {
      faults: [
        {
          kind: "failing",
          label: "search",
          failed: 690,
          requests: 3e4,
          examples: ["status 500 (690 times)"]
        }
      ]
    }
  }),
  "pair unchanged": () => pairedReportOf(),
  "pair improved": () => pairedReportOf({ scenarios: [search, lookup, { ...checkout, now: { p50: 0.8, p99: 0.7 } }] }),
  "pair inconclusive": () => pairedReportOf({ noise: 0.09, scenarios: [{ ...search, now: { p99: 1.1 } }, lookup, checkout] }),
  "pair far too noisy": () => pairedReportOf({ noise: 0.25 }),
  "unstable tail": () => pairedReportOf({ scenarios: [{ ...search, stalls: 6 }, lookup, checkout] }),
  "more slow requests": () => pairedReportOf({ scenarios: nearlySlower }),
  "pair missed": () => {
    const report = pairedReportOf({ scenarios: nearlySlower, verdict: { code: "missed" } });
    report.verdict.changes = report.verdict.changes.filter(({ metric }) => metric.kind !== "slow-share");
    return report;
  },
  "missed on main already": () => pairedReportOf({
    scenarios: [{ ...search, slos: [slo(p(99), "<", 6)] }, lookup, checkout],
    verdict: { blocks: false }
  }),
  identical: () => uncompared2({ kind: "identical" }, { code: "met", pair: null }, "skipped"),
  "identical without SLOs": () => uncompared2({ kind: "identical" }, { code: "skipped", slos: [], pair: null }, "skipped"),
  "new scenario": () => pairedReportOf({ scenarios: [search, lookup, checkout, browse] }),
  "only new scenarios": () => pairedReportOf({ scenarios: [browse], earlier: 0 }),
  "no base": () => uncompared2({ kind: "no-base" }, { code: "met", pair: null }, "skipped"),
  "history instead of a base": () => {
    const report = reportOf({ spread: 0.12, earlier: 8 });
    for (const change of report.verdict.changes) change.reason = { kind: "no-base" };
    return report;
  },
  "too few blocks": () => {
    const report = pairedReportOf({ pair: { blocks: 3 }, verdict: { code: "inconclusive" } });
    for (const change of report.verdict.changes) {
      change.code = "inconclusive";
      change.reason = { kind: "too-few-blocks", blocks: 3, needed: 11 };
    }
    return report;
  },
  "slower in few blocks": () => {
    const report = pairCases["pair regressed"]();
    for (const change of pairedChanges2(report)) {
      const all = isShare(change.metric) ? 1 : Number.POSITIVE_INFINITY;
      Object.assign(change.change, { low: -1, high: all });
    }
    return report;
  },
  stalls: () => {
    const report = pairedReportOf({ verdict: { code: "inconclusive" } });
    for (const change of report.verdict.changes) {
      if (change.label !== "search" || !["p99", "tail"].includes(printMetric(change.metric))) continue;
      change.code = "inconclusive";
      change.reason = { kind: "unsteady", evidence: { kind: "stalls", base: 0, stretches: 1, of: 24 } };
    }
    return report;
  },
  "errors in bursts": () => {
    const report = pairedReportOf({ verdict: { code: "inconclusive" } });
    const errors2 = report.verdict.changes.find(({ metric }) => metric.kind === "errors");
    errors2.code = "inconclusive";
    errors2.reason = { kind: "unsteady", evidence: { kind: "rare", pooled: 4e-3 } };
    Object.assign(errors2, { head: 4e-3, pooled: 4e-3 });
    return report;
  },
  "two stored runs": () => {
    const report = pairedReportOf({
      scenarios: [search, lookup, { ...checkout, now: { p99: 1.04 } }],
      earlier: 0,
      baseBranch: "before",
      reproduce: "tailgate compare before.json after.json",
      verdict: { pair: null, code: "inconclusive", slos: [] }
    });
    report.verdict.changes = pairedChanges2(report).map(({ detectable: _, spread: __, ...change }) => ({
      ...change,
      kind: "stored",
      code: "inconclusive",
      change: { value: change.change.value, low: Number.NaN, high: Number.NaN },
      reason: { kind: "too-few-blocks", blocks: 2, needed: 4 },
      pValue: null,
      attainableError: null
    }));
    return report;
  },
  "stored runs told apart": () => {
    const report = pairCases["two stored runs"]();
    for (const change of report.verdict.changes) {
      if (change.kind !== "stored") continue;
      const value = isShare(change.metric) ? change.change.value : (1 + change.change.value) * 1.03 - 1;
      Object.assign(change, {
        change: { value, low: value - 0.01, high: value + 0.02 },
        reason: { kind: "noisy" }
      });
    }
    return report;
  },
  "missed over all requests": () => pairedReportOf({ scenarios: [{ ...search, slos: [slo(p(99), "<", 10)], stalls: 6 }, lookup, checkout] }),
  "missed with the whole load alone": () => {
    const report = pairCases["missed over all requests"]();
    for (const { slices } of report.record.steps.flatMap(({ instances }) => instances))
      slices.push({ ...slices[0], alternating: void 0 });
    return report;
  },
  "errors miss their SLO": () => pairedReportOf({
    scenarios: [
      { ...search, slos: [slo({ kind: "errors" }, "<", 1e-3)], failedBefore: 79e-4, failed: 8e-3 }
    ]
  }),
  "an SLO on errors with a pooled change": () => {
    const report = pairCases["errors in bursts"]();
    const errors2 = report.verdict.changes.find(({ metric }) => metric.kind === "errors");
    Object.assign(errors2, { change: { value: 0, low: -1e-4, high: 2e-4 } });
    return report;
  },
  "at its limit over all requests": () => {
    const report = pairCases["missed over all requests"]();
    const [finding] = report.verdict.slos;
    Object.assign(finding, { code: "at-limit", estimate: { value: 10.2, low: 9.8, high: 10.7 } });
    Object.assign(report.verdict, { code: "at-limit", blocks: false });
    return report;
  },
  "one SLO": () => pairedReportOf({ scenarios: [search] }),
  "one SLO missed": () => pairedReportOf({ scenarios: [{ ...search, slos: [slo(p(99), "<", 6)], now: { p99: 1.2 } }] }),
  "one SLO at its limit": () => pairedReportOf({ scenarios: [{ ...search, slos: [slo(p(99), "<", 7.4)] }] }),
  "pooled values": () => {
    const report = pairCases["pair inconclusive"]();
    for (const change of pairedChanges2(report)) if (!isShare(change.metric)) change.head *= 1.3;
    return report;
  },
  "moved history": () => reportOf({
    earlier: 3,
    reason: { kind: "few-records", since: commitOf("main 0"), compatible: 3, needed: 5 }
  }),
  "altered gate": () => pairedReportOf({
    verdict: {
      loosened: [
        { kind: "setting", label: "search", setting: "request", from: "GET /search", to: "GET /healthz" },
        { kind: "setting", label: null, setting: "k6.path", from: null, to: "tools/k6" },
        { kind: "contents", label: "checkout", setting: "load/checkout.js", change: "changed" },
        { kind: "borrowed", reason: "its target is app, not web" }
      ]
    }
  }),
  "unread gate": () => pairedReportOf({
    verdict: { loosened: [{ kind: "unread", reason: "There is no tailgate.yml.", borrows: true }] }
  }),
  "loosened gate": () => pairedReportOf({ verdict: { loosened: [loosenedSlo] } }),
  "loosened gates": () => pairedReportOf({
    scenarios: [search, lookup, { ...checkout, now: { p99: 1.19 } }],
    verdict: { loosened: loosenedGates, suspects }
  }),
  "stepped main": () => pairedReportOf({ verdict: { suspects } }),
  "base failed": () => reportOf({
    verdict: {
      code: "invalid",
      slos: [],
      changes: [],
      invalid: [
        {
          kind: "base-failed",
          fault: "not-ready",
          commit: commitOf("main 19"),
          service: "app",
          message: "`node server.js` ended with exit code 1 before it was ready",
          log: "Error: Cannot find module 'express'\nRequire stack:\n- server.js",
          missing: "node_modules"
        }
      ]
    }
  }),
  "pair disturbed": () => pairedReportOf({
    verdict: {
      code: "invalid",
      slos: [],
      changes: [],
      invalid: [
        {
          kind: "machine-disturbed",
          label: "search",
          discarded: 20,
          rounds: 32,
          cpu: cpu2({ others: 0.84 })
        }
      ]
    }
  })
};
var suspects = [
  { label: "search", metric: p(99), commit: commitOf("main 14"), change: 0.14 }
];
function pairedChanges2({ verdict: { changes } }) {
  const paired = changes.filter(({ kind }) => kind === "paired");
  if (paired.length < changes.length) throw new Error("something was not compared side by side");
  return paired;
}
function uncompared2(reason, verdict, code2) {
  const report = pairedReportOf({ verdict });
  const percentiles = report.verdict.changes.filter(({ metric }) => metric.kind === "percentile");
  report.verdict.changes = percentiles.map(({ label: label4, metric, head, tolerance }) => ({
    kind: "uncompared",
    label: label4,
    metric,
    head,
    tolerance,
    code: code2,
    reason
  }));
  return report;
}

// tests/report/cases.ts
var log2 = [
  "listening on 41873",
  "warming up the catalogue",
  "TypeError: Cannot read properties of undefined (reading 'price')",
  "    at checkout (/srv/app/server.js:81:23)"
].join("\n");
var nothing = { slices: 0, discardedRounds: 0, instances: 0, loadSeconds: 0 };
var [search2, lookup2, checkout2] = bookstore;
var missedSearch = { ...search2, now: { p50: 1.1, p99: 5.2 } };
var withMissedSearch = [missedSearch, lookup2, checkout2];
function accept(report, text6) {
  const voucher = { by: "octocat", at: "2026-04-11T09:45:00Z", standing: "valid" };
  const claims = listTrailerClaims([{ message: `Log

Tailgate-Accept: ${text6}`, voucher }]);
  return { ...report, verdict: acceptFindings(report.verdict, claims, []) };
}
var cases = remember({
  regressed: () => reportOf({
    scenarios: [search2, lookup2, { ...checkout2, now: { p99: 1.19 } }],
    reproduce: "tailgate run --only checkout"
  }),
  "regressed and missed": () => reportOf({ scenarios: [search2, lookup2, { ...checkout2, now: { p50: 1.3, p99: 1.6 } }] }),
  "regressed by a multiple": () => reportOf({ scenarios: [{ ...search2, now: { p50: 3, p99: 3.4 } }, lookup2, checkout2], earlier: 5 }),
  irrelevant: () => reportOf({
    scenarios: [],
    verdict: skipRun(commitOf("main"), ["src/**", "package-lock.json", "!src/*.md"])
  }),
  "missed without history": () => reportOf({ scenarios: withMissedSearch, earlier: 0 }),
  "missed by failures": () => reportOf({
    scenarios: [{ ...search2, failed: 0.02 }, lookup2, checkout2],
    verdict: {
      faults: [
        {
          kind: "failing",
          label: "search",
          failed: 240,
          requests: 12e3,
          examples: ["status 500 (231 times)", "read: connection reset by peer (9 times)"]
        }
      ]
    }
  }),
  crashed: () => reportOf({
    scenarios: [search2, lookup2, { ...checkout2, failed: 0.4 }],
    verdict: { faults: [{ kind: "crashed", service: "app", label: "checkout", exit: "exit code 1", log: log2 }] }
  }),
  "cannot keep up": () => reportOf({
    scenarios: [{ ...search2, dropped: 0.19, now: { p50: 40, p99: 60 } }, lookup2, checkout2],
    verdict: {
      faults: [
        {
          kind: "cannot-keep-up",
          label: "search",
          sent: 9744,
          intended: 12e3,
          seconds: 12,
          cpu: cpu2({ generator: 0.31, service: 1.02 })
        }
      ]
    }
  }),
  "threshold of a script": () => reportOf({
    verdict: {
      code: "missed",
      blocks: true,
      faults: [{ kind: "threshold", label: "search", thresholds: ["http_req_failed: rate<0.01"] }]
    }
  }),
  accepted: () => accept(
    reportOf({ scenarios: [search2, lookup2, { ...checkout2, now: { p50: 1.02, p99: 1.18 } }] }),
    "checkout p99 needed for the audit log of @rosa, see #12"
  ),
  "accepted in part": () => {
    const slower2 = (scenario) => ({ ...scenario, now: { p50: 1.2, p99: 1.3 } });
    return accept(reportOf({ scenarios: [slower2(search2), lookup2, slower2(checkout2)] }), "checkout");
  },
  refused: () => reportOf({
    scenarios: [search2, lookup2, { ...checkout2, now: { p50: 1.02, p99: 1.18 } }],
    verdict: {
      refusals: [
        { by: "mallory", via: "label", text: "tailgate:accept", reason: "no-rights" },
        { by: "rosa", via: "label", text: "tailgate:accept", reason: "too-early" },
        { by: "rosa", via: "label", text: "tailgate:accept", reason: "unknown-time" },
        { by: "rosa", via: "trailer", text: "Tailgate-Accept: checkout p99", reason: "own-trailer" },
        { by: "", via: "trailer", text: "Tailgate-Accept: checkout p99", reason: "unknown-rights" },
        { by: "kim", via: "trailer", text: "Tailgate-Accept: chekout", reason: "matches-nothing" },
        { by: "kim", via: "trailer", text: "Tailgate-Accept: chekcout", reason: "matches-nothing" }
      ]
    }
  }),
  "at its limit": () => reportOf({ scenarios: [{ ...search2, slos: [slo(p(99), "<", 7.4)] }, lookup2, checkout2] }),
  "at its limit, blocking": () => reportOf({
    scenarios: [{ ...search2, slos: [slo(p(99), "<", 7.4)] }, lookup2, checkout2],
    verdict: { code: "at-limit", blocks: true }
  }),
  unchanged: () => reportOf(),
  improved: () => reportOf({ scenarios: [search2, lookup2, { ...checkout2, now: { p50: 0.7, p99: 0.6 } }] }),
  met: () => reportOf({ verdict: { changes: [] }, earlier: 0 }),
  inconclusive: () => reportOf({ spread: 0.12, earlier: 8 }),
  "noisy history": () => reportOf({ spread: 0.2, earlier: 6, reason: { kind: "noisy" } }),
  "too few records": () => reportOf({ earlier: 2 }),
  "incompatible records": () => reportOf({
    earlier: 0,
    reason: {
      kind: "few-records",
      compatible: 0,
      needed: 5,
      incompatible: { records: 7, differs: ["CPU model", "k6 major version"] }
    },
    verdict: { code: "inconclusive" }
  }),
  "first run": () => reportOf({ earlier: 0 }),
  "first run without SLOs": () => reportOf({ earlier: 0, scenarios: [{ label: "search", p50: 2, p99: 7 }] }),
  skipped: () => reportOf({ verdict: { code: "skipped", slos: [], changes: [], effort: nothing }, earlier: 0 }),
  sweep: () => reportOf({
    scenarios: [5, 10, 60].map((rate) => ({
      label: `overhead at ${rate} req/s`,
      p50: 8 + rate / 10,
      p99: 30 + rate,
      slos: [slo(p(95), "<", 150)],
      load: { kind: "arrival-rate", rate }
    }))
  }),
  "closed models": () => reportOf({
    scenarios: [
      { ...search2, load: { kind: "users", users: 20 } },
      { ...lookup2, load: { kind: "fixed-work", requests: 1e4, users: 2 } }
    ]
  }),
  "forty scenarios": () => reportOf({
    scenarios: Array.from({ length: 40 }, (_, i) => ({
      label: `scenario-${i + 1}`,
      p50: 3 + i,
      p99: 20 + 3 * i,
      slos: [slo(p(99), "<", 400), slo({ kind: "errors" }, "<", 0.01)],
      now: { p99: i < 20 ? 1.3 + i / 100 : 1 }
    }))
  }),
  "k6 out of CPU": () => reportOf({
    verdict: {
      code: "invalid",
      slos: [],
      changes: [],
      invalid: [
        {
          kind: "generator-starved",
          label: "search",
          sent: 9744,
          intended: 12e3,
          seconds: 12,
          lagMs: 43,
          cpu: cpu2({ generator: 0.98 })
        }
      ]
    }
  }),
  "machine disturbed": () => invalid({
    kind: "machine-disturbed",
    label: "search",
    discarded: 6,
    rounds: 8,
    cpu: cpu2({ others: 0.84, steal: null })
  }),
  "not ready": () => invalid({ kind: "not-ready", service: "app", message: "GET /healthz did not answer within 60 s.", log: log2 }),
  "never started": () => {
    const report = cases["not ready"]();
    return { ...report, verdict: { ...report.verdict, effort: nothing } };
  },
  "build failed": () => invalid({ kind: "build-failed", service: "app", message: "`build` ended with exit code 1: npm ci", log: log2 }),
  "script failed": () => invalid({
    kind: "script-failed",
    label: "browse",
    message: "k6 ended with exit code 107.",
    log: "ReferenceError: x"
  }),
  harness: () => invalid({ kind: "harness", message: "k6 was killed by SIGKILL.", log: "" }),
  "cost unknown": () => invalid({ kind: "cost-unknown", label: "browse", metric: "cpu" }),
  "none begun": () => invalid({ kind: "none-begun", label: "browse", seconds: 1.675 }),
  "cause unknown": () => invalid({
    kind: "cause-unknown",
    label: "search",
    sent: 9744,
    intended: 12e3,
    seconds: 12,
    cpu: { cores: 8, generator: null, generatorLimit: null, service: null, others: null, steal: null }
  }),
  ...pairCases
});
function invalid(reason) {
  return reportOf({ verdict: { code: "invalid", slos: [], changes: [], invalid: [reason] } });
}

// tests/report/suite-cases.ts
var runLink = "https://github.com/acme/bookstore/actions/runs/81";
var [search3, lookup3, checkout3] = bookstore;
var mistake = [
  "error: unknown key `scenario`",
  "  at tailgate.yml:4:1",
  "",
  "  3 |   url: http://127.0.0.1:${PORT}",
  "> 4 | scenario:",
  "    | ^^^^^^^^",
  "  5 |   search:",
  "",
  "  Did you mean `scenarios`?"
].join("\n");
var unchanged = () => pairedReportOf({ noise: 0.05 });
var slower = (factor2) => () => pairedReportOf({
  noise: 0.05,
  scenarios: [search3, lookup3, { ...checkout3, now: { p99: factor2 } }],
  reproduce: `tailgate run --base ${commitOf("main 19").slice(0, 7)} --only checkout`
});
function leg(name, report) {
  return { name, outcome: { kind: "report", report, failOn: [] } };
}
function missing(name) {
  return { name, outcome: { kind: "missing" } };
}
function fault(name, exitCode = 2, message3 = mistake) {
  return { name, outcome: { kind: "fault", exitCode, message: message3 } };
}
function suiteOf(legs, rest = {}) {
  return { suite: "default", legs, attempts: [], trust: "own", link: runLink, ...rest };
}
var firstAttempt = {
  run: "81",
  attempt: 1,
  code: "regressed",
  headline: "\u274C checkout p99 is 18 % slower (+15 \u2026 +21 %)"
};
var suiteCases = remember({
  "one leg": () => suiteOf([leg("", slower(1.17)())]),
  "a regressed and a missing leg": () => suiteOf([
    leg("node 18", unchanged()),
    leg("node 20", unchanged()),
    leg("node 22", slower(1.17)()),
    missing("node 24")
  ]),
  "two slower legs": () => suiteOf([
    leg("node 18", unchanged()),
    leg("node 20", slower(1.17)()),
    leg("node 22", slower(1.31)()),
    leg("node 24", unchanged())
  ]),
  "all pass": () => suiteOf(["node 18", "node 20", "node 22", "node 24"].map((name) => leg(name, unchanged()))),
  "all missing": () => suiteOf(["node 18", "node 20", "node 22", "node 24"].map(missing)),
  "only leg missing": () => suiteOf([missing("")]),
  "only leg at fault": () => suiteOf([fault("")]),
  "same fault in all legs": () => suiteOf([fault("node 20"), fault("node 22")]),
  "fault beside results": () => suiteOf([
    leg("node 20", unchanged()),
    fault("node 22", 3, "error: No k6 was found, and its release could not be downloaded (ETIMEDOUT).")
  ]),
  fork: () => suiteOf([leg("", unchanged())], { trust: "fork" }),
  "approved fork": () => suiteOf([leg("", unchanged())], { trust: "fork", approvedBy: "kim" }),
  "report only": () => suiteOf([leg("", slower(1.17)())], { reportOnly: true }),
  "fork with several legs": () => suiteOf([leg("node 20", unchanged()), leg("node 22", slower(1.17)())], { trust: "fork" }),
  "an earlier attempt": () => suiteOf([leg("", unchanged())], { attempts: [firstAttempt] }),
  "earlier attempts of several legs": () => suiteOf([leg("node 20", unchanged()), leg("node 22", unchanged())], {
    attempts: [
      { ...firstAttempt, headline: "\u274C 1 of 2 legs slower \xB7 node 22: checkout p99 is 18 % slower" },
      {
        run: "81",
        attempt: 2,
        code: "invalid",
        headline: "\u26D4 1 of 2 legs not measured \xB7 node 20: no result arrived"
      }
    ]
  }),
  "undecided beside unchanged": () => suiteOf([leg("node 20", unchanged()), leg("node 22", cases["pair inconclusive"]())]),
  "undecided beside slower": () => suiteOf([leg("node 20", cases["pair inconclusive"]()), leg("node 22", slower(1.17)())]),
  "missed and not measured": () => suiteOf([
    leg("x64", cases["pair missed"]()),
    leg("arm64", cases["k6 out of CPU"]()),
    leg("riscv64", unchanged())
  ]),
  "loosened gates in all legs": () => suiteOf(["node 20", "node 22"].map((name) => leg(name, cases["loosened gate"]()))),
  "faster leg": () => suiteOf([leg("node 20", unchanged()), leg("node 22", cases["pair improved"]())]),
  "first run": () => suiteOf(["node 20", "node 22"].map((name) => leg(name, cases["first run"]()))),
  skipped: () => suiteOf(["node 20", "node 22"].map((name) => leg(name, cases["identical without SLOs"]()))),
  "different commits": () => {
    const other = slower(1.17)();
    other.record.commit = commitOf("another");
    return suiteOf([leg("node 20", unchanged()), leg("node 22", other)]);
  },
  "at its limit": () => suiteOf([
    leg("node 20", unchanged()),
    leg(
      "node 22",
      reportOf({ scenarios: [{ ...search3, slos: [slo(p(99), "<", 7.4)] }, lookup3, checkout3] })
    )
  ])
});

// src/config/language/limit.ts
var UNITS2 = {
  us: { kept: "ms", places: -3 },
  ms: { kept: "ms", places: 0 },
  s: { kept: "ms", places: 3 },
  "%": { kept: "fraction", places: -2 },
  kB: { kept: "MB", places: -3 },
  MB: { kept: "MB", places: 0 },
  GB: { kept: "MB", places: 3 }
};
var UNIT_SLIPS = [
  [/^(?:s|secs?|seconds?)$/i, "s"],
  [/^(?:ms|msecs?|millis|millisecs?|milliseconds?|m)$/i, "ms"],
  [/^(?:us|usecs?|micros|microseconds?|[µμ]s)$/i, "us"],
  [/^(?:pct|percent|per-?cent)$/i, "%"],
  [/^(?:k|kb|kib)$/i, "kB"],
  [/^(?:mb|mib|megabytes?)$/i, "MB"],
  [/^(?:g|gb|gib|gigabytes?)$/i, "GB"]
];
var FITTING = {
  ms: { expected: "expected `us`, `ms` or `s`", first: "ms" },
  fraction: { expected: "expected `%`", first: "%" },
  "req/s": { expected: "expected `req/s`", first: " req/s" },
  MB: { expected: "expected `kB`, `MB` or `GB`", first: "MB" }
};
var EXAMPLES = { ms: "30ms", fraction: "0.1%", "req/s": "900 req/s", MB: "300MB" };
var NATURES = {
  ms: "a time",
  fraction: "a share of the requests",
  "req/s": "a rate",
  MB: "an amount of memory"
};
function printLimit(limit3) {
  if (limit3.kind === "absolute") return printQuantity(limit3.value, limit3.unit);
  const factor2 = limit3.factor === 1 ? "" : `${printDecimal(limit3.factor)} x `;
  const sign = limit3.offsetMs < 0 ? "-" : "+";
  const offset = limit3.offsetMs === 0 ? "" : ` ${sign} ${printQuantity(Math.abs(limit3.offsetMs), "ms")}`;
  return `${factor2}${limit3.scenario}.${printMetric(limit3.metric)}${offset}`;
}
function unitOf2(metric) {
  return unitOf(metric);
}
function printQuantity(value, unit) {
  if (unit === "fraction") return `${printDecimal(value, 2)}%`;
  if (unit === "req/s") return `${printDecimal(value)} req/s`;
  if (unit === "MB") return `${printDecimal(value)}MB`;
  if (unit === "plain") return printDecimal(value);
  if (unit === "/s") return `${printDecimal(value)}/s`;
  const ms = `${printDecimal(value)}ms`;
  const s = `${printDecimal(value, -3)}s`;
  const us = `${printDecimal(value, 3)}us`;
  if (value >= 1e3) return s.length < ms.length ? s : ms;
  return value < 1 && us.length <= ms.length ? us : ms;
}
function takeLimit(tokens, metric) {
  const token = tokens.next;
  if (token.kind === "word") return takeRelative(tokens, metric, 1);
  const number14 = takeNumber(tokens, `a limit such as \`${EXAMPLES[unitOf2(metric)]}\``);
  const sign = tokens.next;
  if (/^(?:x|\*|×)$/i.test(sign.text)) {
    if (sign.text !== "x" || !sign.blankBefore || !tokens.peek(1).blankBefore) {
      failOnFactor(tokens, number14, sign.offset + sign.length);
    }
    if (Number(number14.text) === 0) {
      tokens.fail(number14, { what: "A factor of 0 leaves no limit.", expected: "expected more than 0" });
    }
    tokens.take();
    return takeRelative(tokens, metric, Number(number14.text));
  }
  if (/^x\S+\.\S/.test(sign.text)) failOnFactor(tokens, number14, sign.offset + 1);
  const unit = unitOf2(metric);
  if (unit === "req/s") {
    takeRateUnit(tokens, number14, FITTING[unit].expected);
    return { kind: "absolute", value: Number(number14.text), unit };
  }
  const value = shiftDecimal(number14.text, takeUnit(tokens, number14, metric));
  if (unit === "fraction" && value > 1) {
    tokens.fail(number14, {
      what: "More than every request cannot fail.",
      expected: "expected at most `100%`"
    });
  }
  return { kind: "absolute", value, unit };
}
function failOnFactor(tokens, number14, end) {
  const right = tokens.text.slice(end).trimStart().length > 0;
  return tokens.fail(
    { offset: number14.offset + number14.length, length: end - number14.offset - number14.length },
    {
      what: "A factor is written with ` x ` between blanks.",
      expected: "expected ` x `, as in `1.5 x sparql.p99`",
      replacement: right ? /\s/.test(tokens.text[end] ?? "") ? " x" : " x " : void 0
    }
  );
}
function takeUnit(tokens, number14, metric) {
  const token = tokens.next;
  const { expected, first } = FITTING[unitOf2(metric)];
  const unit = Object.hasOwn(UNITS2, token.text) ? UNITS2[token.text] : void 0;
  if (unit?.kept === unitOf2(metric)) {
    tokens.take();
    return unit.places;
  }
  const name = printMetric(metric);
  const missing2 = token.kind === "end" || token.kind === "word" && /^(?:at|for|and)$/.test(token.text);
  if (missing2 || token.kind === "symbol" && !unit) {
    const share = metric.kind === "errors" && Number(number14.text) < 1 && Number(number14.text) > 0;
    const digits = share ? printDecimal(Number(number14.text), 2) : number14.text;
    tokens.fail(missing2 ? number14 : token, {
      what: missing2 ? `The limit of \`${name}\` has no unit.` : `${quote(token.text)} is not a unit.`,
      expected,
      ...missing2 ? { replacement: `${digits}${first}` } : {},
      ...share && missing2 ? {
        hint: `A share of ${number14.text} is ${digits}%; if you meant ${number14.text} percent, write \`${number14.text}%\`.`
      } : {}
    });
  }
  const slip = UNIT_SLIPS.find(([pattern]) => pattern.test(token.text))?.[1];
  const fitting = slip && UNITS2[slip]?.kept === unitOf2(metric) ? slip : nearestUnit(token.text, metric);
  tokens.fail(token, {
    what: unit || slip && !fitting || token.text === "req/s" ? `\`${name}\` is ${isLatency(metric) ? "a latency" : NATURES[unitOf2(metric)]}: ${quote(token.text)} does not fit.` : `${quote(token.text)} is not a unit here.`,
    expected,
    replacement: fitting
  });
}
function nearestUnit(word, metric) {
  return nearest(
    word,
    Object.keys(UNITS2).filter((unit) => UNITS2[unit]?.kept === unitOf2(metric))
  );
}
function takeRelative(tokens, metric, factor2) {
  const token = tokens.next;
  const expected = `expected a number with a unit, such as \`30ms\``;
  if (token.kind !== "word") tokens.failExpected("another scenario's metric, such as `sparql.p99`");
  const dot7 = token.text.indexOf(".");
  const scenario = token.text.slice(0, dot7);
  if (dot7 < 0 || !/^[a-z][a-z0-9_-]*$/.test(scenario)) {
    tokens.fail(token, { what: `${quote(token.text)} is not a limit.`, expected });
  }
  const span = { offset: token.offset + dot7 + 1, length: token.length - dot7 - 1 };
  const word = token.text.slice(dot7 + 1);
  const glued = /^([^-]+)-(\d.*)$/.exec(word);
  if (glued) failOnSign(tokens, { offset: span.offset + glued[1].length, length: 1 }, "-");
  tokens.take();
  const other = readMetric2(tokens, word, span);
  if (unitOf2(other) !== unitOf2(metric)) {
    tokens.fail(span, {
      what: `\`${printMetric(metric)}\` and \`${printMetric(other)}\` are not of the same kind.`,
      expected: `expected a metric in the unit of \`${printMetric(metric)}\``
    });
  }
  const limit3 = { kind: "relative", scenario, metric: other, factor: factor2 };
  const sign = tokens.next;
  if (sign.text !== "+" && sign.text !== "-") return { ...limit3, offsetMs: 0 };
  if (!sign.blankBefore || !tokens.peek(1).blankBefore) failOnSign(tokens, sign, sign.text);
  tokens.take();
  if (unitOf2(metric) !== "ms") {
    tokens.fail(sign, {
      what: `Only latencies take an offset, \`${printMetric(metric)}\` does not.`,
      expected: "expected a factor, such as `1.5 x`"
    });
  }
  const number14 = takeNumber(tokens, "an offset such as `150ms`");
  const offset = shiftDecimal(number14.text, takeUnit(tokens, number14, metric));
  return { ...limit3, offsetMs: sign.text === "-" && offset !== 0 ? -offset : offset };
}
function failOnSign(tokens, span, sign) {
  const before = /\s/.test(tokens.text[span.offset - 1] ?? "") ? "" : " ";
  const after = /\s/.test(tokens.text[span.offset + span.length] ?? "") ? "" : " ";
  return tokens.fail(span, {
    what: `\`${sign}\` needs a blank on both sides, since names may hold dashes.`,
    expected: `expected \` ${sign} \``,
    replacement: `${before}${sign}${after}`
  });
}

// src/config/language/slo.ts
var OPERATORS = ["<", "<=", ">", ">="];
var OPERATOR_SLIPS = [
  [/^(?:is )?(?:at most|up to|no more than|not more than|lte\b|=<|≤)/i, "<="],
  [/^(?:is )?(?:at least|no less than|not less than|gte\b|=>|≥)/i, ">="],
  [/^(?:is )?(?:(?:less|lower|smaller|faster) than|below|under|lt\b|<<)/i, "<"],
  [/^(?:is )?(?:(?:more|greater|higher) than|above|over|gt\b|>>)/i, ">"]
];
function printSlo(slo2, load) {
  const at = load ? ` at ${printLoad(load)}` : "";
  return `${printMetric(slo2.metric)} ${slo2.operator} ${printLimit(slo2.limit)}${at}`;
}
function takeCondition(tokens) {
  const metricAt = tokens.next;
  const named = takeMetric(tokens);
  const operatorAt = tokens.next;
  const operator = takeOperator(tokens, named);
  const limitAt = tokens.next;
  const limit3 = named.kind === "custom" ? takeCustomLimit(tokens, named) : takeLimit(tokens, named);
  const metric = named.kind === "custom" ? finishCustom(named, limit3, operator) : named;
  return {
    slo: { metric, operator, limit: limit3 },
    spans: {
      metric: tokens.span(metricAt, metricAt),
      operator: tokens.span(operatorAt, operatorAt),
      limit: tokens.span(limitAt, tokens.previous)
    }
  };
}
function takeOperator(tokens, metric) {
  const token = tokens.next;
  const operator = OPERATORS.find((candidate) => candidate === token.text);
  if (operator) {
    tokens.take();
    return operator;
  }
  const expected = "expected `<`, `<=`, `>` or `>=`";
  const direction = unitOf(metric) === "req/s" ? ">" : "<";
  if (token.kind === "number") {
    tokens.fail(token, {
      what: "The comparison is missing.",
      expected,
      replacement: `${direction} ${token.text}`
    });
  }
  const rest = tokens.text.slice(token.offset);
  const slip = OPERATOR_SLIPS.find(([pattern]) => pattern.test(rest));
  const length = slip?.[0].exec(rest)?.[0].length ?? token.length;
  const isEquality = /^[=!]+$/.test(token.text);
  return tokens.fail(
    { offset: token.offset, length },
    {
      what: token.kind === "end" ? "The SLO ends after its metric." : `${quote(rest.slice(0, length))} is not a comparison.`,
      expected,
      replacement: isEquality ? `${direction}=` : slip?.[1]
    }
  );
}

// src/config/language/capacity.ts
var EXAMPLE = "p99 < 30ms between 100 and 5000 req/s";
var NARROWEST = 1.2;
var MOST_RATE = 1e6;
function parseCapacity(text6) {
  return parseOrSuggest(
    text6,
    (candidate) => takeCapacity(new Tokens(candidate, "capacity", EXAMPLE)),
    printCapacity
  );
}
function printCapacity({ slo: slo2, from, to }) {
  return `${printSlo(slo2)} between ${printDecimal(from)} and ${printDecimal(to)} req/s`;
}
function takeCapacity(tokens) {
  const { slo: slo2, spans } = takeCondition(tokens);
  if (!isLatency(slo2.metric) || slo2.metric.kind === "min" || slo2.metric.kind === "max") {
    const kind = printMetric(slo2.metric);
    const what = `A capacity is the highest rate that keeps a latency, and \`${kind}\` is not such a one.`;
    tokens.fail(spans.metric, { what, expected: "expected a percentile or `avg`, such as `p99`" });
  }
  if (slo2.limit.kind === "relative") {
    tokens.fail(spans.limit, {
      what: "A capacity has a limit of its own.",
      expected: "expected a time, such as `30ms`"
    });
  }
  if (!slo2.operator.startsWith("<")) {
    const what = "An SLO says what must hold: that the service is fast.";
    tokens.correct(spans.operator, what, slo2.operator.replace(">", "<"));
  }
  if (!tokens.takeWord("between")) {
    tokens.failExpected("the range of rates to search", {
      hint: `For example \`${printSlo(slo2)} between 100 and 5000 req/s\`.`
    });
  }
  const first = takeNumber(tokens, "the lowest rate, such as `100`");
  if (tokens.next.text === "req/s") tokens.take();
  if (!tokens.takeWord("and")) tokens.failExpected("`and`", { replacement: "and" });
  const second = takeNumber(tokens, "the highest rate, such as `5000`");
  takeRateUnit(tokens, second, "expected `req/s`");
  if (!tokens.ended) tokens.failExpected("nothing more after the range");
  const [from, to] = [Number(first.text), Number(second.text)];
  checkRange(tokens, from, to, { first, second });
  return { slo: slo2, from, to };
}
function checkRange(tokens, from, to, { first, second }) {
  if (from <= 0) {
    const what2 = "No arrivals at all are no load.";
    tokens.fail(first, { what: what2, expected: "expected more than 0" });
  }
  if (to > MOST_RATE) {
    tokens.fail(second, { what: "The rate is too large.", expected: `expected at most ${MOST_RATE}` });
  }
  if (to >= NARROWEST * from) return;
  const what = to < from ? "The range ends below its start." : "The range is too narrow to search in.";
  tokens.fail(tokens.span(first, second), {
    what,
    expected: `expected an end of at least \`${printDecimal(Math.ceil(NARROWEST * from))} req/s\``
  });
}

// src/plan/search.ts
var FEWEST_BLOCKS = 2;

// src/statistics/decision.ts
function decideChange({ worse, better, least, most }, tolerance, small = tolerance) {
  if (worse && least > tolerance) return "regressed";
  if (better) return "improved";
  return most < small ? "unchanged" : "inconclusive";
}
function isShownJointly(code2, { least }, tolerance) {
  return code2 === "improved" || code2 === "inconclusive" && least > tolerance;
}

// src/statistics/paired-statistic.ts
import signedRankCdf from "@stdlib/stats-base-dists-signrank-cdf";

// src/statistics/random.ts
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

// src/statistics/sign-rows.ts
var ROWS = 2 ** 14;
var ROWS_FOR_SMALL_ERRORS = 2 ** 16;

// src/statistics/paired-comparison.ts
var TOLERANCE_ERROR = 0.05;

// src/statistics/change-point.ts
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus as xoroshiro128plus2 } from "pure-rand/generator/xoroshiro128plus";

// src/verdict/capacity.ts
var CAPACITY = { kind: "capacity" };
function judgeCapacity({ label: label4, goal, slos, head }) {
  const estimate2 = poolEstimates(head);
  if (estimate2 === null) return { slos: [], invalid: [] };
  const { kind, value, low, high } = estimate2;
  const findings = slos.map(
    (slo2) => ({
      label: label4,
      slo: slo2,
      ...judgeEstimate(slo2, { value, low, high }),
      confidence: LIMIT_CONFIDENCE,
      capacity: { kind, goal }
    })
  );
  const open = findings.some(({ code: code2 }) => code2 === "at-limit");
  const invalid2 = kind === "generator" && open ? [{ kind: "generator-limit", label: label4, rate: low }] : [];
  return { slos: findings, invalid: invalid2 };
}
function compareCapacity({ label: label4, goal, head, base, sensitivity: { tolerance } }, error, family) {
  const pooled = { base: poolEstimates(base), head: poolEstimates(head) };
  const looked2 = { label: label4, metric: CAPACITY, head: pooled.head?.value ?? Number.NaN, tolerance };
  const leaveOut = (reason) => ({
    kind: "uncompared",
    ...looked2,
    code: "inconclusive",
    reason
  });
  if (pooled.head === null) return leaveOut({ kind: "nothing-found" });
  const pairs = pairBlocks(base, head);
  const side = findBeyond(pairs);
  if (side !== null) return leaveOut({ kind: "beyond-range", side, rate: rateAt(side, goal, pairs) });
  if (pairs.length < FEWEST_BLOCKS)
    return leaveOut({ kind: "too-few-blocks", blocks: pairs.length, needed: FEWEST_BLOCKS });
  const estimate2 = estimateModerated(pairs.map((pair) => Math.log(pair.base.value / pair.head.value)));
  const { mean, standardError } = estimate2;
  const joint = estimate2.reach(error / family);
  const own = estimate2.reach(TOLERANCE_ERROR);
  const longer = -Math.log1p(-tolerance);
  const shown = {
    worse: mean - joint > 0,
    better: mean + joint < 0,
    least: mean - own,
    most: mean + own
  };
  const code2 = decideChange(shown, longer);
  const isJoint = isShownJointly(code2, shown, longer);
  const reach = isJoint ? joint : own;
  return {
    kind: "paired",
    ...looked2,
    base: pooled.base?.value ?? Number.NaN,
    change: { value: Math.expm1(-mean), low: Math.expm1(-mean - reach), high: Math.expm1(reach - mean) },
    pooled: looked2.head / (pooled.base?.value ?? Number.NaN) - 1,
    detectable: Math.abs(Math.expm1(-findDetectable(joint, own, longer, standardError))),
    spread: standardError * Math.sqrt(pairs.length),
    pValue: Math.min(1, family * findPValue(estimate2)),
    confidence: 1 - 2 * (isJoint ? error : TOLERANCE_ERROR),
    code: code2,
    ...code2 === "inconclusive" && { reason: { kind: "noisy" } }
  };
}
function pairBlocks(base, head) {
  return head.blocks.flatMap(({ block, estimate: estimate2 }) => {
    const other = base.blocks.find((each) => each.block === block)?.estimate;
    return estimate2 && other ? [{ base: other, head: estimate2 }] : [];
  });
}
function findBeyond(pairs) {
  const both = pairs.find(({ base, head }) => base.kind !== "found" && head.kind !== "found");
  return both === void 0 || both.head.kind === "found" ? null : both.head.kind;
}
function rateAt(side, goal, pairs) {
  if (side === "above") return goal.to;
  return side === "below" ? goal.from : Math.min(...pairs.map(({ head }) => head.low));
}
var POWER = 0.84;
function findDetectable(joint, own, tolerance, standardError) {
  return Math.max(joint, own + tolerance) + POWER * standardError;
}
function findPValue({ mean, reach }) {
  let [low, high] = [1e-9, 0.5];
  for (let i = 0; i < 50; i++) {
    const middle = Math.sqrt(low * high);
    if (reach(middle) > Math.abs(mean)) low = middle;
    else high = middle;
  }
  return high;
}

// tests/report/html/situations.ts
var GOAL = parseCapacity("p99 < 30ms between 100 and 5000 req/s");
function search4(arm, capacity2) {
  const blocks2 = [0, 1, 2, 3].map((block) => {
    const value = capacity2 * (1 + 0.01 * block);
    const trials = [0.25, 0.5, 0.8, 0.95, 1.04, 1.2].map((share) => {
      const rate = Math.round(capacity2 * share);
      const met = rate < value;
      return {
        rate,
        achieved: rate,
        met,
        value: 8 / Math.max(0.05, 1.25 - share),
        errors: met ? 0 : 0.01,
        dropped: 0
      };
    });
    return {
      block,
      estimate: { kind: "found", value, low: 0.97 * value, high: 1.03 * value },
      trials
    };
  });
  return { scenario: "quote", label: "quote", digest: "d", goal: GOAL, arm, blocks: blocks2 };
}
function capacity() {
  const [head, base] = [search4("head", 1800), search4("base", 2200)];
  const searched = {
    ...{ label: "quote", goal: GOAL, slos: [], head, base },
    history: { runs: [], incompatible: { records: 0, differs: [] } },
    sensitivity: { tolerance: 0.05, confidence: 0.99 }
  };
  const report = pairedReportOf();
  const { slos, invalid: invalid2 } = judgeCapacity(searched);
  const change = compareCapacity(searched, 0.01, 1);
  const verdict = { ...report.verdict, slos, changes: [change], invalid: invalid2, code: overall(slos, [change]) };
  return { ...report, verdict, record: { ...report.record, steps: [], capacities: [head, base] } };
}
function variants() {
  const all = ["on", "off"].flatMap(
    (cache) => ["memory", "sqlite", "mysql"].map((storage) => ({ cache, storage }))
  );
  const specs = ["create", "list"].flatMap(
    (name, i) => all.map((variant2, j) => {
      const p99 = 8 * (i + 1) + 3 * j;
      const label4 = `${name} [${printValues(variant2)}]`;
      return {
        ...{ name, variant: variant2, label: label4, p50: p99 / 4, p99, slos: [slo(p(99), "<", 2 * p99)] },
        ...variant2.cache === "off" && i === 0 && { now: { p99: 1.4 } }
      };
    })
  );
  const report = pairedReportOf({ scenarios: specs, earlier: 0, pair: { variants: all.length } });
  for (const step of report.record.steps) {
    const { name, variant: variant2 } = specs.find(({ label: label4 }) => label4 === step.label);
    Object.assign(step, { scenario: name, variant: variant2 });
  }
  return report;
}
function everything() {
  const report = structuredClone(cases["pair regressed"]());
  for (const step of report.record.steps) {
    const last = step.instances.at(-1).slices[0];
    const { alternating: _, ...slice } = last;
    step.soak = Array.from({ length: 8 }, (_2, i) => ({
      ...slice,
      startedAt: last.startedAt + 6e3 + 500 * i,
      seconds: 0.5
    }));
    step.discarded = [
      { startedAt: step.instances[3].slices[0].startedAt - 4e3, seconds: 1.5, because: "disturbed" }
    ];
    step.answers = [{ request: "/books/42", statuses: { 200: 400 }, bytes: { typical: 1234, mean: 1250 } }];
  }
  const cost = (kind, base) => ({
    ...{ label: "checkout", metric: { kind }, base, head: 1.1 * base },
    change: { value: 0.1, low: 0.08, high: 0.12 }
  });
  report.verdict.costs = [cost("cpu", 1.2), cost("memory", 84)];
  return report;
}
var situations = {
  ...Object.fromEntries(
    [
      "pair unchanged",
      "pair improved",
      "pair inconclusive",
      "pair with more errors",
      "missed without history",
      "at its limit",
      "accepted",
      "loosened gates",
      "first run",
      "skipped",
      "crashed",
      "not ready",
      "k6 out of CPU",
      "sweep",
      "closed models"
    ].map((name) => [name, () => asSuite(cases[name]())])
  ),
  "slower, with all that a record holds": () => asSuite(everything()),
  "a capacity": () => asSuite(capacity()),
  "twelve variants": () => asSuite(variants()),
  "several jobs": () => suiteCases["a regressed and a missing leg"]()
};

// tests/browser/page.ts
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join as join2 } from "node:path";
import { chromium } from "playwright-core";

// tests/report/rendered.ts
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

// tests/browser/page.ts
var root = process.cwd();
var here = join2(root, "tests/browser");
async function openBrowser() {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync"
    ]
  });
}
function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const found = names.flatMap((name) => folders.map((folder) => join2(folder, name))).find((path) => existsSync(path));
  if (!found) throw new Error("No Chromium found: set CHROMIUM to its path, or put `chromium` on the PATH.");
  return found;
}

// ../shots.ts
var [which, mode = "light", width = "1120"] = process.argv.slice(2);
var browser = await openBrowser();
for (const name of which.split(";")) {
  const slug = name.replace(/\W+/g, "-");
  const html = name.endsWith(".json") ? renderHtml(asSuite(JSON.parse((await import("node:fs")).readFileSync(name, "utf8")))) : renderHtml(cases[name] ? asSuite(cases[name]()) : (situations[name] ?? suiteCases[name])());
  const path = `/tmp/wt/html/out/${slug}.html`;
  writeFileSync(path, html);
  const page = await browser.newPage({ viewport: { width: Number(width), height: 900 }, colorScheme: mode });
  page.on("console", (m) => console.log("console", m.text()));
  page.on("request", (r) => {
    if (!r.url().startsWith("file:")) console.log("request", r.url());
  });
  await page.goto("file://" + path);
  const over = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  await page.screenshot({ path: `/tmp/wt/html/out/${slug}-${mode}-${width}.png`, fullPage: true });
  console.log(slug, html.length, "overflow", over);
}
await browser.close();
