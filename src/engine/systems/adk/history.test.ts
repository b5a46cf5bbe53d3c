import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { toJson } from '../../model/json.ts';
import { materialise } from '../../model/materialise.ts';
import type { Session } from '../../model/session.ts';
import { Unknown, valueAt, type RecordValue } from '../../model/value.ts';
import { run } from '../testing.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';
import { growing } from './history.ts';
import { adk } from './index.ts';
import { initialState } from './initial-state.ts';
import { adkMachine, headerOf, openingOf } from './machine.ts';
import { adkTesting, checked, recorded, started, user } from './testing.ts';

const agent = (name: string, branch: string, parts: readonly RecordValue[], more: RecordValue = {}): RecordValue => ({
  type: 'agent_message',
  author: name,
  agent_name: name,
  branch,
  content: { parts },
  ...more,
});

const text = (text: string): RecordValue => ({ type: 'text', text });
const toolCall = (id: string, tool_name: string, args: RecordValue = {}): RecordValue => ({
  type: 'tool_call',
  tool_call_id: id,
  tool_name,
  args,
});

const responses = (branch: string, ...parts: readonly RecordValue[]): RecordValue => ({
  type: 'tool_response',
  branch,
  content: { parts: parts.map((part) => ({ type: 'tool_response', ...part })) },
});

const delegated: readonly RecordValue[] = [
  user('find it', { timestamp: 1742000000.25 }),
  agent(
    'Root',
    '',
    [text('I ask'), toolCall('c1', 'research', { request: 'x' }), toolCall('c2', 'lookup', { id: 7 })],
    {
      llm_response: { model_version: 'm-1', input_tokens: 100, output_tokens: 20 },
    },
  ),
  agent('research', 'research', [toolCall('c3', 'web')]),
  responses('research', { tool_call_id: 'c3', tool_name: 'web', result: '{"hits": [1, 2.0]}' }),
  agent('research', 'research', [text('found')]),
  responses(
    '',
    { tool_call_id: 'c1', tool_name: 'research', result: 'found' },
    { tool_call_id: 'c2', tool_name: '', error: 'HTTP 503' },
  ),
  agent('Root', '', [text('here you '), text('are')], { actions: { state_delta: { answered: true } } }),
];

