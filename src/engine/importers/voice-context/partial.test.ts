import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { toJson } from '../../model/json.ts';
import { Unknown, valueAt, type Value } from '../../model/value.ts';
import { openEntry, type OpenSession } from '../../opening/open-session.ts';
import { openText, type OpenText } from '../../opening/open-text.ts';
import { decisionsOf } from '../../rules/decisions.ts';
import { verdictAt } from '../../rules/verdict-at.ts';
import { Run } from '../../runs/run.ts';
import { snapshotAt } from '../../runs/snapshot-at.ts';
import { systemOf } from '../../systems/systems.ts';
import { voice } from '../../systems/voice/index.ts';
import { voiceMachine } from '../../systems/voice/machine.ts';
import { openNow } from '../../testing.ts';

function sessionIn(text: OpenText, index = 0): OpenSession {
  const session = openEntry(text, index, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

function opened(text: string, index = 0): OpenSession {
  const found = openNow(text);
  if (!found.ok) throw new Error(found.problem.message);
  return sessionIn(found.value, index);
}

const lastTurn = ({ history }: OpenSession) => history.turns.length - 1;

const verdict = (session: OpenSession, expression: string, turn = lastTurn(session)) =>
  verdictAt(session, { expression, hook: 'turn', match: null }, turn, decisionsOf(session)).verdict;

const stateOf = (session: OpenSession) =>
  voice.stateAt(
    session.session as Parameters<typeof voice.stateAt>[0],
    session.history,
    lastTurn(session),
    decisionsOf(session),
  ); // these sessions are of a voice call

const unknownKeys = (session: OpenSession) => {
  const state = stateOf(session);
  return keys.filter((key) => valueAt(state, [key]) instanceof Unknown);
};

const keys =
  'call_id tenant_id workflow_id user workflow flags agents params history current_agent agent_history pending_handoff'.split(
    ' ',
  );

const whole = {
  call_id: 'abc-123',
  tenant_id: 'tenant-a',
  workflow_id: 'meal-logging',
  user: { name: 'Rahul' },
  workflow: { meal_count: 1 },
  flags: { skip_feedback: true },
  agents: { 'meal-agent': { questions_asked: 3 } },
  params: { meal_type: 'Breakfast', time: '08:30' },
  history: [],
  current_agent: 'meal-agent',
  agent_history: ['meal-agent'],
};

describe('an export without some of its parts', () => {
  const partial = opened('{"flags":{"a":true},"workflow":{"x":1},"user":{"name":"Al"}}');

  it.each([
    'size(call.agents) == 0',
    'call.current_agent == null',
    'call.params == {}',
    'size(call.agent_history) == 0',
    'size(call.history) == 0',
    'call.call_id == null',
    'has(call.pending_handoff)',
    'context.agent.name == "a"',
  ])('leaves a rule about these parts unknown: %s', (expression) => {
    expect(verdict(partial, expression)).toBe('unknown');
  });

  it('still answers rules about the parts that it has', () => {
    expect(verdict(partial, 'call.flags.a && call.workflow == {"x": 1}')).toBe('pass');
    expect(verdict(partial, 'call.flags.a || size(call.agents) == 0')).toBe('pass');
  });

  it('is named in the report, with the missing parts', () => {
    expect(partial.notes.find(({ code }) => code === 'voice-context/unrecorded')?.message).toMatch(
      /unknown: call_id, tenant_id, workflow_id, agents, params, history, current_agent, agent_history, pending_handoff\.$/,
    );
  });

  it('keeps them unknown when a run starts from it, or when its state is copied and pasted', () => {
    const snapshot = snapshotAt(partial, 0);
    if (!snapshot.ok) throw new Error(snapshot.problem.message);
    const copied = toJson(snapshot.value);
    expect(unknownKeys(opened(copied))).toEqual(unknownKeys(partial));
    const parsed = JSON.parse(copied) as Value; // JSON is a value
    for (const value of [snapshot.value, parsed]) {
      expect(Run.start(voice, { snapshot: value }).ok).toBe(true);
      const state = voiceMachine.fromSnapshot(value);
      expect(state.ok && [...state.value.unrecorded].toSorted()).toEqual(unknownKeys(partial).toSorted());
    }
  });

  it('has the params and the agent that its history writes, from then on', () => {
    const { params: _params, current_agent: _agent, ...rest } = whole;
    const history = [
      { seq: 0, at: null, kind: 'start', agent: null },
      { seq: 1, at: null, kind: 'tool', agent: null, tool: 'log', params: { meal_type: 'Lunch' } },
    ];
    const written = opened(JSON.stringify({ ...rest, history }));
    expect(verdict(written, 'call.params == {"meal_type": "Lunch"}')).toBe('pass');
    expect(verdict(written, 'call.current_agent == null')).toBe('unknown');
    expect(unknownKeys(written)).toEqual(['current_agent', 'pending_handoff']);
  });
});

const python = (value: object) =>
  JSON.stringify(value).replaceAll('true', 'True').replaceAll('"', "'").replaceAll(',', ', ');

describe.each([
  ['JSON', JSON.stringify(whole)],
  ['JSON over lines', JSON.stringify(whole, null, 2)],
  ['Python', python(whole)],
  ['YAML', stringify(whole)],
])('an export that ends in the middle of its params, as %s', (_, text) => {
  it('has these params and what follows them unknown', async () => {
    const read = await openText(text.slice(0, text.indexOf('time') + 2));
    if (!read.ok) throw new Error(read.problem.message);
    const cut = sessionIn(read.value);
    expect(unknownKeys(cut)).toEqual(['params', 'history', 'current_agent', 'agent_history', 'pending_handoff']);
    for (const rule of ['call.params == {}', 'has(call.params.time)', 'size(call.history) == 0'])
      expect(verdict(cut, rule)).toBe('unknown');
    expect(verdict(cut, 'call.agents["meal-agent"].questions_asked == 3')).toBe('pass');
  });
});

it('the complete exports before one that is cut off have no unknown part', () => {
  const text = JSON.stringify([whole, whole]);
  const cut = text.slice(0, text.lastIndexOf('08:30'));
  expect(unknownKeys(opened(cut, 0))).toEqual([]);
  expect(unknownKeys(opened(cut, 1))).toContain('params');
});

it('an export that ends before its end may lack the requested handoff', () => {
  expect(unknownKeys(opened(JSON.stringify(whole).slice(0, -1) + ','))).toEqual(['pending_handoff']);
});

it('a history that is cut off is not undone', () => {
  const { history: _history, ...rest } = whole;
  const history = [
    { seq: 0, at: null, kind: 'start', agent: null },
    { seq: 1, at: null, kind: 'resolve_miss', agent: null, path: 'user.x' },
    { seq: 2, at: null, kind: 'resolve_miss', agent: null, path: 'user.y' },
  ];
  const text = JSON.stringify({ ...rest, params: {}, history });
  const cut = opened(text.slice(0, text.indexOf('user.y')));
  expect(cut.session.events).toEqual([]);
  expect(unknownKeys(cut)).toEqual(['history', 'pending_handoff']);
});

it('a whole export has no unknown part, and no entry of history is added', () => {
  const session = opened(JSON.stringify(whole));
  expect(unknownKeys(session)).toEqual([]);
  expect(session.session.header).not.toHaveProperty('unrecorded');
  expect(verdict(session, 'size(call.history) == 0 && !has(call.pending_handoff)')).toBe('pass');
});

it('the body that starts a call has its initial values', () => {
  const dispatch = opened('{"workflow_slug":"meals","user_context":{"name":"Al"}}');
  expect(unknownKeys(dispatch)).toEqual([]);
  expect(verdict(dispatch, 'call.params == {} && call.current_agent == null && size(call.history) == 1')).toBe('pass');
});
