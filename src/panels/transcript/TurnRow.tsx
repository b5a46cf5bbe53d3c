import type { TurnKind } from '../../engine/model/history.ts';
import type { VerdictKind } from '../../engine/model/verdict.ts';
import type { TurnRow as Row } from '../../worker/protocol.ts';
import { counted, milliseconds, timeOfDay } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { visible } from '../../ui/visible.tsx';
import { OutcomeText } from '../OutcomeText.tsx';
import { tokensInShort, tokensInWords, verdictWords } from '../words.ts';
import { Found } from './Found.tsx';
import { isLong, Passage, Toggle } from './Passage.tsx';
import styles from './Transcript.module.css';

export interface TurnLine {
  readonly row: Row;
  readonly depth: number;
  readonly verdict: VerdictKind;
  /** Whether the recording has a gap before or after the turn. */
  readonly gap: { readonly before: boolean; readonly after: boolean };
  /** Watched rules that fired here while the session was live. */
  readonly watched: readonly string[];
  /** A call that belongs to the model turn above it. */
  readonly isJoined: boolean;
  /** The model turn above it only plans calls, and this is the first: both are one entry. */
  readonly isUnderPlan: boolean;
  /** A model turn whose calls are below it. */
  readonly hasCalls: boolean;
}

const kindNames: { readonly [K in TurnKind]: string } = {
  input: 'input',
  llm: 'model',
  capability: 'call',
  snapshot: 'state',
};

interface TurnRowProps {
  readonly line: TurnLine;
  /** For the text, in pixels. */
  readonly width: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The cells of one turn. */
export function TurnRow({ recorded, ...props }: TurnRowProps & { readonly recorded: Recorded }) {
  const { line } = props;
  const { row, depth, verdict, gap, watched } = line;
  return (
    <>
      <div role="gridcell" className={styles.index}>
        <span aria-hidden="true">{row.index}</span>
        <span className="visually-hidden">{`turn ${row.index}, ${kindNames[row.kind]}`}</span>
      </div>
      <div role="gridcell" className={styles.what} style={{ marginInlineStart: depth * 16 }}>
        {gap.before && missing}
        <What {...props} width={props.width - depth * 16} />
        {watched.length > 0 && (
          <span className={styles.watched} title={`fired live: ${watched.join('; ')}`}>
            <Icon name="bell" />
            <span className="visually-hidden">watched rule fired</span>
          </span>
        )}
        {row.ended !== null && <p className={styles.ended}>{visible(row.ended)}</p>}
        {gap.after && missing}
      </div>
      <Facts row={row} recorded={recorded} />
      <div role="gridcell" className={styles.verdict}>
        <VerdictMark mark={verdict} label={verdictWords[verdict]} />
      </div>
    </>
  );
}

const missing = <p className={styles.gap}>… missing</p>;

/** Which of them any row in sight has: the others take no room. */
export type Recorded = Readonly<Record<'tokens' | 'tookMs' | 'at', boolean>>;

/** Tokens, duration and time of day, each below that of the row before. */
function Facts({ row: { tokens, tookMs, at }, recorded }: { readonly row: Row; readonly recorded: Recorded }) {
  const short = tokens === null ? '' : tokensInShort(tokens);
  return (
    <div role="gridcell" className={styles.facts}>
      {recorded.tokens && (
        <span className={styles.tokens} title={tokens === null ? undefined : tokensInWords(tokens)}>
          {short !== '' && `${short} tok`}
        </span>
      )}
      {recorded.tookMs && <span className={styles.took}>{tookMs !== null && milliseconds(tookMs)}</span>}
      {recorded.at && (
        <span className={styles.time} title={at ?? undefined}>
          {at !== null && timeOfDay(at)}
        </span>
      )}
    </div>
  );
}

function What({ line, width, isOpen, onToggle }: TurnRowProps) {
  const { row, hasCalls } = line;
  if (row.kind === 'capability') return <Call row={row} width={width} isOpen={isOpen} onToggle={onToggle} />;
  if (row.text !== null) {
    const isCut = isLong('message', row.text, width);
    const plan = hasCalls ? null : planIn(row.label);
    return (
      <>
        <Passage turn={row.index} part="message" excerpt={row.text} extent={extentOf(isCut, isOpen)} />
        {isCut && <ShowAll isOpen={isOpen} onToggle={onToggle} more={row.text.more} />}
        {plan !== null && <p className={styles.plan}>{visible(plan)}</p>}
      </>
    );
  }
  if (isPlan(row))
    return (
      <p className={hasCalls ? 'visually-hidden' : styles.plan}>
        <Found text={row.label} />
      </p>
    );
  if (row.isRemark || row.label === '')
    return <p className={styles.unsaid}>{row.label === '' ? 'no text recorded' : <Found text={row.label} />}</p>;
  return (
    <p className={styles.message} dir="auto">
      <Found text={row.label} />
    </p>
  );
}

const extentOf = (isCut: boolean, isOpen: boolean) => (isCut ? (isOpen ? 'whole' : 'cut') : 'short');

/** The calls that a model turn planned, which its label names after the text. */
const planIn = (label: string): string | null => /(?:^| · )(plan: .*)$/u.exec(label)?.[1] ?? null;

/** A model turn without a text, which only plans calls. */
export const isPlan = ({ kind, text, label }: Row): boolean =>
  kind === 'llm' && text === null && label.startsWith('plan: ');

interface CallProps extends Omit<TurnRowProps, 'line'> {
  readonly row: Row;
}

/** A call with its arguments, and its result beneath. */
function Call({ row, width, isOpen, onToggle }: CallProps) {
  const { index, label, given, outcome, result, reason } = row;
  const failed = outcome !== null && outcome !== 'successful';
  const isResultCut = result !== null && isLong('result', result, width);
  const isCut = isResultCut || given?.includes('…') === true;
  // Most errors are recorded twice: as the reason, and as the result that states it.
  const isReasonOnly = failed && reason !== null && result !== null && result.text.length < reason.length + 40;
  const isSaid = reason !== null && !isReasonOnly && result?.text.includes(reason) === true;
  return (
    <>
      <p className={styles.call}>
        <b className={styles.function}>
          <Found text={label} />
        </b>{' '}
        {failed && (
          <span className={styles.outcome}>
            <OutcomeText outcome={outcome} />{' '}
          </span>
        )}
        {given !== null && given !== '' && !isOpen && (
          <bdi className={styles.given}>
            <Found text={given} />
          </bdi>
        )}
      </p>
      {given !== null && given !== '' && isOpen && (
        <Passage turn={index} part="arguments" excerpt={{ text: given, more: 0 }} extent="whole" />
      )}
      {failed && reason !== null && !isSaid && (
        <p className={styles.reason} dir="auto">
          <Found text={reason} />
        </p>
      )}
      {result !== null && result.text !== '' && !isReasonOnly && (
        <div className={styles.resultPart} data-failed={failed}>
          <span className="visually-hidden">result: </span>
          <Passage turn={index} part="result" excerpt={result} extent={extentOf(isResultCut, isOpen)} />
        </div>
      )}
      {isCut && <ShowAll isOpen={isOpen} onToggle={onToggle} more={result?.more ?? 0} />}
    </>
  );
}

interface ShowAllProps extends Pick<TurnRowProps, 'isOpen' | 'onToggle'> {
  readonly more: number;
}

const ShowAll = ({ isOpen, onToggle, more }: ShowAllProps) => (
  <Toggle onToggle={onToggle}>
    {isOpen ? 'Show less' : `Show all${more > 0 ? ` · ${counted(more, 'more character')}` : ''}`}
  </Toggle>
);
