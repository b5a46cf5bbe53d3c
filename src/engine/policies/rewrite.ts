import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import { withScalar } from '../readers/yaml/edit.ts';
import type { Policy } from './policy.ts';

/** The manifest's text with another expression for one of its rules; all else stays unchanged. */
export function rewritten(
  { document, rules }: Policy,
  id: string,
  expression: string,
): Result<{ readonly text: string }, Problem> {
  const rule = rules.find((one) => one.id === id);
  const scalar = rule === undefined ? null : document.scalar(rule.path);
  if (rule === undefined || scalar === null) {
    return err({
      code: 'policy/no-rule',
      message: `The policy has no rule ${id.slice(0, 80)} any more. Choose another one.`,
    });
  }
  if (rule.expression === expression) return ok({ text: document.text });
  const { start, end } = rule.within;
  const value = scalar.value.slice(0, start) + expression + scalar.value.slice(end);
  const text = withScalar(document.text, rule.path, value);
  return text === null ? err(noPlace(id)) : ok({ text });
}

const noPlace = (id: string): Problem => ({
  code: 'policy/no-place',
  message: `This expression cannot be written in place of the rule ${id.slice(0, 80)}. Change the rule in the policy’s text.`,
});
