import type { Kept } from './kinds/registry.ts';
import type { Keeping } from './keeping.ts';

export type Revision = Kept<'revisions'>['revisions'][number];

/** Revisions that are kept of one workspace; the oldest go first. */
const mostRevisions = 300;

/**
 * Keeps a rule with what it did, unless it is the latest revision. If that one is the same rule, it takes over what the rule
 * does now.
 */
export async function addRevision(keeping: Keeping, workspace: string, revision: Revision): Promise<void> {
  const before = (await keeping.get('revisions', workspace))?.value.revisions ?? [];
  const latest = before.at(-1);
  const earlier = latest !== undefined && isSameRevision(latest, revision) ? before.slice(0, -1) : before;
  await keeping.put('revisions', workspace, { revisions: [...earlier, revision].slice(-mostRevisions) });
}

type RuleOfRevision = Pick<Revision, 'expression' | 'hook' | 'match'>;

export const isSameRevision = (a: RuleOfRevision, b: RuleOfRevision): boolean =>
  a.expression === b.expression && a.hook === b.hook && a.match === b.match;
