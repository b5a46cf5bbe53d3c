import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ProblemError } from '../worker/connect.ts';
import { askAgain } from './Messages.tsx';

test('what an engine left unanswered is asked again, and not what it answered or refused', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked: string[] = [];
  const watch = (name: string, code: string | null) => {
    const queryFn = async () => {
      asked.push(name);
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
  asked.length = 0;

  await askAgain(queries);
  expect(asked.toSorted()).toEqual(['dead', 'silent']);
  for (const end of ends) end();
});
