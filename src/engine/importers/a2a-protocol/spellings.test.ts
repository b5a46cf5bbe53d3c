import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const at = (second: number) => `2026-04-19T10:10:0${second}.5Z`;
const said = (messageId: string, role: string, text: string) => ({
  messageId,
  role,
  parts: [{ text, mediaType: 'text/plain' }],
  taskId: 't',
  contextId: 'c',
});
const status = (state: string, second: number, message?: unknown) => ({
  taskId: 't',
  contextId: 'c',
  status: { state, timestamp: at(second), ...(message !== undefined && { message }) },
});

/** A stream of version 1.0 in its JSON spelling. */
const named: readonly Readonly<Record<string, unknown>>[] = [
  {
    task: {
      id: 't',
      contextId: 'c',
      status: { state: 'TASK_STATE_SUBMITTED', timestamp: at(0) },
      history: [said('m1', 'ROLE_USER', 'A table, please.')],
    },
  },
  { statusUpdate: status('TASK_STATE_WORKING', 1) },
  { statusUpdate: status('TASK_STATE_INPUT_REQUIRED', 2, said('m2', 'ROLE_AGENT', 'For how many?')) },
  { message: said('m3', 'ROLE_USER', 'For two.') },
  { statusUpdate: status('TASK_STATE_WORKING', 3) },
  {
    artifactUpdate: {
      taskId: 't',
      contextId: 'c',
      artifact: { artifactId: 'a', parts: [{ data: { table: 7 } }] },
      lastChunk: true,
    },
  },
  { statusUpdate: status('TASK_STATE_REJECTED', 4, said('m4', 'ROLE_AGENT', 'It is gone.')) },
];

const numbers: Readonly<Record<string, number>> = {
  ROLE_USER: 1,
  ROLE_AGENT: 2,
  TASK_STATE_SUBMITTED: 1,
  TASK_STATE_WORKING: 2,
  TASK_STATE_INPUT_REQUIRED: 6,
  TASK_STATE_REJECTED: 7,
};

/** Rewrites all nested values, innermost first. */
function rewritten(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => rewritten(one, change));
  if (typeof value !== 'object' || value === null) return change(value);
  return change(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rewritten(one, change)])));
}

const inNumbers = (value: unknown): unknown => (typeof value === 'string' ? (numbers[value] ?? value) : value);

/** A part as the JavaScript library holds it: one of several variants, with "" for missing fields. */
function chosen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const name of ['text', 'data']) {
    if (Object.hasOwn(value, name)) {
      const { [name]: inner, mediaType = '' } = value as Record<string, unknown>; // an object, as checked
      return { content: { $case: name, value: inner }, filename: '', mediaType };
    }
  }
  return value;
}

const payload = (event: Readonly<Record<string, unknown>>) => {
  const [[name, value] = []] = Object.entries(event);
  return { payload: { $case: name, value: rewritten(value, chosen) } };
};

function openEvents(lines: readonly unknown[]) {
  const source = openNow(lines.map((line) => JSON.stringify(line)).join('\n'));
  if (!source.ok) throw new Error(source.problem.message);
  const read = openEntry(source.value, 0, systemOf);
  if (!read.ok) throw new Error(read.problem.message);
  const { session, notes, history } = read.value;
  return { importer: source.value.importer.id, ...session, codes: notes.map(({ code }) => code), turns: history.turns };
}

const words = openEvents(named);

test('a stream with states and roles as text is read completely', () => {
  expect(words.importer).toBe('a2a-protocol');
  expect(words.turns.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'input A table, please.',
    'llm For how many?',
    'input For two.',
    'llm It is gone.',
  ]);
});

test('states and roles as protobuf numbers give the same session', () => {
  expect(openEvents(named.map((event) => rewritten(event, inNumbers)))).toEqual(words);
});

test('events in the JavaScript library’s form give the same session', () => {
  expect(openEvents(named.map((event) => rewritten(payload(event), inNumbers)))).toEqual(words);
});

test('times in protobuf’s form, seconds and nanoseconds, give the same session', () => {
  const seconds = (value: unknown): unknown =>
    typeof value === 'string' && value.endsWith('.5Z')
      ? { seconds: String(Math.floor(Date.parse(value) / 1000)), nanos: 500_000_000 }
      : value;
  expect(openEvents(named.map((event) => rewritten(event, seconds)))).toEqual(words);
});

test('an invalid task time is reported as unreadable', () => {
  const [first] = named;
  const broken = rewritten(first, (value) => (value === at(0) ? { seconds: 'soon' } : value));
  expect(openEvents([broken]).codes).toContain('a2a-protocol/unreadable');
});

test('another format with numbered states is not claimed as A2A', () => {
  const jobs = [{ taskId: 'j', id: 'j', status: { state: 2 } }];
  const source = openNow(JSON.stringify(jobs));
  expect(source.ok && source.value.importer.id).not.toBe('a2a-protocol');
});

test('a single recorded token count is shown, and a usage without counts is ignored', () => {
  const spent = (usage: unknown) =>
    openEvents([
      {
        id: 't',
        contextId: 'c',
        status: {
          state: 'completed',
          message: { ...said('m1', 'agent', 'Noon.'), metadata: { adk_usage_metadata: usage } },
        },
      },
    ]).turns.at(-1)?.tokens;
  expect(spent({ promptTokenCount: 5 })).toEqual({ prompt: 5, completion: undefined });
  expect(spent({ thoughtsTokenCount: 2 })).toEqual({ prompt: undefined, completion: 2 });
  expect(spent({ promptTokenCount: 5, toolUsePromptTokenCount: 3, totalTokenCount: 10 })).toEqual({
    prompt: 8,
    completion: 2,
  });
  expect(spent({ promptTokensDetails: [] })).toBeUndefined();
});

test('states spelled like the constants of servers are read', () => {
  const asked = { kind: 'message', messageId: 'q', role: 'user', parts: [{ kind: 'text', text: 'A table?' }] };
  const task = (state: string) => ({ kind: 'task', id: 't', contextId: 'c', status: { state }, history: [asked] });
  const states = ['input_required', 'INPUT_REQUIRED', 'Canceled'].map((state) =>
    openEvents([task(state)]).events.at(-1),
  );
  expect(states).toMatchObject([
    { type: 'turn-ended', state: 'input-required' },
    { type: 'turn-ended', state: 'input-required' },
    { type: 'task-closed', state: 'canceled' },
  ]);
});
