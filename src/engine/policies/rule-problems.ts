import { type Pace, Stopped } from '../../base/pace.ts';
import { diagnose, dyn, languageAt, type Language } from '../cel/check/index.ts';
import { declaredAt } from '../environments/languages.ts';
import { isAsserting, isSpecificationHook } from '../model/hooks.ts';
import { formatPath } from '../model/path.ts';
import type { TextRange } from '../model/problem.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { ruleLanguage, withVariables } from '../rules/rule-language.ts';
import { systems } from '../systems/registry.ts';
import { decisionsUnder } from './declared.ts';
import { isCondition, type Policy, type PolicyProblem, type PolicyRule } from './policy.ts';
import { ruleOf } from './rule-of.ts';

/** After this time the loop pauses, so that *stop* can be received. */
const sliceMs = 8;

/**
 * Unknown names and wrong types in a policy's rules. They are checked against the session's data, or against the
 * specification if the session is null. Faults of the policy's text are not repeated here.
 */
export async function ruleProblems(
  policy: Policy,
  session: OpenSession | null,
  pace: Pace,
): Promise<readonly PolicyProblem[]> {
  const found: PolicyProblem[] = [];
  let began = pace.now();
  for (const rule of [...variablesOf(policy), ...policy.rules]) {
    for (const part of expressionsOf(rule)) {
      const scalar = policy.document.scalar(part.path);
      const placed = (range: TextRange) => {
        const { start } = part.within;
        return scalar?.rangeOf({ start: start + range.start, end: start + range.end }) ?? rule.range;
      };
      const { start, end } = placed({ start: 0, end: part.expression.length });
      // Parse errors are already reported.
      if (policy.problems.some(({ range }) => range.start >= start && range.start <= end)) continue;
      const language =
        session === null ? declaredLanguage(rule, part.asserts) : languageIn(policy, rule, part.asserts, session);
      for (const { severity, code, message, range } of diagnose(part.expression, language))
        if (severity !== 'hint') found.push({ severity, code, message, range: placed(range) });
    }
    if (pace.now() - began < sliceMs) continue;
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
    began = pace.now();
  }
  return found;
}

/** The variables of a policy, which is judged at one moment, as rules that compute a value. */
function variablesOf({ document, hook, variables }: Policy): readonly PolicyRule[] {
  if (hook === undefined) return [];
  return variables.map((variable) => ({
    ...variable,
    id: formatPath(variable.path),
    title: variable.name,
    kind: 'output',
    hook,
    capability: null,
    step: null,
    list: null,
    parts: [],
    range: document.scalar(variable.path)?.rangeOf(variable.within) ?? { start: 0, end: 1 },
  }));
}

/** All expressions of a rule, and whether each must be true or false. */
function expressionsOf(rule: PolicyRule) {
  const own = { ...rule, asserts: isCondition(rule) };
  const parts = rule.parts.map((part) => ({ ...part, asserts: part.kind === 'condition' }));
  return rule.kind === 'invoke' ? parts : [own, ...parts];
}

/** The system of the session is not known, so the state of each system is allowed. */
const roots = new Map(
  systems.map(({ root, title }) => [root, { type: dyn, about: `The session’s own state: ${title}.` }]),
);

function declaredLanguage({ hook, variables }: PolicyRule, asserts: boolean): Language {
  if (!isSpecificationHook(hook)) {
    const declared = declaredAt(hook, asserts && isAsserting(hook) ? 'bool' : 'any');
    return variables === undefined ? declared : withVariables(declared, variables);
  }
  return languageAt(hook, { expects: asserts && isAsserting(hook) ? 'bool' : 'any', extra: roots });
}

function languageIn(policy: Policy, policyRule: PolicyRule, asserts: boolean, session: OpenSession): Language {
  const { hook, match, functions, variables } = ruleOf(policy, policyRule, session.history.functions);
  const rule = {
    hook,
    match,
    ...(functions !== undefined && { functions }),
    ...(variables !== undefined && { variables }),
    ...(!asserts && { yields: 'value' as const }),
  };
  return ruleLanguage(session, rule, decisionsUnder(policy, session));
}
