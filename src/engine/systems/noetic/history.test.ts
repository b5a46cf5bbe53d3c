import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { indexOf } from '../../model/history-index.ts';
import { materialise } from '../../model/materialise.ts';
import { Double, isList, isMap, type RecordValue, type Value } from '../../model/value.ts';
import type { NoeticEvent } from './event.ts';
import { growing, historyOf } from './history.ts';
import { noetic } from './index.ts';
import { noeticMachine, valueAt } from './machine.ts';
import { noeticSamples } from './samples.ts';
import { initialState } from './state.ts';
import { call, message, noeticTesting, sessionOf } from './testing.ts';
import { stateAt } from './timeline.ts';

const appended = (item: Value, node?: string): NoeticEvent => ({
  type: 'item-appended',
  item,
  ...(node === undefined ? {} : { node }),
});
const calls = (callId: string, name: string, args = '{}') =>
  appended({ id: callId, type: 'function_call', status: 'completed', callId, name, arguments: args });
const functionOutput = (callId: string, output: string, status = 'completed') =>
  appended({ id: `o${callId}`, type: 'function_call_output', status, callId, output });
const messageEvent = (text: string, role = 'assistant', node?: string) => appended(message(text, text, role), node);

const session = (events: readonly NoeticEvent[], header: RecordValue = {}) =>
  ({ system: 'noetic', header: { title: 't', ...header }, events, notes: [] }) as const;
const of = (...events: readonly NoeticEvent[]) => historyOf(session(events));

