import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { defaultDecisions } from '../engine/model/decisions.ts';
import { refundsOf } from '../panels/testing.tsx';
import { sweepQuery } from '../services/engine/queries.ts';
import { inProcessEngine } from '../services/engine/testing.ts';
import { samplesQuery } from '../services/samples.ts';
import { createViewStore } from '../state/view.ts';
import type { SessionChoice } from '../state/view/sessions.ts';
import { showWhenOpen, shownQuery } from './shown.ts';

test.each([
  ['a link to a missing sample names it', 'gone', /“gone”.*Choose another session/],
  ['a page without samples reports it', undefined, /no samples/],
])('%s', async (_, sample, said) => {
  const { client: engine } = inProcessEngine();
  const queries = new QueryClient();
  queries.setQueryData(samplesQuery().queryKey, []);
  const choice = sample === undefined ? null : ({ kind: 'sample', sample, entry: 0 } as const);
  await expect(queries.fetchQuery(shownQuery(engine, queries, choice))).rejects.toMatchObject({
    problem: { code: 'sample/unknown', message: expect.stringMatching(said) },
  });
});

/** Two open sessions, of which the first is shown. */
async function withTwoSessions() {
  const { client: engine } = inProcessEngine();
  const queries = new QueryClient();
  queries.setQueryData(samplesQuery().queryKey, []);
  const choices = await Promise.all(
    [refundsOf(5, 2000), refundsOf(10, 20)].map(async (text, at): Promise<SessionChoice> => {
      const { source } = await engine.open({ text, name: `${at}` });
      return { kind: 'source', source, entry: 0 };
    }),
  );
  const [first = null, second = null] = choices;
  const view = createViewStore({ session: first, turn: 3 });
  await queries.prefetchQuery(shownQuery(engine, queries, first));
  onTestFinished(showWhenOpen(engine, queries, view));
  return { engine, queries, view, second };
}

test('a chosen session is shown when it is open and judged', async () => {
  const { engine, queries, view, second } = await withTwoSessions();
  const before = queries.getQueryData(shownQuery(engine, queries, view.getState().session).queryKey);
  const rule = { expression: 'input.amount <= 15', hook: 'middleware.before', match: 'refund' } as const;
  view.getState().actions.setRule(rule);
  if (before === undefined || second === null) throw new Error('two sessions are open');
  const onScreen = new QueryObserver(queries, sweepQuery(engine, before.outline.ref, rule, defaultDecisions));
  onTestFinished(onScreen.subscribe(() => undefined));
  view.getState().actions.chooseSession(second);
  expect(view.getState()).toMatchObject({ session: { source: 's1' }, turn: 3 });
  await expect.poll(() => view.getState().session).toEqual(second);
  const shown = queries.getQueryData(shownQuery(engine, queries, second).queryKey);
  const { ref } = shown?.outline ?? before.outline;
  const sweep = queries.getQueryData(sweepQuery(engine, ref, rule, defaultDecisions).queryKey);
  expect(sweep?.counts).toMatchObject({ fire: 1, pass: 1 });
});

test('of two sessions that are chosen one after the other, the last is shown', async () => {
  const { view, second } = await withTwoSessions();
  const { chooseSession } = view.getState().actions;
  if (second !== null) chooseSession(second);
  chooseSession({ kind: 'sample', sample: 'gone', entry: 0 });
  // It cannot be opened; the page says so in its place.
  await expect.poll(() => view.getState().session).toMatchObject({ sample: 'gone' });
  expect(view.getState().opening).toBeNull();
});
