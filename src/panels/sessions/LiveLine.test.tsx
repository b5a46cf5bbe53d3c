import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveReport } from '../../worker/live/testing.ts';
import { LiveLine, rateOf } from './LiveLine.tsx';

const start = Date.UTC(2026, 0, 5, 12) / 1000;

beforeEach(() => {
  vi.useFakeTimers({ now: start * 1000 });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

test('the rate is per second over ten seconds, or per minute when there is less than one in a second', () => {
  const arrivals = [
    { second: start - 59, records: 4 },
    { second: start - 4, records: 30 },
    { second: start, records: 12 },
  ];
  expect(rateOf(arrivals, start).text).toBe('4/s');
  expect(rateOf(arrivals, start + 20)).toEqual({ text: '42/min', words: '42 records in the last minute' });
  expect(rateOf(arrivals, start + 60).text).toBe('0/min');
  expect(rateOf([], start).text).toBe('0/min');
});

test('the rate and the time of the last record stay right while nothing arrives', () => {
  const live = liveReport({
    records: 3,
    lastRecord: start * 1000,
    arrivals: [{ second: start, records: 3 }],
  });
  render(<LiveLine name="agent" source="l1" unseen={0} live={live} />);
  expect(screen.getByText('3/min')).toBeTruthy();
  expect(screen.getByText('last 0 s ago')).toBeTruthy();
  pass(42_000);
  expect(screen.getByText('last 42 s ago')).toBeTruthy();
  pass(60_000);
  expect(screen.getByText('0/min')).toBeTruthy();
  expect(screen.getByText('last 1 min ago')).toBeTruthy();
});

test('records that the server has no room for, or had to delete, are counted', () => {
  render(<LiveLine name="agent" source="l1" unseen={0} live={liveReport({ records: 3, dropped: 2, deleted: 1 })} />);
  expect(screen.getByText('2 records lost: the server has no room for more.')).toBeTruthy();
  expect(screen.getByText('1 earlier record no longer on the server: other sessions needed the room.')).toBeTruthy();
});

test('only the state is announced, and a connection that comes and goes only now and then', () => {
  const { rerender } = render(<LiveLine name="agent" source="l1" unseen={0} live={liveReport({ records: 1 })} />);
  const status = screen.getByRole('status');
  const changes = new MutationObserver(() => {});
  changes.observe(status, { subtree: true, characterData: true, childList: true });
  expect(status.textContent).toBe('agent: Connected');
  for (let second = 0; second < 20; second++) {
    const state = second % 2 === 0 ? 'interrupted' : 'connected';
    rerender(<LiveLine name="agent" source="l1" unseen={0} live={liveReport({ state, records: second })} />);
    pass(1000);
  }
  rerender(<LiveLine name="agent" source="l1" unseen={0} live={liveReport({ state: 'ended', records: 20 })} />);
  pass(10_000);
  expect(status.textContent).toBe('agent: Ended');
  const announced = changes.takeRecords().length;
  expect(announced).toBeGreaterThan(1);
  expect(announced).toBeLessThan(8);
  expect(screen.getByText('Ended, 20 records')).toBeTruthy();
  expect(screen.queryByText(/min$/)).toBeNull();
});
