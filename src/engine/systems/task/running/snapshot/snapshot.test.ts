import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextAt } from '../../../../model/context-view.ts';
import { defaultDecisions, type Decisions } from '../../../../model/decisions.ts';
import type { History, TurnIndex } from '../../../../model/history.ts';
import { inputOf } from '../../../../model/hook-values.ts';
import { materialise } from '../../../../model/materialise.ts';
import type { Path } from '../../../../model/path.ts';
import { sessionOf } from '../../../../model/testing.ts';
import { Double, Timestamp, Unknown, valueAt, type RecordValue, type Value } from '../../../../model/value.ts';
import { checkTask } from '../../check.ts';
import { historyOf } from '../../history.ts';
import { runAt } from '../../status-history.ts';
import { statusFields } from '../status.ts';
import { fromSnapshot } from './from-snapshot.ts';
import { snapshotLikeness } from './likeness.ts';

/** The `context` object after a turn as plain data, without unrecorded values. */
const toSnapshot = (history: History, turn: TurnIndex, decisions: Decisions): Value =>
  materialise(contextAt(history, turn, decisions));

/** Composed from the documented shapes, because the specification publishes no recorded instance. */
const documented = {
  agent: { name: 'support-agent', namespace: 'prod-eu', started_at: '2026-05-20T03:00:00Z' },
  user: { id: 'u-1', email: null },
  llm: { model: 'gemini/gemini-2.5-flash', tokens: { total: 300, prompt: 250, completion: 50 } },
  _history: { turns: ['input', 'llm', 'capability', 'llm'], turn_count: 4 },
  input: [{ message: [{ mimeType: 'text/plain', text: 'status of T-1?' }], ticket_id: 'T-1' }],
  output: [{ message: [{ mimeType: 'text/plain', text: 'It is open.' }] }],
  capabilities: {
    _meta: { invocations: ['zendesk_fetch_ticket'], count: 1, delegation_count: 0 },
    zendesk_fetch_ticket: {
      count_successful: 1,
      count_errored: 0,
      count_restricted: 0,
      timestamps: ['2026-05-20T03:10:00Z'],
      inputs: [{ id: 'T-1' }],
      outputs: [{ status: 'open' }],
      successful: [true],
      errored: [false],
      restricted: [false],
      task_ids: null,
    },
  },
};

function opened(pasted: Value) {
  const read = fromSnapshot(pasted);
  if (!read.ok) throw new Error(read.problem.message);
  const { session, sources } = read.value;
  const checked = checkTask(session);
  if (!checked.ok) throw new Error(checked.problem.message);
  const history = historyOf(session);
  const last = history.turns.length - 1;
  const decisions = { ...defaultDecisions, ...session.header.decisions };
  const at = (path: Path, turn = last) => valueAt(contextAt(history, turn, decisions), path);
  const codes = session.notes.map(({ code }) => code.replace('snapshot/', ''));
  const sentences = session.notes.map(({ message }) => message);
  const snapshot = toSnapshot(history, last, decisions);
  return { session, sources, history, last, decisions, at, codes, sentences, snapshot };
}

/** The documented snapshot with some places replaced; `undefined` removes a place. */
function changed(changes: { readonly [path: string]: Value | undefined }): Value {
  const copy: unknown = structuredClone(documented);
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let here = copy as { [key: string]: unknown }; // the copy is made of plain objects
    for (const key of keys) here = here[key] as { [key: string]: unknown }; // likewise
    if (value === undefined) delete here[last];
    else here[last] = value;
  }
  return copy as Value; // plain data
}

const fetched = 'capabilities.zendesk_fetch_ticket';
const twice = (timestamps: readonly string[]) => ({
  '_history.turns': ['input', 'llm', 'capability', 'capability', 'llm'],
  '_history.turn_count': 5,
  'capabilities._meta': {
    invocations: ['zendesk_fetch_ticket', 'zendesk_fetch_ticket'],
    count: 2,
    delegation_count: 0,
  },
  [fetched]: {
    count_successful: 1,
    count_errored: 1,
    count_restricted: 0,
    timestamps,
    inputs: [{ id: 'first in the list' }, { id: 'second in the list' }],
    outputs: [{ status: 'open' }, { error: 'HTTP 503' }],
    successful: [true, false],
    errored: [false, true],
    restricted: [false, false],
    task_ids: null,
  },
});

