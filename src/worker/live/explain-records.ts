import type { Problem } from '../../engine/model/problem.ts';

/** Records and characters that are looked at: enough to see what a sender sends. */
const maxRecords = 500;
const maxCharacters = 1_000_000;
const maxNames = 5;

/**
 * Why no recording could be read from the records of a live stream: what has arrived, and what to change where it is sent.
 * Other problems are returned as they are.
 */
export function explained(records: readonly string[], problem: Problem): Problem {
  const lines = linesOf(records);
  const values = lines.map(parsed);
  const spans = values.flatMap((value) => inExport(value, 'resourceSpans', 'scopeSpans', 'spans'));
  if (spans.length > 0) return noCalls(counted(spans.length, 'span'), namesIn(spans), otherSpans);
  const logs = values.flatMap((value) => inExport(value, 'resourceLogs', 'scopeLogs', 'logRecords'));
  if (logs.length > 0) return noCalls(counted(logs.length, 'log record'), namesIn(logs), onlyLogs);
  const [first = ''] = lines;
  if (/^\s*<(?:!doctype|html)\b/i.test(first)) return { code: 'live/html', message: htmlArrived };
  if (problem.code === 'import/no-turns')
    return { code: 'live/no-turns', message: `${counted(lines.length, 'record')} received, and no turn yet.` };
  const kinds = new Set(values.flatMap((value) => (isRecord(value) ? [shapeOf(value)] : [])));
  if (problem.code !== 'import/unknown-kind' || kinds.size === 0) return problem;
  return {
    code: 'live/unknown-format',
    message: `${counted(lines.length, 'record')} received in an unknown format: ${listed([...kinds])}. Send messages such as {"role": "user", "content": "Hello"}, or one of the formats in docs/formats.md.`,
  };
}

const otherSpans =
  'Turn on the recording of model calls: the telemetry switch of the agent’s SDK, or an instrumentation such as OpenInference or OpenLLMetry.';
const onlyLogs =
  'Most frameworks record the model’s calls as traces: set OTEL_TRACES_EXPORTER=otlp, and turn on the telemetry of the agent’s SDK.';
const htmlArrived =
  'A page of HTML was received, where records of an agent were expected: JSON, or lines of its log. The sender has probably read them from a wrong address.';

const noCalls = (count: string, names: readonly string[], advice: string): Problem => ({
  code: 'live/no-calls',
  message: `${count} received, none of them a model or tool call${names.length === 0 ? '' : `: ${listed(names)}`}. ${advice}`,
});

function linesOf(records: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let left = maxCharacters;
  for (const record of records.slice(0, maxRecords)) {
    for (const line of record.slice(0, left).split('\n')) if (line.trim() !== '') lines.push(line);
    left -= record.length;
    if (left <= 0 || lines.length >= maxRecords) break;
  }
  return lines.slice(0, maxRecords);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A line of a text, or one that was cut off by the limit above.
    return undefined;
  }
}

type Fields = { readonly [name: string]: unknown };
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listIn = (value: unknown, key: string): readonly Fields[] => {
  const list = isRecord(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
};

const inExport = (value: unknown, list: string, within: string, items: string): readonly Fields[] =>
  listIn(value, list).flatMap((sender) => listIn(sender, within).flatMap((scope) => listIn(scope, items)));

/** Names of spans, or of the events that log records are. */
const namesIn = (items: readonly Fields[]): readonly string[] =>
  [
    ...new Set(
      items.flatMap(({ name, eventName }) => [name, eventName].filter((one) => typeof one === 'string' && one !== '')),
    ),
  ] as string[];

const shapeOf = (value: Fields): string => {
  const keys = Object.keys(value);
  return keys.length === 0
    ? 'empty records'
    : `records with ${keys
        .slice(0, 3)
        .map((key) => `“${key.slice(0, 40)}”`)
        .join(', ')}`;
};

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const listed = (names: readonly string[]): string =>
  `${names
    .slice(0, maxNames)
    .map((name) => name.slice(0, 60))
    .join(', ')}${names.length > maxNames ? ', …' : ''}`;
