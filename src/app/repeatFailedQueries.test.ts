import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ProblemError } from '../worker/connect.ts';
import { repeatFailedQueries } from './Messages.tsx';

test('queries that the engine did not answer are repeated, and those that it answered or rejected are not', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const fetched: string[] = [];
  const watch = (name: string, code: string | null) => {
    const queryFn = async () => {
      fetched.push(name);
      if (code !== null) throw new ProblemError({ code, message: name });
      return name;
    };
    return new QueryObserver(queries, { queryKey: [name], queryFn, staleTime: Infinity }).subscribe(() => undefined);
  };
  const ends = [watch('silent', 'engine/stuck'), watch('dead', 'engine/died'), watch('refused', 'cel/syntax')];
  ends.push(watch('answered', null));
  const gone = watch('out of sight', 'engine/stuck');
  await expect.poll(() => queries.isFetching()).toBe(0);
  gone();
  fetched.length = 0;

  await repeatFailedQueries(queries);
  expect(fetched.toSorted()).toEqual(['dead', 'silent']);
  for (const end of ends) end();
});
