import type { TextRange } from '../../engine/model/problem.ts';
import type { Rule } from '../../worker/protocol.ts';
import type { Change } from './change.ts';

/** A rule of the open policy in the editor. The policy's text is its source: this is the rule as last read from it. */
export interface PolicyRuleInEditor {
  readonly id: string;
  /** With the edits in the editor that are not written into the text yet. */
  readonly rule: Rule;
  /** The rule as it was when it was chosen, or as it was last set as baseline. */
  readonly baseline: Rule | null;
}

/** A new expression for a rule of the policy. `rule` is its id. */
export interface PolicyEdit {
  readonly rule: string;
  readonly expression: string;
}

/** The rule in the editor: read it through `ruleInEditor` and `baselineInEditor`, which know whose rule it is. */
export interface RuleView {
  /** The user's own rule. Null until the user writes one: then it is the rule suggested for the session. */
  readonly ownRule: Rule | null;
  /** The rule that the user's own is compared with; null for the suggested rule. */
  readonly ownBaseline: Rule | null;
  /** The policy's rule that is in the editor in place of the user's own; null for none. */
  readonly policyRule: PolicyRuleInEditor | null;
  /** Edits in the editor that are not written into the policy's text yet; at most one per rule. */
  readonly unwritten: readonly PolicyEdit[];
  /** The part of the rule that a panel points at; an edit clears it. */
  readonly highlight: TextRange | null;
  /** Another expression that is tried on the ribbon without changing the draft; an edit or Escape clears it. */
  readonly trial: string | null;
}

export interface RuleActions {
  setRule(rule: Rule): void;
  /** Discards the user's edits, so that the session's suggested rule shows again. */
  resetRule(): void;
  setBaseline(rule: Rule | null): void;
  /** Puts a rule of the policy in the editor; it becomes the baseline of further edits. */
  choosePolicyRule(id: string, rule: Rule): void;
  /** Restores the user's own rule and its baseline. */
  chooseOwnRule(): void;
  /** Updates the rule in the editor from the policy's text; this is no edit by the user. */
  followPolicyRule(rule: Rule): void;
  highlightPart(highlight: TextRange | null): void;
  tryExpression(trial: string | null): void;
}

export const startRule: RuleView = {
  ownRule: null,
  ownBaseline: null,
  policyRule: null,
  unwritten: [],
  highlight: null,
  trial: null,
};

/** Null for the rule suggested for the session. */
export const ruleInEditor = ({ policyRule, ownRule }: Pick<RuleView, 'policyRule' | 'ownRule'>): Rule | null =>
  policyRule?.rule ?? ownRule;

/** The rule that the one in the editor is compared with; null for the suggested rule. */
export const baselineInEditor = ({ policyRule, ownBaseline }: RuleView): Rule | null =>
  policyRule === null ? ownBaseline : policyRule.baseline;

export const ruleActions = (set: Change<RuleView>): RuleActions => ({
  setRule: (rule) => set((view) => ({ ...changed(view, rule), ...nothingTried })),
  resetRule: () => set({ ownRule: null, policyRule: null, ...nothingTried }),
  setBaseline: (baseline) =>
    set(({ policyRule }) =>
      policyRule === null ? { ownBaseline: baseline } : { policyRule: { ...policyRule, baseline } },
    ),
  choosePolicyRule: (id, rule) => set({ policyRule: { id, rule, baseline: rule }, ...nothingTried }),
  chooseOwnRule: () => set({ policyRule: null, ...nothingTried }),
  followPolicyRule: (rule) =>
    set(({ policyRule }) => (policyRule === null ? {} : { policyRule: { ...policyRule, rule }, ...nothingTried })),
  highlightPart: (highlight) => set({ highlight }),
  tryExpression: (trial) => set({ trial }),
});

/**
 * The rule with another expression. A suggestion brings its capability along: the capability goes when the user types
 * another rule over the suggested expression.
 */
export function withExpression(rule: Rule, expression: string, suggested: Rule | null): Rule {
  const isTypedOver =
    suggested !== null &&
    rule.match === suggested.match &&
    keepsMuch(suggested.expression, rule.expression) &&
    !keepsMuch(suggested.expression, expression);
  return { ...rule, expression, ...(isTypedOver && { match: null }) };
}

/** Whether at least half of a text is left at the two ends of its edited form. */
function keepsMuch(before: string, after: string): boolean {
  const room = Math.min(before.length, after.length);
  let head = 0;
  while (head < room && before[head] === after[head]) head++;
  let tail = 0;
  while (head + tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return (head + tail) * 2 >= before.length;
}

const nothingTried = { highlight: null, trial: null } as const;

function changed(view: RuleView, rule: Rule): Partial<RuleView> {
  const { policyRule, unwritten } = view;
  const before = ruleInEditor(view);
  // A policy's rule is tied to its hook and function: the same expression elsewhere is the user's own rule.
  const isInPlace = before !== null && before.hook === rule.hook && before.match === rule.match;
  if (!isInPlace) return { ownRule: plain(rule), ownBaseline: baselineInEditor(view), policyRule: null };
  if (policyRule === null) return { ownRule: rule };
  const { id } = policyRule;
  const { expression } = rule;
  return {
    policyRule: { ...policyRule, rule },
    ...(expression !== before.expression && {
      unwritten: [...unwritten.filter((edit) => edit.rule !== id), { rule: id, expression }],
    }),
  };
}

/** The rule in the editor stays there as the user's own. */
export const asOwn = ({ policyRule, ownRule, ownBaseline }: RuleView): Partial<RuleView> =>
  policyRule === null
    ? { ownRule, ownBaseline }
    : {
        ownRule: plain(policyRule.rule),
        ownBaseline: policyRule.baseline && plain(policyRule.baseline),
        policyRule: null,
      };

/** A link holds less of a rule than the policy does, so an equal rule keeps the policy's version. */
export const restoredRule = (view: RuleView, rule: Rule | null, baseline = baselineInEditor(view)): Partial<RuleView> =>
  sameRule(rule, ruleInEditor(view)) && sameRule(baseline, baselineInEditor(view))
    ? {}
    : { ownRule: rule, ownBaseline: baseline, policyRule: null, trial: null };

export function sameRule(a: Rule | null, b: Rule | null): boolean {
  if (a === null || b === null) return a === b;
  return a.expression === b.expression && a.hook === b.hook && a.match === b.match;
}

/** The part of a rule that the editor shows. A step's condition and list of functions belong to the policy. Without its variables, the expression would mean nothing. */
const plain = ({ expression, hook, match, variables }: Rule): Rule => ({
  expression,
  hook,
  match,
  ...(variables !== undefined && { variables }),
});
