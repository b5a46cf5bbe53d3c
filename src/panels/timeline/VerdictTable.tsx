import { useMemo, useState } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import { verdictCodes, verdictKinds } from '../../engine/model/verdict.ts';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type Column, Grid } from '../../ui/Grid.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import type { Difference } from '../difference.ts';
import { useBaseline, useJudgedRule } from '../../state/useSession.ts';
import { changeCodes } from '../../state/verdictChange.ts';
import styles from './Timeline.module.css';
import type { Rule } from '../../worker/protocol.ts';
import { verdictWordOf } from '../words.ts';
import { differenceWordOf } from './words.ts';

interface VerdictTableProps {
  readonly draft: Uint8Array | null;

  readonly baseline: Uint8Array | null;
  readonly difference: Difference | null;
  readonly cursor: TurnIndex;
  readonly onCursor: (turn: TurnIndex) => void;
  readonly onClose: () => void;
}

const choices = [
  { id: 'eligible', title: 'Eligible turns' },
  { id: 'fire', title: 'Firing turns' },
  { id: 'changed', title: 'Turns that differ' },
  { id: 'all', title: 'All turns' },
] as const;
type Choice = (typeof choices)[number]['id'];

/** The ribbons as a table: the same verdicts turn by turn, for screen readers and for reading. */
export function VerdictTable(props: VerdictTableProps) {
  const { draft, difference, cursor, onCursor, onClose } = props;
  const rules = { draft: useJudgedRule(), baseline: useBaseline() ?? {} };
  const [choice, setChoice] = useState<Choice>('eligible');
  const turns = useMemo(() => turnsOf(choice, draft, difference), [choice, draft, difference]);
  return (
    <Dialog title="Verdicts by turn" size="large" onClose={onClose}>
      <div className={styles.table}>
        <ChoiceRow label="Turns shown" choices={choices} chosen={choice} onChoose={setChoice} />
        <div className={styles.grid}>
          <Grid
            label="Verdicts by turn"
            columns={columnsOf(props, rules)}
            count={turns.length}
            rowAt={(index) => turns[index]}
            cursor={indexOf(turns, cursor)}
            onCursor={(index) => onCursor(turns[index] ?? cursor)}
            empty={<EmptyState title="No turn matches this choice." />}
          />
        </div>
      </div>
    </Dialog>
  );
}

type Named = Pick<Rule, 'yields'>;

const columnsOf = (
  { draft, baseline, difference }: Omit<VerdictTableProps, 'cursor' | 'onCursor' | 'onClose'>,
  rules: { readonly draft: Named; readonly baseline: Named },
): readonly Column<TurnIndex>[] => [
  { id: 'turn', title: 'Turn', track: '80px', align: 'end', cell: (turn) => turn },
  {
    id: 'draft',
    title: 'Draft',
    track: 'minmax(0, 1fr)',
    cell: (turn) => <Verdict codes={draft} turn={turn} rule={rules.draft} />,
  },
  {
    id: 'baseline',
    title: 'Baseline',
    track: 'minmax(0, 1fr)',
    cell: (turn) => <Verdict codes={baseline} turn={turn} rule={rules.baseline} />,
  },
  {
    id: 'difference',
    title: 'Difference',
    track: 'minmax(0, 1fr)',
    cell: (turn) => (difference === null ? '–' : differenceWordOf(difference.codes[turn])),
  },
];

interface VerdictProps {
  readonly codes: Uint8Array | null;
  readonly turn: TurnIndex;
  readonly rule: Named;
}

function Verdict({ codes, turn, rule }: VerdictProps) {
  if (codes === null) return '–';
  return (
    <>
      <VerdictMark mark={verdictKinds[codes[turn] ?? 0] ?? 'n/a'} /> {verdictWordOf(codes[turn], rule)}
    </>
  );
}

function turnsOf(choice: Choice, draft: Uint8Array | null, difference: Difference | null): readonly TurnIndex[] {
  const codes = draft ?? new Uint8Array();
  const wanted = (turn: TurnIndex): boolean => {
    switch (choice) {
      case 'all':
        return true;
      case 'eligible':
        return codes[turn] !== verdictCodes['n/a'];
      case 'fire':
        return codes[turn] === verdictCodes.fire;
      case 'changed':
        return (difference?.codes[turn] ?? changeCodes.same) !== changeCodes.same;
    }
  };
  return Array.from(codes.keys()).filter(wanted);
}

/** The row of a turn, or of the last one before it, found by binary search. */
function indexOf(turns: readonly TurnIndex[], turn: TurnIndex): number | null {
  let from = 0;
  let to = turns.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((turns[middle] ?? 0) <= turn) from = middle + 1;
    else to = middle;
  }
  return turns.length === 0 ? null : Math.max(0, from - 1);
}
