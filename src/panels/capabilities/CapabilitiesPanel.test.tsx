import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, refundsOf, showGrowing, showPanel } from '../testing.tsx';
import { CapabilitiesPanel } from './CapabilitiesPanel.tsx';
import { LatencyDrawing } from './Latencies.tsx';
import { latencyScale } from './latencyScale.ts';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 640, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

const called = (name: string, took: number | undefined, outcome = 'ok') => ({
  type: 'capability-invoked',
  function: name,
  args: { amount: took },
  outcome,
  output: { done: true },
  ...(took !== undefined && { took_ms: took }),
});

const sessionOf = (...events: readonly object[]) =>
  JSON.stringify({ format: 'contextscope/session', version: 1, system: 'task', header: { title: 'Desk' }, events });

const timed = sessionOf(
  called('lookup', 40),
  called('refund', 900),
  called('refund', 1100, 'error'),
  called('refund', undefined, 'blocked_before'),
);

const table = async () => within(await screen.findByRole('grid', { name: 'Capabilities' }));
const lines = async () =>
  (await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent)
        .join(' '),
    );

test('Escape empties the filter and goes to the table; what was typed is gone in another session', async () => {
  const { engine, grow } = await showGrowing(<CapabilitiesPanel />, {
    text: timed,
    beside: refundsOf(1),
    view: { turn: 3 },
  });
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter capabilities' });
  await table();
  await userEvent.type(field(), 'look');
  // The first line has the sums.
  await waitFor(async () => expect(await lines()).toHaveLength(2));
  await userEvent.keyboard('{Escape}');
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(screen.getByRole('grid', { name: 'Capabilities' }));
  await userEvent.type(field(), 'lookup');
  const other = await engine.openSession({ source: 's2', entry: 0 });
  act(() => grow(other));
  await waitFor(() => expect(field().value).toBe(''));
});

test('a session without capabilities has nothing to filter', async () => {
  const messages = [
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: 'hi' },
  ];
  await showPanel(<CapabilitiesPanel />, { text: JSON.stringify({ messages }) });
  await screen.findByText('No capability is declared or used in this session.');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('each invocation is listed with its index in CEL, and choosing one moves the cursor', async () => {
  // Turns: 0 input, 1 llm, 2 refund of 2400, 3 refund of 40, 4 llm.
  const store = await showPanel(<CapabilitiesPanel />, { text: refundsOf(2400, 40), view: { turn: 4 } });
  const invocations = await screen.findByRole('grid', { name: 'Invocations' });
  await userEvent.click(await within(invocations).findByText('[0]'));
  expect(store.getState().turn).toBe(3);
});

test('the most used capability comes first, below the sums, and each has its p50 and p95', async () => {
  await showPanel(<CapabilitiesPanel />, { text: timed, view: { turn: 3 } });
  await waitFor(async () =>
    expect(await lines()).toEqual([
      '2 functions 4 2 1 1  900 ms 1.1 s',
      'refund 3 1 1 1  900 ms 1.1 s',
      'lookup 1 1 0 0  40 ms 40 ms',
    ]),
  );
  await userEvent.click((await table()).getByRole('button', { name: /p95/ }));
  expect((await lines()).slice(1).map((line) => line.split(' ')[0])).toEqual(['lookup', 'refund']);
  expect((await table()).getByTitle('count_restricted: kept from running by a guardrail').textContent).toBe('blocked');
});

test('without recorded times, there is no picture of them', async () => {
  await showPanel(<CapabilitiesPanel />, { text: refundsOf(40), view: { turn: 3 } });
  await table();
  expect(screen.queryByRole('figure')).toBeNull();
  expect((await table()).queryByText('p50')).toBeNull();
});

test('the filter keeps the capabilities whose names have the typed words, and their sums', async () => {
  await showPanel(<CapabilitiesPanel />, { text: timed, view: { turn: 3 } });
  await table();
  await userEvent.type(screen.getByRole('textbox', { name: 'Filter capabilities' }), 'look');
  await waitFor(async () =>
    expect(await lines()).toEqual(['1 of 2 functions 1 1 0 0  40 ms 40 ms', 'lookup 1 1 0 0  40 ms 40 ms']),
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Filter capabilities' }), ' nothing');
  expect(screen.getByText(/No capability has “look nothing” in its name/)).toBeTruthy();
});

test('the whole input and output of a call are shown on demand, with the context that it started', async () => {
  const text = JSON.stringify({
    format: 'contextscope/session',
    version: 1,
    system: 'task',
    header: {
      title: 'Desk',
      nodes: [
        { id: 'root', title: 'desk' },
        { id: 'child', parent: 'root', title: 'research' },
      ],
    },
    events: [
      { type: 'model-called', node: 'root' },
      { type: 'model-called', node: 'child' },
      { ...called('research', 5), node: 'root', task_id: 'c1', args: { question: 'q'.repeat(400) } },
    ],
  });
  const store = await showPanel(<CapabilitiesPanel />, { text, view: { turn: 2 } });
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Whole values' }));
  expect((await screen.findByRole('region', { name: 'Input' })).textContent).toContain('q'.repeat(400));
  await userEvent.click(screen.getByRole('button', { name: 'research' }));
  expect(store.getState().turn).toBe(1);
});

test('the saved picture of the latencies has the name and the figures of each capability', async () => {
  await showPanel(<CapabilitiesPanel />, { text: timed, view: { turn: 3 } });
  const figure = await screen.findByRole('figure', { name: 'Latency of each capability' });
  expect(figure.textContent).toContain('3 of 4 calls timed');
  const latency = { count: 2, p50: 900, p95: 1100, times: [900, 1100] };
  const rows = [
    { function: 'refund', kind: 'tool', uses: 3, successful: 1, errored: 1, restricted: 1, here: true, latency },
    { function: 'unused', kind: 'tool', uses: 0, successful: 0, errored: 0, restricted: 0, here: false, latency: null },
  ] as const;
  const scale = latencyScale([latency]);
  expect.assert(scale !== null);
  const { container } = render(<LatencyDrawing rows={rows} scale={scale} />);
  expect(container.textContent).toMatch(/0 s.*p50p95refund900 ms1\.1 s$/);
  expect(container.querySelectorAll('circle').length).toBe(2);
});

test('a capability with a recorded definition shows what it does, how it behaves and what it accepts', async () => {
  const tool = {
    name: 'refund',
    description: 'Pays money back.',
    server: 'desk',
    annotations: { destructiveHint: true },
    input_schema: { type: 'object', properties: { amount: { type: 'number' } } },
  };
  const text = sessionOf(called('lookup', 40), { type: 'tools-defined', tools: [tool] }, called('refund', 900));
  const store = await showPanel(<CapabilitiesPanel />, { text, view: { turn: 1 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Definition' }));
  expect(await screen.findByText('Pays money back.')).toBeTruthy();
  expect(screen.getByText(/Defined after turn 0/).textContent).toBe(
    'Defined after turn 0 by the server desk · destructiveHint: true',
  );
  expect(screen.getByRole('region', { name: 'Arguments (JSON Schema)' }).textContent).toContain('"amount"');
  await userEvent.click(await screen.findByText('lookup'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Definition' })).toBe(null));
  expect(store.getState().turn).toBe(1);
});
