import { expect, test } from 'vitest';
import { createImportReport } from '../import-report.ts';
import { createCallMatcher } from './call-matcher.ts';
import type { CallMatcher, RequestedCall, ResultMark } from './call-matcher.ts';
import type { Call } from './transcript.ts';

const place = ['messages', 0];
const call = (name: string, id?: string, input = {}): RequestedCall => ({ id, name, input, place });
const mark = (id?: string, name?: string): ResultMark => ({ id, name, place });

/** The model requests these calls in one turn. */
function asks(matcher: CallMatcher, ...calls: RequestedCall[]): void {
  matcher.addModelTurn({ message: [], tokens: undefined, at: undefined, place }, calls);
}

function outcomes(run: (matcher: CallMatcher) => void): {
  readonly calls: readonly string[];
  readonly notes: readonly string[];
} {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  run(matcher);
  const steps = matcher.entries();
  const calls = steps.flatMap((step): readonly Call[] => {
    if (step.kind === 'model') return step.calls.filter(({ hasOwnTurn: isTold }) => isTold !== true);
    return step.kind === 'call' ? [step.call] : [];
  });
  return {
    calls: calls.map(
      ({ name, result }) => `${name}: ${result === undefined ? 'no result' : JSON.stringify(result.output)}`,
    ),
    notes: report.notes().map(({ code }) => code),
  };
}

const ok = (output: string) => ({ outcome: 'ok', output }) as const;

test('results find their calls by id, in any order', () => {
  const { calls, notes } = outcomes((matcher) => {
    asks(matcher, call('a', '1'), call('b', '2'));
    matcher.addResult(mark('2'), ok('two'));
    matcher.addResult(mark('1'), ok('one'));
  });
  expect(calls).toEqual(['a: "one"', 'b: "two"']);
  expect(notes).toEqual([]);
});

test('an id used twice means the newest turn that has it open', () => {
  const { calls } = outcomes((matcher) => {
    asks(matcher, call('a', '1'));
    matcher.addResult(mark('1'), ok('first'));
    asks(matcher, call('a', '1'), call('a', '1'));
    matcher.addResult(mark('1'), ok('second'));
    matcher.addResult(mark('1'), ok('third'));
  });
  expect(calls).toEqual(['a: "first"', 'a: "second"', 'a: "third"']);
});

test('an empty id is no id: the copy of the call decides', () => {
  const { calls, notes } = outcomes((matcher) => {
    asks(matcher, call('pay', '', { to: 'x' }), call('pay', '', { to: 'y' }));
    matcher.addResult({ ...mark(''), copy: { name: 'pay', input: { to: 'y' } } }, ok('paid y'));
    matcher.addResult({ ...mark(''), copy: { name: 'pay', input: { to: 'x' } } }, ok('paid x'));
  });
  expect(calls).toEqual(['pay: "paid x"', 'pay: "paid y"']);
  expect(notes).toEqual([]);
});

test('without id and copy the order decides, with a note', () => {
  const { calls, notes } = outcomes((matcher) => {
    asks(matcher, call('a'), call('b'));
    matcher.addResult(mark(), ok('one'));
    matcher.addResult(mark(), ok('two'));
  });
  expect(calls).toEqual(['a: "one"', 'b: "two"']);
  expect(notes).toEqual(['import/paired-by-order']);
});

test('results in a row belong to as many of the latest open calls, also of several turns, with a note', () => {
  const inOrder = outcomes((matcher) => {
    asks(matcher, call('a'));
    asks(matcher, call('b'));
    asks(matcher, call('c'), call('d'));
    for (const output of ['one', 'two', 'three']) matcher.addResult(mark(), ok(output));
  });
  expect(inOrder.calls).toEqual(['a: no result', 'b: "one"', 'c: "two"', 'd: "three"']);
  expect(inOrder.notes).toEqual(['import/paired-by-order', 'import/no-result']);
  const apart = outcomes((matcher) => {
    for (const name of ['a', 'b']) matcher.addCall(call(name));
    for (const output of ['one', 'two']) matcher.addResult(mark(), ok(output));
  });
  expect(apart.calls).toEqual(['a: "one"', 'b: "two"']);
  expect(apart.notes).toEqual(['import/paired-by-order']);
});

