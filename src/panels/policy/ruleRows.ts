import type { VerdictCounts, VerdictKind } from '../../engine/model/verdict.ts';
import { isSpecificationHook } from '../../engine/model/hooks.ts';
import type { PolicyOutline, PolicyProblemRow, PolicyRuleOutline } from '../../worker/policy-protocol.ts';
import { count } from '../../ui/format.ts';
import type { Rule } from '../../worker/protocol.ts';
import { decisionWords } from '../words.ts';

/** A line of the list: the user's own rule, or a rule of the policy. */
export type RuleRow =
  | { readonly kind: 'own' }
  | {
      readonly kind: 'policy';
      readonly rule: PolicyRuleOutline;
      /** The problems within its step. */
      readonly problems: readonly PolicyProblemRow[];
    };

export function ruleRows({ rules, problems }: PolicyOutline): readonly RuleRow[] {
  const own: RuleRow = { kind: 'own' };
  return [
    own,
    ...rules.map((rule): RuleRow => ({ kind: 'policy', rule, problems: problems.filter((one) => isIn(one, rule)) })),
  ];
}

const isIn = ({ range }: PolicyProblemRow, rule: PolicyRuleOutline): boolean =>
  range.start >= rule.place.start && range.start <= rule.place.end;

/** The specification's default for a failing step. */
const defaultOnFail = (hook: string): string => (hook.startsWith('guardrail') ? 'lock_task' : 'block');

/** The effect of a failing step; only assertions and invocations can fail. */
export function onFailOf({ kind, hook, onFail }: PolicyRuleOutline): {
  readonly text: string;
  readonly isDefault: boolean;
} {
  if (onFail !== null) return { text: onFail, isDefault: false };
  // What another host does is in the kind of the rule.
  if (!isSpecificationHook(hook)) return { text: '', isDefault: true };
  return kind === 'assert' || kind === 'invoke'
    ? { text: defaultOnFail(hook), isDefault: true }
    : { text: '', isDefault: true };
}

export interface CountPart {
  readonly kind: VerdictKind;
  readonly count: number;
}

const countedVerdicts = ['fire', 'error', 'unknown', 'value'] as const;

/** A rule's counts in a session, most severe first; `pass` only if there is no other, or if the rule allows. */
export function countParts(counts: VerdictCounts, { yields }: Pick<Rule, 'yields'> = {}): readonly CountPart[] {
  if (yields === 'allow')
    return (['error', 'unknown', 'pass'] as const).flatMap((kind) =>
      counts[kind] === 0 && kind !== 'pass' ? [] : [{ kind, count: counts[kind] }],
    );
  const parts = countedVerdicts.flatMap((kind) => (counts[kind] === 0 ? [] : [{ kind, count: counts[kind] }]));
  return parts.length > 0 || counts.pass === 0 ? parts : [{ kind: 'pass', count: counts.pass }];
}

const saidVerdicts = ['fire', 'pass', 'error', 'unknown', 'value'] as const;

const verbs = {
  fire: 'fires at',
  pass: 'passes at',
  error: 'errs at',
  unknown: 'is unknown at',
  value: 'has a value at',
} as const;

export function countsInWords(counts: VerdictCounts, rule: Pick<Rule, 'yields'> = {}): string {
  if (counts.eligible === 0) return 'no eligible turn';
  const words = decisionWords(rule);
  const verbOf = (kind: (typeof saidVerdicts)[number]) => {
    const decision = words[kind];
    return decision === undefined ? verbs[kind] : `${decision} at`;
  };
  const kinds = rule.yields === 'allow' ? saidVerdicts : countedVerdicts;
  const parts = kinds.flatMap((kind) => (counts[kind] === 0 ? [] : [`${verbOf(kind)} ${count(counts[kind])}`]));
  return `${parts.length === 0 ? `${words.pass ?? 'passes'} at all` : parts.join(', ')} of ${count(counts.eligible)} eligible`;
}
