import { environmentLanguage } from '../environments/languages.ts';
import { inferIn, type Language } from '../cel/check/index.ts';
import { parse, type Variables } from '../cel/index.ts';
import type { Field, RecordType } from '../cel/types/types.ts';
import { oneLine } from '../model/label.ts';
import type { Decisions } from '../model/decisions.ts';
import { isAsserting } from '../model/hooks.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { eligibleTurns } from './hook-scope.ts';
import type { Rule } from './rule.ts';

/** What a rule may use at its hook in this session: its environment's names, with the types that the data shows. */
export function ruleLanguage(
  session: OpenSession,
  { hook, match, functions, yields, variables }: Omit<Rule, 'expression' | 'condition'>,
  decisions: Decisions,
): Language {
  const known = languages.get(session) ?? new Map<string, Language>();
  languages.set(session, known);
  // The other decisions affect how a result is judged; no name and no type depends on them.
  const { jsonNumbers, capabilityOrder, unusedCapability, textResults, missingResults, declared } = decisions;
  const key = JSON.stringify([
    hook,
    match,
    functions ?? null,
    yields ?? null,
    jsonNumbers,
    capabilityOrder,
    unusedCapability,
    textResults,
    missingResults,
    declared,
  ]);
  const target: Rule = {
    expression: '',
    hook,
    match,
    ...(functions !== undefined && { functions }),
    ...(yields !== undefined && { yields }),
  };
  const language =
    known.get(key) ??
    environmentLanguage({
      session,
      hook,
      decisions,
      expects: isAsserting(hook) && yields !== 'value' && yields !== 'output' ? 'bool' : 'any',
      turns: () => eligibleTurns(session, target),
    });
  known.set(key, language);
  return variables === undefined ? language : withVariables(language, variables);
}

/** The language with `variables`, each field of which has the type of its expression. */
export function withVariables(language: Language, variables: Variables): Language {
  const fields = Object.entries(variables).map(([name, expression]): readonly [string, Field] => {
    const { type } = inferIn(parse(expression, variables).expr, language);
    return [name, { type, about: `Means ${oneLine(expression)}`, seen: 0, total: 0 }];
  });
  const type: RecordType = { kind: 'record', fields: new Map(fields), keys: 'closed' };
  const all = new Map(language.variables);
  return { ...language, variables: all.set('variables', { type, about: 'Variables of the policy.' }) };
}

/** Computing a shape walks over the data, and every keystroke needs the shapes. */
const languages = new WeakMap<OpenSession, Map<string, Language>>();
