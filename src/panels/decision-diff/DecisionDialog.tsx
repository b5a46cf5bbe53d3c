import { isAsserting } from '../../engine/model/hooks.ts';
import { type DecisionCell, turnsIn, decisionDiff, type DecisionDiff } from '../../state/decisionDiff.ts';
import { nextOf } from '../../state/hits.ts';
import {
  useCursor,
  useDecisions,
  useRule,
  useComparedRule,
  useJudgedRule,
  useSession,
} from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './DecisionDiff.module.css';
import { DecisionGrid } from './DecisionGrid.tsx';
import { differenceSentences } from './words.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';

/** How every turn comes out under the saved rule and under the draft, each pair of verdicts counted. */
export function DecisionDialog({ onClose }: { readonly onClose: () => void }) {
  const compared = useView((view) => (view.saved === null ? 'proposed' : 'saved'));
  return (
    <Dialog title={`Decisions: ${compared} rule against draft`} size="large" onClose={onClose}>
      <div className={styles.body}>
        <Content comparedName={compared} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface ContentProps {
  readonly comparedName: 'saved' | 'proposed';
  readonly onClose: () => void;
}

function Content({ comparedName, onClose }: ContentProps) {
  const found = useDecisionDiff();
  const { hook } = useRule();
  const { assertError } = useDecisions();
  const cursor = useCursor();
  const actions = useViewActions();
  switch (found.kind) {
    case 'same':
      return (
        <EmptyState title={`The draft is the ${comparedName} rule.`}>
          Edit the rule, and every past decision that the edit changes is counted here.
        </EmptyState>
      );
    case 'waiting':
      return <Skeleton lines={6} label="Judging every turn" />;
    case 'problem':
      return <EmptyState title="The two rules cannot be compared yet.">{found.message}</EmptyState>;
    case 'both': {
      const { saved, draft, diff } = found;
      const errorStops = isAsserting(hook) && assertError === 'closed';
      const walk = (cell: DecisionCell) => {
        const turns = turnsIn(saved, draft, cell);
        const to = turns.includes(cursor) ? cursor : (nextOf(turns, cursor, 1) ?? turns[0]);
        actions.walkThrough(cell);
        if (to !== undefined) actions.moveCursor(to);
        onClose();
      };
      return (
        <>
          {differenceSentences(diff, errorStops).map(({ effect, text }) => (
            <p key={text} className={styles.sentence} data-effect={effect}>
              {text}
            </p>
          ))}
          <DecisionGrid diff={diff} comparedName={comparedName} errorStops={errorStops} onChoose={walk} />
          <ul className={styles.notes}>
            <li>A cell’s number is out of the turns that came out so under the {comparedName} rule.</li>
            <li>Choose a cell: n and p then walk its turns, with every panel following.</li>
            {isAsserting(hook) && <li>An error is {errorStops ? 'counted as failed' : 'counted as passed'}.</li>}
            {diff.kinds.includes('unknown') && (
              <li>
                Unknown: the recording lacks what the rule asks for, so nobody can tell whether it would have fired.
              </li>
            )}
            {diff.kinds.includes('value') && <li>Value: the rule computes something there and decides nothing.</li>}
          </ul>
        </>
      );
    }
  }
}

type FoundDiff =
  /** There is nothing to compare the draft with but itself. */
  | { readonly kind: 'same' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'both'; readonly saved: Uint8Array; readonly draft: Uint8Array; readonly diff: DecisionDiff };

/** The verdicts of the draft and of the rule it is compared with, which the ribbons have asked for already. */
function useDecisionDiff(): FoundDiff {
  const { ref } = useSession();
  const engine = useEngine();
  const decisions = useDecisions();
  const draftRule = useJudgedRule();
  const comparedRule = useComparedRule();
  const draft = useQuery(sweepQuery(engine, ref, draftRule, decisions));
  const saved = useQuery(sweepQuery(engine, ref, comparedRule ?? draftRule, decisions));

  const [before, after] = [saved.data?.codes, draft.data?.codes];
  const diff = useMemo(
    () => (before === undefined || after === undefined ? null : decisionDiff(before, after)),
    [before, after],
  );
  if (comparedRule === null) return { kind: 'same' };
  const message =
    draft.error?.message ?? saved.error?.message ?? draft.data?.problem?.message ?? saved.data?.problem?.message;
  if (message !== undefined) return { kind: 'problem', message };
  if (diff === null || before === undefined || after === undefined) return { kind: 'waiting' };
  return { kind: 'both', saved: before, draft: after, diff };
}
