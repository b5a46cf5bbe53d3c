import { describe, expect, it } from 'vitest';
import { Stopped, unhurried } from '../base/pace.ts';
import { defaultDecisions } from '../engine/model/decisions.ts';
import { writeSessionFile } from '../engine/model/session-file.ts';
import type { SessionRef } from '../engine/model/session.ts';
import { sessionOf } from '../engine/model/testing.ts';
import type { Input, InvocationSort, Method, Output } from './protocol.ts';
import type { Methods } from './serve.ts';
import { methods } from './methods.ts';

const refunds = `
  user {"ticket_id": "T-1"}: I want my money back
  model (100+20): I look it up
  lookup({"id": 7}) -> {"status": "open"}
  refund({"amount": 1200}) -> {"ok": true}
  refund({"amount": 40}) !! HTTP 503
  agent (10+5): Done.
`;
const decisions = defaultDecisions;

/** The engine with one session open. Returns outputs and throws problems. */
async function opened(text: string) {
  const engine = methods();
  const ask = async <M extends Method>(method: M, input: Input<M>): Promise<Output<M>> => {
    const call = engine[method] as (input: Input<M>, pace: typeof unhurried) => ReturnType<Methods[M]>; // one method
    const result = await call(input, unhurried);
    if (!result.ok) throw new Error(result.problem.message);
    return result.value; // the output of that method
  };
  const { source } = await ask('open', { text, name: 'a' });
  const { ref } = await ask('openSession', { source, entry: 0 });
  return { ask, session: ref, source };
}

const invocations = (
  ask: Awaited<ReturnType<typeof opened>>['ask'],
  session: SessionRef,
  asked: Partial<Input<'invocations'>>,
) =>
  ask('invocations', {
    session,
    turn: 5,
    function: 'refund',
    decisions,
    sort: { by: 'index', descending: false },
    from: 0,
    to: 9,
    ...asked,
  });

const openedRefunds = () => opened(writeSessionFile(sessionOf(refunds)));

describe('a text that is given to a new worker under its old id', () => {
  it('delays requests for its session until it is read', async () => {
    const engine = methods();
    const text = writeSessionFile(sessionOf(refunds));
    const opening = engine.open({ text, name: 'a', source: 's4' }, unhurried);
    const session = await engine.openSession({ source: 's4', entry: 0 }, unhurried);
    expect(session.ok && session.value.turns).toBe(6);
    expect(await opening).toMatchObject({ ok: true, value: { source: 's4' } });
    expect(await engine.open({ text, name: 'b' }, unhurried)).toMatchObject({ ok: true, value: { source: 's5' } });
  });
});

describe('a file', () => {
  it('is read by the engine, which waits for it before it answers for its session', async () => {
    const engine = methods();
    const file = new Blob([writeSessionFile(sessionOf(refunds))]);
    const opening = engine.open({ text: file, name: 'a', source: 's4' }, unhurried);
    const session = await engine.openSession({ source: 's4', entry: 0 }, unhurried);
    expect(session.ok && session.value.turns).toBe(6);
    expect(await opening).toMatchObject({ ok: true, value: { source: 's4', bytes: file.size } });
  });

  it('that is no longer there is reported with its name', async () => {
    const gone = Object.assign(new Blob([]), { text: () => Promise.reject(new DOMException('it was moved')) });
    const opened = await methods().open({ text: gone, name: 'log.json' }, unhurried);
    expect(opened).toMatchObject({ ok: false, problem: { code: 'file/unreadable' } });
    expect(opened.ok ? '' : opened.problem.message).toMatch(/^log\.json could not be read \(it was moved\)/);
  });
});

