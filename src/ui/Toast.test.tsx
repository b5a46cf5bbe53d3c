import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toast } from './Toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function toast(fades: boolean) {
  const onClose = vi.fn<() => void>();
  render(<Toast message="12 turns." fades={fades} onClose={onClose} />);
  return onClose;
}

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test('information disappears by itself', () => {
  const onClose = toast(true);
  pass(5900);
  expect(onClose).not.toHaveBeenCalled();
  pass(200);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a message that needs action stays', () => {
  const onClose = toast(false);
  pass(60_000);
  expect(onClose).not.toHaveBeenCalled();
});

test('a message does not disappear while it is hovered or focused', () => {
  const onClose = toast(true);
  fireEvent.pointerEnter(screen.getByText('12 turns.'));
  pass(20_000);
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  fireEvent.pointerLeave(screen.getByText('12 turns.'));
  pass(20_000);
  expect(onClose).not.toHaveBeenCalled();
  act(() => screen.getByRole('button', { name: 'Dismiss' }).blur());
  pass(8100);
  expect(onClose).toHaveBeenCalledOnce();
});
