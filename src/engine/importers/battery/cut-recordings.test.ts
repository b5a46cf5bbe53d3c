import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { defaultDecisions } from '../../model/decisions.ts';
import { toJson } from '../../model/json.ts';
import { materialise } from '../../model/materialise.ts';
import type { Invocation } from '../../model/history.ts';
import { Unknown, valueAt } from '../../model/value.ts';
import { decisionsOf } from '../../rules/decisions.ts';
import { verdictAt } from '../../rules/verdict-at.ts';
import { openEntry } from '../../opening/open-session.ts';
import { openText } from '../../opening/open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { fixtures } from './testing.ts';

/** Recordings of the five systems that are cut off at every 25th of their length, in each notation that people paste. */
const owners = new Set([
  'task-snapshot',
  'a2a-protocol',
  'a2a-context',
  'noetic-items',
  'voice-context',
  'adk-context',
]);
const notations: readonly (readonly [name: string, written: (value: unknown) => string])[] = [
  ['JSON', (value) => JSON.stringify(value)],
  ['JSON over lines', (value) => JSON.stringify(value, null, 2)],
  ['Python', repr],
  ['YAML', (value) => stringify(value)],
];

function repr(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null || typeof value !== 'object') return value === null ? 'None' : String(value);
  return `{${Object.entries(value)
    .map(([key, held]) => `${repr(key)}: ${repr(held)}`)
    .join(', ')}}`;
}

const recordings = fixtures
  .filter(({ owner, name, text }) => owners.has(owner) && name.endsWith('.json') && text.length < 8000)
  .flatMap(({ owner, name, text }) =>
    notations.map(([notation, written]) => ({
      owner,
      title: `${owner}/${name} in ${notation}`,
      text: written(JSON.parse(text)),
    })),
  );

async function opened(text: string) {
  const read = await openText(text);
  if (!read.ok) return undefined;
  const sessions = read.value.entries.flatMap((_, index) => {
    const session = openEntry(read.value, index, systemOf);
    return session.ok ? [session.value] : [];
  });
  return {
    importer: read.value.importer.id,
    stateAtEnd: sessions.map(({ session, history, system }) =>
      system.stateAt(session, history, history.turns.length - 1, defaultDecisions),
    ),
    inputs: sessions.flatMap(({ history }) =>
      history.turns.filter(({ kind }) => kind === 'input').map(({ text: said }) => said),
    ),
    verdict: (expression: string) => {
      const [session] = sessions;
      if (session === undefined) return undefined;
      const rule = { expression, hook: 'turn', match: null } as const;
      return verdictAt(session, rule, session.history.turns.length - 1, decisionsOf(session)).verdict;
    },
    calls: sessions.flatMap(({ history }) => history.invocations),
    codes: new Set(sessions.flatMap(({ notes }) => notes.map(({ code }) => code))),
  };
}

const called = ({ function: name, output }: Invocation): string =>
  `${name} ${output === undefined ? 'unknown' : toJson(materialise(output) ?? null, 0)}`;

test.each(recordings)(
  'no call of $title succeeds without its output when the text is cut off',
  async ({ owner, text }) => {
    const whole = new Set((await opened(text))?.calls.map(called));
    for (let part = 1; part < 25; part++) {
      const cut = await opened(text.slice(0, Math.floor((text.length * part) / 25)));
      for (const call of cut?.calls ?? []) {
        expect(call.function).not.toBe('');
        // A snapshot counts the calls that succeeded before it lists their outputs.
        const isCounted = owner === 'task-snapshot' && call.output === undefined;
        // A YAML text without quotes may be incomplete: the report says so.
        if (call.outcome !== 'successful' || isCounted || cut?.codes.has('reader/perhaps-cut') === true) continue;
        expect(whole).toContain(called(call));
      }
    }
  },
);

const marked = recordings.filter(({ title }) => /noetic-items\/composed-(?:checkpoint|harness)/.test(title));

test.each(marked)('$title opens when cut off anywhere after the mark of its format', async ({ text }) => {
  // A checkpoint is known by its id and the steps in flight, an answer of the harness by the content of its first item.
  const known = text.includes('schemaVersion') ? /frontier\W*\w/ : /content\W*\w/;
  const mark = text.search(known) + 'content": [{"t'.length;
  for (let part = 1; part < 25; part++) {
    const end = Math.floor((text.length * part) / 25);
    if (end < mark) continue;
    const cut = await opened(text.slice(0, end));
    expect([end, cut?.importer]).toEqual([end, 'noetic-items']);
    expect(cut?.calls.every(({ outcome, output }) => outcome !== 'successful' || output !== undefined)).toBe(true);
  }
});

test('the items of a checkpoint that is cut off before them are unknown, and the report says where it ends', async () => {
  const layers = { scratchpad: { bullets: ['a'] } };
  const text = JSON.stringify({ schemaVersion: 2, executionId: 'e', frontier: [], layers, itemLog: { items: [] } });
  const unknownIn = async (end: number) => {
    const cut = await opened(text.slice(0, end));
    expect(cut?.codes).toContain('reader/cut-off');
    return cut?.stateAtEnd.map((state) => valueAt(state, ['items']) instanceof Unknown);
  };
  expect(await unknownIn(text.indexOf(',"itemLog'))).toEqual([true]);
  expect(await unknownIn(text.indexOf('"items'))).toEqual([true]);
});

