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

test('with the keyboard alone: move to a context, go to its first turn, close and open its parent', async () => {
  const store = await showPanel(<DerivedContextsPanel />, { text, view: { turn: 3 } });
  await screen.findByRole('treeitem', { selected: true });
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('tree', { name: 'Derived contexts' }));
  await userEvent.keyboard('{Home}{ArrowRight}{Enter}');
  expect(store.getState().turn).toBe(1);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(lines()).toEqual(['desk and 1 context below, 4 turns']);
  await userEvent.keyboard('{ArrowRight}');
  expect(lines()).toHaveLength(2);
});

/** A root with 40 loops, each with 4 contexts of its own: 201 in all, a turn each. */
const large = JSON.stringify({
  format: 'contextscope/session',
  version: 1,
  system: 'task',
  header: {
    title: 'many children',
    agent: { name: 'desk', namespace: 'test' },
    user: { id: 'u', email: null },
    started_at: '2026-05-20T03:00:00Z',
    nodes: [
      { id: 'root', title: 'desk' },
      ...loops().flatMap((loop) => [
        { id: loop, parent: 'root', title: loop },
        ...steps(loop).map((step) => ({ id: step, parent: loop, title: step })),
      ]),
    ],
  },
  events: ['root', ...loops().flatMap((loop) => [loop, ...steps(loop)])].map((node) => ({
    type: 'model-called',
    node,
  })),
});

function loops() {
  return Array.from({ length: 40 }, (_, index) => `loop ${index}`);
}

function steps(loop: string) {
  return Array.from({ length: 4 }, (_, index) => `${loop}, step ${index}`);
}

test('of two hundred contexts, the ancestors of the cursor’s context are open, and the others are summed up', async () => {
  const store = await showPanel(<DerivedContextsPanel />, { text: large, view: { turn: 3 } });
  expect(await screen.findByRole('treeitem', { name: 'loop 0, step 1, 1 turn', selected: true })).toBeTruthy();
  expect(screen.getByRole('treeitem', { name: 'loop 1 and 4 contexts below, 5 turns' })).toBeTruthy();
  store.getState().actions.moveCursor(9);
  expect(await screen.findByRole('treeitem', { name: 'loop 1, step 2, 1 turn', selected: true })).toBeTruthy();
  expect(screen.getByRole('treeitem', { name: 'loop 0, step 1, 1 turn' })).toBeTruthy();
});

test('a search finds a context among two hundred, with its ancestors', async () => {
  await showPanel(<DerivedContextsPanel />, { text: large, view: { turn: 0 } });
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a context' }), '17, step 3');
  expect(lines()).toEqual(['desk, 1 turn', 'loop 17, 1 turn', 'loop 17, step 3, 1 turn']);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a context' }), '!');
  expect(screen.getByText('No context has “17, step 3!” in its name.')).toBeTruthy();
});
