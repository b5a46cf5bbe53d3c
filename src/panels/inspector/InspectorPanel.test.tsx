import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SessionContext, useShownSession } from '../../state/useSession.ts';
import type { InspectorTab } from '../../state/view/layout.ts';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { systemViews } from '../systemViews.ts';
import { InspectorPanel } from './InspectorPanel.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

/** In place of the reasons, which are a panel of their own. */
const Reasons = () => null;

/** Turns: 0 input, 1 llm, 2 refund of 2400, 3 refund of 40, 4 llm. */
const inspect = (tab: InspectorTab, turn: number) =>
  showPanel(<InspectorPanel why={Reasons} systemViews={systemViews} />, {
    text: refundsOf(2400, 40),
    view: { tab, turn },
  });

test('the state is a tree whose branches can be opened, and a path in it can be focused', async () => {
  const store = await inspect('state', 3);
  const agent = await screen.findByRole('treeitem', { name: /^agent: / });
  await userEvent.click(agent);
  expect(store.getState().path).toEqual(['context', 'agent']);
  screen.getByRole('tree', { name: 'State' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByRole('treeitem', { name: /^namespace: / })).toBeTruthy();
});

test('branches that the turn changed are open at first, and stay so when the cursor moves', async () => {
  const store = await inspect('state', 3);
  expect(await screen.findByRole('treeitem', { name: /^count_successful: 2, changed/ })).toBeTruthy();
  expect(screen.queryByRole('treeitem', { name: /^namespace: / })).toBeNull();
  store.getState().actions.moveCursor(0);
  expect(await screen.findByRole('treeitem', { name: /^count_successful: 0/ })).toBeTruthy();
  expect(screen.getByRole('treeitem', { name: /^capabilities: / }).getAttribute('aria-expanded')).toBe('true');
});

/** Has a button that shows the session's next revision, as a live session does when turns arrive. */
function Growing({ children }: { readonly children: ReactNode }) {
  const shown = useShownSession();
  const [grown, setGrown] = useState(0);
  const { ref } = shown.outline;
  const outline = { ...shown.outline, ref: { ...ref, revision: ref.revision + grown } };
  return (
    <SessionContext value={{ ...shown, outline }}>
      <button type="button" onClick={() => setGrown(grown + 1)}>
        Grow
      </button>
      {children}
    </SessionContext>
  );
}

test('the state tree stays while the state of a session that has grown is loading', async () => {
  await showPanel(
    <Growing>
      <InspectorPanel why={Reasons} systemViews={systemViews} />
    </Growing>,
    { text: refundsOf(2400, 40), view: { tab: 'state', turn: 3 } },
  );
  await screen.findByRole('treeitem', { name: /^count_successful: 2, changed/ });
  const tree = screen.getByRole('tree', { name: 'State' });
  fireEvent.click(screen.getByRole('button', { name: 'Grow' }));
  expect(tree.getAttribute('aria-busy')).toBe('true');
  expect(tree.isConnected).toBe(true);
  await expect.poll(() => tree.getAttribute('aria-busy')).toBe('false');
  expect(tree.isConnected).toBe(true);
});

test('the position in the state tree stays when the cursor moves', async () => {
  const store = await inspect('state', 3);
  await screen.findByRole('treeitem', { name: /^count_successful: 2, changed/ });
  const tree = screen.getByRole('tree', { name: 'State' });
  const here = () => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')?.textContent;
  tree.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(here()).toMatch(/^llm/);
  store.getState().actions.moveCursor(0);
  expect(await screen.findByRole('treeitem', { name: /^count_successful: 0/ })).toBeTruthy();
  expect(document.activeElement).toBe(tree);
  expect(here()).toMatch(/^llm/);
});

test('the system’s own state can be shown, and a path in it shows its full value', async () => {
  await inspect('state', 3);
  await userEvent.click(await screen.findByRole('radio', { name: 'task' }));
  const places = await screen.findAllByRole('treeitem');
  const [first] = places;
  if (first === undefined) throw new Error('the system’s state is empty');
  await userEvent.click(first);
  const focused = await screen.findByRole('group', { name: 'Focused value' });
  expect(within(focused).getByText(/^task\./)).toBeTruthy();
  await expect.poll(() => within(focused).getByLabelText('Value').textContent).toMatch(/^[{["\d]/);
});

test('a change leads to its path in the state, where it is marked', async () => {
  const store = await inspect('changes', 2);
  const list = await screen.findByRole('list', { name: 'Changes' });
  await userEvent.click(within(list).getByText('capabilities.refund.count_successful'));
  expect(store.getState()).toMatchObject({
    tab: 'state',
    path: ['context', 'capabilities', 'refund', 'count_successful'],
  });
  const place = await screen.findByRole('treeitem', { name: /^count_successful: 1, changed/ });
  expect(place.getAttribute('aria-selected')).toBe('true');
});

test('a call shows its input, its output and its path in CEL', async () => {
  await inspect('call', 3);
  expect(await screen.findByText('context.capabilities.refund.outputs[0]')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Input' }).textContent).toContain('40');
  expect(screen.getByRole('region', { name: 'Output' }).textContent).toContain('refunded');
});

test('a model turn leads to the calls that it requested', async () => {
  const store = await inspect('call', 1);
  await userEvent.click(await screen.findByRole('button', { name: 'refund at turn 3' }));
  expect(store.getState().turn).toBe(3);
});

test('the raw text is shown with line numbers, the turn’s own part marked', async () => {
  await inspect('raw', 4);
  const text = await screen.findByRole('list', { name: 'Source text' });
  expect(text.querySelector('mark')?.textContent).toContain('Done, all refunded.');
});

test('a click in the raw text shows the turn made from that place', async () => {
  const store = await inspect('raw', 4);
  const text = await screen.findByRole('list', { name: 'Source text' });
  const before = text.querySelector('code span');
  expect.assert(before !== null);
  const offset = refundsOf(2400, 40).indexOf('customer-1');
  // A browser puts the caret here when that place is clicked.
  document.getSelection()?.collapse(before.firstChild, offset);
  fireEvent.click(before);
  await expect.poll(() => store.getState().turn).toBe(3);
  expect(await screen.findByRole('button', { name: /^Part 2/ })).toBeTruthy();
});

test('Enter on a line of the raw text shows its turn, or a message if no turn was made from it', async () => {
  const text = JSON.stringify(JSON.parse(refundsOf(2400)), null, 2);
  const store = await showPanel(<InspectorPanel why={Reasons} systemViews={systemViews} />, {
    text,
    view: { tab: 'raw', turn: 0 },
  });
  (await screen.findByRole('list', { name: 'Source text' })).focus();
  await userEvent.keyboard('{ArrowUp>9/}{Enter}');
  expect(await screen.findByText('No turn was made from this part.')).toBeTruthy();
  await userEvent.keyboard('{ArrowDown>7/}{Enter}');
  await expect.poll(() => store.getState().turn).toBe(1);
  // The keyboard continues from there.
  const source = screen.getByRole('list', { name: 'Source text' });
  await expect
    .poll(() => within(source).queryAllByText(/tool_calls/, { selector: 'mark *, mark' }).length)
    .toBeGreaterThan(0);
  expect(document.activeElement).toBe(source);
  await userEvent.keyboard('{ArrowDown>4/}{Enter}');
  expect(document.activeElement).toBe(source);
});

test('in a recording on one line the arrow keys move word by word, and Enter shows the turn of the chosen word', async () => {
  const store = await inspect('raw', 0);
  (await screen.findByRole('list', { name: 'Source text' })).focus();
  // From the beginning of the turn: "role", "user", "content", the text; then the next message.
  await userEvent.keyboard('{ArrowRight>4/}');
  expect(String(document.getSelection())).toBe('"Please refund my orders"');
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.poll(() => store.getState().turn).toBe(1);
});

test('far along a long recording on one line, a place shows its turn, and a selection is one text', async () => {
  const given = 'word '.repeat(3000);
  const messages = [
    { role: 'user', content: given },
    { role: 'assistant', content: 'All read.' },
  ];
  const text = JSON.stringify({ messages });
  const store = await showPanel(<InspectorPanel why={Reasons} systemViews={systemViews} />, {
    text,
    view: { tab: 'raw', turn: 0 },
  });
  const source = await screen.findByRole('list', { name: 'Source text' });
  expect(source.querySelectorAll('mark > span').length).toBeGreaterThan(5);
  expect(source.querySelector('code')?.textContent).toBe(text);
  source.focus();
  await userEvent.keyboard('{ArrowRight>4/}');
  expect(String(document.getSelection())).toBe(JSON.stringify(given));
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.poll(() => store.getState().turn).toBe(1);
});

test('a very long text shows its beginning, and all of it on demand while the button keeps the focus', async () => {
  const long = `${'x'.repeat(20_000)} end`;
  const text = JSON.stringify({ messages: [{ role: 'user', content: long }] });
  await showPanel(<InspectorPanel why={Reasons} systemViews={systemViews} />, { text, view: { tab: 'call', turn: 0 } });
  const message = await screen.findByRole('region', { name: 'Message of the user' });
  expect(message.textContent).not.toContain('end');
  within(message)
    .getByRole('button', { name: /^Show \d+\D\d+ more characters$/ })
    .focus();
  await userEvent.keyboard('{Enter}');
  expect(message.querySelector('pre')?.textContent).toBe(long);
  expect(document.activeElement?.textContent).toBe('Show the beginning only');
  await userEvent.keyboard('{Enter}');
  expect(message.querySelector('pre')?.textContent).toHaveLength(8000);
});

test('the arrow keys move by words across lines', async () => {
  const text = JSON.stringify(JSON.parse(refundsOf(2400)), null, 2);
  await showPanel(<InspectorPanel why={Reasons} systemViews={systemViews} />, { text, view: { tab: 'raw', turn: 0 } });
  (await screen.findByRole('list', { name: 'Source text' })).focus();
  const after = async (keys: string) => {
    await userEvent.keyboard(keys);
    return String(document.getSelection());
  };
  expect(await after('{ArrowRight}')).toBe('"role"');
  expect(await after('{ArrowRight>3/}')).toBe('"Please refund my orders"');
  expect(await after('{ArrowRight}')).toBe('"role"');
  expect(await after('{ArrowLeft>2/}')).toBe('"content"');
});

test('token sums that the recording does not hold are unknown', async () => {
  await inspect('tokens', 4);
  expect(await screen.findAllByText('unknown')).toHaveLength(3);
});

test('a session without turns shows the state of its snapshot', async () => {
  await showPanel(<InspectorPanel why={Reasons} systemViews={systemViews} />, {
    text: JSON.stringify({
      format: 'contextscope/session',
      version: 1,
      system: 'voice',
      header: { title: 'nobody has spoken', context: { call_id: 'c-1', user: { name: 'Ada' } } },
      events: [],
    }),
    view: { tab: 'state', root: 'system' },
  });
  expect(await screen.findByRole('treeitem', { name: /^user: / })).toBeTruthy();
  expect(screen.getByText('in the snapshot')).toBeTruthy();
});