test('an unanswered call of an earlier turn does not take the result of a later one', () => {
  const { calls } = outcomes((matcher) => {
    asks(matcher, call('a'));
    asks(matcher, call('b'));
    matcher.addResult(mark(), ok('two'));
    asks(matcher, call('c'));
    matcher.addResult(mark(), ok('three'));
  });
  expect(calls).toEqual(['a: no result', 'b: "two"', 'c: "three"']);
});

test('a named result belongs to an open call of that name, also of an earlier turn', () => {
  const { calls, notes } = outcomes((matcher) => {
    asks(matcher, call('a'));
    asks(matcher, call('b'));
    matcher.addResult(mark(undefined, 'a'), ok('one'));
    matcher.addResult(mark(undefined, 'b'), ok('two'));
  });
  expect(calls).toEqual(['a: "one"', 'b: "two"']);
  expect(notes).toEqual(['import/late-result']);
});

test('without ids, a name that only one open call has is unambiguous', () => {
  const { calls, notes } = outcomes((matcher) => {
    asks(matcher, call('a'), call('b'));
    matcher.addResult(mark(undefined, 'b'), ok('two'));
    matcher.addResult(mark(undefined, 'a'), ok('one'));
  });
  expect(calls).toEqual(['a: "one"', 'b: "two"']);
  expect(notes).toEqual([]);
});

test('a result without id that names another function is not the result of the open call', () => {
  const { calls, notes } = outcomes((matcher) => {
    asks(matcher, call('mcp__files__read', '1'), call('b'));
    matcher.addResult(mark(undefined, 'read'), ok('stray'));
  });
  expect(calls).toEqual(['mcp__files__read: no result', 'b: no result', 'read: "stray"']);
  expect(notes).toEqual(['import/call-not-recorded', 'import/no-result']);
});

test('a result whose id differs from the open call’s is not taken for its result', () => {
  const { calls, notes } = outcomes((matcher) => {
    asks(matcher, call('a', '1'));
    matcher.addResult(mark('9'), ok('stray'));
  });
  expect(calls).toEqual(['a: no result', 'unnamed_function: "stray"']);
  expect(notes).toEqual(['import/result-without-call', 'import/no-result']);
});

test('a text right before a turn with calls is no answer, a text before the user speaks is one', () => {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const says = (text: string) =>
    matcher.addModelTurn({ message: [{ mimeType: 'text/plain', text }], tokens: undefined, at: undefined, place }, []);
  says('I look it up.');
  asks(matcher, { ...call('lookup', '1'), result: ok('found') });
  says('Here it is.');
  matcher.addInput({ message: [], at: undefined, place });
  const answers = matcher.entries().flatMap((step) => (step.kind === 'model' ? [step.answers] : []));
  expect(answers).toEqual([false, false, true]);
});

test('a result of no recorded call is shown as a call when it names its function', () => {
  const { calls, notes } = outcomes((matcher) => matcher.addResult(mark('9', 'lookup'), ok('found')));
  expect(calls).toEqual(['lookup: "found"']);
  expect(notes).toEqual(['import/call-not-recorded']);
});

test('a result after later messages still belongs to its call', () => {
  const { calls, notes } = outcomes((matcher) => {
    asks(matcher, call('slow', '1'));
    matcher.addInput({ message: [], at: undefined, place });
    matcher.addResult(mark('1'), ok('done'));
  });
  expect(calls).toEqual(['slow: "done"']);
  expect(notes).toEqual(['import/late-result']);
});

test.for([undefined, 'lookup'])(
  'a result before its call, which names %s, becomes a turn at its own place with the call',
  (name) => {
    const report = createImportReport();
    const matcher = createCallMatcher(report);
    const [there, later] = [
      ['messages', 1],
      ['messages', 2],
    ];
    matcher.addResult({ id: '1', name, place: there }, ok('found'));
    asks(matcher, { ...call('lookup', '1', { of: 'x' }), place: later }, call('read', '2'));
    matcher.addResult(mark('2'), ok('text'));
    const steps = matcher.entries();
    expect(steps.map((step) => (step.kind === 'call' ? step.call : step))).toMatchObject([
      { name: 'lookup', input: { of: 'x' }, place: there, result: { output: 'found', place: later } },
      {
        kind: 'model',
        answers: false,
        calls: [
          { name: 'lookup', hasOwnTurn: true },
          { name: 'read', result: { output: 'text' } },
        ],
      },
    ]);
    expect(report.notes().map(({ code }) => code)).toEqual(['import/early-result']);
  },
);

