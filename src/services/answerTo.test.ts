import { CancelledError, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { answerTo } from './answerTo.ts';

test('a waiting caller gets the answer, even if a panel cancels the same query', async () => {
  const queries = new QueryClient();
  const asked: ((answer: string) => void)[] = [];
  const query = {
    queryKey: ['rows'],
    // A query that uses the signal is cancelled when its last panel goes.
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        asked.push(resolve);
      }),
  };
  const leave = new QueryObserver(queries, query).subscribe(() => {});
  const answer = answerTo(queries, query);
  leave();
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.('three');
  expect(await answer).toBe('three');
});

test('a failure is reported, not repeated', async () => {
  const queries = new QueryClient();
  const query = { queryKey: ['rows'], retry: false, queryFn: () => Promise.reject(new Error('no such session')) };
  await expect(answerTo(queries, query)).rejects.toThrow('no such session');
});

test('a query is not repeated after the query client was cleared', async () => {
  const queries = new QueryClient();
  let asked = 0;
  const answer = answerTo(queries, {
    queryKey: ['rows'],
    queryFn: () => {
      asked += 1;
      return new Promise<string>(() => {});
    },
  });
  queries.clear();
  await expect(answer).rejects.toBeInstanceOf(CancelledError);
  expect(asked).toBe(1);
});