describe('the columns of a run', () => {
  it('contain a sum over all calls without the counts of single calls', () => {
    const spent = { type: 'usage-accounted', inputTokens: 120, outputTokens: 22, of: 'run' } as const;
    const { turns, tokens } = of(
      messageEvent('hi', 'user'),
      calls('1', 'find'),
      functionOutput('1', '1'),
      messageEvent('done'),
      spent,
    );
    expect(turns.map(({ kind, tokens: own }) => [kind, own])).toEqual([
      ['input', undefined],
      ['llm', undefined],
      ['capability', undefined],
      ['llm', undefined],
    ]);
    expect(tokens.map(({ turn, total }) => [turn, total])).toEqual([
      [1, undefined],
      [3, 142],
    ]);
  });

  it('have an input per user message, a model turn per series of response items, an invocation per output', () => {
    const { turns, invocations, functions } = of(
      messageEvent('be kind', 'system'),
      messageEvent('book it', 'user'),
      appended({ id: 'r', type: 'reasoning', status: 'completed', content: [] }),
      messageEvent('I look'),
      calls('1', 'find', '{"id": 12345678901234567890, "n": 1.0}'),
      calls('2', 'book'),
      functionOutput('1', '[1, 2.5]'),
      functionOutput('2', 'HTTP 503', 'failed'),
      messageEvent('done'),
      appended({ id: 'x', type: 'noetic:analytics', status: 'completed', data: {} }),
    );
    expect(turns.map(({ kind, label, event, answers }) => [kind, label, event, answers])).toEqual([
      ['input', 'book it', 1, false],
      ['llm', 'I look · plan: find, book', 2, false],
      ['capability', 'find', 6, false],
      ['capability', 'book', 7, false],
      ['llm', 'done', 8, true],
    ]);
    expect(invocations[0]).toMatchObject({
      input: { id: 12345678901234567890n, n: new Double(1) },
      output: '[1, 2.5]',
      outcome: 'successful',
    });
    expect(invocations[1]).toMatchObject({ input: {}, output: 'HTTP 503', outcome: 'errored', reason: 'HTTP 503' });
    expect(functions.map(({ key }) => key)).toEqual(['find', 'book']);
  });

  it('leave unknown the tokens of an uncounted call, and all later sums', () => {
    const usage = { inputTokens: 7, outputTokens: 3 };
    const { turns, tokens } = of(
      messageEvent('a'),
      { type: 'model-called', responded: 1, usage, model: 'm' },
      { type: 'usage-accounted', ...usage },
      messageEvent('b', 'user'),
      messageEvent('c'),
    );
    expect(turns.map(({ kind, tokens: own }) => [kind, own?.prompt])).toEqual([
      ['llm', 7],
      ['llm', 7],
      ['input', undefined],
      ['llm', undefined],
    ]);
    expect(tokens.map(({ total }) => total)).toEqual([10, 20, undefined]);
  });

  it('assign usage from a separate event to the response before it', () => {
    const { turns } = of(messageEvent('a'), { type: 'usage-accounted', inputTokens: 1, outputTokens: 2 });
    expect(turns).toHaveLength(1);
    expect(turns[0]?.tokens).toEqual({ prompt: 1, completion: 2 });
  });

  it('have a node for each context, below its creator', () => {
    const { nodes, turns } = of(
      { type: 'context-created', node: 'a', how: 'spawn' },
      { type: 'context-created', node: 'b', parent: 'a', how: 'parallel' },
      messageEvent('x', 'assistant', 'b'),
      messageEvent('y', 'assistant', 'a'),
    );
    expect(nodes.map(({ id, parent }) => [id, parent])).toEqual([
      ['root', null],
      ['a', 'root'],
      ['b', 'a'],
    ]);
    expect(turns.map(({ node }) => node)).toEqual(['b', 'a']);
  });

  it('keep an output whose call is missing, and arguments that are not JSON', () => {
    const { invocations } = of(functionOutput('7', '{"cut": '), calls('8', 'f', 'not json'), functionOutput('8', ''));
    expect(invocations).toMatchObject([
      { function: '7', input: undefined, output: '{"cut": ' },
      { function: 'f', input: 'not json', output: '' },
    ]);
  });

  it('do not count a call whose output is not recorded', () => {
    const cut = appended({ id: 'o1', type: 'function_call_output', status: 'completed', callId: '1' });
    const { invocations, turns } = of(calls('1', 'f'), cut, calls('2', 'g'), { type: 'output-missing', callId: '2' });
    expect(invocations).toMatchObject([
      { function: 'f', input: {}, output: undefined, outcome: 'no-result' },
      { function: 'g', input: {}, output: undefined, outcome: 'no-result' },
    ]);
    expect(turns.map(({ kind }) => kind)).toEqual(['llm', 'capability', 'llm', 'capability']);
  });

  it('have no invocation of an output that names no call, and no input of a call without arguments', () => {
    const started = appended({ id: '1', type: 'function_call', status: 'completed', callId: '1', name: 'f' });
    const cut = appended({ id: 'o1', type: 'function_call_output' });
    const { invocations } = of(started, cut, { type: 'output-missing', callId: '1' });
    expect(invocations).toMatchObject([{ function: 'f', input: undefined, outcome: 'no-result' }]);
  });

  it('take the model from the calls if they agree', () => {
    const by = (model: string): NoeticEvent => ({ type: 'model-called', responded: 0, model });
    expect(of(by('m'), by('m')).model).toBe('m');
    expect(of(by('m'), by('n')).model).toBeUndefined();
  });
});

const anyEvent: fc.Arbitrary<NoeticEvent> = fc.oneof(
  fc
    .tuple(fc.constantFrom('user', 'assistant', 'system'), fc.constantFrom(undefined, 'a', 'b'))
    .map(([role, node]) => messageEvent('x', role, node)),
  fc.constantFrom('1', '2').map((id) => calls(id, `f${id}`)),
  fc.constantFrom('1', '2').map((id) => functionOutput(id, 'done')),
  fc.constantFrom('m', 'n').map((model): NoeticEvent => ({ type: 'model-called', responded: 1, model })),
  fc.constant<NoeticEvent>({ type: 'model-called', responded: 0, usage: { inputTokens: 3, outputTokens: 1 } }),
  fc.constant<NoeticEvent>({ type: 'usage-accounted', inputTokens: 1, outputTokens: 1 }),
  fc.constant<NoeticEvent>({ type: 'step-dispatched' }),
  fc.constantFrom('a', 'b', 'c').map((node): NoeticEvent => ({ type: 'context-created', node, how: 'spawn' })),
  fc.constant(appended({ id: 'x', type: 'openrouter:thing', status: 'completed' })),
);

