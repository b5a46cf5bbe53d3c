import { describe, expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { contextAt } from '../model/context-view.ts';
import { Unknown } from '../model/value.ts';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';
import { decisionsOf } from './decisions.ts';
import { sweep } from './sweep.ts';
import { verdictAt } from './verdict-at.ts';
import { whyInFull } from './why.ts';

function opened(value: object): OpenSession {
  const found = openNow(JSON.stringify(value));
  if (!found.ok) throw new Error(found.problem.message);
  const session = openEntry(found.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const call = opened({
  call_id: 'abc-123',
  tenant_id: 'tenant-a',
  workflow_id: 'meal-logging',
  user: { name: 'Rahul' },
  workflow: { meal_count: 1 },
  flags: { skip_feedback: true },
  agents: { 'meal-agent': { questions_asked: 3 } },
  params: { meal_type: 'Breakfast' },
  history: [],
  current_agent: 'meal-agent',
});
const adk = opened({
  invocation_id: 'inv-1',
  session_id: 's-1',
  agent_name: 'RootAgent',
  state: { user_name: 'Alice' },
  session: null,
  run_config: {},
});
const task = opened({
  context: {
    agent: { name: 'a', namespace: 'n', started_at: '2026-05-20T03:00:00Z' },
    user: { id: 'u', email: null },
    llm: { model: 'm', tokens: { total: 0, prompt: 0, completion: 0 } },
    _history: { turns: [], turn_count: 0 },
    input: [],
    output: [],
    capabilities: { _meta: { invocations: [], count: 0, delegation_count: 0 } },
  },
});

const counts = async (session: OpenSession, expression: string, hook: 'turn' | 'middleware.before' = 'turn') =>
  (await sweep(session, { expression, hook, match: null }, decisionsOf(session), unhurried)).counts;

describe('a session without turns', () => {
  test.each([
    ['voice', call, 'call.workflow.meal_count == 1 && call.params.meal_type == "Breakfast"'],
    ['adk', adk, 'adk.state.user_name == "Alice"'],
    ['task', task, 'context._history.turn_count == 0 && context.input.size() == 0 && task.phase == "idle"'],
  ])('of %s is judged at one moment, by its own state', async (_, session, expression) => {
    expect(await counts(session, expression)).toMatchObject({ eligible: 1, pass: 1 });
    expect(await counts(session, `!(${expression})`)).toMatchObject({ eligible: 1, fire: 1 });
  });

  test('has reasons at that moment', () => {
    const rule = { expression: 'call.workflow.meal_count > 1', hook: 'turn', match: null } as const;
    const why = whyInFull(call, rule, 0, decisionsOf(call));
    expect(why.ok && why.value.why).toMatchObject({ verdict: 'fire' });
  });

  test('has no verdict at other hooks, with a problem that says why', async () => {
    const rule = { expression: 'true', hook: 'middleware.before', match: null } as const;
    expect(await counts(call, 'true', 'middleware.before')).toMatchObject({ eligible: 0 });
    expect(verdictAt(call, rule, 0, decisionsOf(call)).verdict).toBe('n/a');
    const why = whyInFull(call, rule, 0, decisionsOf(call));
    expect(why.ok && why.value.why.problem).toMatchObject({
      code: 'rule/snapshot',
      message: expect.stringMatching(/snapshot without turns/),
    });
  });

  test.each(['input', 'output', 'capabilities', '_history'])(
    'of voice or adk knows no %s: that is unknown, and not empty',
    (part) => {
      for (const session of [call, adk])
        expect(contextAt(session.history, 0, decisionsOf(session)).get(part)).toBeInstanceOf(Unknown);
    },
  );

  test('of voice or adk knows no tokens', async () => {
    for (const session of [call, adk])
      expect(await counts(session, 'context.llm.tokens.total == 0')).toMatchObject({ unknown: 1 });
  });

  test('of voice has no turn made of the latest params', () => {
    expect(call.history.invocations).toEqual([]);
  });
});
