import { expect, test } from 'vitest';
import { startBacktest, type MarkedSession } from './backtest.ts';
import { handedOn, markOf, waitingMarks, withMark, withMarks, withoutMarks } from './marks.ts';

const place = (name: string, content: string | null, entry = 0) => ({ name, entry, title: name, content });
const marked = (name: string, content: string | null, mark: MarkedSession['mark'] = 'acts'): MarkedSession => ({
  ...place(name, content),
  mark,
});
const having = (...marks: readonly MarkedSession[]) => ({ ...startBacktest, ...withMarks(startBacktest, marks) });

test('a session keeps its mark under another name, and another session of its name has none', () => {
  const { marks } = having(marked('a.json', 'c1'));
  expect(markOf(marks, place('moved/b.json', 'c1'))?.mark).toBe('acts');
  expect(markOf(marks, place('a.json', 'c2'))).toBeUndefined();
});

test('a mark from somebody who had only names holds for that name and number', () => {
  const { marks } = having(marked('a.json', null, 'silent'));
  expect(markOf(marks, place('a.json', 'c1'))?.mark).toBe('silent');
  expect(markOf(marks, place('a.json', 'c1', 1))).toBeUndefined();
});

test('a mark can be changed and taken away, however it came, and a session may be called anything', () => {
  const given = having(marked('__proto__', null));
  const changed = { ...given, ...withMark(given, place('__proto__', 'c1'), 'silent') };
  expect([...changed.marks.values()].map(({ mark }) => mark)).toEqual(['silent']);
  expect(withMark(changed, place('__proto__', 'c1'), null).marks?.size).toBe(0);
});

test('marks wait for sessions that are not here, and those of a changed text are offered to it', () => {
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
  const after = { ...view, ...handedOn(view, waiting) };
  expect(markOf(after.marks, place('b.json', 'new'))?.mark).toBe('acts');
  expect(waitingMarks(after.marks, sessions).map((one) => one.marked.name)).toEqual(['gone.json']);
  expect(withoutMarks(after, waitingMarks(after.marks, sessions)).marks?.size).toBe(3);
});

test('a session with a mark of its own keeps it when one is handed on to it', () => {
  const view = having(marked('b.json', 'old', 'acts'), marked('b.json', 'new', 'silent'));
  const waiting = waitingMarks(view.marks, [place('b.json', 'new')]);
  expect([...(handedOn(view, waiting).marks?.values() ?? [])].map(({ mark }) => mark)).toEqual(['silent']);
});

test('a folder may have been moved: whose path ends alike is offered, unless several do', () => {
  const sessions = [place('new/runs/a.json', 'c1'), place('x/b.json', 'c2'), place('y/b.json', 'c3')];
  const waiting = waitingMarks(having(marked('runs/a.json', null), marked('b.json', null)).marks, sessions);
  expect(waiting.map(({ namesake }) => namesake?.name ?? null)).toEqual(['new/runs/a.json', null]);
});
