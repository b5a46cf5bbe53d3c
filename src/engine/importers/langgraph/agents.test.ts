import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const asked = { type: 'human', content: 'Chart the GDP.', id: 'h1' };
const handed = { type: 'human', content: 'Here are the numbers.', name: 'researcher', id: 'h2' };
const drawn = { type: 'human', content: 'Drawn.', name: 'chart_generator', id: 'h3' };

test('a message in a person’s place belongs to the agent where the agent’s node wrote it under its own name', () => {
  const { session } = firstSession(
    JSON.stringify([{ researcher: { messages: [asked, handed] } }, { chart_generator: { messages: [handed, drawn] } }]),
  );
  expect(session.history.turns.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'input Chart the GDP.',
    'llm Here are the numbers.',
    'llm Drawn.',
  ]);
  const note = session.notes.find(({ code }) => code === 'langgraph/agent-as-user');
  expect(note?.message).toContain('2 messages with a human role, written by a node of the graph');
});

test('a person whose name matches no node is a person', () => {
  const ada = { ...handed, name: 'Ada' };
  const { session } = firstSession(JSON.stringify([{ researcher: { messages: [asked, ada] } }]));
  expect(session.history.turns.map(({ kind }) => kind)).toEqual(['input', 'input']);
});

test('snapshots without a time use the time in their checkpoint’s id', () => {
  const snapshot = (messages: readonly object[], thread_ts: string) => ({
    values: { messages },
    next: [],
    config: { configurable: { thread_id: '4', thread_ts } },
    parent_config: null,
  });
  const answer = { type: 'ai', content: 'Hello.', id: 'a1' };
  const times = ['2024-04-02T21:44:06.248818+00:00', '2024-04-02T21:44:04.515773+00:00'];
  const [late = '', early = ''] = times;
  const { session } = firstSession(JSON.stringify([snapshot([asked, answer], late), snapshot([asked], early)]));
  expect(session.history.turns.map(({ at }) => at)).toEqual([
    '2024-04-02T21:44:04.515773Z',
    '2024-04-02T21:44:06.248818Z',
  ]);
  const { session: named } = firstSession(JSON.stringify([snapshot([asked], '1ef301b2-9a2e-6bb6-bfff-8423bcf47561')]));
  expect(named.history.turns.map(({ at }) => at)).toEqual([undefined]);
});

const turnsOf = (values: readonly object[]) =>
  firstSession(JSON.stringify(values)).session.history.turns.map(({ kind, label }) => `${kind} ${label}`);
const wrote = (node: string, ...messages: readonly object[]) => ({ [node]: { messages } });
const human = (content: string) => ({ type: 'human', content });
const ai = (content: string) => ({ type: 'ai', content });

test('a user message written by a node belongs to the node, as in agents that reflect', () => {
  const essay = ['generate', 'reflect', 'generate'] as const;
  expect(
    turnsOf(essay.map((node, index) => wrote(node, (node === 'reflect' ? human : ai)(`${node} ${index}`)))),
  ).toEqual(['llm generate 0', 'llm reflect 1', 'llm generate 2']);
});

test('a person answers in the person’s own node, or after the graph’s question', () => {
  const asks = { __interrupt__: [{ value: 'Which city?', id: 'i' }] };
  expect(
    turnsOf([
      wrote('ask_human', human('plan a trip')),
      wrote('agent', ai('Which city?')),
      wrote('ask_human', human('Oslo')),
      asks,
      wrote('resume', human('In May')),
    ]),
  ).toEqual(['input plan a trip', 'llm Which city?', 'input Oslo', 'input In May']);
});