describe('a pasted snapshot', () => {
  it('becomes a timeline that equals the snapshot at its end, without notes', () => {
    const { snapshot, session, history } = opened(documented);
    expect(snapshot).toEqual(documented);
    expect(session.notes).toEqual([]);
    expect(history.turns.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'input status of T-1?',
      'llm ',
      'capability zendesk_fetch_ticket',
      'llm It is open.',
    ]);
    expect(history.turns.map(({ answers }) => answers)).toEqual([false, false, false, true]);
  });

  it('is the same with the outer key context, and each event has its place', () => {
    const { snapshot, sources } = opened({ context: documented });
    expect(snapshot).toEqual(documented);
    expect(sources).toEqual([
      ['context', 'input', 0],
      ['context', '_history', 'turns', 1],
      ['context', 'capabilities', 'zendesk_fetch_ticket', 'inputs', 0],
      ['context', '_history', 'turns', 3],
      ['context', 'output', 0],
      ['context', 'llm', 'tokens'],
    ]);
  });

  it('has inputs, invocations and outputs at every turn, and token sums before the first model call and at the last turn', () => {
    const { at } = opened(documented);
    expect([0, 1, 2, 3].map((turn) => at([...fetched.split('.'), 'count_successful'], turn))).toEqual([0, 0, 1, 1]);
    expect(at(['output', 0], 2)).toBeUndefined();
    expect(at(['llm', 'tokens', 'total'])).toBe(300);
    expect(at(['llm', 'tokens', 'total'], 0)).toBe(0);
    for (const turn of [1, 2]) {
      expect(at(['llm', 'tokens', 'total'], turn)).toEqual(new Unknown([['context', 'llm', 'tokens', 'total']]));
    }
  });

  it('does not know when the first model call was if no turns are recorded', () => {
    const { at } = opened(changed({ '_history.turns': undefined }));
    expect(at(['llm', 'tokens', 'total'], 0)).toBeInstanceOf(Unknown);
  });

  it('leaves missing values unknown', () => {
    const { at, snapshot } = opened(
      changed({
        'agent.started_at': undefined,
        'user.email': undefined,
        output: undefined,
        [`${fetched}.timestamps`]: undefined,
      }),
    );
    expect(at(['agent', 'started_at'])).toBeInstanceOf(Unknown);
    expect(at(['user', 'email'])).toBeInstanceOf(Unknown);
    expect(at(['output'], 0)).toBeInstanceOf(Unknown);
    expect(at([...fetched.split('.'), 'timestamps'], 2)).toBeInstanceOf(Unknown);
    expect(Object.keys(snapshot ?? {})).not.toContain('output');
  });

  it('does not count an invocation of which only the name is recorded', () => {
    for (const record of [undefined, {}]) {
      const { history, at, codes } = opened(changed({ [fetched]: record }));
      expect(history.invocations.map(({ outcome, output }) => [outcome, output])).toEqual([['no-result', undefined]]);
      expect(at([...fetched.split('.'), 'count_successful'])).not.toBe(1);
      expect(codes).toContain('invocations-unrecorded');
    }
  });

  it('does not count an invocation with neither an outcome nor an output', () => {
    const { history } = opened(
      changed({ [fetched]: { timestamps: ['2026-05-20T03:10:00Z'], inputs: [{ id: 'T-1' }] } }),
    );
    expect(history.invocations.map(({ outcome }) => outcome)).toEqual(['no-result']);
  });

  it('counts a list whose count is missing', () => {
    const { at } = opened(changed({ '_history.turn_count': undefined, [`${fetched}.count_successful`]: undefined }));
    expect(at(['_history', 'turn_count'])).toBe(4);
    expect(at([...fetched.split('.'), 'count_successful'])).toBe(1);
  });

  it('can be Contextscope’s own export, with the status of the task', () => {
    const { session, last } = opened({ context: documented, phase: 'terminal', terminal_reason: 'locked' });
    expect(statusFields(runAt(session, last))).toEqual({ phase: 'terminal', terminal_reason: 'locked' });
  });

  it('places the turns of child tasks at the end, with a note', () => {
    const child = { agent: 'research', context: documented };
    expect(opened({ context: documented, tasks: { t1: child } }).codes).toContain('task-turns');
  });
});

