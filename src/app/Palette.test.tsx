import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { refundsOf } from '../panels/testing.tsx';
import { inProcessEngine } from '../services/engine/testing.ts';
import { keepingInMemory } from '../services/keeping/testing.ts';
import { createNoticeStore } from '../state/notices.ts';
import { shownKey } from '../state/useSession.ts';
import { viewWithOpenSessions } from '../state/view/testing.ts';
import type { View } from '../state/view.ts';
import { giveMedia } from '../ui/testing.ts';
import { Palette } from './Palette.tsx';
import { pageOf } from './page.ts';

beforeAll(() => {
  giveMedia();
  // jsdom has no layout and so no scrollIntoView.
  Element.prototype.scrollIntoView ??= () => {};
});

const endings: (() => void)[] = [];
afterEach(() => {
  cleanup();
  localStorage.clear();
  for (const end of endings.splice(0)) end();
});

/** The palette on a session of ten refunds, with what is typed into it. */
async function typedInto(typed: string, start: Partial<View> = {}) {
  const engine = inProcessEngine();
  const queries = new QueryClient();
  const [view, notices] = [viewWithOpenSessions(start), createNoticeStore()];
  endings.push(() => {
    queries.clear();
    engine.dispose();
  });
  const { source } = await engine.client.open({ text: refundsOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), name: 'chat' });
  const outline = await engine.client.openSession({ source, entry: 0 });
  const session = { outline, starter: null, firstHit: null };
  queries.setQueryData(shownKey(view.getState().session), session);
  const page = pageOf(document);
  const keeping = keepingInMemory();
  const context = { engine: engine.client, queries, view, notices, keeping, session, page, declared: [] };
  let closed = 0;
  const palette = (
    <QueryClientProvider client={queries}>
      <Palette
        context={context}
        title="Search"
        placeholder=""
        typed={typed}
        isEntered={false}
        onType={() => {}}
        onClose={() => closed++}
      />
    </QueryClientProvider>
  );
  render(palette);
  return { view, closed: () => closed, now: view.getState };
}

const chosen = () => screen.getByRole('option', { selected: true }).textContent;

test('a theme is found by its name, and chosen with Enter', async () => {
  const { now, closed } = await typedInto('dark');
  expect(chosen()).toBe('Theme: dark');
  await userEvent.keyboard('{Enter}');
  expect(now().theme).toBe('dark');
  expect(closed()).toBe(1);
});

test.each([
  ['set as baseline', 'Set the rule as baseline'],
  ['new policy', 'Go to the policy, or make a new one from the rule'],
  ['next sample', 'Next sample'],
  ['forget', 'Forget this session: stop keeping it on this device'],
  ['every tool', 'Tool: every tool'],
])('%s finds what its button does', async (typed, title) => {
  await typedInto(typed, { ownRule: { expression: 'true', hook: 'middleware.before', match: 'refund' } });
  expect(chosen()).toContain(title);
});

test('the session on the screen is removed by its command, a sample stays', async () => {
  const opened = { source: 's1', importer: 'openai-chat', importerTitle: 'OpenAI', bytes: 10, sessions: [] };
  const session = { kind: 'source', source: 's1', entry: 0 } as const;
  const { now } = await typedInto('remove this', { sources: [{ name: 'chat', opened }], session });
  expect(chosen()).toBe('Remove this session from the list');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(now().sources).toEqual([]));
  act(() => void now().actions.undo());
  expect(now().sources).toHaveLength(1);
  cleanup();
  await typedInto('remove this');
  expect(screen.queryByText('Remove this session from the list')).toBeNull();
});

test('a command sets the rule as baseline', async () => {
  const rule = { expression: 'true', hook: 'turn', match: null } as const;
  const { now } = await typedInto('set the rule as baseline', { ownRule: rule });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(now().ownBaseline).toEqual(rule));
});

test('turn 4 goes to turn 4', async () => {
  const { now } = await typedInto('turn 4');
  expect(chosen()).toMatch(/^Go to turn 4/);
  await userEvent.keyboard('{Enter}');
  expect(now().turn).toBe(4);
});

test('a hook is found by the name of its environment, and is where the rule then runs', async () => {
  const { now } = await typedInto('hook agentgateway tool before');
  expect(chosen()).toBe('Before a tool callagentgateway.tool-call.before');
  await userEvent.keyboard('{Enter}');
  expect(now().ownRule?.hook).toBe('agentgateway.tool-call.before');
});

test('words of the session lead to their turn', async () => {
  const { now } = await typedInto('customer-7');
  await userEvent.click(await screen.findByRole('option', { name: /customer-7.*turn 9/ }));
  expect(now().turn).toBe(9);
});

test('an opened session is found by its title, and chosen among those of its file', async () => {
  const sessions = ['Two refunds', 'A trip to Rome'].map((title) => ({ title, system: 'task' as const }));
  const opened = { source: 's7', importer: 'openai-chat', importerTitle: 'OpenAI chat', bytes: 9, sessions };
  const { now } = await typedInto('trip', { sources: [{ name: 'log.jsonl', opened }] });
  expect(chosen()).toBe('A trip to Romelog.jsonl');
  await userEvent.keyboard('{Enter}');
  expect(now().session).toEqual({ kind: 'source', source: 's7', entry: 1 });
});

test('a text in many turns can be searched for in the transcript', async () => {
  const { now } = await typedInto('"refund');
  await userEvent.click(await screen.findByRole('option', { name: /Find it in \d+ turns/ }));
  expect(now()).toMatchObject({ main: 'transcript', filter: '"refund' });
});

test('a command that loses something needs a second Enter', async () => {
  const { now, closed } = await typedInto('return to the sug');
  now().actions.setRule({ expression: 'true', hook: 'turn', match: null });
  await userEvent.keyboard('{Enter}');
  expect(chosen()).toContain('Press Enter again');
  expect(now().ownRule).not.toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(now().ownRule).toBeNull();
  expect(closed()).toBe(1);
});

test('closing the policy is offered only while one is open', async () => {
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  await typedInto('close the policy');
  expect(names()).not.toContain('Close the policy');
  cleanup();
  await typedInto('close the policy', { policy: { name: 'policy.yaml', text: 'guardrails:\n' } });
  expect(names()).toContain('Close the policy');
});

test('a command that was chosen before comes before its equals', async () => {
  localStorage.setItem('contextscope/command-uses', '{"tab-tokens":3}');
  await typedInto('inspector');
  expect(chosen()).toMatch(/^Inspector: Tokens/);
  cleanup();
  await typedInto('');
  await waitFor(() => expect(screen.getByText('Used often')).toBeTruthy());
});
