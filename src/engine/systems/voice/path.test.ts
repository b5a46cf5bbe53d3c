import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCallPath, namespaces, parsePath, type CallPath } from './path.ts';

const path = (text: string) => {
  const parsed = parsePath(text);
  return parsed.ok
    ? [parsed.value.namespace, ...parsed.value.steps, ...(parsed.value.appends ? ['+'] : [])]
    : parsed.problem.kind;
};

describe('a path', () => {
  it.each([
    ['user', ['user']],
    ['workflow.meals[0].type', ['workflow', 'meals', 0, 'type']],
    ['agents.meal-agent.last meal', ['agents', 'meal-agent', 'last meal']],
    ['workflow.a[1][2]', ['workflow', 'a', 1, 2]],
    ['workflow.a[-1]', ['workflow', 'a', -1]],
    ['workflow.a[-0]', ['workflow', 'a', 0]],
    ['workflow.a[+]', ['workflow', 'a', '+']],
    ['workflow.__proto__.ключ', ['workflow', '__proto__', 'ключ']],
  ])('reads %s', (text, parts) => {
    expect(path(text)).toEqual(parts);
  });

  it.each([
    '',
    '.',
    '[0]',
    'workflow.',
    'workflow..a',
    'workflow.a[',
    'workflow.a[x]',
    'workflow.a[1',
    'workflow.a]',
    'workflow.{a}',
  ])('is none: %s', (text) => {
    expect(path(text)).toBe('invalid_path');
  });

  it('has [+] only at its end, and a limited number of steps', () => {
    expect(path('workflow.a[+][0]')).toBe('invalid_path');
    expect(path('workflow.a[+].b')).toBe('invalid_path');
    expect(path(`workflow${'.a'.repeat(201)}`)).toBe('invalid_path');
    expect(path(`workflow.a[${'9'.repeat(400)}]`)).toBe('invalid_path');
  });

  it.each([
    ['logged_meals[+]', 'workflow.logged_meals[+]'],
    ['temp.draft', 'workflow.temp.draft'],
    ['flag.done', 'flags.done'],
    ['Users.name', 'user.name'],
    ['wrokflow.x', 'workflow.x'],
    ['params_.x', 'params.x'],
  ])('without a namespace proposes one: %s', (text, proposal) => {
    expect(parsePath(text)).toMatchObject({ ok: false, problem: { kind: 'unknown_namespace', proposal } });
  });

  it('equals the path parsed from its own text', () => {
    const key = fc.stringMatching(/^[^.[\]{}]+$/);
    const anyPath: fc.Arbitrary<CallPath> = fc.record({
      namespace: fc.constantFrom(...namespaces),
      steps: fc.array(fc.oneof(key, fc.nat(99)), { maxLength: 6 }),
      appends: fc.boolean(),
    });
    fc.assert(
      fc.property(anyPath, (one) => {
        expect(parsePath(formatCallPath(one))).toEqual({ ok: true, value: one });
      }),
    );
  });
});
