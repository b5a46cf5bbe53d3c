import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Blob as NodeBlob } from 'node:buffer';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveDialogs } from '../../ui/testing.ts';
import { endPanels, refundsOf, showGrowing, showPanel } from '../testing.tsx';
import { countVerdicts, verdictCodes } from '../../engine/model/verdict.ts';
import type { Sweep } from '../../worker/protocol.ts';
import { firesInWords, listed } from './listed.ts';
import { SessionsPanel } from './SessionsPanel.tsx';

const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;

const index = [
  {
    id: 'large-refund',
    title: 'A large refund',
    about: 'One of three is too large.',
    origin: 'made for this test',
    licence: 'MIT',
    file: 'large-refund.json',
    rule,
  },
];

/** The server that the page came from. */
const served: { readonly [url: string]: string } = {
  'samples/index.json': JSON.stringify(index),
  'samples/large-refund.json': refundsOf(10, 2400, 20),
};

const scrolledTo = vi.fn<(element: Element) => void>();
beforeEach(() => {
  scrolledTo.mockReset();
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo(this);
  };
  vi.stubGlobal('fetch', async (url: string) => {
    const text = served[url];
    return text === undefined ? new Response('', { status: 404 }) : new Response(text);
  });
});
afterEach(() => {
  endPanels();
  vi.unstubAllGlobals();
});

test('each sample shows how often the rule in the editor fires in it', async () => {
  await showPanel(<SessionsPanel />, { text: refundsOf(40), view: { ownRule: rule } });
  const samples = await screen.findByRole('list', { name: 'Samples' });
  expect(await within(samples).findByText('fires at 1 of 3 eligible')).toBeTruthy();
  expect(within(samples).getByText('6 turns, task')).toBeTruthy();
  expect(samples.querySelectorAll('canvas')).toHaveLength(1);
});

test('a session where the rule is never judged shows the kinds of its turns and no number, and errors that count as failed are counted', async () => {
  const store = await showPanel(<SessionsPanel />, {
    text: refundsOf(40),
    view: { ownRule: { ...rule, match: 'pay' } },
  });
  const samples = await screen.findByRole('list', { name: 'Samples' });
  expect(await within(samples).findByText('no eligible turn')).toBeTruthy();
  expect(samples.querySelector('canvas')).toBeNull();
  // One message of the user, two model calls, three refunds.
  await waitFor(() =>
    expect(
      [...samples.querySelectorAll<SVGPathElement>('path[data-kind]')].map((bars) => bars.dataset['kind']),
    ).toEqual(['input', 'capability', 'llm']),
  );
  expect(within(samples).queryByText('0')).toBeNull();
  act(() => store.getState().actions.setRule({ ...rule, expression: 'input.nope' }));
  expect(
    await within(samples).findByText('fires at 3 of 3 eligible, all of them errors counted as failed'),
  ).toBeTruthy();
  act(() => store.getState().actions.setRule({ expression: 'context.nope', hook: 'script', match: null }));
  expect(await within(samples).findByText('has a value at 0 of 2 eligible, 2 errors')).toBeTruthy();
});

test('without a rule, a session says so, and not that the rule cannot run', async () => {
  await showPanel(<SessionsPanel />, { text: refundsOf(40), view: { ownRule: { ...rule, expression: ' ' } } });
  const samples = await screen.findByRole('list', { name: 'Samples' });
  expect(await within(samples).findByText('no rule')).toBeTruthy();
});

test('no verdict of a suggested rule stays once a session is shown for which none is suggested', async () => {
  const { grow, outline } = await showGrowing(<SessionsPanel />, { text: refundsOf(40), starter: rule });
  const samples = await screen.findByRole('list', { name: 'Samples' });
  expect(await within(samples).findByText(/^fires at 1 of/)).toBeTruthy();
  grow(outline, null);
  expect(await within(samples).findByText('no rule')).toBeTruthy();
  await waitFor(() => expect(samples.querySelector('canvas')).toBeNull());
});

test('choosing a sample shows it; without a choice the first one is marked', async () => {
  const store = await showPanel(<SessionsPanel />, { text: refundsOf(40) });
  const sample = await screen.findByRole('button', { name: /A large refund/ });
  expect(sample.getAttribute('aria-current')).toBe('true');
  await userEvent.click(sample);
  expect(store.getState().session).toEqual({ kind: 'sample', sample: 'large-refund', entry: 0 });
});

test('the sessions of a file are one tab stop, at the shown one; arrow keys move between them', async () => {
  const opened = {
    source: 's9',
    importer: 'openai-chat',
    importerTitle: 'OpenAI Chat Completions',
    bytes: 10,
    sessions: ['one', 'two', 'three'].map((title, entry) => ({ title, system: 'task' as const, entry })),
  };
  await showPanel(<SessionsPanel />, {
    text: refundsOf(40),
    view: { sources: [{ name: 'mine.json', opened }], session: { kind: 'source', source: 's9', entry: 1 } },
  });
  const list = await screen.findByRole('list', { name: 'Sessions of this file' });
  const [one, two, three] = within(list).getAllByRole('button');
  expect([one, two, three].map((button) => button?.tabIndex)).toEqual([-1, 0, -1]);
  await userEvent.click(screen.getByRole('textbox', { name: 'Filter sessions' }));
  await userEvent.tab();
  expect(document.activeElement).toBe(two);
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(three);
  await userEvent.tab();
  expect(list.contains(document.activeElement)).toBe(false);
});

test('a server without samples is reported in a sentence', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  await showPanel(<SessionsPanel />, { text: refundsOf(40) });
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded (status 404)');
});

