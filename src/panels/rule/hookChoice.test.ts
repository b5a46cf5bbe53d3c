import { expect, test } from 'vitest';
import { atHook, hookChoices, namesAt, takesMatch } from './hookChoice.ts';

const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;

test('a rule held to one capability stays so at another hook of capabilities', () => {
  expect(atHook(rule, 'middleware.after')).toEqual({ ...rule, hook: 'middleware.after' });
});

test('a hook that knows no capabilities lets go of the one that was chosen', () => {
  expect(atHook(rule, 'guardrail.before').match).toBeNull();
});

test('every hook is offered with what it means', () => {
  expect(hookChoices).toHaveLength(9);
  expect(hookChoices.every((choice) => choice.about !== '')).toBe(true);
  expect(hookChoices.filter((choice) => takesMatch(choice.value)).map((choice) => choice.value)).toEqual([
    'middleware.before',
    'middleware.after',
    'binding',
    'tool-expression',
  ]);
});

test('a hook says which names it knows, with their short forms', () => {
  expect(namesAt('middleware.before')).toBe('context (c), input (i), now, review()');
  expect(namesAt('guardrail.before')).toBe('context (c), input, now');
  expect(namesAt('script')).toBe('<capability>(), file()');
});