describe('the order of a pasted snapshot’s lists', () => {
  const [early, late] = ['2026-05-20T03:10:00Z', '2026-05-20T03:20:00Z'];

  it('is newest first without proof, with a note', () => {
    const { history, codes } = opened(changed(twice([early, early])));
    expect(history.invocations.map(({ outcome }) => outcome)).toEqual(['errored', 'successful']);
    expect(codes).toEqual(['order-unproven']);
  });

  it('is the one that the timestamps prove, with a note', () => {
    const newest = opened(changed(twice([late, early])));
    expect(newest.history.invocations.map(({ outcome }) => outcome)).toEqual(['errored', 'successful']);
    expect(newest.session.header.decisions).toEqual({ textResults: 'text', capabilityOrder: 'newest-first' });
    const oldest = opened(changed(twice([early, late])));
    expect(oldest.history.invocations.map(({ outcome }) => outcome)).toEqual(['successful', 'errored']);
    expect(oldest.session.header.decisions).toEqual({ textResults: 'text', capabilityOrder: 'oldest-first' });
    expect(oldest.codes).toEqual(['order-proven']);
    expect(oldest.snapshot).toEqual(changed(twice([early, late])));
  });

  it('is the default when the timestamps contradict each other', () => {
    const mixed = changed({
      ...twice([early, late]),
      'capabilities.other': { timestamps: [late, early], successful: [true, true] },
      'capabilities._meta.invocations': undefined,
    });
    const { session, codes } = opened(mixed);
    expect(session.header.decisions).toEqual({ textResults: 'text' });
    expect(codes).toContain('order-mixed');
  });

  it('across capabilities comes from the timestamps when no list has it', () => {
    const { history, codes } = opened(
      changed({
        'capabilities._meta': undefined,
        'capabilities.a': { timestamps: [late], successful: [true] },
        [fetched]: { timestamps: [early], successful: [true] },
      }),
    );
    expect(history.invocations.map((invocation) => invocation.function)).toEqual(['zendesk_fetch_ticket', 'a']);
    expect(codes).toContain('order-by-time');
  });

  it('across capabilities is read from the end when only that fits the timestamps', () => {
    const { history, codes } = opened(
      changed({
        'capabilities._meta': { invocations: ['a', 'zendesk_fetch_ticket'], count: 2 },
        'capabilities.a': { timestamps: [late], successful: [true] },
        [fetched]: { timestamps: [early], successful: [true] },
      }),
    );
    expect(history.invocations.map((invocation) => invocation.function)).toEqual(['zendesk_fetch_ticket', 'a']);
    expect(codes).toContain('invocations-reversed');
  });

  it('across capabilities is assumed without a list and timestamps', () => {
    const record = { outputs: ['done'], successful: [true] };
    const { codes } = opened(changed({ 'capabilities._meta': undefined, 'capabilities.a': record, [fetched]: record }));
    expect(codes).toContain('order-unknown');
  });
});

