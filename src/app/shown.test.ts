import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { samplesQuery } from '../services/samples.ts';
import { shownQuery } from './shown.ts';

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