describe('a session that takes long to open', () => {
  const lines = Array.from({ length: 3000 }, (_, index) =>
    JSON.stringify({ role: index % 2 ? 'assistant' : 'user', content: `said ${index}` }),
  );
  const text = lines.join('\n');

  /** A clock that advances at every reading, so that each step counts as a long one. */
  const slow = (mayGoOn: () => boolean = () => true) => {
    let time = 0;
    let breaths = 0;
    return {
      now: () => (time += 5),
      breathe: async () => {
        breaths++;
      },
      get breaths() {
        return breaths;
      },
      get stopped() {
        return !mayGoOn();
      },
    };
  };

  it('gives way while its text is read and while it is made', async () => {
    const engine = methods();
    const [reading, making] = [slow(), slow()];
    const opened = await engine.open({ text, name: 'a' }, reading);
    const session = await engine.openSession({ source: opened.ok ? opened.value.source : '', entry: 0 }, making);
    expect(session.ok && session.value.turns).toBe(3000);
    expect(reading.breaths).toBeGreaterThan(10);
    expect(making.breaths).toBeGreaterThan(5);
  });

  it('is made once for all requests, also when the first request is cancelled', async () => {
    const engine = methods();
    const opened = await engine.open({ text, name: 'a' }, unhurried);
    const ask = { source: opened.ok ? opened.value.source : '', entry: 0 };
    let wanted = true;
    const first = engine.openSession(
      ask,
      slow(() => wanted),
    );
    const others = [engine.openSession(ask, slow()), engine.openSession(ask, slow())];
    wanted = false;
    await expect(first).rejects.toBeInstanceOf(Stopped);
    for (const other of await Promise.all(others)) expect(other.ok && other.value.turns).toBe(3000);
  });
});

