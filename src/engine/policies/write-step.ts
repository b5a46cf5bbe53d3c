import { err, ok, type Result } from '../../base/result.ts';
import { formatPath, type Path } from '../model/path.ts';
import type { Problem } from '../model/problem.ts';
import { isList, isRecord, valueAt } from '../model/value.ts';
import type { Rule } from '../rules/rule.ts';
import { functionKey } from '../systems/task/keys.ts';
import type { Policy } from './policy.ts';
import { readPolicy } from './read-policy.ts';
import { withItem } from './add-item.ts';

/** The manifest's text with one more step, and the new rule's id. All else stays unchanged. */
export function withStep(
  policy: Policy,
  rule: Rule,
): Result<{ readonly text: string; readonly rule: string }, Problem> {
  if (policy.form !== 'manifest') return err(otherForm);
  const place = placeOf(policy, rule);
  if (!place.ok) return place;
  const { path, only } = place.value;
  const listed = valueAt(policy.document.value, path) ?? null;
  const id = formatPath([...path, isList(listed) ? listed.length : 0]);
  const item = { assert: rule.expression, ...(only !== null && { match: only }) };
  const text = withItem(policy.document, path, item, (written) => isMeant(written, policy, id, rule.expression));
  return text === null ? err(noPlace(path)) : ok({ text, rule: id });
}

function isMeant(text: string, { document, rules }: Policy, id: string, expression: string): boolean {
  const read = readPolicy(text);
  if (!read.ok || read.value.document.problems.length > document.problems.length) return false;
  const added = read.value.rules.find((each) => each.id === id);
  return added?.expression === expression && read.value.rules.length === rules.length + 1;
}

const otherForm: Problem = {
  code: 'policy/no-place',
  message:
    'A rule becomes a step of an agent’s manifest, and this policy has another form. Write the rule in its text.',
};

const noPlace = (path: Path): Problem => ({
  code: 'policy/no-place',
  message: `There is no simple place for a step under ${formatPath(path)}: write it with a line for each step, or add the step in the text.`,
});

interface Place {
  readonly path: Path;
  /** The action of a tool with several; null for the whole capability. */
  readonly only: string | null;
}

function placeOf(policy: Policy, { hook, match, expression }: Rule): Result<Place, Problem> {
  if (expression.trim() === '') return err(fault('The rule is empty. Write an expression first.'));
  const [layer, list] = hook.split('.');
  if (list !== 'before' && list !== 'after')
    return err({
      code: 'policy/other-hook',
      message: `A policy’s rule runs before an input, after an answer, before or after a tool call; this one is at the hook ${hook}. Choose one of these hooks first.`,
    });
  if (layer === 'guardrail') return ok({ path: ['guardrails', list], only: null });
  if (match === null) return err(everyTool);
  const { ref, only } = capabilityOf(policy, match);
  return ok({ path: ['capabilities', ref, list], only });
}

const everyTool: Problem = {
  code: 'policy/every-tool',
  message: 'A step of a policy belongs to one tool, and this rule runs at every tool. Choose a tool first.',
};

const fault = (message: string): Problem => ({ code: 'policy/no-step', message });

/**
 * The capability in the manifest that a function of the session belongs to: the longest name wins; without one, a new
 * capability.
 */
function capabilityOf({ document }: Policy, key: string): { readonly ref: string; readonly only: string | null } {
  const capabilities = isRecord(document.value) ? (document.value['capabilities'] ?? null) : null;
  const refs = isRecord(capabilities) ? Object.keys(capabilities) : [];
  const owners = refs
    .map((ref) => ({ ref, own: functionKey({ kind: 'single', ref }) }))
    .filter(({ own }) => key === own || key.startsWith(`${own}_`))
    .toSorted((a, b) => b.own.length - a.own.length);
  const [owner] = owners;
  if (owner === undefined) return { ref: key, only: null };
  return { ref: owner.ref, only: key === owner.own ? null : key.slice(owner.own.length + 1) };
}
