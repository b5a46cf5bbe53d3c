import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import { documentOf } from '../readers/testing.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';
import { toJson } from '../model/json.ts';
import { turnAtOffset } from '../opening/turn-sources.ts';

/** A context as Python prints it on one line, and as pprint and json.dumps lay it out. */
const printed = readFileSync(
  new URL('../importers/task-snapshot/fixtures/composed-refund-agent.python.txt', import.meta.url),
  'utf8',
).trim();
const { value } = documentOf(printed);
const asJson = toJson(value, 0);
const onOneLine = `ctx=${printed.replaceAll(/\n\s*/g, ' ')}`;
const overLines = `ctx = ${toJson(value, 2)}`;

const lines = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');

function open(text: string): OpenSession {
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const turnsIn = (text: string) => open(text).history.turns.map(({ kind, label }) => `${kind} ${label}`);

const turns = turnsIn(printed);
const time = '2026-01-05T12:00:00Z';

const logs: { readonly [name: string]: string } = {
  'a record of structlog': JSON.stringify({ timestamp: time, level: 'debug', event: onOneLine }),
  'a line among others of a log': lines([
    { time, level: 'info', message: 'starting' },
    { time, level: 'debug', message: `[agent] ${onOneLine}` },
    { time, level: 'info', message: 'done' },
  ]),
  'JSON in a string': lines([
    { timestamp: time, message: 'starting' },
    { timestamp: time, message: asJson },
  ]),
  'a Datadog export': lines([{ id: 'A', content: { timestamp: time, service: 's', message: onOneLine } }]),
  'Google Cloud, as text': JSON.stringify([{ insertId: '1', timestamp: time, textPayload: onOneLine }]),
  'Google Cloud, as JSON': JSON.stringify([
    { insertId: '1', timestamp: time, jsonPayload: { context: JSON.parse(asJson) as unknown } },
    { insertId: '2', timestamp: time, textPayload: 'bye' },
  ]),
  'CloudWatch, an event for each line': JSON.stringify({
    events: ['start', ...overLines.split('\n')].map((message) => ({ timestamp: 1, message, ingestionTime: 1 })),
  }),
  'CloudWatch, the last first': JSON.stringify({
    events: ['start', ...overLines.split('\n')].toReversed().map((message) => ({ timestamp: 1, message })),
  }),
  Elasticsearch: JSON.stringify({ took: 1, hits: { hits: [{ _id: '1', _source: { message: onOneLine } }] } }),
  'Docker, a record for each line': lines(
    ['start', ...overLines.split('\n'), 'bye'].map((line) => ({ log: `${line}\n`, stream: 'stdout', time })),
  ),
  'Docker, a line of the program’s own log': lines([
    { log: `${JSON.stringify({ level: 'info', message: 'starting' })}\n`, stream: 'stdout', time },
    { log: `${JSON.stringify({ level: 'debug', message: onOneLine })}\n`, stream: 'stdout', time },
  ]),
  'an answer around it': JSON.stringify({ status: 'ok', result: { data: { context: JSON.parse(asJson) as unknown } } }),
};

test.for(Object.entries(logs))('a context is found in %s, and the report says where', ([, log]) => {
  const session = open(log);
  expect(turnsIn(log)).toEqual(turns);
  const found = session.notes.find(({ code }) => code.startsWith('log/'));
  expect(found?.place).toMatch(/message|event|log|Payload|data/);
});

const chat = (said: string) => [
  { role: 'user', content: said },
  { role: 'assistant', content: 'Yes.' },
];

test('a line that Docker cut into pieces is one again', () => {
  const said = 'long '.repeat(8000);
  const line = `DEBUG messages=${JSON.stringify(chat(said))}\n`;
  const pieces = [line.slice(0, 16_384), line.slice(16_384, 32_768), line.slice(32_768)];
  const session = open(lines(pieces.map((log) => ({ log, stream: 'stdout' }))));
  expect(session.history.turns[0]?.label.startsWith('long long')).toBe(true);
  expect(JSON.stringify(session.session.events[0])).toContain(said);
  expect(session.notes.map(({ severity }) => severity)).not.toContain('repaired');
});

test('a turn in one record of several is found there', () => {
  const log = lines([
    { severity: 'INFO', jsonPayload: { messages: chat('hi'), model: 'm' } },
    { severity: 'INFO', textPayload: 'bye' },
  ]);
  const session = open(log);
  const range = session.document.locate(session.sources.at(1) ?? []);
  expect(log.slice(range?.start, range?.end)).toBe('{"role":"assistant","content":"Yes."}');
  expect(turnAtOffset(session, range?.start ?? -1)).toBe(1);
});

test('a log of prose, or whose records hold mostly other fields, is not recognised', () => {
  const words = lines([
    { time, message: 'starting {agent}' },
    { time, message: 'done (see [1])' },
  ]);
  const aside = JSON.stringify({
    rows: Array.from({ length: 40 }, (_, index) => ({ step: index, did: `something of our own, number ${index}` })),
    example: [{ role: 'user', content: 'hi' }],
  });
  for (const text of [words, aside]) {
    const opened = openNow(text);
    expect(opened.ok ? opened.value.importer.id : opened.problem.code).toBe('import/unknown-kind');
  }
});

test.each(['bedrock-converse/fixtures/composed-messages.json', 'pydantic-ai/fixtures/composed-all-messages.json'])(
  'messages cut off inside an unrecognisable half are read without that half: %s',
  (file) => {
    const whole = readFileSync(new URL(`../importers/${file}`, import.meta.url), 'utf8');
    const all = turnsIn(whole);
    const { id } = importerIn(whole);
    const [second = 0] = [...whole.matchAll(/\{\s*"(?:role|parts)"/g)].slice(1).map(({ index }) => index);
    for (let end = second + 20; end < whole.length; end += 37) {
      const cut = whole.slice(0, end);
      expect(importerIn(cut).id).toBe(id);
      const kinds = kindsOf(turnsIn(cut));
      // Complete calls of a cut message are read.
      expect(kinds.slice(0, -1)).toEqual(kindsOf(all).slice(0, kinds.length - 1));
      expect(open(cut).notes.map(({ code }) => code)).toContain('reader/cut-off');
    }
  },
);

const kindsOf = (labels: readonly string[]) => labels.map((turn) => turn.split(' ', 1)[0]);

function importerIn(text: string) {
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value.importer;
}

test('a text that a program printed over several records of a log is read as one, with a note', () => {
  const pieces = toJson(
    {
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'Yes.' },
      ],
    },
    1,
  );
  const log = lines(pieces.split('\n').map((message, index) => ({ timestamp: 1_700_000_000_000 + index, message })));
  const session = open(log);
  expect(session.history.turns.map(({ label }) => label)).toEqual(['hi', 'Yes.']);
  expect(session.notes.map(({ code }) => code)).toContain('log/printed');
});

test('a last element that is cut off and of no known kind is left out with a note', () => {
  const history = readFileSync(new URL('../importers/livekit/fixtures/composed-history.json', import.meta.url), 'utf8');
  const { notes } = open(history.slice(0, history.length / 6));
  expect(notes.map(({ code }) => code)).toContain('import/cut-element');
});
