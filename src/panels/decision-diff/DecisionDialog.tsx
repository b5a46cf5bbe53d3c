import { isAsserting } from '../../engine/model/hooks.ts';
import { type DecisionCell, turnsIn } from '../../state/decisionDiff.ts';
import { nextOf } from '../../state/hits.ts';
import { useCursor, useDecisions, useRule } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './DecisionDiff.module.css';
import { DecisionGrid } from './DecisionGrid.tsx';
import { useDecisionDiff } from './useDecisionDiff.ts';
import { differenceSentences } from './words.ts';

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
