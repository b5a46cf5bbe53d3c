import { startBacktest } from '../../state/backtest.ts';
import { withMarks } from '../../state/marks.ts';
import { readMarks } from '../../state/marksFile.ts';
import type { TabStorage } from '../../state/storage.ts';
import type { OpenPolicy } from '../../state/view/policy.ts';
import { type PolicyEdit, startRule } from '../../state/view/rule.ts';
import type { View } from '../../state/view.ts';
import type { Rule } from '../../worker/protocol.ts';

const [policyKey, marksKey] = ['contextscope/policy', 'contextscope/marks'] as const;

/**
 * What an earlier version of the page kept in the storage of this tab: the policy and the marks. Its rule is in the
 * address. They are carried over once.
 */
export function carriedOver(storage: TabStorage, rule: Rule | null): Partial<View> {
  const policies = policiesIn(fieldsOf(parsed(storage.getItem(policyKey))), rule);
  const marks = readMarks(storage.getItem(marksKey) ?? '');
  storage.removeItem(policyKey);
  storage.removeItem(marksKey);
  return { ...policies, ...(marks.ok && { backtest: { ...startBacktest, ...withMarks(startBacktest, marks.value) } }) };
}

/** The policy's rule is restored to the editor only if the address has the same expression. */
function policiesIn(kept: Fields | null, rule: Rule | null): Partial<View> {
  if (kept === null) return {};
  const { policyRule, expression } = kept;
  const policy = policyIn(kept);
  const closedFields = fieldsOf(kept['closed']);
  const closed = policyIn(closedFields);
  const isSame = policy !== null && rule?.expression === expression;
  return {
    policy,
    policyRule:
      isSame && rule !== null && typeof policyRule === 'string' ? { id: policyRule, rule, baseline: null } : null,
    unwritten: policy === null ? [] : editsIn(kept),
    closedPolicy: closed && { ...startRule, policy: closed, unwritten: editsIn(closedFields) },
  };
}

type Fields = { readonly [name: string]: unknown };

function policyIn(fields: Fields | null): OpenPolicy | null {
  const { name, text } = fields ?? {};
  return typeof name === 'string' && typeof text === 'string' ? { name, text } : null;
}

function editsIn(fields: Fields | null): readonly PolicyEdit[] {
  const { unwritten } = fields ?? {};
  if (!Array.isArray(unwritten)) return [];
  return unwritten.flatMap((one) => {
    const { rule, expression } = fieldsOf(one) ?? {};
    return typeof rule === 'string' && typeof expression === 'string' ? [{ rule, expression }] : [];
  });
}

/** Anything may have written the value, so each field is checked. */
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null ? (value as Fields) : null; // the fields of any object may be read as unknown

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
