import { expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { createOpenSources } from '../methods/open-sources.ts';
import { Watch } from './watch.ts';

const refund = (amount: number) =>
  `${JSON.stringify({ role: 'assistant', tool_calls: [{ id: '1', type: 'function', function: { name: 'refund', arguments: JSON.stringify({ amount }) } }] })}\n`;
const said = (role: string, content: string) => `${JSON.stringify({ role, content })}\n`;

test('when turns are added to a long session, only theirs are read of the verdicts', async () => {
  const sources = createOpenSources();
  const source = sources.named('l', undefined);
  const watch = new Watch();
  const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: null } as const;
  watch.watch({ rulesOf: () => [{ title: 'small', rule }], declared: [], decisions: {} });
  const judge = async () => {
    const session = await sources.session(source, 0);
    if (!session.ok) throw new Error(session.problem.message);
    const before = watch.verdictsRead;
    const { latest } = await watch.judge([{ entry: 0, session: session.value }], [], true);
    return { fires: latest.map(({ turn }) => turn), read: watch.verdictsRead - before };
  };

  // A call that declares its function changes what every turn knows.
  const begin = said('user', 'Refund me') + refund(10);
  const text = begin + Array.from({ length: 500 }, (_, n) => said('user', `${n}`) + said('assistant', 'Yes.')).join('');
  await sources.grow(source, text, unhurried);
  expect(await judge()).toEqual({ fires: [], read: 1003 });
  await sources.goOn(source, said('user', 'Refund me') + refund(2000), unhurried);
  // The last turn before may change with what follows it.
  const grown = await judge();
  expect(grown.fires).toEqual([1005]);
  expect(grown.read).toBeLessThanOrEqual(4);
  expect(await judge()).toEqual({ fires: [1005], read: 0 });

  // The whole is read again, with other turns from one on.
  await sources.grow(source, text + said('user', 'Refund me') + refund(3000) + refund(4000), unhurried);
  const revised = await judge();
  expect(revised.fires).toEqual([1005, 1007]);
  expect(revised.read).toBeLessThanOrEqual(4);
});
