import { expect, test } from 'vitest';
import type { CallWindow } from '../../engine/systems/noetic/views/call-window.ts';
import type { WindowPart } from '../../engine/systems/noetic/views/window-parts.ts';
import { arithmetic } from './arithmetic.ts';

const part = (kind: WindowPart['kind'], name: string, tokens: number): WindowPart => ({
  kind,
  name,
  tokens,
  isRecorded: true,
  items: null,
  facts: [],
});
const recorded: CallWindow = {
  parts: [
    part('instructions', 'instructions', 5),
    part('tools', 'tools', 0),
    part('layer', 'plan', 42),
    part('history', 'history', 37),
  ],
  sum: 84,
  total: 84,
  model: 'm',
  facts: [],
  call: 0,
  turn: 1,
  isMeasured: true,
  growth: [],
  removedLayers: [],
  logItems: 1,
  responseTokens: 7,
  providerTokens: { prompt: 80, completion: 6 },
};
const words = (window: Partial<CallWindow>, limit: number | null = null, budget: number | null = null) =>
  arithmetic({ ...recorded, ...window }, [{ id: 'plan', budget }], limit);

test('the parts are added up, empty ones left out', () => {
  expect(words({})[0]).toBe('5 instructions + 42 plan + 37 history = 84 tokens.');
  expect(words({ parts: [part('history', 'history', 37)], sum: 37 })[0]).toBe('It contains only 37 history.');
});

test('a recorded total that differs from the sum of its parts is reported', () => {
  expect(words({ total: 90 })).toContain('The recorded total is 90, 6 more than its parts.');
  expect(words({}).join(' ')).not.toContain('The recorded total');
});

test('the answer, which is part of the history, is subtracted before the comparison with the provider’s count', () => {
  expect(words({})).toContain('The history includes the answer of 7 tokens, so the model was sent about 77.');
  expect(words({})).toContain('The provider counted 80 for the prompt, 3 more than that, and 6 for the answer.');
});

test('a layer over its budget is reported, and one within it is not', () => {
  expect(words({}, null, 40)).toContain('plan took 2 more than its budget of 40.');
  expect(words({}, null, 42).join(' ')).not.toContain('budget');
});

test('the rest of the limit comes last', () => {
  expect(words({}, 100).at(-1)).toBe('Of the limit of 100, 16 are left.');
  expect(words({}, 80).at(-1)).toBe('That is 4 tokens beyond the limit of 80.');
  expect(words({}).at(-1)).toMatch(/^No limit was recorded/);
});

test('a layer that is missing after an earlier call had it is named', () => {
  expect(words({ removedLayers: [{ name: 'plan', tokens: 6 }] }).join(' ')).toContain('also: plan (6).');
});

test('a window that was not measured is called an estimate', () => {
  const estimated = words({ isMeasured: false, parts: [part('history', 'history', 37)], sum: 37, total: null });
  expect(estimated[0]).toMatch(/^This window was not measured\. The 1 item in the log/);
  expect(estimated.join(' ')).not.toContain('more than that');
});
