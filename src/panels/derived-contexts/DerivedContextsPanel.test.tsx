import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, showPanel } from '../testing.tsx';
import { DerivedContextsPanel } from './DerivedContextsPanel.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 280, height: 240 });
});
afterEach(() => {
  endPanels();
  restore();
});

/** Turns: 0 and 3 of the desk itself, 1 and 2 of the research that was derived from it. */
const text = JSON.stringify({
  format: 'contextscope/session',
  version: 1,
  system: 'task',
  header: {
    title: 'with a child',
    agent: { name: 'desk', namespace: 'test' },
    user: { id: 'u', email: null },
    started_at: '2026-05-20T03:00:00Z',
    nodes: [
      { id: 'root', title: 'desk' },
      { id: 'child', parent: 'root', title: 'research' },
    ],
  },
  events: ['root', 'child', 'child', 'root'].map((node) => ({ type: 'model-called', node })),
});

const lines = () => screen.getAllByRole('treeitem').map((line) => line.getAttribute('aria-label'));

test('each context has a line with its number of turns', async () => {
  await showPanel(<DerivedContextsPanel />, { text, view: { turn: 0 } });
  expect(lines()).toEqual(['desk, 2 turns', 'research, 2 turns']);
});

test('by keyboard alone: walk to a context, go to its first turn, close and open what holds it', async () => {
  const store = await showPanel(<DerivedContextsPanel />, { text, view: { turn: 3 } });
  await screen.findByRole('treeitem', { selected: true });
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('tree', { name: 'Derived contexts' }));
  await userEvent.keyboard('{Home}{ArrowRight}{Enter}');
  expect(store.getState().turn).toBe(1);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(lines()).toEqual(['desk, 2 turns']);
  await userEvent.keyboard('{ArrowRight}');
  expect(lines()).toHaveLength(2);
});