describe('columns that grow event by event', () => {
  it('equal, at every event, the columns built from the events so far', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, fc.boolean()), { maxLength: 24 }), (steps) => {
        const columns = growing({ title: 't' });
        const events: NoeticEvent[] = [];
        for (const [event, isLooked] of steps) {
          columns.add(event);
          events.push(event);
          // A read in between must not change later results.
          if (!isLooked) continue;
          const made = of(...events);
          expect(columns.history).toEqual(made);
          const { turnTurns, inputTurns, outputTurns, tokenTurns } = indexOf(columns.history);
          expect({ turnTurns, inputTurns, outputTurns, tokenTurns }).toEqual({
            turnTurns: made.turns.map(({ index }) => index),
            inputTurns: made.inputs.map(({ turn }) => turn),
            outputTurns: made.outputs.map(({ turn }) => turn),
            tokenTurns: made.tokens.map(({ turn }) => turn),
          });
        }
        expect(columns.history).toEqual(of(...events));
      }),
    );
  });

  it('stay the same history object', () => {
    const columns = growing({ title: 't' });
    const { history } = columns;
    columns.add(messageEvent('a'));
    expect(columns.history).toBe(history);
    expect(columns.history.turns).toBe(history.turns);
  });

  it('accept one more model call in two milliseconds, after ten thousand calls', () => {
    const header = { title: 't' };
    const [columns, events] = [growing(header), new Array<NoeticEvent>()];
    const going = session(events);
    let state = initialState(header);
    const asks = (i: number): void => {
      const response = { items: [message(`a${i}`, 'an answer', 'assistant')] };
      const decided = noeticMachine.decide(state, call('model_call', { model: 'm', input: `q ${i}`, response }));
      for (const event of 'events' in decided ? decided.events : []) {
        state = noeticMachine.apply(state, event);
        events.push(event);
        columns.add(event);
      }
      const { history } = columns;
      stateAt(going, history, history.turns.length - 1);
    };
    for (let i = 0; i < 10_500; i++) asks(i);
    expect(columns.history.turns).toHaveLength(21_000);
  });
});

describe('the state at a turn', () => {
  it.each(noeticTesting.scripts.map((script) => [script.title, script] as const))(
    'does not depend on the order of requests: %s',
    (_title, script) => {
      const [walked, jumped] = [sessionOf(script), sessionOf(script)];
      const history = historyOf(walked);
      const turns = [-1, ...history.turns.map(({ index }) => index)];
      const forwards = turns.map((turn) => materialise(stateAt(walked, history, turn)));
      const backwards = turns.toReversed().map((turn) => materialise(stateAt(jumped, history, turn)));
      expect(backwards.toReversed()).toEqual(forwards);
    },
  );

  it('includes the step that made the turn, and the events before the next turn', () => {
    const [sample] = noeticSamples;
    const trip = sessionOf(sample ?? { given: {}, calls: [] });
    const history = historyOf(trip);
    const at = (turn: number, probe: string) => {
      const value = valueAt(noetic.stateAt(trip, history, turn, defaultDecisions), probe);
      return value === undefined ? undefined : materialise(value);
    };
    expect([-1, 0, 1, 4].map((turn) => at(turn, 'stepCount'))).toEqual([0, 1, 1, 1]);
    expect(at(1, 'children')).toHaveProperty('researcher');
    expect(at(1, 'children.researcher.parent')).toBe(at(1, 'id'));
    expect([at(3, 'memory.spending.total'), at(4, 'memory.spending.total')]).toEqual([0, 458]);
    expect([at(4, 'channels.approvals.receivers'), at(4, 'handles.desk.closed')]).toEqual([[], false]);
    expect([at(6, 'completed'), at(7, 'completed'), at(7, 'completionValue')]).toEqual([
      false,
      true,
      'waiting for the booking',
    ]);
  });

  it('is found among 100 000 events without a replay from the first', () => {
    const events = Array.from({ length: 100_000 }, (_, i) => messageEvent(`t${i}`, i % 2 === 0 ? 'user' : 'assistant'));
    const long = session(events);
    const history = historyOf(long);
    const lengths = Array.from({ length: 2000 }, (_, i) => (i * 7919) % 100_000).map((turn) => {
      const items = valueAt(noetic.stateAt(long, history, turn, defaultDecisions), 'items');
      return items !== undefined && isList(items) && items.length === turn + 1;
    });
    expect(lengths).not.toContain(false);
  });

  it('has one column of items over all turns, so that a rule can continue its count', () => {
    const talk = session([messageEvent('a', 'user'), messageEvent('b'), messageEvent('c', 'user')]);
    const history = historyOf(talk);
    const columns = [0, 1, 2].map((turn) => {
      const state = noetic.stateAt(talk, history, turn, defaultDecisions);
      const items = isMap(state) ? valueAt(state, 'items') : undefined;
      return items !== undefined && isList(items) && 'column' in items ? items.column : null;
    });
    expect(new Set(columns).size).toBe(1);
    expect(columns[0]).not.toBeNull();
  });
});

