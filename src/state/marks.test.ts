import { expect, test } from 'vitest';
import { startBacktest, type MarkedSession } from './backtest.ts';
import { transferredMarks, markOf, waitingMarks, withMark, withMarks, withoutMarks } from './marks.ts';

const place = (name: string, content: string | null, entry = 0) => ({ name, entry, title: name, content });
const marked = (name: string, content: string | null, mark: MarkedSession['mark'] = 'acts'): MarkedSession => ({
  ...place(name, content),
  mark,
});
const having = (...marks: readonly MarkedSession[]) => ({ ...startBacktest, ...withMarks(startBacktest, marks) });

test('a renamed session keeps its mark, and another session under its old name has none', () => {
  const { marks } = having(marked('a.json', 'c1'));
  expect(markOf(marks, place('moved/b.json', 'c1'))?.mark).toBe('acts');
  expect(markOf(marks, place('a.json', 'c2'))).toBeUndefined();
});

test('a mark without a content id applies to its recording’s name and number', () => {
  const { marks } = having(marked('a.json', null, 'silent'));
  expect(markOf(marks, place('a.json', 'c1'))?.mark).toBe('silent');
  expect(markOf(marks, place('a.json', 'c1', 1))).toBeUndefined();
});

test('any mark can be changed and removed, and a session may have any name', () => {
  const given = having(marked('__proto__', null));
  const changed = { ...given, ...withMark(given, place('__proto__', 'c1'), 'silent') };
  expect([...changed.marks.values()].map(({ mark }) => mark)).toEqual(['silent']);
  expect(withMark(changed, place('__proto__', 'c1'), null).marks?.size).toBe(0);
});

test('marks of missing sessions are kept, and the marks of a changed text are offered for the new text', () => {
  const view = having(
    marked('a.json', 'c1'),
    marked('b.json', 'old'),
    marked('gone.json', 'c9'),
    marked('n.json', null),
  );
  const sessions = [place('a.json', 'c1'), place('b.json', 'new'), place('n.json', 'c4')];
  const waiting = waitingMarks(view.marks, sessions);
  expect(waiting.map((one) => [one.marked.name, one.namesake?.content ?? null])).toEqual([
    ['b.json', 'new'],
    ['gone.json', null],
  ]);
  const after = { ...view, ...transferredMarks(view, waiting) };
  expect(markOf(after.marks, place('b.json', 'new'))?.mark).toBe('acts');
  expect(waitingMarks(after.marks, sessions).map((one) => one.marked.name)).toEqual(['gone.json']);
  expect(withoutMarks(after, waitingMarks(after.marks, sessions)).marks?.size).toBe(3);
});

test('a session with its own mark keeps it when another mark is transferred to it', () => {
  const view = having(marked('b.json', 'old', 'acts'), marked('b.json', 'new', 'silent'));
  const waiting = waitingMarks(view.marks, [place('b.json', 'new')]);
  expect([...(transferredMarks(view, waiting).marks?.values() ?? [])].map(({ mark }) => mark)).toEqual(['silent']);
});

test('a session whose path has the same end is offered, unless several match', () => {
  const sessions = [place('new/runs/a.json', 'c1'), place('x/b.json', 'c2'), place('y/b.json', 'c3')];
  const waiting = waitingMarks(having(marked('runs/a.json', null), marked('b.json', null)).marks, sessions);
  expect(waiting.map(({ namesake }) => namesake?.name ?? null)).toEqual(['new/runs/a.json', null]);
});
