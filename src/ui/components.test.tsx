import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChoiceRow } from './ChoiceRow.tsx';
import { CutTitle } from './CutTitle.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { type Column, Grid, type Sort } from './Grid.tsx';
import { MiddleCut } from './MiddleCut.tsx';
import { rememberNotLoaded } from './notLoaded.ts';
import { Tabs } from './Tabs.tsx';
import { giveDialogs, giveElementsSize } from './testing.ts';
import { Tree } from './Tree.tsx';

let restore = () => {};
beforeEach(() => {
  giveDialogs();
  restore = giveElementsSize({ width: 400, height: 240 });
});
afterEach(() => {
  cleanup();
  restore();
});

const columns: readonly Column<string>[] = [
  { id: 'name', title: 'name', track: '1fr', sortable: true, cell: (row) => row },
];

function Numbers({ count, start = 0 }: { readonly count: number; readonly start?: number }) {
  const [cursor, setCursor] = useState(start);
  const [sort, setSort] = useState<Sort | null>(null);
  return (
    <Grid
      label="Numbers"
      columns={columns}
      count={count}
      rowAt={(index) => `row ${index}`}
      cursor={cursor}
      onCursor={setCursor}
      sort={sort}
      onSort={setSort}
    />
  );
}

test('a grid of 100 000 rows renders only visible ones, and states their number', () => {
  render(<Numbers count={100_000} />);
  const grid = screen.getByRole('grid', { name: 'Numbers' });
  expect(grid.getAttribute('aria-rowcount')).toBe('100001');
  expect(within(grid).getAllByRole('row').length).toBeLessThan(40);
});

test('a scrolled grid renders the rows there and reports their range', () => {
  const seen: (readonly [number, number])[] = [];
  const onRange = (from: number, to: number) => seen.push([from, to]);
  const rest = { label: 'Numbers', columns, cursor: null, onCursor: () => {}, rowAt: (at: number) => `row ${at}` };
  render(<Grid {...rest} count={1000} onRange={onRange} />);
  const grid = screen.getByRole('grid');
  grid.scrollTop = 24 * 500;
  grid.dispatchEvent(new Event('scroll'));
  expect(screen.getByText('row 500')).toBeTruthy();
  // The head covers all of row 499 but its edge.
  expect(seen.at(-1)).toEqual([499, 509]);
});

test('a grid reports scrolling by the user, and whether its last row is in sight; following the cursor is no scrolling', () => {
  const seen: boolean[] = [];
  const rest = { label: 'Numbers', columns, onCursor: () => {}, rowAt: (at: number) => `row ${at}` };
  const grid = (cursor: number) => (
    <Grid {...rest} count={100} cursor={cursor} onScroll={(isEndInSight) => seen.push(isEndInSight)} />
  );
  const { rerender } = render(grid(0));
  const element = screen.getByRole('grid');
  const scrollTo = (top: number) => {
    element.scrollTop = top;
    element.dispatchEvent(new Event('scroll'));
  };
  rerender(grid(99));
  element.dispatchEvent(new Event('scroll'));
  expect(seen).toEqual([]);
  scrollTo(24 * 50);
  scrollTo(24 * 101 - 240);
  expect(seen).toEqual([false, true]);
});

test('a growing grid stays where the user scrolled to until the cursor moves', () => {
  const rest = { label: 'Numbers', columns, onCursor: () => {}, rowAt: (at: number) => `row ${at}`, isGrowing: true };
  const { rerender } = render(<Grid {...rest} count={100} cursor={50} />);
  const element = screen.getByRole('grid');
  const before = element.scrollTop;
  rerender(<Grid {...rest} count={110} cursor={50} />);
  expect(element.scrollTop).toBe(before);
  rerender(<Grid {...rest} count={120} cursor={119} />);
  expect(element.scrollTop).toBe(24 * 121 - 240);
});

test('a grid marks its cursor’s row, and keys move the cursor', async () => {
  render(<Numbers count={100} />);
  const grid = screen.getByRole('grid');
  grid.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toBe('row 1');
  expect(active?.getAttribute('aria-selected')).toBe('true');
  expect(active?.getAttribute('aria-rowindex')).toBe('3');
});

test('a grid’s heading sorts and states the direction', async () => {
  render(<Numbers count={3} />);
  const heading = screen.getByRole('columnheader');
  await userEvent.click(within(heading).getByRole('button'));
  expect(heading.getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(within(heading).getByRole('button'));
  expect(heading.getAttribute('aria-sort')).toBe('descending');
});

function Family() {
  const [open, setOpen] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  return (
    <Tree
      label="Family"
      lines={[
        { id: 'parent', level: 1, place: 1, siblings: 1, open, content: 'parent' },
        ...(open ? [{ id: 'child', level: 2, place: 1, siblings: 1, open: null, content: 'child' }] : []),
      ]}
      selected={selected}
      onSelect={setSelected}
      onToggle={(_, opening) => setOpen(opening)}
    />
  );
}

test('in a tree, right opens and goes to the child, left closes and goes to the parent, Enter selects', async () => {
  render(<Family />);
  const tree = screen.getByRole('tree', { name: 'Family' });
  const active = () => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')?.textContent;
  tree.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('treeitem', { name: 'parent' }).getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{ArrowRight}');
  expect(active()).toBe('child');
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('treeitem', { name: 'child' }).getAttribute('aria-selected')).toBe('true');
  await userEvent.keyboard('{ArrowLeft}');
  expect(active()).toBe('parent');
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.queryByRole('treeitem', { name: 'child' })).toBeNull();
});

