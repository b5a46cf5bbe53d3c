import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** In the form of `browser_use/agent/service.py`, whose handler of a step's error keeps that error alone. */
test('the error of a step belongs to the action that it names', () => {
  const action = [{ input_text: { index: 1, text: 'laptop' } }, { click_element_by_index: { index: 2 } }];
  const error = 'Error executing action click_element_by_index: Element index 2 does not exist';
  const history = [
    {
      model_output: { next_goal: 'search', action },
      result: [{ is_done: false, error }],
      state: { url: 'https://shop.example.com', title: 'Shop' },
    },
  ];
  const { opened, session } = firstSession(JSON.stringify({ history }));
  expect(opened.importer.id).toBe('browser-use');
  expect(session.history.invocations.map((one) => [one.function, one.outcome])).toEqual([
    ['input_text', 'no-result'],
    ['click_element_by_index', 'errored'],
  ]);
});
