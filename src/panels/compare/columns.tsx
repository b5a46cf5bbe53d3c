import type { VerdictKind } from '../../engine/model/verdict.ts';
import type { Side as SideName } from '../../engine/model/alignment.ts';
import type { ComparedRow } from '../../worker/compare-protocol.ts';
import type { NodeOutline } from '../../worker/protocol.ts';
import type { Column } from '../../ui/Grid.tsx';
import { milliseconds } from '../../ui/format.ts';
import { visible } from '../../ui/visible.tsx';
import styles from './Compare.module.css';
import { KindMark } from './KindMark.tsx';
import { tokensOf } from './RowDetail.tsx';
import { Side } from './Side.tsx';
import { differenceWords, kindWords, signed } from './words.ts';

/** An aligned row with the verdicts of the rule. */
export interface ShownRow extends ComparedRow {
  /** Null while no rule is judged. */
  readonly verdicts: { readonly [S in SideName]: VerdictKind } | null;
  readonly nodes: { readonly [S in SideName]: readonly NodeOutline[] };
}

/** `recorded`: the numbers that both sessions have; others take no room. */
export const columnsFor = (
  here: string,
  there: string,
  recorded: { readonly tokens: boolean; readonly time: boolean },
): readonly Column<ShownRow>[] => [
  kindColumn,
  sideColumn('here', here),
  sideColumn('there', there),
  ...(recorded.tokens ? [tokensColumn] : []),
  ...(recorded.time ? [timeColumn] : []),
];

const kindColumn: Column<ShownRow> = {
  id: 'kind',
  title: <span className="visually-hidden">difference</span>,
  track: '16px',
  cell: ({ kind, differs, here, there }) => (
    <span
      title={
        kind === 'changed'
          ? `other ${differenceWords(differs, (here ?? there)?.kind === 'capability')}`
          : kindWords[kind]
      }
    >
      <KindMark kind={kind} />
      <span className="visually-hidden">{kindWords[kind]}</span>
    </span>
  ),
};

const tokensColumn: Column<ShownRow> = {
  id: 'tokens',
  title: 'tokens',
  track: '64px',
  from: 640,
  align: 'end',
  cell: ({ here, there }) => <Step here={tokensOf(here)} there={tokensOf(there)} />,
};

const timeColumn: Column<ShownRow> = {
  id: 'time',
  title: 'time',
  track: '64px',
  from: 720,
  align: 'end',
  cell: ({ here, there }) => <Step here={here?.tookMs ?? null} there={there?.tookMs ?? null} written={milliseconds} />,
};

const sideColumn = (side: SideName, title: string): Column<ShownRow> => ({
  id: side,
  title: (
    <span title={title}>
      {side}: <bdi>{visible(title)}</bdi>
    </span>
  ),
  track: 'minmax(0, 1fr)',
  cell: (row) => (
    <Side row={row} side={side} verdict={row.verdicts === null ? null : row.verdicts[side]} nodes={row.nodes[side]} />
  ),
});

interface StepProps {
  readonly here: number | null;
  readonly there: number | null;
  readonly written?: (value: number) => string;
}

/** How much more this session has than the other. */
function Step({ here, there, written }: StepProps) {
  if (here === null || there === null) return null;
  return (
    <span className={styles.step} data-zero={here === there}>
      {signed(here - there, written)}
    </span>
  );
}