function Views() {
  const [selected, setSelected] = useState<'one' | 'two'>('one');
  return (
    <Tabs
      label="Views"
      tabs={[
        { id: 'one', title: 'One' },
        { id: 'two', title: 'Two' },
      ]}
      selected={selected}
      onSelect={setSelected}
    >
      panel {selected}
    </Tabs>
  );
}

test('tabs are one tab stop; arrow keys select the neighbour and its panel', async () => {
  render(<Views />);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'One' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Two', selected: true }));
  expect(screen.getByRole('tabpanel', { name: 'Two' }).textContent).toBe('panel two');
});

test('a long value is cut in the middle, and one click shows all of it', async () => {
  render(<MiddleCut text={`begin${'x'.repeat(200)}end`} limit={20} />);
  expect(screen.queryByText(/end$/)?.textContent).not.toContain('x'.repeat(30));
  await userEvent.click(screen.getByRole('button', { name: 'show 188 more characters' }));
  expect(screen.getByText(/^begin/).textContent).toBe(`begin${'x'.repeat(200)}end`);
});

test('a long value that replaces an uncut one is cut again', async () => {
  const long = (letter: string) => letter.repeat(200);
  const { rerender } = render(<MiddleCut text={long('a')} />);
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByText(long('a'))).toBeTruthy();
  rerender(<MiddleCut text={long('b')} />);
  expect(screen.getByRole('button', { name: 'show 120 more characters' })).toBeTruthy();
});

test('new rows reuse the elements of removed rows', () => {
  const rest = { label: 'Numbers', columns, count: 1000, onCursor: () => {}, rowAt: (at: number) => `row ${at}` };
  render(<Grid {...rest} cursor={null} />);
  const grid = screen.getByRole('grid');
  const before = new Set(within(grid).getAllByRole('row'));
  grid.scrollTop = 24 * 500;
  grid.dispatchEvent(new Event('scroll'));
  const after = within(grid).getAllByRole('row');
  // In the middle a few more rows are rendered than at the beginning, which has none before it.
  expect(after.filter((row) => before.has(row)).length).toBeGreaterThan(before.size - 3);
  expect(after.some(({ textContent }) => textContent === 'row 500')).toBe(true);
});

test('a title that is already cut at its end is not cut in the middle', () => {
  const title = 'please do something about the order please do someth…';
  render(<CutTitle title={title} />);
  expect(screen.getByText(title).getAttribute('dir')).toBe('auto');
});

test('cutting a title never splits a character', () => {
  render(<CutTitle title={`refunds ${'🧾'.repeat(30)}`} tail={11} />);
  expect(screen.getAllByText(/🧾$/)[1]?.textContent).toBe('🧾'.repeat(6));
});

test('a choice is a group of radio buttons', async () => {
  const chosen: string[] = [];
  render(
    <ChoiceRow
      label="Root"
      choices={[
        { id: 'context', title: 'context' },
        { id: 'system', title: 'task' },
      ]}
      chosen="context"
      onChoose={(id) => chosen.push(id)}
    />,
  );
  await userEvent.click(within(screen.getByRole('group', { name: 'Root' })).getByRole('radio', { name: 'task' }));
  expect(chosen).toEqual(['system']);
});

test('a crash in one part names that part, and the rest stays', () => {
  const Broken = () => {
    throw new Error('no such turn');
  };
  render(
    <>
      <ErrorBoundary name="Turns">
        <Broken />
      </ErrorBoundary>
      <p>still here</p>
    </>,
    // React logs every caught error to the console; here it is expected.
    { onCaughtError: () => {} },
  );
  expect(screen.getByRole('alert').textContent).toContain(
    'Turns stopped because of a bug in Contextscope: no such turn.',
  );
  expect(screen.getByText('still here')).toBeTruthy();
});

test('a part whose script does not load says so, and offers to reload', () => {
  rememberNotLoaded(window);
  const cause = new TypeError('Failed to fetch dynamically imported module: /assets/views.js');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: cause }));
  const Missing = () => {
    throw cause;
  };
  render(
    <ErrorBoundary name="Turns">
      <Missing />
    </ErrorBoundary>,
    { onCaughtError: () => {} },
  );
  expect(screen.getByRole('alert').textContent).toContain('Turns could not be loaded');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
});

test('a dialog has its title for a name and closes by its button', async () => {
  let closed = 0;
  render(
    <Dialog title="Import report" onClose={() => closed++}>
      all is well
    </Dialog>,
  );
  // A dialog must not be a second banner landmark.
  expect(screen.queryByRole('banner')).toBeNull();
  await userEvent.click(within(screen.getByRole('dialog', { name: 'Import report' })).getByRole('button'));
  expect(closed).toBe(1);
});
