import { useQuery } from '@tanstack/react-query';
import type { TurnIndex } from '../../engine/model/history.ts';
import { verdictCodes } from '../../engine/model/verdict.ts';
import { sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions, useJudgedRule, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { eligibleText } from './words.ts';

/** The rule does not run at this turn: where it does, and the way there. */
export function NotEligible({ turn }: { readonly turn: TurnIndex }) {
  const { ref } = useSession();
  const rule = useJudgedRule();
  const actions = useViewActions();
  const sweep = useQuery(sweepQuery(useEngine(), ref, rule, useDecisions()));
  const codes = sweep.data?.codes ?? new Uint8Array();
  const isEligible = (code: number) => code !== verdictCodes['n/a'];
  const later = codes.findIndex((code, at) => at > turn && isEligible(code));
  const nearest = later >= 0 ? later : codes.findLastIndex((code, at) => at < turn && isEligible(code));
  const hasNone = sweep.data?.problem === null && nearest < 0;

  return (
    <EmptyState title={eligibleText(rule)}>
      {nearest >= 0 && (
        <Button onClick={() => actions.moveCursor(nearest)}>
          {nearest > turn ? 'Next' : 'Last'} eligible turn: {nearest}
        </Button>
      )}
      {hasNone && <p>This session has none.</p>}
      {hasNone && rule.match !== null && (
        <Button onClick={() => actions.setRule({ ...rule, match: null })}>Run it at every capability</Button>
      )}
    </EmptyState>
  );
}
