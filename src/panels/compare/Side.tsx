import type { VerdictKind } from '../../engine/model/verdict.ts';
import type { Side as SideName } from '../../engine/model/alignment.ts';
import { unreachable } from '../../base/unreachable.ts';
import type { ComparedRow, MarkedText } from '../../worker/compare-protocol.ts';
import type { NodeOutline, TurnRow } from '../../worker/protocol.ts';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { visible } from '../../ui/visible.tsx';
import { argumentsInShort, outcomeText, verdictWords } from '../words.ts';
import styles from './Compare.module.css';
import { Marked } from './Marked.tsx';
import { partTitle } from './words.ts';

interface SideProps {
  readonly row: ComparedRow;
  readonly side: SideName;
  readonly verdict: VerdictKind | null;
  readonly nodes: readonly NodeOutline[];
}

/** One session's turn in a row: its number, its verdict, and what it is in two lines, where it differs first. */
export function Side({ row, side, verdict, nodes }: SideProps) {
  const turn = row[side];
  if (turn === null) return <span className="visually-hidden">no turn</span>;
  return (
    <div className={styles.side} data-kind={row.kind}>
      <span className={styles.number}>
        <span className="visually-hidden">turn </span>
        {turn.index}
      </span>
      {verdict !== null && <VerdictMark mark={verdict} label={verdictWords[verdict]} />}
      <span className={styles.text} dir="auto">
        <b className={styles.speaker} data-turn={turn.kind}>
          {visible(speakerOf(turn, nodes))}
        </b>{' '}
        <Said row={row} side={side} turn={turn} />
      </span>
    </div>
  );
}

function Said({ row, side, turn }: Pick<SideProps, 'row' | 'side'> & { readonly turn: TurnRow }) {
  const failed = turn.outcome !== null && turn.outcome !== 'successful' && (
    <span className={styles.outcome}> {outcomeText(turn.outcome)}</span>
  );
  const shown = row.texts.filter(({ [side]: text }) => text !== null);
  if (shown.length === 0)
    return (
      <>
        {visible(turn.kind === 'capability' ? argumentsInShort(turn.given ?? []) : (turn.text?.text ?? turn.label))}
        {failed}
      </>
    );
  return (
    <>
      {shown.map((text) => {
        const marked = text[side];
        return (
          marked !== null && (
            <span key={`${text.part} ${text.name}`}>
              {text.part !== 'message' && <span className={styles.name}>{visible(partTitle(text))}: </span>}
              <Marked text={nearMark(marked)} />{' '}
            </span>
          )
        );
      })}
      {failed}
    </>
  );
}

/** Of what is the same before the first mark, in a row of two lines. */
const lead = 12;

/** The same text from closer to its first mark on, so that the row shows it. */
function nearMark(text: MarkedText): MarkedText {
  const from = Math.max(0, (text.marks[0]?.start ?? 0) - lead);
  if (from === 0) return text;
  const marks = text.marks.map(({ start, end }) => ({ start: start - from, end: end - from }));
  return { ...text, text: text.text.slice(from), marks, isCutBefore: true };
}

/** As the transcript names them. */
function speakerOf({ kind, node, label }: TurnRow, nodes: readonly NodeOutline[]): string {
  const context = nodes.find(({ id }) => id === node);
  const isRoot = context === undefined || context.parent === null;
  switch (kind) {
    case 'input':
      return isRoot ? 'user' : `task of ${context.title}`;
    case 'llm':
      return isRoot ? 'agent' : context.title;
    case 'capability':
      return label;
    case 'snapshot':
      return 'state';
    default:
      return unreachable(kind);
  }
}