describe('a snapshot that contradicts itself', () => {
  it.each([
    ['turn_count', { '_history.turn_count': 9 }, ['_history', 'turn_count'], 9],
    ['the token total', { 'llm.tokens.total': 301 }, ['llm', 'tokens', 'total'], 301],
    ['a count', { [`${fetched}.count_errored`]: 3 }, ['capabilities', 'zendesk_fetch_ticket', 'count_errored'], 3],
    ['the count of all', { 'capabilities._meta.count': 2 }, ['capabilities', '_meta', 'count'], 2],
    [
      'delegation_count',
      { 'capabilities._meta.delegation_count': 1 },
      ['capabilities', '_meta', 'delegation_count'],
      1,
    ],
  ] as const)('about %s keeps what was pasted and notes it', (_what, change, path, value) => {
    const { at, codes, snapshot } = opened(changed(change));
    expect(codes).toEqual(['contradiction']);
    expect(at(path)).toBe(value);
    expect(snapshot).toEqual(changed(change));
  });

  it.each([
    [{ 'capabilities._meta.count': 2 }, 'count is 2, but there is 1 entry in _meta.invocations;'],
    [{ [`${fetched}.count_successful`]: 3 }, 'count_successful is 3, but there is 1 true entry in successful;'],
    [{ [`${fetched}.count_errored`]: 3 }, 'count_errored is 3, but there are 0 true entries in errored;'],
  ])('about a count says how many there are: %j', (change, sentence) => {
    expect(opened(changed(change)).sentences.join(' ')).toContain(sentence);
  });

  it('about the lengths of lists keeps each as pasted at the end and claims nothing earlier', () => {
    const change = {
      ...twice(['2026-05-20T03:10:00Z', '2026-05-20T03:20:00Z']),
      [`${fetched}.outputs`]: [{ status: 'open' }],
    };
    const { at, codes, snapshot } = opened(changed(change));
    expect(codes).toContain('list-lengths');
    expect(snapshot).toEqual(changed(change));
    expect(at(['capabilities', 'zendesk_fetch_ticket', 'outputs', 0], 2)).toBeInstanceOf(Unknown);
  });

  it('about its invocations shows them all, and notes the assumed places', () => {
    const unnamed = opened(changed({ 'capabilities._meta.invocations': [] }));
    expect(unnamed.codes).toEqual(['invocations-unnamed', 'contradiction', 'contradiction']);
    expect(unnamed.history.invocations).toHaveLength(1);
    expect(opened(changed({ 'capabilities._meta.invocations': [7] })).codes).toContain('invocation-name');
    const unrecorded = opened(changed({ [fetched]: undefined }));
    expect(unrecorded.codes).toEqual(['invocations-unrecorded']);
    expect(unrecorded.sentences).toEqual([
      'The only invocation in _meta.invocations is in no capability’s record: only the name is known.',
    ]);
    expect(unrecorded.at(['capabilities', 'zendesk_fetch_ticket'], 2)).toBeInstanceOf(Unknown);
    expect(inputOf(unrecorded.history, 2)).toBeInstanceOf(Unknown);
  });

  it('about its turns keeps the listed ones and puts the rest at the end', () => {
    const fewer = opened(changed({ '_history.turns': ['input', 'llm'], '_history.turn_count': 2 }));
    expect(fewer.codes).toEqual(['capability-turns']);
    expect(fewer.sentences).toEqual([
      '_history lists no capability turn, but 1 invocation is recorded: the last invocation is placed at the end, without a turn, like those by the middleware.',
    ]);
    expect(fewer.history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm']);
    expect(fewer.snapshot).toEqual(changed({ '_history.turns': ['input', 'llm'], '_history.turn_count': 2 }));
    const more = opened(changed({ '_history.turns': ['input', 'llm', 'capability', 'capability', 'input', 'llm'] }));
    expect(more.codes).toEqual(['input-turns', 'capability-turns', 'contradiction']);
    expect(more.sentences.slice(0, 2)).toEqual([
      '_history lists 2 input turns, but 1 input is recorded: the last turn is shown without one.',
      '_history lists 2 capability turns, but 1 invocation is recorded: the last turn is shown without one.',
    ]);
    expect(inputOf(more.history, 3)).toBeInstanceOf(Unknown);
    expect(inputOf(more.history, 4)).toBeInstanceOf(Unknown);
    expect(opened(changed({ '_history.turns': ['input', 'llm', 'capability', 'nap', 'llm'] })).codes).toContain(
      'turn-kind',
    );
  });

  it('and has no turns still shows its events in an assumed order, with unknown turns', () => {
    const { history, codes, at } = opened(changed({ _history: undefined }));
    expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'capability', 'llm']);
    expect(codes).toEqual(['no-turns']);
    expect(at(['_history'])).toBeInstanceOf(Unknown);
  });

  it('about the number of answers assumes the first turns that can be answers', () => {
    const turns = ['input', 'llm', 'input', 'llm'];
    const { history, codes } = opened(
      changed({ '_history.turns': turns, input: [documented.input[0] ?? null, documented.input[0] ?? null] }),
    );
    expect(history.turns.map(({ answers }) => answers)).toEqual([false, true, false, false]);
    expect(codes).toContain('answers');
  });
});

describe('a snapshot in other shapes', () => {
  it('keeps keys that the specification does not have', () => {
    const { at, codes } = opened(changed({ mood: { is: 'good' }, [`${fetched}.note`]: 'mine' }));
    expect(at(['mood', 'is'])).toBe('good');
    expect(at(['capabilities', 'zendesk_fetch_ticket', 'note'])).toBe('mine');
    expect(codes).toEqual(['extra-key']);
    expect(opened(changed({ 'capabilities.mood': 'good' })).codes).toEqual(['no-record']);
  });

  it('keeps values of other types than the specification has, with a note', () => {
    const odd = changed({
      'agent.name': 7,
      input: 'hello',
      'llm.tokens.total': 'many',
      '_history.turn_count': new Double(4),
    });
    const { at, codes } = opened(odd);
    expect([at(['agent', 'name']), at(['input']), at(['llm', 'tokens', 'total'])]).toEqual([7, 'hello', 'many']);
    expect(at(['_history', 'turn_count'])).toEqual(new Double(4));
    expect(codes).toContain('wrong-type');
  });

  it('reads the times that Python writes as texts', () => {
    const { at } = opened(changed({ 'agent.started_at': new Timestamp(1779246000n, 0) }));
    expect(at(['agent', 'started_at'])).toBe('2026-05-20T03:00:00Z');
  });

  it('reads the marks of unknown values in Contextscope’s own output', () => {
    const mark = { $unknown: ['context.user.id'] };
    const { at, codes, history } = opened(
      changed({ 'user.id': mark, 'llm.tokens': mark, [`${fetched}.inputs`]: [mark] }),
    );
    expect(at(['user', 'id'])).toBeInstanceOf(Unknown);
    expect(at(['llm', 'tokens'])).toBeInstanceOf(Unknown);
    expect(inputOf(history, 2)).toBeInstanceOf(Unknown);
    expect(codes).toEqual([]);
  });

  it('reads entries that are not objects as messages', () => {
    const { history, at } = opened(changed({ input: ['just text'] }));
    expect(history.turns[0]?.label).toBe('just text');
    expect(at(['input', 0])).toBe('just text');
  });

  it('is refused when it is not an object', () => {
    expect(fromSnapshot([1])).toMatchObject({ ok: false, problem: { code: 'snapshot/not-one' } });
  });

  it('is recognised by keys that only a task context has', () => {
    expect(snapshotLikeness(documented)).toBe('certain');
    expect(snapshotLikeness({ context: { capabilities: { _meta: {} } } })).toBe('certain');
    expect(snapshotLikeness({ agent: { name: 'a' }, user: { id: 'u' }, input: [] })).toBe('likely');
    expect(snapshotLikeness({ messages: [] })).toBe('no');
    expect(snapshotLikeness('context')).toBe('no');
  });
});

