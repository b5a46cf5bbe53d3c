import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** In the form of `packages/core/lib/v3/agent/utils/actionMapping.ts` of Stagehand 3.7.3, which merges arguments and result. */
test('the fields of a result are no arguments, and tell how the call ended', () => {
  const own = {
    reasoning: 'I look.',
    taskCompleted: false,
    pageUrl: 'https://shop.example.com',
    timestamp: 1767225600000,
  };
  const actions = [
    { type: 'goto', ...own, url: 'https://shop.example.com', success: true },
    { type: 'extract', ...own, instruction: 'the price', success: true, result: '40' },
    { type: 'click', ...own, describe: 'the button', success: false, error: 'no such element' },
    { type: 'act', ...own, action: 'click the button' },
  ];
  const { opened, session } = firstSession(
    JSON.stringify({ success: false, message: 'I failed.', actions, completed: false }),
  );
  expect(opened.importer.id).toBe('stagehand');
  const { invocations } = session.history;
  expect(invocations.map((one) => [one.function, one.input, one.outcome, one.output])).toEqual([
    ['goto', { url: 'https://shop.example.com' }, 'successful', undefined],
    ['extract', { instruction: 'the price' }, 'successful', '40'],
    ['click', { describe: 'the button' }, 'errored', { error: 'no such element' }],
    ['act', { action: 'click the button' }, 'no-result', undefined],
  ]);
});
