import { expect, test } from 'vitest';
import { atHook, hookChoices, invitation, namesAt, takesMatch } from './hookChoice.ts';

const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;

test('a rule for one capability keeps it at another hook of capabilities', () => {
  expect(atHook(rule, 'middleware.after')).toEqual({ ...rule, hook: 'middleware.after' });
});

test('a hook without capabilities removes the chosen one', () => {
  expect(atHook(rule, 'guardrail.before').match).toBeNull();
});

test('every hook is offered with its explanation', () => {
  expect(hookChoices).toHaveLength(17);
  expect(hookChoices.every((choice) => choice.about !== '')).toBe(true);
  expect(hookChoices.filter((choice) => takesMatch(choice.value)).map((choice) => choice.value)).toEqual([
    'middleware.before',
    'middleware.after',
    'binding',
    'tool-expression',
    'cel-ai.tool-call.before',
    'cel-ai.tool-call.after',
    'agentgateway.tool-call.before',
    'agentgateway.tool-call.after',
  ]);
});

test('a hook lists the names it offers, with their short forms', () => {
  expect(namesAt('middleware.before')).toBe('context (c), input (i), now and review()');
  expect(namesAt('guardrail.before')).toBe('context (c), input and now');
  expect(namesAt('cel-ai.tool-call.before')).toBe('agent, tool and now');
  expect(namesAt('script')).toBe('<capability>() and file()');
});

test('an empty rule says when it will run and what it can use', () => {
  expect(invitation('turn')).toBe(
    'Runs after every turn, to explore. It can use context (c), input, output and now: Ctrl-Space lists them, and whole rules.',
  );
});
