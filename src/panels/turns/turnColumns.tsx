import type { TurnKind } from '../../engine/model/history.ts';
import type { VerdictKind } from '../../engine/model/verdict.ts';
import type { TurnRow } from '../../worker/protocol.ts';
import { useView } from '../../state/useView.ts';
import { milliseconds, timeOfDay } from '../../ui/format.ts';
import type { Column } from '../../ui/Grid.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { visible } from '../../ui/visible.tsx';
import { OutcomeText } from '../OutcomeText.tsx';
import { tokensInShort, tokensInWords } from '../words.ts';
import styles from './TurnsPanel.module.css';

export interface TurnLine {
  readonly row: TurnRow;
  readonly depth: number;
  readonly verdict: VerdictKind;
  /** Whether the recording has a gap before or after the turn. */
  readonly gap: { readonly before: boolean; readonly after: boolean };
  /** Watched rules that fired here while the session was live. */
  readonly watched: readonly string[];
}

const kindNames: { readonly [K in TurnKind]: string } = {
  input: 'input',
  llm: 'model',
  capability: 'call',
  snapshot: 'state',
};

/** The kinds in full, with the specification's terms. */
const kindTitles: { readonly [K in TurnKind]: string } = {
  input: 'input',
  llm: 'model turn (llm)',
  capability: 'tool call (capability)',
  snapshot: 'snapshot',
};

/** The text has at least half the width. Other columns are shown if there is room; the tooltip has their content. */
export const turnColumns: readonly Column<TurnLine>[] = [
  {
    id: 'index',
    title: '#',
    track: '44px',
    align: 'end',
    cell: ({ row }) => <span className={styles.index}>{row.index}</span>,
  },
  {
    id: 'kind',
    title: 'kind',
    track: '40px',
    from: 344,
    cell: ({ row }) => <span className={styles.kind}>{kindNames[row.kind]}</span>,
  },
  { id: 'what', title: 'what', track: 'minmax(80px, 1fr)', cell: What },
  {
    id: 'time',
    title: 'time',
    track: '64px',
    from: 600,
    align: 'end',
    cell: ({ row }) => (
      <span className={styles.quiet} title={row.at ?? undefined}>
        {timeOf(row)}
      </span>
    ),
  },
  {
    id: 'tokens',
    title: 'tok',
    track: '48px',
    from: 456,
    align: 'end',
    cell: ({ row: { tokens } }) => (
      <span className={styles.quiet} title={tokens === null ? undefined : tokensInWords(tokens)}>
        {tokens === null ? '' : tokensInShort(tokens)}
      </span>
    ),
  },
  {
    id: 'verdict',
    title: <VerdictTitle />,
    track: '44px',
    align: 'centre',
    cell: ({ verdict }) => <VerdictMark mark={verdict} label={verdict} />,
  },
];

/** Marks the column while its verdicts are those of a tried number. */
function VerdictTitle() {
  const isTried = useView((view) => view.trial !== null);
  return isTried ? <b className={styles.tried}>tried</b> : 'verdict';
}

/** The duration if it is known, otherwise the time of day. */
function timeOf({ tookMs, at }: TurnRow): string {
  if (tookMs !== null) return milliseconds(tookMs);
  return at === null ? '' : timeOfDay(at);
}

const missing = (side: 'before' | 'after') => (
  <span className={styles.gap} data-side={side}>
    … missing
  </span>
);

function What({ row, depth, gap, watched }: TurnLine) {
  const failed = row.outcome !== null && row.outcome !== 'successful';
  return (
    <span
      className={styles.what}
      dir="auto"
      data-kind={row.kind}
      style={{ paddingInlineStart: depth * 12 }}
      title={titleOf(row)}
    >
      {gap.before && missing('before')}
      {row.isRemark || row.label === '' ? (
        <span className={styles.unsaid}>{visible(row.label) || 'no text recorded'}</span>
      ) : (
        visible(row.label)
      )}
      {failed && (
        <span className={styles.outcome}>
          <OutcomeText outcome={row.outcome} />
        </span>
      )}
      {watched.length > 0 && (
        <span className={styles.watched} title={`fired live: ${watched.join('; ')}`}>
          <Icon name="bell" />
          <span className="visually-hidden">watched rule fired</span>
        </span>
      )}
      {row.ended !== null && <span className={styles.outcome}>{visible(row.ended)}</span>}
      {row.given !== null && row.given !== '' && <span className={styles.given}>{visible(row.given)}</span>}
      {gap.after && missing('after')}
    </span>
  );
}

function titleOf(row: TurnRow): string {
  const { kind, label, given, at, tokens } = row;
  const time = [at, row.tookMs === null ? null : `took ${milliseconds(row.tookMs)}`];
  const counted = tokens === null ? null : `tokens: ${tokensInWords(tokens)}`;
  const facts = [kindTitles[kind], ...time, counted].filter((fact) => fact !== null).join(' · ');
  return `${given === null ? label : `${label} ${given}`}\n${facts}`;
}
