import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { valueAt, type RecordValue, type Value } from '../../../model/value.ts';
import { json } from '../../../readers/json/index.ts';
import { historyOf } from '../history.ts';
import { fromSnapshot, sessionOfTasks } from './from-snapshot.ts';
import { toSnapshot } from './to-snapshot.ts';

const fixture = (name: string): Value => {
  const document = json.read(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
  if (!document.ok) throw new Error(document.problem.message);
  return document.value.value;
};

function reopened(value: Value): Value {
  const state = fromSnapshot(value);
  if (!state.ok) throw new Error(state.problem.message);
  return toSnapshot(state.value);
}

const tasks: readonly (readonly [string, readonly string[]])[] = [
  ['v03-multiturn-4-completed', ['result']],
  ['v03-langgraph-currency-input-required', ['result']],
  ['v03-langgraph-currency-multiturn-done', ['result']],
  ['v03-sdk-tasks-get', ['result']],
  ['v1-sdk-get-task', ['result']],
  ['v1-life-of-a-task-response-2', ['result', 'task']],
];

/** Without what says nothing, and with UTC spelled in one way. */
function normal(value: Value): Value {
  if (Array.isArray(value)) return value.map((element: Value) => normal(element));
  if (typeof value === 'string') return value.replace(/\+00:00$/, 'Z');
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as RecordValue).filter(([, inner]) => JSON.stringify(inner) !== '{}');
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, normal(inner)]).filter(([, inner]) => String(inner) !== ''),
  );
}

