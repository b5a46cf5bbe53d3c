import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isErrorStopping } from '../../engine/model/decisions.ts';
import { isAsserting } from '../../engine/model/hooks.ts';
import { sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { type DecisionCell, turnsIn, decisionDiff, type DecisionDiff } from '../../state/decisionDiff.ts';
import { nextOf } from '../../state/hits.ts';
import { useCursor, useDecisions, useRule, useBaseline, useJudgedRule, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Rule } from '../../worker/protocol.ts';
import styles from './DecisionDiff.module.css';
import { DecisionGrid } from './DecisionGrid.tsx';
import { differenceSentences } from './words.ts';

/** Counts each pair of verdicts: the baseline's and the draft's at the same turn. */
export function DecisionDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Decisions: draft against baseline" size="large" onClose={onClose}>
      <div className={styles.body}>
        <Content onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface ContentProps {
  readonly onClose: () => void;
}

function Content({ onClose }: ContentProps) {
  const found = useDecisionDiff();
  const { hook } = useRule();
  const decisions = useDecisions();
  const cursor = useCursor();
  const actions = useViewActions();
  switch (found.kind) {
    case 'same':
      return (
        <EmptyState title="The draft is the baseline.">
          Edit the rule: this table then counts every past decision that the edit changes.
        </EmptyState>
      );
    case 'waiting':
      return <Skeleton lines={6} label="Judging every turn" />;
    case 'problem':
      return <EmptyState title="The two rules cannot be compared yet.">{found.message}</EmptyState>;
    case 'both': {
      const { baseline, draft, diff, rules } = found;
      const errorStops = {
        baseline: isErrorStopping(rules.baseline, decisions),
        draft: isErrorStopping(rules.draft, decisions),
      };
      const walk = (cell: DecisionCell) => {
        const turns = turnsIn(baseline, draft, cell);
        const to = turns.includes(cursor) ? cursor : (nextOf(turns, cursor, 1) ?? turns[0]);
        actions.walkThrough(cell);
        if (to !== undefined) actions.moveCursor(to);
        onClose();
      };
      return (
        <>
          {differenceSentences(diff, errorStops).map(({ change, text }) => (
            <p key={text} className={styles.sentence} data-change={change}>
              {text}
            </p>
          ))}
          <DecisionGrid diff={diff} errorStops={errorStops} onChoose={walk} />
          <ul className={styles.notes}>
            <li>Each number is a part of all turns with that baseline verdict.</li>
            <li>Choose a cell to go through its turns with the keys n and p.</li>
            {isAsserting(hook) && <li>An error is {errorStops.draft ? 'counted as failed' : 'counted as passed'}.</li>}
            {diff.kinds.includes('unknown') && (
              <li>
                Unknown: the recording lacks a value that the rule needs, so its verdict cannot be decided. Where one of
                the two verdicts is unknown, the rules are not comparable: the turn counts neither as loosened nor as
                tightened.
              </li>
            )}
            {diff.kinds.includes('value') && <li>Value: the rule computes a value there and decides nothing.</li>}
          </ul>
        </>
      );
    }
  }
}

type FoundDiff =
  /** The draft equals the baseline. */
  | { readonly kind: 'same' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'problem'; readonly message: string }
  | {
      readonly kind: 'both';
      readonly baseline: Uint8Array;
      readonly draft: Uint8Array;
      readonly diff: DecisionDiff;
      readonly rules: { readonly baseline: Rule; readonly draft: Rule };
    };

/** The verdicts of the draft and of the baseline. The ribbons have fetched both already. */
function useDecisionDiff(): FoundDiff {
  const { ref } = useSession();
  const engine = useEngine();
  const decisions = useDecisions();
  const draftRule = useJudgedRule();
  const baselineRule = useBaseline();
  const draft = useQuery(sweepQuery(engine, ref, draftRule, decisions));
  const baseline = useQuery(sweepQuery(engine, ref, baselineRule ?? draftRule, decisions));

  const [before, after] = [baseline.data?.codes, draft.data?.codes];
  const diff = useMemo(
    () => (before === undefined || after === undefined ? null : decisionDiff(before, after)),
    [before, after],
  );
  if (baselineRule === null) return { kind: 'same' };
  const message =
    draft.error?.message ?? baseline.error?.message ?? draft.data?.problem?.message ?? baseline.data?.problem?.message;
  if (message !== undefined) return { kind: 'problem', message };
  if (diff === null || before === undefined || after === undefined) return { kind: 'waiting' };
  const rules = { baseline: baselineRule, draft: draftRule };
  return { kind: 'both', baseline: before, draft: after, diff, rules };
}