describe('the turns of a recording', () => {
  const session = recorded(delegated);
  const history = adk.history(session);

  it('are its user messages, complete agent messages and tool responses', () => {
    expect(history.turns.map(({ kind, label, node, event }) => [kind, label, node, event])).toEqual([
      ['input', 'find it', 'root', 0],
      ['llm', 'I ask · plan: research, lookup', 'root', 1],
      ['llm', 'plan: web', 'research', 2],
      ['capability', 'web', 'research', 3],
      ['llm', 'found', 'research', 4],
      ['capability', 'research', 'root', 5],
      ['capability', 'lookup', 'root', 5],
      ['llm', 'here you are', 'root', 6],
    ]);
    expect(history.turns[0]?.at).toBe('2025-03-15T00:53:20.250Z');
    expect(history.turns[1]).toMatchObject({ at: undefined, tokens: { prompt: 100, completion: 20 } });
  });

  it('match each response with the call it answers', () => {
    expect(
      history.invocations.map(({ function: name, input, output, outcome, taskId, reason }) => [
        name,
        input,
        output,
        outcome,
        taskId,
        reason,
      ]),
    ).toEqual([
      ['web', {}, '{"hits": [1, 2.0]}', 'successful', null, undefined],
      ['research', { request: 'x' }, 'found', 'successful', 'research', undefined],
      ['lookup', { id: 7 }, { error: 'HTTP 503' }, 'errored', null, 'HTTP 503'],
    ]);
    expect(history.functions.map(({ key, kind }) => [key, kind])).toEqual([
      ['web', 'tool'],
      ['research', 'agent'],
      ['lookup', 'tool'],
    ]);
  });

  it('answer the user, unless an agent’s final text goes to the tool that called it', () => {
    expect(history.turns.filter(({ answers }) => answers).map(({ index }) => index)).toEqual([7]);
    expect(history.outputs.map(({ value }) => value)).toEqual([
      {
        message: [
          { mimeType: 'text/plain', text: 'here you ' },
          { mimeType: 'text/plain', text: 'are' },
        ],
      },
    ]);
  });

  it('leave unknown the facts that no event contains', () => {
    expect(history).toMatchObject({
      agent: { name: 'Root', namespace: undefined, startedAt: undefined },
      user: { id: undefined, email: undefined },
      model: 'm-1',
    });
    expect(history.tokens.at(-1)).toMatchObject({ prompt: undefined, completion: undefined });
  });

  it('skip partial events and the markers of an agent’s start and end', () => {
    const pieces = recorded([
      user('hi'),
      { type: 'agent_start', agent_name: 'Root' },
      agent('Root', '', [text('he')], { partial: true }),
      agent('Root', '', [text('hello')]),
      { type: 'agent_end', agent_name: 'Root' },
    ]);
    expect(adk.history(pieces).turns.map(({ label }) => label)).toEqual(['hi', 'hello']);
    expect(pieces.notes.map(({ code }) => code)).toContain('adk/pieces');
  });

  it('match by name and order where calls have no ids', () => {
    const { invocations } = adk.history(
      recorded([
        agent('Root', '', [toolCall('', 'f', { n: 1 }), toolCall('', 'f', { n: 2 })]),
        responses('', { tool_name: 'f', result: 'one' }),
        responses('', { tool_name: 'f', result: '"007"' }),
        responses('', { tool_name: 'f', result: '{"cut": ' }),
      ]),
    );
    expect(invocations.map(({ input, output }) => [input, output])).toEqual([
      [{ n: 1 }, 'one'],
      [{ n: 2 }, '"007"'],
      [undefined, '{"cut": '],
    ]);
  });
});

describe('the contexts of a recording', () => {
  const nodesOf = (branches: readonly string[], header: Partial<AdkHeader> = {}) =>
    adk.history(
      recorded(
        branches.map((branch) => agent('a', branch, [text('x')])),
        header,
      ),
    ).nodes;

  it('are its branches, and the parents of branches that no event names', () => {
    expect(nodesOf(['', 'worker.iter_0.judge', 'worker'])).toEqual([
      { id: 'root', parent: null, title: 'a' },
      { id: 'worker', parent: 'root', title: 'worker' },
      { id: 'worker.iter_0', parent: 'worker', title: 'iter_0' },
      { id: 'worker.iter_0.judge', parent: 'worker.iter_0', title: 'judge' },
    ]);
  });

  it('start with the root agent by the documented rule', () => {
    expect(nodesOf(['Root.child', 'Root'], { dialect: 'documented' })).toEqual([
      { id: 'root', parent: null, title: 'Root' },
      { id: 'Root.child', parent: 'root', title: 'child' },
    ]);
  });

  it('stay few when a path is extremely long', () => {
    expect(nodesOf([`${'a.'.repeat(5000)}end`]).length).toBeLessThan(70);
  });
});

