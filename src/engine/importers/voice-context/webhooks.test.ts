import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { decisionsOf } from '../../rules/decisions.ts';
import { verdictAt } from '../../rules/verdict-at.ts';
import { firstSession, openNow } from '../../testing.ts';

test('a tool entry in a transcript is not shown as agent speech, and the report says that it is left out', () => {
  const transcript = [
    { role: 'assistant', content: 'One moment.' },
    { role: 'tool', content: '{"booked": true}' },
    { role: 'user', content: 'Thanks.' },
  ];
  const source = openNow(JSON.stringify({ type: 'call.completed', data: { call_id: 'c', transcript } }));
  const session = source.ok ? openEntry(source.value, 0, systemOf) : source;
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  expect(history.turns.map(({ kind }) => kind)).toEqual(['llm', 'input']);
  expect(notes.find(({ code }) => code === 'voice-context/tool-entry')?.message).toMatch(/^1 entry of a tool/);
});

const webhook = (id: string, type: string, created: number, data: object = {}) => ({
  id,
  object: 'event',
  type,
  created,
  tenant_id: 'tenant-a',
  data: { call_id: 'c', ...data },
});
const said = (role: string, content: string, timestamp: number) => ({ role, content, timestamp });
const transcript = [said('assistant', 'Hello?', 103), said('user', 'A meal.', 105), said('assistant', 'Which?', 109)];

const webhooks = [
  webhook('e1', 'call.started', 100),
  webhook('e2', 'call.connected', 102, { agent_history: ['greeter'] }),
  webhook('e3', 'call.agent.changed', 107, { agent_history: ['greeter', 'meals'] }),
  webhook('e4', 'call.completed', 120, {
    status: 'completed',
    user_id: 'u',
    duration_seconds: 20,
    agent_history: ['greeter', 'meals'],
    transcript,
  }),
];

function openWebhooks(events: readonly object[]) {
  const source = openNow(events.map((event) => JSON.stringify(event)).join('\n'));
  if (!source.ok) throw new Error(source.problem.message);
  const sessions = source.value.entries.map((_, index) => {
    const read = openEntry(source.value, index, systemOf);
    if (!read.ok) throw new Error(read.problem.message);
    return read.value;
  });
  const [first] = sessions;
  return {
    titles: source.value.entries.map(({ title }) => title),
    events: first?.session.events,
    header: first?.session.header,
    codes: first?.notes.map(({ code }) => code) ?? [],
  };
}

test('all webhooks of one call become one session in the order of time', () => {
  const { titles, events, header, codes } = openWebhooks(webhooks);
  expect(titles).toEqual(['call c (completed)']);
  expect(events).toMatchObject([
    { type: 'agent-spoke', text: 'Hello?' },
    { type: 'user-spoke' },
    { type: 'agent-switched', agent: 'meals', at: '1970-01-01T00:01:47Z' },
    { type: 'agent-spoke', text: 'Which?' },
  ]);
  expect(header).toMatchObject({
    started_at: '1970-01-01T00:01:40Z',
    context: { call_id: 'c', user: { id: 'u' }, current_agent: 'greeter' },
    recording: { event: 'call.completed', duration_seconds: 20, events: [{ event: 'call.started' }, {}, {}, {}] },
  });
  expect(codes).not.toContain('voice-context/switch-time');
});

test('webhooks delivered late or twice give the same session, and the report notes the repeats', () => {
  const [first, second, third, fourth] = webhooks;
  const late = openWebhooks([second, fourth, first, second, third].filter((one) => one !== undefined));
  expect({ ...late, codes: [] }).toEqual({ ...openWebhooks(webhooks), codes: [] });
  expect(late.codes).toContain('voice-context/delivered-again');
});

test('webhooks of two calls become two sessions', () => {
  const other = { ...webhook('e9', 'call.completed', 130), data: { call_id: 'd', status: 'failed' } };
  expect(openWebhooks([...webhooks.slice(0, 2), other, ...webhooks.slice(2)]).titles).toEqual([
    'call c (completed)',
    'call d (failed)',
  ]);
});

test.each(['call.workflow', 'call.flags', 'call.agents', 'call.params', 'call.history'])(
  'a webhook does not record %s, so it is unknown rather than empty',
  (namespace) => {
    const { session } = firstSession(webhooks.map((one) => JSON.stringify(one)).join('\n'));
    const rule = { expression: `size(${namespace}) == 0`, hook: 'turn', match: null } as const;
    const last = session.history.turns.length - 1;
    expect(verdictAt(session, rule, last, decisionsOf(session)).verdict).toBe('unknown');
  },
);

test('the agents that a webhook lists are known, and the report names the unrecorded parts of the context', () => {
  const { session } = firstSession(webhooks.map((one) => JSON.stringify(one)).join('\n'));
  const rule = { expression: 'call.agent_history == ["greeter", "meals"]', hook: 'turn', match: null } as const;
  const last = session.history.turns.length - 1;
  expect(verdictAt(session, rule, last, decisionsOf(session)).verdict).toBe('pass');
  expect(session.notes.find(({ code }) => code === 'import/context-unrecorded')?.message).toMatch(
    /unknown: workflow_id, workflow, flags, agents, params, history, pending_handoff\.$/,
  );
});
