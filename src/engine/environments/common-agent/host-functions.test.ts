import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import type { HookId } from '../../model/hooks.ts';
import { openSessionOf } from '../../rules/testing.ts';
import { why } from '../../rules/why.ts';

const session = openSessionOf(`
  user: hello
  model: I refund
  refund({"amount": 1200, "file": "a.txt"}) -> {"ok": true}
`);

/** Evaluates an expression at the refund, or at the model's turn for scripts: its verdict, and its value or problem. */
function evaluated(hook: HookId, expression: string): string {
  const turn = hook === 'script' ? 1 : 2;
  const result = why(session, { hook, match: null, expression }, turn, defaultDecisions);
  if (!result.ok) return result.problem.message;
  const { verdict, value, problem } = result.value;
  return `${verdict}: ${value?.text ?? problem?.message ?? ''}`;
}

describe('a review', () => {
  it('is unknown in a recording, which holds no decision', () => {
    expect(evaluated('middleware.before', 'review("owner")')).toMatch(/^unknown: .*review\(\)/);
    expect(evaluated('middleware.after', 'review("owner")')).toMatch(/^unknown/);
  });

  it('is not evaluated where the rest decides', () => {
    expect(evaluated('middleware.before', 'input.amount < 2000 || review("owner")')).toBe('pass: true');
    expect(evaluated('middleware.before', 'input.amount > 2000 && review("owner")')).toBe('fire: false');
    expect(evaluated('middleware.before', 'input.amount > 1000 && review("owner")')).toMatch(/^unknown/);
  });

  it('does not exist at other hooks', () => {
    expect(evaluated('binding', 'review("owner")')).toMatch(/^error: .*review/);
  });
});

describe('files of the mount', () => {
  it('have texts that no recording holds', () => {
    expect(evaluated('tool-expression', 'mount.read(input.file)')).toMatch(/^unknown: .*mount\.read\(\)/);
    expect(evaluated('script', 'file("a.txt")')).toMatch(/^unknown: .*file\(\)/);
  });

  it('are returned when they are written', () => {
    expect(evaluated('tool-expression', 'mount.write("b.txt", "text of " + input.file)')).toBe(
      'value: "text of a.txt"',
    );
  });

  it('are refused outside of the mount', () => {
    expect(evaluated('tool-expression', 'mount.read("../secret")')).toMatch(/^error: .*leaves the mount/);
    expect(evaluated('tool-expression', 'mount.write("a/../../b", "x")')).toMatch(/^error: .*leaves the mount/);
    expect(evaluated('tool-expression', 'mount.read("a..b")')).toMatch(/^unknown/);
  });

  it('are named by texts', () => {
    expect(evaluated('tool-expression', 'mount.read(input.amount)')).toMatch(/^error: .*overload/);
    expect(evaluated('tool-expression', 'mount.write("a", input.amount)')).toMatch(/^error: .*overload/);
  });
});

it('a capability that a script calls has an answer that no recording holds', () => {
  expect(evaluated('script', 'refund({"amount": 1}).ok')).toMatch(/^unknown/);
});

describe('what the specification’s examples use', () => {
  it('last gives the element itself, and an error for none', () => {
    expect(evaluated('middleware.after', 'c.cap.refund.inputs.last().amount')).toMatch(/1200/);
    expect(evaluated('middleware.before', '[].last() == 1')).toMatch(/^error: .*last\(\) of an empty list/);
  });

  it('put copies a map with one key more', () => {
    expect(evaluated('binding', '{"a": 1}.put("b", 2) == {"a": 1, "b": 2}')).toMatch(/true/);
    expect(evaluated('middleware.after', 'output.put("seen", true).seen && !has(output.seen)')).toBe('pass: true');
  });
});
