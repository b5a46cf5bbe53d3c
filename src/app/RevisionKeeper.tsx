import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sweepQuery } from '../services/engine/queries.ts';
import { useEngine } from '../services/engine/useEngine.ts';
import { addRevision } from '../services/keeping/revisions.ts';
import { useKeeping, useWorkspaceId } from '../services/keeping/useKeeping.ts';
import { useDecisions, useIsGrowing, useRule, useSession } from '../state/useSession.ts';
import { useView } from '../state/useView.ts';
import { ruleInEditor } from '../state/view/rule.ts';

/** A draft that stays as it is for this long is a revision. */
const settledMs = 1000;

/** Keeps each rule of the user's once its verdicts are there and typing pauses. */
export function RevisionKeeper(): null {
  const engine = useEngine();
  const keeping = useKeeping();
  const workspace = useWorkspaceId();
  const { ref, title } = useSession();
  const rule = useRule();
  // A suggested rule is no revision until the user changes it.
  const isOwn = useView(ruleInEditor) !== null && rule.expression.trim() !== '';
  const isGrowing = useIsGrowing();
  const sweep = useQuery({ ...sweepQuery(engine, ref, rule, useDecisions()), enabled: isOwn }).data;
  const counts = isOwn && sweep?.problem === null ? sweep.counts : undefined;
  const { expression, hook, match } = rule;
  // A timer. While a session grows, the first verdicts count.
  const facts = isGrowing ? counts !== undefined : counts;
  useEffect(() => {
    if (counts === undefined) return undefined;
    const { eligible, fire, error, unknown } = counts;
    const timer = setTimeout(() => {
      const revision = { at: Date.now(), expression, hook, match, session: title, eligible, fire, error, unknown };
      addRevision(keeping, workspace, revision).catch((cause: unknown) => reportError(cause));
    }, settledMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `facts` replaces the counts, which change with each turn of a live session
  }, [keeping, workspace, expression, hook, match, title, facts]);
  return null;
}