describe('a session of a run', () => {
  const checked = (events: readonly unknown[], header: object = {}) =>
    noetic.check({ system: 'noetic', header: { title: 't', ...header }, events, notes: [] });
  const codes = (...events: readonly NoeticEvent[]) => {
    const result = checked(events);
    return result.ok ? result.value.notes.map(({ code, place }) => `${code} ${place}`) : result.problem.message;
  };

  it('is accepted unchanged, without a copy', () => {
    const events = [messageEvent('a'), { type: 'completed', value: 1, mood: 'good' }];
    const result = checked(events);
    expect(result.ok && result.value.events).toBe(events);
  });

  it('is refused with the fault and its place', () => {
    expect(checked([messageEvent('a'), { type: 'clock-advanced', ms: -1 }])).toMatchObject({
      problem: { code: 'noetic/malformed', message: expect.stringContaining('event 1 is wrong at “ms”') },
    });
    expect(checked([{ type: 'item-appended' }]).ok).toBe(false);
    expect(checked([{ type: 'item-appended', item: 1, node: 7 }]).ok).toBe(false);
    expect(checked(['x']).ok).toBe(false);
    expect(checked([], { dialect: 'future' })).toMatchObject({
      problem: { message: expect.stringContaining('its header is wrong at “dialect”') },
    });
    expect(checked([], { channels: { a: { mode: 'stack' } } }).ok).toBe(false);
  });

  it('gets notes on irregularities that the library accepts silently', () => {
    expect(
      codes(messageEvent('a'), messageEvent('a'), calls('1', 'f'), functionOutput('2', 'x'), appended({ type: 'a:b' })),
    ).toEqual([
      'noetic/item-id-twice events[1]',
      'noetic/output-without-call events[3]',
      'noetic/item-type-unregistered events[4]',
      'noetic/call-without-output events[2]',
    ]);
    expect(codes(calls('1', 'f'), functionOutput('1', 'x'), messageEvent('b'))).toEqual([]);
    expect(codes(calls('1', 'f'), appended({ type: 'function_call_output', callId: '1' }))).toEqual([
      'noetic/output-incomplete events[1]',
    ]);
    const registered: NoeticEvent = { type: 'item-type-registered', itemType: 'a:b' };
    expect(codes(registered, appended({ type: 'a:b' }))).toEqual([]);
  });

  it('gets no duplicate notes when it is checked again', () => {
    const once = checked([messageEvent('a'), messageEvent('a')]);
    if (!once.ok) throw new Error(once.problem.message);
    expect(noetic.check(once.value)).toMatchObject({ value: { notes: { length: 1 } } });
  });
});
