import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { materialise } from '../../model/materialise.ts';
import type { Session } from '../../model/session.ts';
import { Unknown, valueAt, type Value } from '../../model/value.ts';
import { apply } from './apply.ts';
import type { A2aEvent } from './event.ts';
import { historyOf } from './history.ts';
import type { A2aHeader } from './header.ts';
import { a2a } from './index.ts';
import { a2aSamples } from './samples.ts';
import { sessionOfScript } from './testing.ts';
import { stateAfter } from './state-at.ts';
import { stateOfHeader } from './state.ts';

/** A run of a sample as a session that was written to a file and read again. */
function recorded(id: string): Session<A2aHeader, A2aEvent> {
  const sample = a2aSamples.find((one) => one.id === id);
  const session = sample === undefined ? undefined : sessionOfScript(sample);
  if (session?.ok !== true) throw new Error(`no sample ${id}`);
  const checked = a2a.check({ ...session.value, events: structuredClone(session.value.events) });
  if (!checked.ok) throw new Error(checked.problem.message);
  return checked.value;
}

const translation = recorded('a2a-translate');

describe('the turns of a conversation', () => {
  const history = historyOf(translation);

  it('are the messages of clients and agents; chunks belong to the answer', () => {
    expect(history.turns.map(({ kind, label, answers }) => `${kind}${answers ? '!' : ''} ${label}`)).toEqual([
      'input Translate: good morning, everyone',
      'llm! Which language should I translate to?',
      'input German, please',
      'llm Translating…',
      'llm! Guten Morgen zusammen',
      'input Translate: good night',
      'llm! Gute Nacht',
    ]);
  });

  it('have inputs with metadata, and outputs with the resulting state', () => {
    expect(history.inputs[0]?.value).toEqual({
      message: [{ mimeType: 'text/plain', text: 'Translate: good morning, everyone' }],
      metadata: { channel: 'web' },
    });
    expect(history.outputs.map(({ value }) => value['state'])).toEqual(['input-required', 'completed', 'completed']);
  });

  it('have no tokens, functions or model, because the protocol shows none', () => {
    expect(history.model).toBeUndefined();
    expect(history.functions).toEqual([]);
    expect(history.tokens.at(-1)).toMatchObject({ prompt: undefined, total: undefined });
  });

  it('belong to their task: the first task is the root, others are children of the task that they refer to', () => {
    expect(history.nodes).toMatchObject([
      { id: 'root', parent: null },
      { id: 'task-2', parent: 'root' },
    ]);
    expect(history.turns.map(({ node }) => node)).toEqual([...Array<string>(5).fill('root'), 'task-2', 'task-2']);
  });
});

describe('the state at a turn', () => {
  const history = historyOf(translation);
  const at = (turn: number) => a2a.stateAt(translation, history, turn, defaultDecisions);

  it('has the context of the worker and the task of the client', () => {
    expect(valueAt(at(1), ['turn_ended'])).toBe(true);
    expect(valueAt(at(1), ['state'])).toBe('input-required');
    expect(valueAt(at(1), ['context_id'])).toBe('conversation-1');
    expect(valueAt(at(2), ['history', 1, 'text'])).toBe('Which language should I translate to?');
    expect(valueAt(at(2), ['turn_ended'])).toBe(false);
    expect(valueAt(at(3), ['artifacts'])).toHaveLength(0);
    expect(valueAt(at(4), ['artifacts', 0, 'parts'])).toHaveLength(3);
    expect(valueAt(at(4), ['status', 'state'])).toBe('TASK_STATE_COMPLETED');
    expect(valueAt(at(6), ['tasks', 'task-2', 'status', 'state'])).toBe('TASK_STATE_COMPLETED');
    expect(valueAt(at(6), ['tasks', 'task-1'])).toBe(valueAt(at(5), ['tasks', 'task-1']));
    expect(valueAt(at(6), ['stored_context'])).toEqual({ language: 'German' });
  });

  it('is empty before the first task', () => {
    expect(materialise(at(-1))).toEqual({});
  });

  it('does not have the request context, which is never recorded, and exports without it', () => {
    expect(valueAt(at(0), ['request_context'])).toBeInstanceOf(Unknown);
    expect(materialise(at(0))).not.toHaveProperty('request_context');
  });

  it('shares unchanged parts with the turn before', () => {
    expect(valueAt(at(4), ['history'])).toBe(valueAt(at(3), ['history']));
    expect(valueAt(at(4), ['task', 'history'])).toBe(valueAt(at(3), ['task', 'history']));
    expect(valueAt(at(6), ['stored_context'])).toBe(valueAt(at(5), ['stored_context']));
  });

  it('is the same on every way to it', () => {
    const many: A2aEvent[] = [
      { type: 'task-submitted', task: 't', context: 'c' },
      { type: 'turn-started', task: 't' },
    ];
    const said = (i: number): A2aEvent => ({
      type: 'status-sent',
      task: 't',
      message: { message_id: `p${i}`, role: 'agent', parts: [{ text: String(i) }] },
    });
    for (let i = 0; i < 2000; i++) many.push(said(i));
    const session: Session<A2aHeader, A2aEvent> = { system: 'a2a', header: { title: 'x' }, events: many, notes: [] };
    const progress = (count: number): Value => stateAfter(session, count).tasks.at(0)?.message?.message_id ?? null;
    for (const count of [1500, 1501, 700, 699, 256, 257, 2002, 3, 1024]) {
      const plain = many.slice(0, count).reduce(apply, stateOfHeader(session.header));
      expect(progress(count)).toBe(plain.tasks.at(0)?.message?.message_id ?? null);
      expect(stateAfter(session, count).stream.length).toBe(plain.stream.length);
    }
  });
});

describe('a session file', () => {
  const check = (events: readonly unknown[], header = {}) =>
    a2a.check({ system: 'a2a', header: { title: 'x', ...header }, events, notes: [] });

  it('is refused with the place of the fault', () => {
    expect(check([{ type: 'task-submitted', task: 't', context: 3 }])).toMatchObject({
      ok: false,
      problem: { code: 'a2a/malformed', message: expect.stringContaining('event 0 is wrong at “context”') },
    });
    expect(check([], { protocol: '2.0' })).toMatchObject({
      problem: { message: expect.stringContaining('its header is wrong at “protocol”') },
    });
    expect(check(['no event']).ok).toBe(false);
  });

  it('gets notes on events that no server would accept', () => {
    const checked = check([
      { type: 'turn-started', task: 'unknown' },
      { type: 'task-submitted', task: 't', context: null },
      { type: 'turn-ended', task: 't', state: 'completed' },
      { type: 'turn-ended', task: 't', state: 'failed' },
      { type: 'status-sent', task: 't', message: { message_id: 'p', role: 'agent', parts: [] } },
    ]);
    if (!checked.ok) throw new Error(checked.problem.message);
    expect(checked.value.notes.map(({ code, place }) => `${code} ${place}`)).toEqual([
      'a2a/unknown-task events[0]',
      'a2a/after-the-end events[3]',
    ]);
    expect(a2a.history(checked.value).turns).toHaveLength(2);
    expect(a2a.check(checked.value)).toMatchObject({ value: { notes: { length: 2 } } });
  });
});
