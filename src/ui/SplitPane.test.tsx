import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SplitPane } from './SplitPane.tsx';
import { giveElementsSize } from './testing.ts';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 800, height: 400 });
});
afterEach(() => {
  cleanup();
  restore();
});

const pane = (name: string, size: number) => ({ id: name, name, size, least: 0, content: <p>{name} itself</p> });

test('panes stand in order, a line with a name between each two', () => {
  render(<SplitPane direction="row" panes={[pane('left', 20), pane('middle', 50), pane('right', 30)]} />);
  expect(screen.getAllByText(/itself$/).map((part) => part.textContent)).toEqual([
    'left itself',
    'middle itself',
    'right itself',
  ]);
  expect(screen.getAllByRole('separator').map((line) => line.getAttribute('aria-label'))).toEqual([
    'Resize middle',
    'Resize right',
  ]);
});

test('a line is reachable by keyboard and says which way it moves', () => {
  render(<SplitPane direction="column" panes={[pane('upper', 60), pane('lower', 40)]} />);
  const line = screen.getByRole('separator', { name: 'Resize lower' });
  expect(line.tabIndex).toBe(0);
  // Between panes one above the other lies a horizontal line.
  expect(line.getAttribute('aria-orientation')).toBe('horizontal');
});