test('an opened text can be removed again', async () => {
  const opened = {
    source: 's9',
    importer: 'openai-chat',
    importerTitle: 'OpenAI Chat Completions',
    bytes: 10,
    sessions: [{ title: 'mine', system: 'task' as const }],
  };
  const store = await showPanel(<SessionsPanel />, {
    text: refundsOf(40),
    view: { sources: [{ name: 'mine.json', opened }] },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Remove mine.json' }));
  // The focus must not fall back to the page, where keyboard users would start again.
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sessions' }));
  expect(store.getState().sources).toEqual([]);
});

describe('the menu of a session', () => {
  beforeEach(() => {
    giveDialogs();
    vi.stubGlobal('Blob', NodeBlob);
  });

  const itemsOf = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `More for ${name}` }));
    const menu = await screen.findByRole('menu', { hidden: true });
    return within(menu).getAllByRole('menuitem', { hidden: true });
  };

  test('plays a recording, which can be stopped, and offers what has arrived', async () => {
    const store = await showPanel(<SessionsPanel />, { text: refundsOf(40) });
    const offered = await itemsOf('A large refund');
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Play back as if live',
      'Share or save…',
      'Compare with the session shown',
    ]);
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(offered.at(-1));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    const player = await screen.findByRole('group', { name: /^Playback of/ });
    await userEvent.click(within(player).getByRole('button', { name: /^Pause playing/ }));
    // How many were played until then depends on how busy the machine is.
    const paused = await screen.findByText(/^Playback paused, \d+ of \d+ records/);
    const played = Number(/\d+/.exec(paused.textContent ?? '')?.[0]);
    expect(played).toBeGreaterThan(0);
    expect(within(player).getByText(/^No times are recorded/)).toBeTruthy();
    await expect.poll(() => store.getState().sources[0]?.opened.sessions.length).toBe(1);

    const items = await itemsOf(store.getState().sources[0]?.name ?? '');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Stop, and keep what has arrived',
      'Keep on this device',
      'Share or save…',
      'Download the records',
      'Compare with the session shown',
    ]);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/^Ended, \d+ records?$/)).toBeTruthy();
    expect(store.getState().sources[0]?.live).toMatchObject({ isStopped: true, records: played });
  });
});

test('the picture of the list has every session in it, with stand-ins for private values, also for those that are cut', async () => {
  giveDialogs();
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:x'), revokeObjectURL: () => {} }),
  );
  const opened = {
    source: 's1',
    importer: 'openai-chat',
    importerTitle: 'OpenAI Chat Completions',
    bytes: 10,
    sessions: [{ title: 'The refunds that came from ann.meier@acme-corp.io', system: 'task' as const }],
  };
  await showPanel(<SessionsPanel />, {
    text: refundsOf(4000, 40),
    view: { ownRule: rule, sources: [{ name: 'mine.json', opened }] },
  });
  await screen.findAllByText(/^fires at 1 of/);
  await waitFor(() => expect(screen.getAllByText(/^fires at 1 of/)).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Save the picture: list of sessions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as SVG', hidden: true }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const picture = new DOMParser().parseFromString((await saved[0]?.text()) ?? '', 'image/svg+xml');
  const texts = [...picture.querySelectorAll('text')].map(({ textContent }) => textContent ?? '');
  expect(texts.slice(0, 2)).toEqual(['Contextscope: 2 sessions', 'Before a tool call, refund: input.amount <= 1000']);
  expect(texts).toEqual(
    expect.arrayContaining(['fires at 1 of 2 eligible', 'Samples', 'A large refund', '6 turns, task']),
  );
  expect(texts[2]).toMatch(/^The refunds that came from /);
  expect(texts.join()).not.toContain('ann');
});

test('a list that is shown again has every session in its picture, also those that were judged before', async () => {
  let again = () => {};
  function Again() {
    const [times, setTimes] = useState(0);
    again = () => setTimes(times + 1);
    return <SessionsPanel key={times} />;
  }
  await showPanel(<Again />, { text: refundsOf(40), view: { ownRule: rule } });
  await screen.findByText('fires at 1 of 3 eligible');
  const button = () => screen.getByRole('button', { name: /^A large refund.*fires at/ });
  const before = button();
  act(() => again());
  const shown = button();
  expect(shown).not.toBe(before);
  expect(listed.get(shown)).toEqual(listed.get(before));
  expect(listed.get(shown)).toMatchObject({ title: 'A large refund', fires: 1 });
});

test('the session opened last is at the top and visible, and its title keeps its end', async () => {
  const title = 'A long conversation about refunds, number 17';
  const opened = (source: string) => ({
    source,
    importer: 'openai-chat',
    importerTitle: 'OpenAI Chat Completions',
    bytes: 10,
    sessions: [{ title: `${title} ${source}`, system: 'task' as const }],
  });
  const store = await showPanel(<SessionsPanel />, { text: refundsOf(40) });
  act(() => {
    store.getState().actions.addSource({ name: 'one.json', opened: opened('s1') });
    store.getState().actions.addSource({ name: 'two.json', opened: opened('s2') });
  });
  const [first] = within(screen.getByRole('list', { name: 'Opened' })).getAllByRole('listitem');
  const button = within(first ?? document.body).getByRole('button', { name: new RegExp(`${title} s2`) });
  expect(scrolledTo).toHaveBeenLastCalledWith(button);
  expect(within(button).getByText('number 17 s2')).toBeTruthy();
});

test('the words of a session name the turns where the verdict is unknown', () => {
  const codes = Uint8Array.from([verdictCodes.fire, verdictCodes.unknown, verdictCodes.unknown]);
  const sweep = { codes, counts: countVerdicts(codes), problem: null } as unknown as Sweep; // all that is read
  expect(firesInWords(rule, sweep, 1)).toBe('fires at 1 of 3 eligible, unknown at 2');
});