test('an A2A task that is cut off before its status opens with its complete messages, and the report says so', async () => {
  const message = (role: string, text: string) => ({
    contextId: 'c-1',
    kind: 'message',
    messageId: `m-${role}`,
    parts: [{ kind: 'text', text }],
    role,
  });
  const history = [message('user', 'How much is 10 USD?'), message('agent', '856 INR.')];
  const text = JSON.stringify({ contextId: 'c-1', history, id: 't-1', kind: 'task', status: { state: 'completed' } });
  const firstEnd = text.indexOf('},{"contextId') + 1;
  for (let end = firstEnd; end < text.indexOf('completed'); end++) {
    const cut = await opened(text.slice(0, end));
    expect([end, cut?.importer, cut?.codes.has('reader/cut-off')]).toEqual([end, 'a2a-protocol', true]);
    expect(cut?.inputs).toEqual(['How much is 10 USD?']);
  }
});

test('an A2A task that is cut off in its first message keeps its id, and its state is unknown', async () => {
  const history = [
    { kind: 'message', role: 'user', messageId: 'm1', parts: [{ kind: 'text', text: 'convert 10 USD' }] },
  ];
  const text = JSON.stringify({ kind: 'task', id: 't1', contextId: 'c1', history, status: { state: 'working' } });
  for (let end = text.indexOf(',"history'); end < text.indexOf('working'); end++) {
    const cut = await opened(text.slice(0, end));
    expect([end, cut?.importer]).toEqual([end, 'a2a-protocol']);
    const [state = null] = cut?.stateAtEnd ?? [];
    expect([valueAt(state, ['task_id']), valueAt(state, ['context_id'])]).toEqual(['t1', 'c1']);
    expect(valueAt(state, ['state'])).toBeInstanceOf(Unknown);
  }
});

test('the incomplete last item of a checkpoint is left out, and the report says so', async () => {
  const items = ['a', 'b'].map((id) => ({ id, status: 'completed', type: 'noetic:note', data: {} }));
  const text = JSON.stringify({ schemaVersion: 2, executionId: 'e', frontier: [], itemLog: { items } });
  const cut = await opened(text.slice(0, text.lastIndexOf('noetic:note')));
  expect(cut?.importer).toBe('noetic-items');
  expect(cut?.codes).toContain('import/cut-element');
});

const adkEvent = {
  id: 'e1',
  type: 'user_message',
  timestamp: 1742000000.5,
  invocation_id: 'v',
  session_id: 's',
  author: 'user',
  agent_name: null,
  branch: '',
  partial: null,
  turn_complete: true,
  content: { role: null, parts: [{ type: 'text', text: 'refund order 17' }] },
};
const adkContext = {
  invocation_id: 'v',
  session_id: 's',
  user_id: 'u',
  app_name: 'a',
  agent_name: 'desk',
  branch: '',
  state: {},
  session: { id: 's', app_name: 'a', user_id: 'u', state: {}, events: [adkEvent] },
};
const taskContext = {
  agent: { name: 'desk' },
  user: { id: 'u-1' },
  _history: { turns: ['input'], turn_count: 1 },
  input: [{ message: [{ mimeType: 'text/plain', text: 'refund order 17' }] }],
};
const noeticItem = {
  id: 'i1',
  type: 'message',
  role: 'user',
  status: 'completed',
  content: [{ type: 'input_text', text: 'refund order 17' }],
};
const said = 'context.input[0].message';
/** In YAML, a text without quotes may end anywhere: the report says that it may be incomplete. */
const withOneMessage: readonly (readonly [name: string, recording: unknown, content: string, own: string])[] = [
  ['events of ADK', [adkEvent], 'role', 'adk.session.events[0].content.parts'],
  ['a context of ADK', adkContext, 'content', said],
  ['a task context', taskContext, 'message', said],
  ['an answer of Noetic', { items: [noeticItem] }, 'content', 'ctx.itemLog.items[0].content'],
];

test.each(
  withOneMessage.flatMap(([name, ...rest]) =>
    notations.slice(0, 3).map(([notation, written]) => [name, notation, written, ...rest] as const),
  ),
)(
  'a message of %s in %s that is cut off is unknown, not empty',
  async (_name, _notation, written, recording, content, own) => {
    const text = written(recording);
    const inText = await opened(text.slice(0, text.indexOf('order')));
    for (const list of [said, own])
      for (const rule of [`${list}[0].text == ""`, `has(${list}[0].text)`, `!has(${list}[0].text)`])
        expect([rule, inText?.verdict(rule)]).toEqual([rule, 'unknown']);
    const beforeIt = await opened(text.slice(0, text.lastIndexOf(content) + content.length));
    for (const rule of [`size(${said}) == 0`, `size(${own}) == 0`])
      expect([rule, beforeIt?.verdict(rule)]).toEqual([rule, 'unknown']);
  },
);

test('a message stays unknown when the state of a cut-off task context is copied and pasted', async () => {
  const text = JSON.stringify(taskContext);
  for (const end of [text.indexOf('order'), text.indexOf('message') + 1]) {
    const [state = null] = (await opened(text.slice(0, end)))?.stateAtEnd ?? [];
    const pasted = await opened(toJson(materialise(state) ?? null));
    expect(pasted?.verdict(`${said}[0].text == ""`)).toBe('unknown');
  }
});

test('the complete parts of a message before the end of the text are kept', async () => {
  const text = JSON.stringify([adkEvent]);
  const cut = await opened(text.slice(0, text.indexOf(']', text.indexOf('order')) + 1));
  expect(cut?.inputs).toEqual(['refund order 17']);
  expect(cut?.verdict(`${said}[0].text == "refund order 17"`)).toBe('pass');
});
