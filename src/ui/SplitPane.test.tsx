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

test('panes are in order, with a named resize handle between each two', () => {
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

test('a resize handle is reachable by keyboard and states its direction', () => {
  render(<SplitPane direction="column" panes={[pane('upper', 60), pane('lower', 40)]} />);
  const line = screen.getByRole('separator', { name: 'Resize lower' });
  expect(line.tabIndex).toBe(0);
  // Panes one above the other have a horizontal handle.
  expect(line.getAttribute('aria-orientation')).toBe('horizontal');
});
