import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contextAt } from '../../model/context-view.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import { toJson } from '../../model/json.ts';
import type { Session } from '../../model/session.ts';
import { valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { plainCheckOf } from '../plain-check.ts';
import { run } from '../testing.ts';
import { toDict } from './dict.ts';
import { apply } from './apply.ts';
import { CallEventSchema, type CallEvent } from './event.ts';
import { startOf, type CallHeader } from './header.ts';
import { voice } from './index.ts';
import { voiceMachine } from './machine.ts';
import { voiceSamples } from './samples.ts';
import { voiceTesting } from './testing.ts';

const isPlainEvent = plainCheckOf(CallEventSchema);

const sessionOf = (events: readonly unknown[], header: Partial<CallHeader> = {}): Session => ({
  system: 'voice',
  header: { title: 'a call', ...header },
  events,
  notes: [],
});

function checked(events: readonly unknown[], header: Partial<CallHeader> = {}) {
  const session = voice.check(sessionOf(events, header));
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const [sample] = voiceSamples;
if (sample === undefined) throw new Error('there is a sample');
const { context } = sample.given as { context: RecordValue }; // as the sample is written
const sampleEvents = run(voiceMachine, sample).events;
const recorded = checked(sampleEvents, { context, started_at: '2026-05-20T03:00:00Z', tools: ['log_meal', 'hang_up'] });
const history = voice.history(recorded);
const json = (value: Value): unknown => JSON.parse(toJson(value));
const stateAt = (turn: number) => json(voice.stateAt(recorded, history, turn, defaultDecisions));

describe('a recorded call', () => {
  it('has a turn per utterance and per tool call, at the agent in control', () => {
    expect(history.turns.map(({ kind, node, answers }) => [kind, node, answers])).toEqual([
      ['llm', 'meal-agent', true],
      ['input', 'meal-agent', false],
      ['capability', 'meal-agent', false],
      ['llm', 'meal-agent', true],
      ['input', 'meal-agent', false],
      ['capability', 'meal-agent', false],
      ['llm', 'feedback-agent', true],
    ]);
    expect(history.nodes.map(({ id, parent }) => [id, parent])).toEqual([
      ['root', null],
      ['meal-agent', 'root'],
      ['feedback-agent', 'root'],
    ]);
  });

  it('has a turn for a model call that the caller did not hear, which is no answer', () => {
    const spent = { prompt: 20, completion: 3 };
    const { turns, outputs, tokens } = voice.history(
      checked([
        { type: 'user-spoke', text: 'is it late?' },
        { type: 'model-called', planned: ['flight_status'], tokens: spent, took_ms: 900 },
        { type: 'model-called', text: 'It is on' },
      ]),
    );
    expect(turns.map(({ kind, label, answers }) => [kind, label, answers])).toEqual([
      ['input', 'is it late?', false],
      ['llm', 'plan: flight_status', false],
      ['llm', 'It is on', false],
    ]);
    expect(turns[1]).toMatchObject({ tokens: spent, tookMs: 900 });
    expect(outputs).toEqual([]);
    expect(tokens.map(({ prompt }) => prompt)).toEqual([20, undefined]);
  });

  it('separates the text that the caller heard from the text that the model wrote', () => {
    const { outputs } = voice.history(
      checked([{ type: 'agent-spoke', text: 'It is on', intended: 'It is on time.', interrupted: true }]),
    );
    expect(outputs[0]?.value).toEqual({
      message: [
        { mimeType: 'text/plain', text: 'It is on', metadata: { interrupted: true, intended: 'It is on time.' } },
      ],
    });
  });

  it('contains its tool calls, with the results returned to the agent', () => {
    expect(history.invocations).toMatchObject([
      {
        function: 'log_meal',
        outcome: 'successful',
        input: { meal_type: 'Breakfast' },
        output: 'Breakfast is logged. Left: ["Lunch"].',
      },
      { function: 'log_meal', outcome: 'successful', output: 'Lunch is logged. Left: [].' },
    ]);
    expect(history.functions.map(({ key, declared }) => [key, declared])).toEqual([
      ['log_meal', true],
      ['hang_up', true],
    ]);
  });

  it('shows rules the agent in control and the transcript, and leaves unrecorded facts unknown', () => {
    const view = (turn: number) => contextAt(history, turn, defaultDecisions);
    expect(valueAt(view(0), ['agent', 'name'])).toBe('meal-agent');
    expect(valueAt(view(6), ['agent', 'name'])).toBe('feedback-agent');
    expect(valueAt(view(6), ['user', 'id'])).toBe('u-7');
    expect(valueAt(view(6), ['input', 1, 'message', 0, 'text'])).toBe('Only rice today');
    expect(toJson(valueAt(view(6), ['llm', 'tokens', 'total']) ?? null)).toContain('$unknown');
  });

  it('has at each turn the state after its events, for requests in any order', () => {
    const at = (turn: number) => {
      const count = history.turns[turn + 1]?.event ?? recorded.events.length;
      return json(toDict(recorded.events.slice(0, count).reduce(apply, startOf(recorded.header).state)));
    };
    for (const turn of [6, -1, 3, 2, 5, 6, 0, 4, 1]) expect(stateAt(turn)).toEqual(at(turn));
    expect(stateAt(-1)).toMatchObject({ workflow: { logged_meals: [] }, params: {} });
    expect(stateAt(5)).toMatchObject({ flags: { all_meals_logged: true }, current_agent: 'feedback-agent' });
  });

  it('is fast at any of 100 000 events, and shares one column over a growing list', () => {
    const events: CallEvent[] = Array.from({ length: 50_000 }, (_, i): CallEvent[] => [
      { type: 'tool-called', params: { i } },
      { type: 'value-appended', path: 'workflow.list', value: i },
    ]).flat();
    const long = checked(events, { context: { workflow: { list: [] } } });
    const turns = voice.history(long);
    const listAt = (turn: number) => valueAt(voice.stateAt(long, turns, turn, defaultDecisions), ['workflow', 'list']);
    const lists = [49_999, 7, 25_000, 24_999, 49_998].map(listAt);
    expect(lists.map((list) => (list as readonly Value[]).length)).toEqual([50_000, 8, 25_001, 25_000, 49_999]);
    expect(new Set(lists.map((list) => (list as { column?: object }).column)).size).toBe(1);
  });
});

describe('an invocation', () => {
  const outcomes = (events: readonly CallEvent[]) =>
    voice
      .history(checked(events))
      .invocations.map(({ function: name, outcome, output, reason }) => ({ name, outcome, output, reason }));

  it('has the recorded outcome, and no result if none was recorded', () => {
    const params = {};
    expect(
      outcomes([
        { type: 'tool-called', tool: 'a', params },
        { type: 'operation-failed', kind: 'not_a_list', message: 'no list' },
        { type: 'tool-called', tool: 'b', params },
        { type: 'tool-ended', outcome: 'error', error: 'HTTP 503' },
        { type: 'tool-blocked', tool: 'c', unmet: ['x', 'y'] },
        { type: 'tool-ended', outcome: 'ok', output: 'not of the blocked one' },
        { type: 'tool-called', params },
      ]),
    ).toEqual([
      { name: 'a', outcome: 'errored', output: { error: 'no list' }, reason: 'no list' },
      { name: 'b', outcome: 'errored', output: { error: 'HTTP 503' }, reason: 'HTTP 503' },
      { name: 'c', outcome: 'restricted', output: null, reason: 'not set: x, y' },
      { name: 'tool', outcome: 'no-result', output: undefined, reason: undefined },
    ]);
  });
});

describe('the check of a call', () => {
  it('reports the fault of an event or a header, and its place', () => {
    const problem = (events: readonly unknown[], header = {}) => voice.check(sessionOf(events, header));
    expect(problem([{ type: 'user-spoke' }, { type: 'value-set', path: 7, value: 1 }])).toMatchObject({
      ok: false,
      problem: { code: 'voice/malformed', message: expect.stringContaining('event 1 is wrong at “path”') as unknown },
    });
    expect(problem([{ type: 'unheard-of' }]).ok).toBe(false);
    expect(problem(['no event']).ok).toBe(false);
    expect(problem([], { context: 1 }).ok).toBe(false);
  });

  it('adds one note per kind on data that is kept separately, refused, overwritten or never filled', () => {
    const session = checked(
      [
        { type: 'value-set', path: 'user.name', value: 'X' },
        { type: 'value-set', path: 'params.x', value: 1 },
        { type: 'placeholder-missed', path: 'user.nick' },
        { type: 'placeholder-missed', path: 'user.nick' },
      ],
      { context: { user: {}, flags: { odd: 'yes', on: true }, mood: 'good', call_id: 7 } },
    );
    expect(session.notes.map(({ code, place }) => [code, place])).toEqual([
      ['voice/kept-aside', 'call_id'],
      ['voice/kept-aside', 'flags.odd'],
      ['voice/kept-aside', 'mood'],
      ['voice/not-applied', 'events[0]'],
      ['voice/params-written', 'events[1]'],
      ['voice/unresolved', 'events[2]'],
    ]);
    expect(voice.check(session)).toMatchObject({ value: { notes: { length: 6 } } });
    expect(startOf(session.header).state.spaces.flags).toEqual({ on: true });
  });

  it('accepts without a copy only events that its schema accepts unchanged', () => {
    const events = voiceTesting.scripts.flatMap((script) => run(voiceMachine, script).events);
    const plain = events.filter(isPlainEvent);
    expect(plain.length).toBeGreaterThan(events.length / 2);
    expect(checked(plain).events).toBe(plain);
    for (const event of events) expect(v.parse(CallEventSchema, event)).toEqual(event);
    const damaged = events.flatMap((event) =>
      Object.keys(event).map((key) => ({ ...event, [key]: Symbol('no value') })),
    );
    for (const event of damaged.filter(isPlainEvent)) expect(v.is(CallEventSchema, event)).toBe(true);
  });
});
