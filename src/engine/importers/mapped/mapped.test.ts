import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../readers/read-document.ts';
import type { Document } from '../../readers/document.ts';
import type { Path } from '../../model/path.ts';
import { systemOf } from '../../systems/systems.ts';
import { breaches, noteBreaches } from '../battery/invariants.ts';
import { mutatedDocument, valueMutation } from '../battery/mutations/testing.ts';
import { guessMapping } from './guess.ts';
import { fits, mappedBy, readBy } from './index.ts';
import { callEnds, entryKinds, type Mapping, readMapping, writeMapping } from './mapping.ts';

const trace = {
  run: 'r1',
  trace: {
    events: [
      { kind: 'customer_message', body: 'Where is order 17?', when: 1718000000 },
      {
        kind: 'agent_step',
        body: 'I look it up.',
        usage: { prompt_tokens: 120, completion_tokens: 14 },
        actions: [
          { ref: 'a1', tool: 'lookup_order', args: { order: 17 } },
          { ref: 'a2', tool: 'weather', args: '{"city": "Oslo"}' },
        ],
      },
      { kind: 'action_result', ref: 'a2', output: '{"t": 4}', status: 'ok' },
      { kind: 'action_result', ref: 'a1', output: 'it took too long', status: 'failed' },
      { kind: 'heartbeat', load: 3 },
      { kind: 'agent_step', body: 'It is on its way.' },
    ],
  },
};

function documentOf(value: unknown): Document {
  const read = readDocument(typeof value === 'string' ? value : JSON.stringify(value));
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

function openedBy(mapping: Mapping, document: Document, index = 0) {
  const read = readBy(mapping)(document);
  if (!read.ok) throw new Error(read.problem.message);
  const session = read.value.sessions[index]?.open();
  if (session?.ok !== true) throw new Error('no such session');
  const system = systemOf(session.value.session.system);
  const checked = system.check(session.value.session);
  if (!checked.ok) throw new Error(checked.problem.message);
  return { ...session.value, history: system.history(checked.value) };
}

test('tokens are counted in every spelling of a whole number', () => {
  const counted = (written: string) => {
    const document = documentOf(JSON.stringify(trace).replace('"prompt_tokens":120', `"prompt_tokens":${written}`));
    return openedBy(guessMapping(documentOf(trace).value), document).history.turns[1]?.tokens?.prompt;
  };
  expect(['120', '120.0', '"120"', '"120.0"', '"120.5"', '-1'].map(counted)).toEqual([
    120,
    120,
    120,
    120,
    undefined,
    undefined,
  ]);
});

describe('the guess from the shape of a document', () => {
  test('finds the list of turns, the kinds and the place of each field', () => {
    expect(guessMapping(documentOf(trace).value)).toMatchObject({
      sessions: null,
      turns: ['trace', 'events'],
      kind: {
        tests: [
          {
            field: ['kind'],
            values: [
              { value: 'customer_message', kind: 'input' },
              { value: 'agent_step', kind: 'llm' },
              { value: 'action_result', kind: 'result' },
              { value: 'heartbeat', kind: 'skip' },
            ],
            otherwise: null,
          },
        ],
        otherwise: 'skip',
      },
      text: ['body'],
      calls: { list: ['actions'], name: ['tool'], arguments: ['args'], id: ['ref'] },
      results: { list: [], id: ['ref'], content: ['output'], flag: ['status'] },
      time: ['when'],
      tokens: { prompt: ['usage', 'prompt_tokens'], completion: ['usage', 'completion_tokens'] },
    });
  });

  test('finds many sessions where each entry of a list contains its own turns', () => {
    const turns = [
      { speaker: 'user', text: 'hi' },
      { speaker: 'bot', text: 'hello' },
    ];
    const document = documentOf({
      dialogues: [
        { id: 1, turns },
        { id: 2, turns },
        { id: 3, turns },
      ],
    });
    const mapping = guessMapping(document.value);
    expect(mapping).toMatchObject({ sessions: ['dialogues'], turns: ['turns'] });
    const read = readBy(mapping)(document);
    expect(read.ok && read.value.sessions.length).toBe(3);
    expect(openedBy(mapping, document, 2).history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm']);
  });

  test('finds calls and results among the content of messages', () => {
    const document = documentOf({
      log: [
        { role: 'user', content: 'hi' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'wait' },
            { type: 'use', id: 'x', name: 'look', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'result', tool_use_id: 'x', content: 'seen', is_error: false }] },
        { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
      ],
    });
    const { history } = openedBy(guessMapping(document.value), document);
    expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
    expect(history.invocations).toMatchObject([{ function: 'look', output: 'seen', outcome: 'successful' }]);
  });

  test('finds a thought, a call and its result in one entry', () => {
    const step = {
      type: 'model',
      thought: 'hm',
      action: 'search',
      action_input: 'tea',
      observation: 'leaves',
      error: null,
    };
    const document = documentOf([{ type: 'user', thought: 'find tea' }, step, step]);
    const { history } = openedBy(guessMapping(document.value), document);
    expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm', 'capability']);
    expect(history.invocations.map(({ output }) => output)).toEqual(['leaves', 'leaves']);
  });
});

test('calls and results are paired by their ids, and the flag gives each call’s outcome', () => {
  const document = documentOf(trace);
  const { history } = openedBy(guessMapping(document.value), document);
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'capability', 'llm']);
  expect(history.invocations).toMatchObject([
    { function: 'lookup_order', outcome: 'errored', reason: 'it took too long' },
    { function: 'weather', input: { city: 'Oslo' }, outcome: 'successful', output: '{"t": 4}' },
  ]);
});

