import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CalmCursorContext } from '../state/useSession.ts';
import { ViewContext } from '../state/useView.ts';
import { createViewStore } from '../state/view.ts';
import { CalmCursor } from './CalmCursor.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

/** Records every turn that a view with `useCalmCursor` renders. */
function following() {
  const store = createViewStore({ turn: 0 });
  const shown: unknown[] = [];
  render(
    <ViewContext value={store}>
      <CalmCursor>
        <CalmCursorContext.Consumer>
          {(calm) => {
            if (shown.at(-1) !== calm?.turn) shown.push(calm?.turn);
            return <p>turn {calm?.turn}</p>;
          }}
        </CalmCursorContext.Consumer>
      </CalmCursor>
    </ViewContext>,
  );
  const move = (turn: number, thenWait: number) => {
    act(() => store.getState().actions.moveCursor(turn));
    wait(thenWait);
  };
  return { shown, move };
}

test('one step is followed at once', () => {
  const { move } = following();
  move(1, 1);
  expect(screen.getByText('turn 1')).toBeTruthy();
});

test('while a key is held down, only some turns are shown, and always the last one', () => {
  const { shown, move } = following();
  for (let turn = 1; turn <= 60; turn++) move(turn, 16);
  wait(100);
  expect(shown.length).toBeLessThan(20);
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.at(-1)).toBe(60);
});

test('while the cursor is dragged through a long session, few turns are shown, and the last one soon', () => {
  const { shown, move } = following();
  for (let step = 1; step <= 60; step++) move(1000 * step, 16);
  expect(shown.length).toBeLessThan(8);
  expect(shown.length).toBeGreaterThan(3);
  wait(100);
  expect(shown.at(-1)).toBe(60_000);
});

test('a second jump is followed as soon as a step', () => {
  const { move } = following();
  move(1000, 100);
  move(2000, 1);
  expect(screen.getByText('turn 2000')).toBeTruthy();
});
