import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlaybackState, PlayControls } from '../live-protocol.ts';
import { Player, recordTexts } from './player.ts';
import type { StreamHandlers } from './receiving.ts';

let gone: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  gone = new AbortController();
});
afterEach(() => {
  gone.abort();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A recording with a record every ten seconds, as it is played. */
async function playing(controls: Partial<PlayControls & { readonly played: number }> = {}) {
  const texts = ['one\n', 'two ✓\n', 'three\n', 'four\n'];
  const gaps = texts.map((_, index) => (index === 0 ? 0 : 10_000));
  const player = new Player({
    records: recordTexts(texts),
    gaps,
    isTimed: true,
    shortened: 0,
    speed: 1,
    isPlaying: true,
    played: 0,
    ...controls,
  });
  const arrived = { text: '', state: '', playback: null as PlaybackState | null };
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const handlers: StreamHandlers = {
    record: (kind, text) => void (arrived.text = kind === 'replace' ? text : arrived.text + text),
    state: (state) => void (arrived.state = state),
    facts: () => {},
    playback(state) {
      arrived.playback = state;
      begun();
    },
  };
  void player.receive(handlers, gone.signal);
  await hasBegun;
  return { player, arrived };
}

test('each record arrives after its gap, and the last one is the end', async () => {
  const { arrived } = await playing();
  expect(arrived).toMatchObject({ text: 'one\n', state: 'connected', playback: { played: 1, total: 4 } });
  await pass(9_999);
  expect(arrived.text).toBe('one\n');
  await pass(1);
  expect(arrived.text).toBe('one\ntwo ✓\n');
  await pass(20_000);
  expect(arrived).toMatchObject({
    text: 'one\ntwo ✓\nthree\nfour\n',
    state: 'ended',
    playback: { played: 4, isTimed: true },
  });
});

test('another speed counts from the place that is reached', async () => {
  const { player, arrived } = await playing();
  await pass(5_000);
  player.control({ speed: 10 });
  await pass(499);
  expect(arrived.text).toBe('one\n');
  await pass(1);
  expect(arrived).toMatchObject({ text: 'one\ntwo ✓\n', playback: { speed: 10 } });
});

test('a paused playback waits, and continues where it was', async () => {
  const { player, arrived } = await playing();
  await pass(6_000);
  player.control({ isPlaying: false });
  await pass(1_000_000);
  expect(arrived).toMatchObject({ text: 'one\n', state: 'connected', playback: { isPlaying: false } });
  player.control({ isPlaying: true });
  await pass(3_999);
  expect(arrived.text).toBe('one\n');
  await pass(1);
  expect(arrived.text).toBe('one\ntwo ✓\n');
});

test('as fast as possible, all records come at once, and nothing more is reported', async () => {
  const { arrived } = await playing({ speed: Number.POSITIVE_INFINITY });
  expect(arrived).toMatchObject({ text: 'one\ntwo ✓\nthree\nfour\n', state: 'ended' });
  const { playback } = arrived;
  await pass(60_000);
  expect(arrived.playback).toBe(playback);
});

test('a slower speed continues from the record that was played last as fast as possible', async () => {
  const { player, arrived } = await playing({ speed: Number.POSITIVE_INFINITY, played: 2, isPlaying: false });
  // A playback that continues in a new worker begins with the records that were played.
  expect(arrived.text).toBe('one\ntwo ✓\n');
  player.control({ speed: 2, isPlaying: true });
  await pass(4_999);
  expect(arrived.text).toBe('one\ntwo ✓\n');
  await pass(1);
  expect(arrived.text).toBe('one\ntwo ✓\nthree\n');
});

test('a playback that has ended can begin again', async () => {
  const { player, arrived } = await playing();
  await pass(40_000);
  expect(arrived.state).toBe('ended');
  player.control({ restart: true });
  await pass(0);
  expect(arrived).toMatchObject({ text: 'one\n', state: 'connected', playback: { played: 1 } });
  await pass(10_000);
  expect(arrived.text).toBe('one\ntwo ✓\n');
});