test('the report names the skipped entries and the fields that the mapping does not name', () => {
  const document = documentOf(trace);
  const { session } = openedBy(guessMapping(document.value), document);
  const said = session.notes.map(({ message }) => message).join(' ');
  expect(said).toContain('1 entry of the kind “heartbeat”');
  expect(said).toContain('“load”');
});

test('the report names the mapping that read a text, and the sessions without turns', () => {
  const mapping: Mapping = { ...guessMapping(documentOf({ all: [trace, trace] }).value), title: 'Ours' };
  expect(mapping.sessions).toEqual(['all']);
  const { session } = openedBy(mapping, documentOf({ all: [{ note: 'broken off' }, trace] }));
  expect(session.notes.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(
    expect.arrayContaining([
      'info: Format not recognised: it was read with the mapping “Ours”.',
      'lost: 1 entry of the list of sessions without a list of turns at trace.events: left out.',
      'lost: 1 field beside the list of turns that the mapping does not read: “all[1].run”.',
    ]),
  );
});

test('rows of several sessions are grouped by the field that identifies the session', () => {
  const row = (session_id: string, role: string, text: string) => ({ session_id, role, text });
  const document = documentOf([
    row('a', 'user', 'where is it?'),
    row('b', 'user', 'cancel it'),
    row('a', 'bot', 'on its way'),
    row('b', 'bot', 'cancelled'),
  ]);
  const mapping = guessMapping(document.value);
  expect(mapping.session).toEqual(['session_id']);
  const read = readBy(mapping)(document);
  expect(read.ok && read.value.sessions.map(({ title }) => title)).toEqual(['where is it?', 'cancel it']);
  expect(openedBy(mapping, document, 1).history.turns.map(({ label }) => label)).toEqual(['cancel it', 'cancelled']);
});

test('entries of several lists keep the order of their list, and those without a time follow the previous entry', () => {
  const document = documentOf({
    said: [{ t: 30, x: 'c' }, { x: 'd' }, { t: 10, x: 'e' }],
    heard: [
      { t: 20, x: 'a' },
      { t: 40, x: 'f' },
    ],
    noted: [{ x: 'g' }],
  });
  const mapping: Mapping = {
    ...guessMapping(document.value),
    sessions: null,
    turns: ['said'],
    also: [['heard'], ['noted']],
    inside: null,
    kind: { tests: [], otherwise: 'input' },
    text: ['x'],
    asked: null,
    time: ['t'],
  };
  const labels = openedBy(mapping, document).history.turns.map(({ label }) => label);
  expect(labels).toEqual(['a', 'c', 'd', 'e', 'f', 'g']);
});

test('a tree with hundreds of levels and lists in lists are read entry by entry', () => {
  let tree: unknown = { role: 'user', text: 'innermost', children: [] };
  for (let depth = 0; depth < 900; depth++) tree = { role: 'user', text: `at ${depth}`, children: [tree] };
  const deep = documentOf(tree);
  const { history } = openedBy(guessMapping(deep.value), deep);
  expect(history.turns.length).toBe(901);
  expect(history.turns.at(-1)?.label).toBe('innermost');

  const lists = documentOf([[{ role: 'user', text: 'one' }], [[{ role: 'bot', text: 'two' }]]]);
  const flat: Mapping = { ...guessMapping(lists.value), sessions: null, turns: [], inside: [] };
  const changed = { ...flat, kind: { tests: [], otherwise: 'input' as const }, text: ['text'], asked: null };
  expect(openedBy(changed, lists).history.turns.map(({ label }) => label)).toEqual(['one', 'two']);
});

test('a preview reads no more entries of a long session than it needs', () => {
  const document = documentOf(Array.from({ length: 50 }, (_, at) => ({ role: 'user', text: `word ${at}` })));
  const read = readBy(guessMapping(document.value), 10)(document);
  const session = read.ok ? read.value.sessions[0]?.open() : undefined;
  expect.assert(session?.ok === true);
  expect(session.value.session.events.length).toBe(10);
  expect(session.value.session.notes.map(({ code }) => code)).toContain('import/first-entries');
});

test('an entry of an unnamed kind is lost, not skipped', () => {
  const mapping = guessMapping(documentOf(trace).value);
  const other = { trace: { events: [...trace.trace.events, { kind: 'surprise', body: '!' }] } };
  const { session } = openedBy(mapping, documentOf(other));
  expect(session.notes).toContainEqual(expect.objectContaining({ severity: 'lost', code: 'import/other-kind' }));
});

test('a mapping fits only documents of the shape it was made for', () => {
  const mapping = guessMapping(documentOf(trace).value);
  const later = { run: 'r2', trace: { events: [{ kind: 'customer_message', body: 'hello' }] } };
  expect(fits(mapping, documentOf(later).value)).toBe(true);
  expect(fits(mapping, documentOf({ trace: { events: [{ kind: 'span', name: 'x' }] } }).value)).toBe(false);
  expect(fits(mapping, documentOf({ trace: { events: [] } }).value)).toBe(false);
  expect(fits(mapping, documentOf([1, 2]).value)).toBe(false);
});

test('a document without the list is rejected with a sentence that names the place', () => {
  const read = readBy(guessMapping(documentOf(trace).value))(documentOf({ trace: 1 }));
  expect(read).toMatchObject({ ok: false, problem: { code: 'mapping/no-turns' } });
  expect(read.ok || read.problem.message).toContain('at trace.events');
});

const step: fc.Arbitrary<string | number> = fc.oneof(
  fc.constantFrom(
    'trace',
    'events',
    'kind',
    'body',
    'actions',
    'args',
    'tool',
    'ref',
    'output',
    '__proto__',
    'constructor',
  ),
  fc.nat(3),
);
const path: fc.Arbitrary<Path> = fc.array(step, { maxLength: 3 });
const field = fc.option(path, { nil: null });
const kind = fc.constantFrom(...entryKinds);
const anyMapping: fc.Arbitrary<Mapping> = fc.record({
  title: fc.string(),
  sessions: field,
  turns: fc.oneof(path, fc.constant(['trace', 'events'])),
  also: fc.array(path, { maxLength: 2 }),
  inside: field,
  session: field,
  orText: fc.array(path, { maxLength: 2 }),
  kind: fc.record({
    tests: fc.array(
      fc.record({
        field: fc.oneof(path, fc.constant(['kind'])),
        values: fc.array(
          fc.record({
            value: fc.constantFrom('agent_step', 'action_result', 'customer_message', '__proto__'),
            kind: fc.option(kind, { nil: null }),
          }),
        ),
        otherwise: fc.option(kind, { nil: null }),
      }),
      { maxLength: 3 },
    ),
    otherwise: kind,
  }),
  asked: field,
  text: field,
  calls: fc.record({ list: path, name: field, arguments: field, id: field }),
  results: fc.record({
    list: path,
    id: field,
    name: field,
    content: field,
    flag: field,
    ends: fc.array(fc.record({ value: fc.string(), end: fc.constantFrom(...callEnds) }), { maxLength: 3 }),
  }),
  time: field,
  tokens: fc.record({ prompt: field, completion: field }),
});

/** Milliseconds. The test reads hundreds of documents, perhaps on a busy machine. */
const patience = 60_000;

test('any mapping on any document gives valid sessions or a problem', { timeout: patience }, () => {
  const value = documentOf(trace).value;
  fc.assert(
    fc.property(anyMapping, fc.array(valueMutation, { maxLength: 3 }), fc.boolean(), (random, mutations, isGuessed) => {
      const document = mutatedDocument({ ...documentOf('null'), value }, mutations);
      const { value: mutated } = document;
      const mapping = isGuessed ? guessMapping(mutated) : random;
      mappedBy(mapping).claim(document);
      const read = readBy(mapping)(document);
      expect(read.ok || read.problem.message.endsWith('.')).toBe(true);
      for (const entry of read.ok ? read.value.sessions.slice(0, 3) : []) {
        const session = entry.open();
        expect.assert(session.ok);
        expect(breaches(session.value, mutated)).toEqual([]);
        expect(noteBreaches(session.value.session)).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

test('entries inside a text have the text’s place, also where the text is the whole document', () => {
  const document = documentOf(JSON.stringify(JSON.stringify([{ who: 'me', says: 'hi' }])));
  const read = readBy(guessMapping([{ who: 'me', says: 'hi' }]))({
    ...document,
    value: '[{"who": "me", "says": "hi"}]',
  });
  expect.assert(read.ok);
  const session = read.value.sessions[0]?.open();
  expect.assert(session?.ok);
  expect(breaches(session.value, '[{"who": "me", "says": "hi"}]')).toEqual([]);
});

test('a mapping is unchanged after saving and reading', () => {
  fc.assert(
    fc.property(anyMapping, (mapping) => {
      expect(readMapping(writeMapping(mapping))).toEqual({ ok: true, value: mapping });
    }),
  );
});

test.each(['', 'dear diary', '[]', '{"format": "contextscope/mapping", "version": 4}', '{"format": 1, "turns": "x"}'])(
  'the text %j is no mapping, and a sentence says so',
  (text) => {
    const read = readMapping(text);
    expect(read).toMatchObject({ ok: false, problem: { message: expect.stringMatching(/\.$/) } });
  },
);

test('a mapping reports what it assumes, and what it does not read', () => {
  const log = [
    { role: 'user', text: 'where is it?', when: 1_718_000_000_123, odd: 1 },
    { role: 'assistant', text: 'I look.', calls: [{ id: 'a', name: 'look', args: {} }] },
    { role: 'tool', call_id: 'a', output: 'there' },
    { role: 'assistant', steps: [{ role: 'user', text: 'and then?' }] },
    { role: 'user' },
  ];
  const document = documentOf({ log, extra: { a: 1 } });
  const guess = guessMapping(document.value);
  const codesBy = (mapping: Mapping) => openedBy(mapping, document).session.notes.map(({ code }) => code);
  const codes = codesBy({ ...guess, inside: ['steps'] });
  const expected = ['import/mapped', 'import/time-unit', 'import/no-text', 'import/only-holds', 'import/unmapped'];
  expect(codes).toEqual(expect.arrayContaining([...expected, 'import/beside']));
  expect(codesBy({ ...guess, results: { ...guess.results, content: ['output'], list: ['calls'] } })).toContain(
    'import/no-result-read',
  );
  expect(codesBy({ ...guess, kind: { tests: [], otherwise: 'call' } })).toContain('import/no-call-read');
});

test.each(['{"format": "contextscope/mapping"}', '{"format": "contextscope/mapping", "version": 3, "title": 7}', '[]'])(
  'a file that is no mapping is refused: %s',
  (text) => {
    expect(readMapping(text)).toMatchObject({ ok: false, problem: { code: 'mapping/malformed' } });
  },
);