const line = fc.constantFrom(
  'user: hi',
  'user {"ticket_id": "T-1"}: hi',
  'agent (3+4) {"status": 1.5}: yes',
  'model (1+0): hm',
  'model: tokens unknown',
  'a({"x": 1}) -> [1, null]',
  'a({"x": 2}) !! no',
  'b({}) xx no',
  'b({}) -> 1 xx withheld',
  'helper@child-1({"message": "x"}) -> "done"',
);

const scalar = fc.constantFrom<Value[]>(null, true, 0, 3, -1, 2.5, 'input', 'a', '2026-05-20T03:00:00Z', new Double(2));
const key = fc.constantFrom(
  'context',
  'agent',
  'name',
  'user',
  'llm',
  'tokens',
  'total',
  '_history',
  'turns',
  'turn_count',
  'input',
  'output',
  'message',
  'capabilities',
  '_meta',
  'invocations',
  'count',
  'a',
  '__proto__',
  'timestamps',
  'inputs',
  'outputs',
  'successful',
  'count_successful',
  'errored',
  'task_ids',
  '$unknown',
);
const anything = fc.letrec<{ value: Value; list: Value[]; record: RecordValue }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, tie('list'), tie('record')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  record: fc.dictionary(key, tie('value'), { maxKeys: 8 }),
}));
const hostile: fc.Arbitrary<Value> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(documented)), anything.value), { maxLength: 3 }),
    anything.record,
  )
  .map(([changes, base]) => ({ ...documented, ...Object.fromEntries(changes), ...base }));

describe('every snapshot', () => {
  it('of a session is restored with all its known values', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const checked = checkTask(sessionOf(lines.join('\n')));
        if (!checked.ok) throw new Error(checked.problem.message);
        const history = historyOf(checked.value);
        const first = toSnapshot(history, lines.length - 1, defaultDecisions);
        const again = opened(first);
        expect(again.snapshot).toEqual(first);
        expect(again.codes).not.toContain('contradiction');
      }),
    );
  });

  it('is read without an exception, whatever was pasted, and equals the pasted values at the last turn', () => {
    fc.assert(
      fc.property(fc.oneof(anything.value, hostile), (pasted) => {
        const read = fromSnapshot(pasted);
        if (!read.ok) return;
        const { session, sources } = read.value;
        expect(sources).toHaveLength(session.events.length);
        expect(checkTask(session).ok).toBe(true);
        const history = historyOf(session);
        const decisions = { ...defaultDecisions, ...session.header.decisions };
        for (let turn = -1; turn < history.turns.length; turn++) materialise(contextAt(history, turn, decisions));
        const first = toSnapshot(history, history.turns.length - 1, decisions);
        expect(opened(first).snapshot).toEqual(first);
      }),
    );
  });

  it('is found inside wrappers, but not inside another context', () => {
    expect(opened({ context: { context: {} } }).snapshot).toEqual({});
    expect(opened({ input: { amount: 3 }, now: 'x', context: { agent: { name: 'a' } } }).snapshot).toEqual({
      agent: { name: 'a' },
    });
    const stray = { agent: { name: 'a' }, context: { agent: { name: 'b' } } };
    expect(opened(stray).snapshot).toEqual(stray);
  });

  it('may be nested thousands deep', () => {
    let deep: Value = 1;
    for (let i = 0; i < 5000; i++) deep = [deep];
    const { at } = opened(changed({ input: deep, mood: deep }));
    expect(at(['input'])).toBe(deep);
  });
});
