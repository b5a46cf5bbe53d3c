import { type Pace, Stopped } from '../../base/pace.ts';
import { diagnose, dyn, languageAt, type Language } from '../cel/check/index.ts';
import { isAsserting } from '../model/hooks.ts';
import type { TextRange } from '../model/problem.ts';
import type { OpenSession } from '../open-text.ts';
import { ruleLanguage } from '../rules/rule-language.ts';
import { systems } from '../systems/registry.ts';
import { decisionsUnder } from './declared.ts';
import type { Policy, PolicyProblem, PolicyRule } from './policy.ts';
import { ruleOf } from './rule-of.ts';

/** Longer than this, and *stop* would go unheard. */
const sliceMs = 8;

/**
 * What names and types find wrong with the rules of a policy, beyond what its text alone tells: those that the
 * specification declares, or with a session those that its data shows.
 */
export async function ruleProblems(
  policy: Policy,
  session: OpenSession | null,
  pace: Pace,
): Promise<readonly PolicyProblem[]> {
  const found: PolicyProblem[] = [];
  let began = pace.now();
  for (const rule of policy.rules) {
    for (const part of expressionsOf(rule)) {
      const scalar = policy.document.scalar(part.path);
      const placed = (range: TextRange) => {
        const { start } = part.within;
        return scalar?.rangeOf({ start: start + range.start, end: start + range.end }) ?? rule.range;
      };
      const { start, end } = placed({ start: 0, end: part.expression.length });
      // What does not parse has been told already.
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

/** All that is evaluated of a rule, and whether it is to be true or false. */
function expressionsOf(rule: PolicyRule) {
  const own = { ...rule, asserts: rule.kind === 'assert' };
  const parts = rule.parts.map((part) => ({ ...part, asserts: part.kind === 'condition' }));
  return rule.kind === 'invoke' ? parts : [own, ...parts];
}

/** Which system a session will be of is not known, so the state of each may be read. */
const roots = new Map(
  systems.map(({ root, title }) => [root, { type: dyn, about: `The session’s own state: ${title}.` }]),
);

function declaredLanguage({ hook }: PolicyRule, asserts: boolean): Language {
  return languageAt(hook, { expects: asserts && isAsserting(hook) ? 'bool' : 'any', extra: roots });
}

function languageIn(policy: Policy, rule: PolicyRule, asserts: boolean, session: OpenSession): Language {
  const { hook, match, functions } = ruleOf(policy, rule, session.history.functions);
  const asked = {
    hook,
    match,
    ...(functions !== undefined && { functions }),
    ...(!asserts && { yields: 'value' as const }),
  };
  return ruleLanguage(session, asked, decisionsUnder(policy, session));
}