describe('the state at a turn', () => {
  const at = (session: Session<AdkHeader, AdkEvent>, turn: number) =>
    adk.stateAt(session, adk.history(session), turn, defaultDecisions);

  it('is the session built from the deltas so far; the state of the context is unknown', () => {
    const session = recorded(delegated, { session: { id: 's', user_id: 'u', state: { first: 1 } } });
    expect(valueAt(at(session, -1), ['session', 'state', 'answered'])).toBeUndefined();
    expect(valueAt(at(session, 6), ['session', 'state', 'answered'])).toBeUndefined();
    expect(valueAt(at(session, 7), ['session', 'state', 'answered'])).toBe(true);
    expect(valueAt(at(session, 7), ['session', 'state', 'first'])).toBe(1);
    expect(valueAt(at(session, 3), ['session', 'events'])).toHaveLength(4);
    expect(valueAt(at(session, 3), ['state'])).toBeInstanceOf(Unknown);
    expect(valueAt(at(session, 3), ['session_id'])).toBe('s');
    expect(adk.history(session).user.id).toBe('u');
  });

  it('of a live run is the root context, with the values that children wrote', () => {
    const header = headerOf(started);
    if (!header.ok) throw new Error(header.problem.message);
    const { events, states } = run(adkMachine, {
      given: started,
      calls: [
        { op: 'run_start', as: 'run', args: { session: 'main', message: 'go', agent_name: 'RootAgent' } },
        { op: 'derive', as: 'child', args: { agent_name: 'child' } },
        { op: 'set_state', on: 'child', args: { key: 'k', value: 1 } },
        { op: 'run_sequential', on: 'child', args: { name: 'p', agents: [{ name: 'a' }], input: 'x' } },
      ],
    });
    const session = checked(header.value, events);
    const history = adk.history(session);
    expect(history.turns.map(({ kind, node }) => [kind, node])).toEqual([
      ['input', 'root'],
      ['llm', 'RootAgent.child.a'],
    ]);
    expect(history.nodes.map(({ id, parent }) => [id, parent])).toEqual([
      ['root', null],
      ['RootAgent.child', 'root'],
      ['RootAgent.child.a', 'RootAgent.child'],
    ]);
    expect(valueAt(at(session, -1), ['state', 'k'])).toBeUndefined();
    expect(valueAt(at(session, 0), ['state', 'k'])).toBe(1);
    const end = states.at(-1);
    if (end === undefined) throw new Error('a run has a start');
    expect(materialise(valueAt(at(session, 1), ['state']) ?? null)).toEqual(
      valueAt(adkMachine.toSnapshot(end), ['state']),
    );
  });

  it('counts an event once if an agent yields it and a runner appends it', () => {
    const event = agent('a', '', [text('x')], { id: 'e1' });
    const session = checked({ title: 'both' }, [
      { type: 'event-yielded', event },
      { type: 'event-appended', event },
      { type: 'event-appended', event },
    ]);
    expect(adk.history(session).turns.map(({ event: index }) => index)).toEqual([0, 2]);
  });
});

describe('a run in progress', () => {
  it('has, at each event, the columns and the state of a recording that ends there', () => {
    for (const script of adkTesting.scripts) {
      const opening = openingOf(script.given);
      if (!opening.ok) throw new Error(opening.problem.message);
      const { header } = opening.value;
      const { events } = run(adkMachine, script);
      const soFar: AdkEvent[] = [];
      const open: Session<AdkHeader, AdkEvent> = { system: 'adk', header, events: soFar, notes: [] };
      const columns = growing(header);
      for (const event of events) {
        soFar.push(event);
        columns.add(event);
        const recording = { ...open, events: [...soFar] };
        expect(columns.history).toEqual(adk.history(recording));
        const last = columns.history.turns.length - 1;
        expect(toJson(adk.stateAt(open, columns.history, last, defaultDecisions))).toEqual(
          toJson(adk.stateAt(recording, adk.history(recording), last, defaultDecisions)),
        );
      }
    }
  });

  it('begins with a context or with a snapshot of a context', () => {
    const [script] = adkTesting.scripts;
    const end = run(adkMachine, script ?? { given: started, calls: [] }).states.at(-1);
    if (end === undefined) throw new Error('a run has a start');
    const snapshot = adkMachine.toSnapshot(end);
    const opening = openingOf({ snapshot });
    expect(opening.ok && toJson(adkMachine.toSnapshot(initialState(opening.value.header)))).toBe(toJson(snapshot));
    expect(openingOf({ snapshot: 1 }).ok).toBe(false);
    expect(openingOf({ context: {} }).ok).toBe(false);
  });
});