describe('a Task that was pasted', () => {
  it.each(tasks)('%s comes back with all that it held, and stays that way', (name, path) => {
    const pasted = fixture(name);
    const once = reopened(pasted);
    expect(normal(once)).toMatchObject(normal(valueAt(pasted, path) ?? null) as object);
    expect(reopened(once)).toEqual(once);
  });

  it.each(tasks)('%s names for each event a place that there is', (name) => {
    const pasted = fixture(name);
    const read = sessionOfTasks(pasted);
    if (!read.ok) throw new Error(read.problem.message);
    const { session, sources } = read.value;
    expect(sources).toHaveLength(session.events.length);
    expect(sources.filter((source) => source !== null && valueAt(pasted, source) === undefined)).toEqual([]);
  });

  it('shows its turns with their messages', () => {
    const turns = (name: string) => {
      const read = sessionOfTasks(fixture(name));
      if (!read.ok) throw new Error(read.problem.message);
      return historyOf(read.value.session).turns.map(({ kind, answers }) => (answers ? `${kind}!` : kind));
    };
    expect(turns('v03-multiturn-4-completed')).toEqual(['input', 'llm!', 'input', 'llm!']);
    expect(turns('v03-langgraph-currency-input-required')).toEqual(['input', 'llm!']);
    // Two messages say what it is doing; the answer is an artifact.
    expect(turns('v03-langgraph-currency-multiturn-done')).toEqual(['input', 'llm!', 'input', 'llm', 'llm', 'llm!']);
    expect(turns('v03-sdk-tasks-get')).toEqual(['input', 'llm!']);
  });

  const recorded: RecordValue = {
    id: 't',
    contextId: 'c',
    status: { state: 'TASK_STATE_WORKING', timestamp: '2026-01-01T00:00:09Z', message: say('a2', 'agent', 'busy') },
    artifacts: [{ artifactId: 'x', name: '', description: '', parts: [{ text: 'part' }] }],
    history: [say('m1', 'user', 'hi'), say('a1', 'agent', 'which?'), say('m2', 'user', 'that')],
    metadata: {
      _a2akit_tenant: 'acme',
      channel: 'web',
      stateTransitions: [
        { state: 'TASK_STATE_SUBMITTED', timestamp: '2026-01-01T00:00:00+00:00' },
        { state: 'TASK_STATE_WORKING', timestamp: '2026-01-01T00:00:01+00:00' },
        { state: 'TASK_STATE_INPUT_REQUIRED', timestamp: '2026-01-01T00:00:02+00:00', messageText: 'which?' },
        { state: 'TASK_STATE_SUBMITTED', timestamp: '2026-01-01T00:00:03+00:00' },
        { state: 'TASK_STATE_WORKING', timestamp: '2026-01-01T00:00:04+00:00' },
      ],
    },
  };

  function say(messageId: string, role: string, text: string): RecordValue {
    return { messageId, role: `ROLE_${role.toUpperCase()}`, parts: [{ text }], taskId: 't', contextId: 'c' };
  }

  it('reports progress once when its server keeps it in the history as well, under any id', () => {
    const recordedEvents = (last: RecordValue) => {
      const history = [say('m1', 'user', 'hi'), last];
      const read = sessionOfTasks({ id: 't', contextId: 'c', status: recorded['status'] ?? null, history });
      if (!read.ok) throw new Error(read.problem.message);
      return read.value.session.events.map(({ type }) => type).slice(2);
    };
    expect(recordedEvents(say('a2', 'agent', 'busy'))).toEqual(['status-sent']);
    expect(recordedEvents(say('other', 'agent', 'busy'))).toEqual(['status-sent']);
    expect(recordedEvents(say('a1', 'agent', 'hello'))).toEqual(['message-recorded', 'status-sent']);
  });

  it('takes its turns from the transitions if there are any, and keeps internal metadata internal', () => {
    const read = sessionOfTasks({ jsonrpc: '2.0', result: { task: recorded } });
    if (!read.ok) throw new Error(read.problem.message);
    expect(read.value.session.events.map(({ type }) => type)).toEqual([
      'task-submitted',
      'metadata-merged',
      'turn-started',
      'turn-ended',
      'message-received',
      'turn-started',
      'artifact-emitted',
      'artifacts-written',
      'status-sent',
    ]);
    const { metadata, ...rest } = recorded;
    const { _a2akit_tenant: _internal, ...shown } = metadata as RecordValue;
    expect(reopened(recorded)).toEqual({ ...rest, metadata: shown });
  });

  it('may be one of several: a conversation with a node for each', () => {
    const other = { ...recorded, id: 'u', history: [{ ...say('m9', 'user', 'more'), referenceTaskIds: ['t'] }] };
    const read = sessionOfTasks({ tasks: [recorded, other, other], nextPageToken: '' });
    if (!read.ok) throw new Error(read.problem.message);
    expect(historyOf(read.value.session).nodes.map(({ id }) => id)).toEqual(['root', 'u']);
    expect(read.value.session.notes.map(({ code }) => code)).toContain('a2a/task-twice');
    expect(reopened([recorded, other])).toMatchObject({ tasks: [{ id: 't' }, { id: 'u' }], totalSize: 2 });
  });

  it('may be malformed anywhere: unreadable parts are noted, the rest is kept', () => {
    const odd = {
      ...recorded,
      artifacts: [7, { parts: [{ nothing: true }, { text: 'kept' }] }],
      history: 'none',
      metadata: { stateTransitions: [{ state: 'TASK_STATE_FLYING' }, null] },
    };
    const read = sessionOfTasks(odd);
    if (!read.ok) throw new Error(read.problem.message);
    expect(read.value.session.notes.filter(({ severity }) => severity === 'lost').map(({ place }) => place)).toEqual([
      'artifacts[0]',
      'artifacts[1].parts[0]',
      'history',
      'metadata.stateTransitions[0]',
      'metadata.stateTransitions[1]',
    ]);
    expect(reopened(odd)).toMatchObject({ artifacts: [{ parts: [{ text: 'kept' }] }] });
    expect(fromSnapshot({ tasks: 'none' })).toMatchObject({ ok: false, problem: { code: 'a2a/no-task' } });
    expect(fromSnapshot({ id: 't', status: { state: 'flying' } }).ok).toBe(false);
  });

  it('has a note for unreadable parts, for guessed turns and for artifacts without a time', () => {
    const say = (messageId: string, role: string) => ({ messageId, role, parts: [{ kind: 'text', text: messageId }] });
    const read = sessionOfTasks({
      id: 't',
      contextId: 'c',
      status: { state: 'completed' },
      history: [say('u1', 'user'), say('a1', 'agent'), say('u2', 'user')],
      artifacts: [{ artifactId: 'x', parts: [{ kind: 'text', text: 'result' }] }, 7],
    });
    if (!read.ok) throw new Error(read.problem.message);
    const codes = read.value.session.notes.map(({ code }) => code);
    expect(codes).toEqual(['a2a/unreadable', 'a2a/turns-assumed', 'a2a/artifacts-placed']);
  });
});
