import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toJson } from '../../model/json.ts';
import { isList, isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { openEntry } from '../../opening/open-session.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import { documentOf } from '../../readers/testing.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

/** A fixture with a context of each of the five systems. */
const contexts = [
  'task-snapshot/fixtures/composed-refund-agent.python.txt',
  'voice-context/fixtures/composed-page-values.python.txt',
  'adk-context/fixtures/composed-context.python.txt',
  'a2a-context/fixtures/composed-worker-context.python.txt',
  'noetic-items/fixtures/composed-checkpoint.json',
].map((path) => ({ path, ...sourceOf(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')) }));

interface Source {
  readonly value: Value;
  /** The text on several lines, and on one. */
  readonly pretty: string;
  readonly line: string;
}

function sourceOf(text: string): Source {
  const { value } = documentOf(text);
  return { value, pretty: printed(value, '\n'), line: printed(value, '').trim() };
}

/** Python’s `print` output of plain values, with `lineBreak` between entries. */
function printed(value: Value, lineBreak: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return printedText(value);
  const inner = lineBreak === '' ? ' ' : `${lineBreak} `;
  if (isList(value)) return `[${[...value].map((one) => printed(one, lineBreak && inner)).join(`,${inner}`)}]`;
  if (!isRecord(value)) return toJson(value);
  const entries = Object.entries(value).map(([key, one]) => `${printedText(key)}: ${printed(one, lineBreak && inner)}`);
  return `{${entries.join(`,${inner}`)}}`;
}

function printedText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll(quote, `\\${quote}`);
  return quote + body + quote;
}

function open(text: string): OpenSession {
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const perLine = (text: string, prefix: (line: number) => string) =>
  text
    .split('\n')
    .map((line, index) => prefix(index) + line)
    .join('\n');

const second = (line: number) => String(line % 60).padStart(2, '0');
const escape = '\u001B';

/** Ways in which people copy a program’s output, with the note codes that the report must contain. */
const copies: readonly (readonly [string, (source: Source) => string, readonly string[]])[] = [
  ['as it was printed', ({ line }) => line, []],
  ['over several lines', ({ pretty }) => pretty, []],
  ['with Windows line breaks', ({ pretty }) => pretty.replaceAll('\n', '\r\n'), []],
  ['with hard spaces', ({ pretty }) => pretty.replaceAll('\n ', '\n\u00A0'), []],
  ['from an f-string that shows its expression', ({ line }) => `ctx.to_dict()=${line}`, ['reader/assignment']],
  ['as an assignment with a type', ({ pretty }) => `ctx: dict[str, Any] = ${pretty}`, ['reader/prose']],
  ['from IPython', ({ pretty }) => `In [3]: ctx.to_dict()\nOut[3]: \n${pretty}\n\nIn [4]: `, ['reader/prompt']],
  ['from a shell', ({ pretty }) => `>>> pprint(ctx.to_dict())\n${pretty}\n>>> `, ['reader/prompt']],
  [
    'as it was typed into a shell',
    ({ pretty }) => `>>> ctx = ${pretty.replaceAll('\n', '\n... ')}\n>>> ctx.step`,
    ['reader/line-prefix'],
  ],
  ['from a debugger', ({ pretty }) => `> /app/agent.py(41)step()\n(Pdb) pp ctx\n${pretty}\n(Pdb) `, ['reader/prose']],
  ['from a log', ({ line }) => `2026-05-20 03:00:11,482 DEBUG agent [w-1] state: ${line}\n`, ['reader/prose']],
  ['from a log of Python', ({ line }) => `INFO:agent.runtime:${line}\n`, ['reader/prose']],
  [
    'from a log that begins every line anew',
    ({ pretty }) => perLine(pretty, (line) => `2026-05-20 03:00:${second(line)},482 INFO  agent.runtime: `),
    ['reader/line-prefix'],
  ],
  [
    'from the log of a container',
    ({ pretty }) => perLine(pretty, (line) => `2026-05-20T03:00:${second(line)}.482917Z `),
    ['reader/line-prefix'],
  ],
  ['from docker compose', ({ pretty }) => perLine(pretty, () => 'agent-1  | '), ['reader/line-prefix']],
  ['from an answer to a mail', ({ pretty }) => perLine(pretty, () => '> '), ['reader/line-prefix']],
  [
    'from a log of Rich',
    ({ pretty }) => `[03:00:11] INFO     ${pretty.replace('\n', `${' '.repeat(20)}main.py:42\n`)}`,
    ['reader/log-place'],
  ],
  [
    'from a terminal with colours',
    ({ pretty }) => pretty.replaceAll(/'[^'\n]*'/g, (text) => `${escape}[32m${text}${escape}[0m`),
    ['reader/colour-code'],
  ],
  ['from a code block', ({ pretty }) => `I get\n\`\`\`python\n${pretty}\n\`\`\`\nWhy?`, ['reader/code-fence']],
  [
    'from a word processor',
    ({ pretty }) => (/["\\]/.test(pretty) ? pretty : pretty.replaceAll(/'([^'\n]*)'/g, '‘$1’')),
    [],
  ],
  ['with comments', ({ pretty }) => pretty.replace('\n', ' # the start\n').replace(/,\n(?=[^,]*$)/, ', // last\n'), []],
  ['with JSON words', ({ line }) => line.replaceAll('None', 'null').replaceAll('True', 'true'), []],
  [
    'from the console of Node',
    ({ pretty }) => `Context ${pretty.replaceAll(/'([A-Za-z_]\w*)': /g, '$1: ').replaceAll('None', 'null')}`,
    ['reader/bare-key'],
  ],
  ['in a class of its own', ({ line }) => `AttrDict(${line})`, []],
  ['as a string', ({ line }) => printedText(line), ['reader/string-opened']],
  ['as JSON in a string of JSON', ({ value }) => JSON.stringify(toJson(value)), ['reader/string-opened']],
  [
    'in a traceback',
    ({ line }) => `Traceback (most recent call last):\n  File "a.py", line 1\nRuntimeError: ${line}`,
    [],
  ],
];

describe.each(contexts)('$path', (source) => {
  const { session } = open(source.line);

  test.each(copies)('gives the same session when copied %s', (_, copy, codes) => {
    const opened = open(copy(source));
    expect(opened.session.system).toBe(session.system);
    expect(opened.session.header).toEqual(session.header);
    expect(opened.session.events).toEqual(session.events);
    expect(opened.notes.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]));
  });
});

test('the text around a syntax error is opened, and the report points at the error', () => {
  const messages = `[{'role': 'user', 'content': 'hi'},\n {'role': 'assistant', 'content': 'ho'},\n`;
  const { history, notes } = open(
    `messages = ${messages} {'role': 'user', 'content': Oops: no 'quotes'},\n {'role': 'assistant', 'content': 'ha'}]`,
  );
  expect(history.turns.map(({ kind }) => kind).slice(0, 2)).toEqual(['input', 'llm']);
  expect(history.turns.at(-1)?.kind).toBe('llm');
  expect(notes).toContainEqual({
    severity: 'lost',
    code: 'reader/not-understood',
    message: "`: no 'quotes'}, ` is not a value: left out.",
    place: 'line 3, column 34',
  });
});