test('a second result of a call becomes a turn when it differs, and is shown once when it repeats', () => {
  const { calls, notes } = outcomes((matcher) => {
    asks(matcher, call('watch', '1'));
    for (const text of ['first', 'first', 'second']) matcher.addResult(mark('1'), ok(text));
    asks(matcher, call('watch', '1'));
    matcher.addResult(mark('1'), ok('third'));
  });
  expect(calls).toEqual(['watch: "first"', 'watch: "second"', 'watch: "third"']);
  expect(notes).toEqual(['import/result-again', 'import/call-not-recorded']);
});

test('a result that repeats what the call itself has, or why it failed, is shown once', () => {
  const { calls, notes } = outcomes((matcher) => {
    const failed = { outcome: 'error', output: undefined, reason: 'no such file' } as const;
    asks(matcher, { ...call('read', '1'), result: ok('text') }, { ...call('read', '2'), result: failed });
    matcher.addResult(mark('1'), ok('text'));
    matcher.addResult(mark('2'), ok('no such file'));
  });
  expect(calls).toEqual(['read: "text"', 'read: undefined']);
  expect(notes).toEqual(['import/result-again']);
});

test('an answer that is rewritten with more content before any result is one answer', () => {
  const said = (text: string) => ({
    message: [{ mimeType: 'text/plain', text }],
    tokens: undefined,
    at: undefined,
    place,
  });
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  matcher.addModelTurn({ ...said(''), message: [] }, [call('a', '1')]);
  matcher.addModelTurn({ ...said('I look.'), tokens: { prompt: 3, completion: 2 } }, [
    call('a', '1', { n: 1 }),
    call('b', '2'),
  ]);
  matcher.addResult(mark('2'), ok('two'));
  matcher.addResult(mark('1'), ok('one'));
  const [step, ...others] = matcher.entries();
  expect(others).toEqual([]);
  expect(step).toMatchObject({
    kind: 'model',
    message: [{ text: 'I look.' }],
    tokens: { prompt: 3 },
    calls: [
      { name: 'a', input: { n: 1 }, result: { output: 'one' } },
      { name: 'b', result: { output: 'two' } },
    ],
  });
  expect(report.notes().map(({ code }) => code)).toEqual(['import/asked-again']);
});

test('different words with the same call are a separate answer, and the call is shown once', () => {
  const { calls } = outcomes((matcher) => {
    const turn = { tokens: undefined, at: undefined, place };
    matcher.addModelTurn({ ...turn, message: [{ mimeType: 'text/plain', text: 'One.' }] }, [call('a', '1')]);
    matcher.addModelTurn({ ...turn, message: [{ mimeType: 'text/plain', text: 'Two.' }] }, [
      call('a', '1'),
      call('b', '2'),
    ]);
    matcher.addResult(mark('1'), ok('one'));
  });
  expect(calls).toEqual(['a: "one"', 'b: no result']);
});

test('the same id with other arguments is another call', () => {
  const { calls } = outcomes((matcher) => {
    asks(matcher, call('a', '1', { n: 1 }));
    asks(matcher, call('a', '1', { n: 2 }));
  });
  expect(calls).toEqual(['a: no result', 'a: no result']);
});

test('ids that are not unique, and answers to other prompts, request separate calls', () => {
  const { calls } = outcomes((matcher) => {
    asks(matcher, call('a', 'a'));
    asks(matcher, call('a', 'a'), call('a', 'a'));
    const turn = { message: [], at: undefined, place };
    matcher.addModelTurn({ ...turn, tokens: { prompt: 10, completion: 2 } }, [call('b', '1')]);
    matcher.addModelTurn({ ...turn, tokens: { prompt: 15, completion: 2 } }, [call('b', '1')]);
  });
  expect(calls).toEqual(['a: no result', 'a: no result', 'a: no result', 'b: no result', 'b: no result']);
});