describe('the methods for an open session', () => {
  it('return an outline first, then rows by window', async () => {
    const { ask, session, source } = await openedRefunds();
    expect(await ask('openSession', { source, entry: 0 })).toMatchObject({
      system: 'task',
      root: 'task',
      turns: 6,
      kinds: { input: 1, llm: 2, capability: 3 },
      functions: ['lookup', 'refund'],
      nodes: [{ turns: 6, firstTurn: 0, lastTurn: 5, density: [1, 1, 1, 1, 1, 1] }],
    });
    expect(await ask('rows', { session, from: 2, to: 4 })).toMatchObject([
      { index: 2, kind: 'capability', label: 'lookup', outcome: 'successful', tokens: null, pauseMs: null },
      { index: 3, kind: 'capability', label: 'refund' },
    ]);
    expect(await ask('callArguments', { session, turn: 2, limit: 100 })).toEqual([
      { name: 'id', text: '7', isText: false, isCut: false },
    ]);
  });

  it('open the state branch by branch, and mark the changes of the turn', async () => {
    const { ask, session } = await openedRefunds();
    const at = (path: readonly string[]) => ask('state', { session, turn: 4, root: 'context', path, decisions });
    expect((await at([])).filter((entry) => entry.changed).map((entry) => entry.key)).toEqual([
      '_history',
      'capabilities',
    ]);
    expect(await at(['capabilities', 'refund', 'count_errored'])).toEqual([]);
    expect(await at(['capabilities', 'refund', 'inputs'])).toMatchObject([
      { key: 0, preview: { text: '{"amount": 40}' }, changed: true },
      { key: 1, preview: { text: '{"amount": 1200}' } },
    ]);
  });

  it('return a value under either root, up to the requested length', async () => {
    const { ask, session } = await openedRefunds();
    const textAt = (path: readonly string[], limit?: number) =>
      ask('valueText', { session, turn: 4, path, decisions, ...(limit === undefined ? {} : { limit }) });
    expect(await textAt(['context', 'capabilities', 'refund', 'count_errored'])).toEqual({ text: '1', cut: false });
    expect((await textAt(['task'])).text).toMatch(/^\{\n/);
    expect(await textAt(['task'], 40)).toMatchObject({ cut: true });
    expect(await textAt(['elsewhere', 'x'])).toEqual({ text: '', cut: false });
  });

  it('report a new element of a list once, not every element that it moved', async () => {
    const { ask, session } = await openedRefunds();
    const { changes, isCut } = await ask('changes', { session, turn: 4, decisions });
    expect(isCut).toBe(false);
    const paths = changes.map(({ path }) => path.join('.'));
    expect(paths).toContain('context.capabilities.refund.inputs.0');
    expect(paths).not.toContain('context.capabilities.refund.inputs.1');
    expect(changes.find(({ path }) => path.at(-1) === 'count_errored')).toMatchObject({
      before: { text: '0' },
      after: { text: '1' },
    });
  });

  it('list invocations under the index that CEL uses at that turn', async () => {
    const { ask, session } = await openedRefunds();
    const rows = await ask('capabilities', { session, turn: 4, decisions: defaultDecisions });
    expect(rows?.find((row) => row.function === 'refund')).toEqual({
      function: 'refund',
      kind: 'tool',
      successful: 1,
      errored: 1,
      restricted: 0,
      uses: 2,
      here: true,
      latency: null,
    });
    const window = await invocations(ask, session, { turn: 4 });
    expect(window.rows.map(({ turn, index }) => [turn, index])).toEqual([
      [4, 0],
      [3, 1],
    ]);
    expect(window).toMatchObject({ total: 2, here: 0 });
    expect((await ask('call', { session, turn: 3, decisions })).invocation).toMatchObject({
      input: '{\n  "amount": 1200\n}',
      path: ['context', 'capabilities', 'refund', 'outputs', 0],
    });
  });

  it('return the whole message with its line breaks, although a row is short', async () => {
    const long = `first\nsecond ${'and so on '.repeat(60)}`;
    const text = `
  user: hi
  model (1+1):
  lookup({"id": 7}) -> 1
  agent (1+1): {said}
`;
    const session = sessionOf(text);
    const longText = JSON.stringify(session).replace('{said}', JSON.stringify(long).slice(1, -1));
    const longer = JSON.parse(longText) as typeof session; // the same session but for one text
    const { ask, session: ref } = await opened(writeSessionFile(longer));
    const message = async (turn: number) => (await ask('call', { session: ref, turn, decisions })).message;
    expect(await message(0)).toBe('hi');
    expect(await message(1)).toBeNull();
    expect(await message(2)).toBeNull();
    expect(await message(3)).toBe(long);
  });

  it('return invocations by window, sorted before they are cut', async () => {
    const { ask, session } = await openedRefunds();
    const turns = async (by: InvocationSort['by'], descending: boolean, from = 0, to = 9) =>
      (await invocations(ask, session, { sort: { by, descending }, from, to })).rows.map(({ turn }) => turn);
    expect(await turns('turn', true)).toEqual([4, 3]);
    expect(await turns('outcome', false)).toEqual([4, 3]);
    expect(await turns('outcome', true)).toEqual([3, 4]);
    expect(await turns('turn', false, 1, 2)).toEqual([4]);
    expect(await turns('at', false)).toEqual([3, 4]);
    const before = await invocations(ask, session, { turn: 3 });
    expect(before).toMatchObject({ total: 1, here: 0, rows: [{ turn: 3, index: 0 }] });
    expect(await invocations(ask, session, { function: '__proto__' })).toEqual({ total: 0, rows: [], here: null });
  });

  it('return token sums at a turn, and their curve with fewer points', async () => {
    const { ask, session } = await openedRefunds();
    expect(await ask('tokens', { session, turn: 0 })).toMatchObject({ known: true, total: 0 });
    expect(await ask('tokens', { session, turn: 3 })).toMatchObject({ prompt: 100, completion: 20, total: 120 });
    const { points, highest } = await ask('tokenCurve', { session });
    expect(points).toEqual([
      { turn: 1, prompt: 100, completion: 20, total: 120 },
      { turn: 5, prompt: 110, completion: 25, total: 135 },
    ]);
    expect(highest).toBe(135);
    const long = await opened(writeSessionFile(sessionOf('  model (1+1): a\n'.repeat(5000))));
    const curve = await long.ask('tokenCurve', { session: long.session });
    expect(curve.points.length).toBeLessThan(700);
    expect(curve.points.at(-1)).toEqual({ turn: 4999, prompt: 5000, completion: 5000, total: 10_000 });
  });

  it('return the source of a turn, highlighted', async () => {
    const { ask, session } = await openedRefunds();
    const { text, start, highlights, ranges } = await ask('raw', { session, turn: 3, from: null });
    const [highlight] = highlights;
    expect(text.slice(highlight?.start, highlight?.end)).toContain('"amount":1200');
    expect(ranges[0]?.start).toBe(start + (highlight?.start ?? 0));
    // The other direction: a position in the source gives its turn.
    expect(await ask('turnAtOffset', { session, offset: ranges[0]?.start ?? 0 })).toEqual({ turn: 3 });
  });

  it('judge, explain and return the place where a value was written', async () => {
    const { ask, session } = await openedRefunds();
    const rule = {
      hook: 'middleware.before',
      match: 'refund',
      expression: 'c.cap.lookup.count_successful > 1',
    } as const;
    expect((await ask('sweep', { session, rule, decisions })).counts).toMatchObject({ eligible: 2, fire: 2 });
    const why = await ask('explain', { session, rule, turn: 4, decisions });
    expect(why.verdict).toBe('fire');
    expect(why.parts.find((part) => part.text === 'c.cap.lookup.count_successful')).toMatchObject({
      path: ['context', 'capabilities', 'lookup', 'count_successful'],
      writtenAt: 2,
      value: { text: '1' },
    });
    expect(await ask('explain', { session, rule, turn: 0, decisions })).toMatchObject({ verdict: 'n/a', parts: [] });
  });

  it('return diagnostics and completions for a rule', async () => {
    const { ask, session } = await openedRefunds();
    const rule = { hook: 'guardrail.after', match: null, expression: 'input.x > 1' } as const;
    const [first] = await ask('check', { session, rule, decisions });
    expect(first).toMatchObject({ severity: 'error', range: { start: 0, end: 5 } });
    expect(first?.message).toContain('guardrail.before');
    const half = { ...rule, expression: 'context.capabilities.' };
    const names = (await ask('complete', { session, rule: half, offset: 21, turn: 5, decisions })).map(
      ({ label }) => label,
    );
    expect(names).toEqual(expect.arrayContaining(['lookup', 'refund']));
  });

  it('use the types and values of another runtime’s decoding', async () => {
    const { ask, session } = await openedRefunds();
    const rule = { hook: 'middleware.before', match: 'refund', expression: 'input.amount % 100 == 0' } as const;
    const inDoubles = { ...decisions, jsonNumbers: 'all-double' } as const;
    expect(await ask('check', { session, rule, decisions })).toEqual([]);
    expect((await ask('check', { session, rule, decisions: inDoubles }))[0]).toMatchObject({ code: 'cel/no-overload' });
    const typeOf = async (chosen: typeof decisions) =>
      (await ask('hover', { session, rule, offset: 8, turn: 3, decisions: chosen }))?.lines.join('\n');
    expect(await typeOf(decisions)).toContain('1200');
    expect(await typeOf(inDoubles)).toContain('1200.0');

    const counted = {
      hook: 'turn',
      match: null,
      expression: 'context.capabilities.refund.count_errored % 2 == 0',
    } as const;
    expect(await ask('check', { session, rule: counted, decisions })).toEqual([]);
    expect((await ask('check', { session, rule: counted, decisions: inDoubles }))[0]?.message).toContain('double');
    const { turns } = await ask('find', { session, expression: counted.expression, decisions });
    expect(turns.length).toBeGreaterThan(0);
    expect((await ask('find', { session, expression: counted.expression, decisions: inDoubles })).turns).toEqual([]);
  });

  it('a filter in quotes finds a text in messages, function names, arguments and results, in upper or lower case', async () => {
    const { ask, session } = await openedRefunds();
    const found = async (expression: string) => (await ask('find', { session, expression, decisions })).turns;
    expect(await found('"MONEY"')).toEqual([0]);
    expect(await found("'lookup'")).toEqual([2]);
    expect(await found('"amount"')).toEqual([3, 4]);
    expect(await found('"1200"')).toEqual([3]);
    expect(await found('"open"')).toEqual([2]);
    expect(await found('"errored')).toEqual([4]);
    expect(await found('"nobody said this"')).toEqual([]);
    // CEL can read `refund`, `look-up` and `order.txt`, too, but they are words.
    for (const text of [
      'refund',
      'my money',
      'MONEY',
      'look-up',
      'order.txt',
      'refund(1)',
      'context',
      'input-output',
      'error in output',
    ]) {
      expect((await ask('find', { session, expression: text, decisions })).wanted).toEqual({
        kind: 'text',
        text,
        isOnly: false,
      });
    }
    expect(await found('my money')).toEqual([0]);
    for (const expression of [
      'size(context.input) > 0',
      '2 > 1',
      'has(input.amount)',
      '!context.input[0].x',
      'output.contains("git push")',
      'string(output).contains("error")',
      '"git push" in output',
    ]) {
      expect((await ask('find', { session, expression, decisions })).wanted).toEqual({ kind: 'expression' });
    }
    await expect(found('input.amount >')).rejects.toThrow(/expression/i);
    // A filter that only begins with a text is an expression.
    expect(await found('"refund" in context.capabilities')).toHaveLength(6);
    expect(await found('"" == ""')).toHaveLength(6);
  });

  it('the words around a match tell in which part of a turn it is, however far from the beginning', async () => {
    const far = `${'word '.repeat(2_000)}Needle ${'more '.repeat(100)}`;
    const { ask, session } = await opened(JSON.stringify([{ role: 'user', content: far }]));
    const found = await ask('passage', { session, turn: 0, text: 'needle' });
    expect(found?.part).toBe('message');
    expect(found?.text).toMatch(/^… .*word Needle more .* …$/);
    expect(found?.text.length).toBeLessThan(200);
    expect(await ask('passage', { session, turn: 0, text: 'nobody' })).toBeNull();
  });

  it('a text is found at any depth', async () => {
    const deep = `${'['.repeat(2000)}"needle"${']'.repeat(2000)}`;
    const { ask, session } = await opened(`
[{"role": "user", "content": "Hi"},
 {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
 {"role": "tool", "tool_call_id": "a", "content": ${JSON.stringify(deep)}}]`);
    expect((await ask('find', { session, expression: '"Needle"', decisions })).turns).toEqual([2]);
  });

  it('export a session that opens again as the same', async () => {
    const { ask, session } = await openedRefunds();
    const { text, fileName } = await ask('exportSession', { session });
    expect(fileName).toMatch(/\.ctx\.json$/);
    const again = await opened(text);
    const rows = (of: { ask: typeof ask; session: SessionRef }) =>
      of.ask('rows', { session: of.session, from: 0, to: 9 });
    expect(await rows(again)).toEqual(await rows({ ask, session }));
  });

  it('export the notes about the text, without their places', async () => {
    const { ask, session, source } = await opened(
      '[\n  {"role": "user", "content": "Hi",},\n  {"role": "assistant", "content": "Bye"}',
    );
    const notesOf = async (of: { ask: typeof ask; session: SessionRef; source: string }) =>
      (await of.ask('openSession', { source: of.source, entry: 0 })).notes;
    const notes = await notesOf({ ask, session, source });
    const [first] = notes.filter(({ code }) => code.startsWith('reader/'));
    const place = first?.place ?? '';
    expect(place).toMatch(/^line \d+, column/);
    expect(await ask('placeInSource', { session, place })).not.toBeNull();
    const again = await opened((await ask('exportSession', { session })).text);
    expect(await notesOf(again)).toEqual(notes);
    expect(await again.ask('placeInSource', { session: again.session, place })).toBeNull();
  });

  it('forget a source that was closed, and say so', async () => {
    const { ask, session, source } = await openedRefunds();
    await ask('close', { source });
    await expect(ask('rows', { session, from: 0, to: 1 })).rejects.toThrow('no longer open');
  });
});

it('a view that the system does not have is refused', async () => {
  const { ask, session } = await openedRefunds();
  await expect(ask('sharing', { session, turn: 2, decisions })).rejects.toThrow(/no such view/);
});

it('a mapping of a text that the engine no longer has asks for the file', async () => {
  const { ask } = await openedRefunds();
  await expect(ask('draftChildren', { draft: 'gone', path: [] })).rejects.toThrow(/open the file again/);
});
