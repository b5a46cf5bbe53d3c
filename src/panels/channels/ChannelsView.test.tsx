import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, showPanel } from '../testing.tsx';
import { ChannelsView } from './ChannelsView.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

const user = { type: 'item-appended', item: { type: 'message', role: 'user', content: 'x' } };

/** Turns: 0 the queue fills and loses a value, 1 someone begins to wait for news, 2 time passes. */
const text = JSON.stringify({
  format: 'contextscope/session',
  version: 1,
  system: 'noetic',
  header: {
    title: 'channels',
    channels: { jobs: { mode: 'queue', capacity: 1 }, news: { mode: 'topic' }, cfg: { mode: 'value' } },
  },
  events: [
    user,
    { type: 'channel-opened', channel: 'jobs', mode: 'queue', capacity: 1 },
    { type: 'value-sent', channel: 'jobs', value: 7, to: 'buffer' },
    { type: 'value-sent', channel: 'jobs', value: 8, to: 'dropped' },
    user,
    { type: 'channel-opened', channel: 'news', mode: 'topic', capacity: 1 },
    { type: 'wait-began', token: 'wait-1', channel: 'news', kind: 'recv', timeout: 30_000 },
    user,
    { type: 'clock-advanced', ms: 12_000 },
    { type: 'value-taken', channel: 'jobs', value: 7 },
  ],
});

const cells = (name: string | RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent);

test('each channel shows its mode, its contents, waiting contexts and lost values', async () => {
  await showPanel(<ChannelsView />, { text, view: { turn: 1 } });
  await screen.findByRole('grid', { name: 'Channels' });
  expect(cells(/^jobs/)).toEqual(['jobs', 'queue', '1/1', '0', '1', '1']);
  expect(cells(/^news/)).toEqual(['news', 'topic', '–', '1', '0', '0']);
  expect(cells(/^cfg/)).toEqual(['cfg', 'value', '0', '0', '0', '0']);
});

test('a wait shows its context, the turn in which it began and the time left', async () => {
  const store = await showPanel(<ChannelsView />, { text, view: { turn: 2 } });
  const grid = await screen.findByRole('grid', { name: 'Channels' });
  await userEvent.click(within(grid).getByText('news'));
  const channel = await screen.findByRole('group', { name: 'Channel news' });
  const wait = within(channel).getByRole('list', { name: 'Waiting' });
  expect(wait.textContent).toBe('root waits to receivesince turn 130.0 s, 18.0 s left');
  await userEvent.click(within(wait).getByRole('button', { name: 'Go to turn 1' }));
  expect(store.getState().turn).toBe(1);
});

test('events are listed latest first, and Enter goes to their turn', async () => {
  const store = await showPanel(<ChannelsView />, { text, view: { turn: 2 } });
  const happened = await screen.findByRole('grid', { name: 'What happened' });
  await within(happened).findByText('dropped: full');
  const shown = () =>
    within(happened)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(shown()).toEqual(['2takenroot7', '0dropped: fullroot8', '0queuedroot7']);
  happened.focus();
  await userEvent.keyboard('{End}{Enter}');
  expect(store.getState().turn).toBe(0);
});

test('an unused channel is shown as unused', async () => {
  await showPanel(<ChannelsView />, { text, view: { turn: 0 } });
  const grid = await screen.findByRole('grid', { name: 'Channels' });
  await userEvent.click(within(grid).getByText('cfg'));
  expect(await screen.findByText('nothing: it was not used yet')).toBeTruthy();
  expect(screen.getByText('Nothing has happened here up to this turn.')).toBeTruthy();
});

test('a run without channels shows a message', async () => {
  const bare = JSON.stringify({ ...JSON.parse(text), header: { title: 'bare' }, events: [user] });
  await showPanel(<ChannelsView />, { text: bare, view: { turn: 0 } });
  expect(await screen.findByText('No channel was declared or used up to turn 0.')).toBeTruthy();
});
