import { unhurried } from '../../base/pace.ts';
import { defaultDecisions } from '../model/decisions.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Rule } from '../rules/rule.ts';
import type { Judged } from './judged.ts';
import { leave, type Choice, type Leaving } from './leave.ts';
import { foundKinds } from './patterns/registry.ts';

export const judgedBy = (...rules: readonly Rule[]): Judged => ({ rules, policy: null, decisions: defaultDecisions });

/** All kinds of values are hidden, and the whole session leaves, unless stated. */
export const choiceOf = (chosen: Partial<Choice> = {}): Choice => ({
  part: { kind: 'whole' },
  kinds: foundKinds,
  names: [],
  paths: [],
  onlyRead: false,
  ...chosen,
});

/** Throws a problem. */
export async function leavingOf(
  open: OpenSession,
  chosen: Partial<Choice> = {},
  judged = judgedBy(),
  seed = 'test',
): Promise<Leaving> {
  const left = await leave(open, choiceOf(chosen), judged, seed, unhurried);
  if (!left.ok) throw new Error(left.problem.message);
  return left.value;
}
