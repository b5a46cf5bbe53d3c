import type { PolicyOutcome } from '../../engine/model/policy-outcome.ts';
import type { VerdictKind } from '../../engine/model/verdict.ts';

/** What a rule, or a policy, is to come to. */
export type Expected = VerdictKind | PolicyOutcome;

/** How it is now, and what one may have wished for. */
export function choicesOf(
  now: Expected,
  isPolicy: boolean,
): readonly { readonly id: Expected; readonly title: string }[] {
  const others = (isPolicy ? (['block', 'pass'] as const) : (['fire', 'pass'] as const)).filter((kind) => kind !== now);
  return [{ id: now, title: `${wish(now)}, as now` }, ...others.map((id) => ({ id, title: wish(id) }))];
}

const verbs: ReadonlySet<Expected> = new Set<Expected>(['fire', 'pass', 'block', 'lock']);

const wish = (expected: Expected): string =>
  verbs.has(expected) ? `should ${expected}` : `should come to ${expected}`;

const thirds: { readonly [E in Expected]?: string } = { fire: 'fires', pass: 'passes', block: 'blocks', lock: 'locks' };

/** What a test is called until somebody names it. */
export const nameOf = (subject: string, expected: Expected): string => `${subject} ${thirds[expected] ?? expected}`;
