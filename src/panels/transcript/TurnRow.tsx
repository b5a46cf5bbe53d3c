import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { TurnKind } from '../../engine/model/history.ts';
import type { VerdictKind } from '../../engine/model/verdict.ts';
import { passageQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useSession } from '../../state/useSession.ts';
import type { TurnRow as Row } from '../../worker/protocol.ts';
import { counted, milliseconds, timeOfDay } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { visible } from '../../ui/visible.tsx';
import { OutcomeText } from '../OutcomeText.tsx';
import { tokensInShort, tokensInWords, verdictWords } from '../words.ts';
import { FindContext, Found } from './Found.tsx';
import { firstLines, isLong, Passage, Toggle } from './Passage.tsx';
import styles from './Transcript.module.css';

export interface TurnLine {
  readonly row: Row;
  readonly depth: number;
  readonly verdict: VerdictKind;
  /** Whether the recording has a gap before or after the turn. */
  readonly gap: { readonly before: boolean; readonly after: boolean };
  /** Watched rules that fired here while the session was live. */
  readonly watched: readonly string[];
  /** It contains the text that the user searches for. */
  readonly isHit: boolean;
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
        {line.isHit && !props.isOpen && <FoundElsewhere row={row} width={props.width - depth * 16} />}
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

/** The words around a match that is in a part which the row does not show. */
function FoundElsewhere({ row, width }: { readonly row: Row; readonly width: number }) {
  const { ref } = useSession();
  const text = use(FindContext) ?? '';
  const shown = [
    row.text === null ? row.label : firstLines('message', row.text, width),
    row.given,
    row.result && firstLines('result', row.result, width),
    row.reason,
    row.ended,
  ];
  const isShown = shown.some((part) => part?.toLowerCase().includes(text.toLowerCase()) === true);
  const input = { session: ref, turn: row.index, text };
  const { data = null } = useQuery({ ...passageQuery(useEngine(), input), enabled: !isShown });
  if (isShown || data === null) return null;
  return (
    <p className={styles.passage} dir="auto">
      in the {data.part}: <Found text={data.text} />
    </p>
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
  if (row.thought !== null) {
    return (
      <>
        <Toggle onToggle={onToggle}>Thought · {counted(row.thought, 'word')}</Toggle>
        {isOpen && <Passage turn={row.index} part="thinking" excerpt={{ text: '', more: 0 }} extent="whole" />}
        {!isPlan(row) && !row.isRemark && <Said line={line} width={width} isOpen={isOpen} onToggle={onToggle} />}
        {isPlan(row) && !hasCalls && <p className={styles.plan}>{row.label}</p>}
      </>
    );
  }
  return <Said line={line} width={width} isOpen={isOpen} onToggle={onToggle} />;
}

function Said({ line, width, isOpen, onToggle }: TurnRowProps) {
  const { row, hasCalls } = line;
  if (row.kind === 'capability') return <Call line={line} width={width} isOpen={isOpen} onToggle={onToggle} />;
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

const extentOf = (isCut: boolean, isOpen: boolean) => (!isCut ? 'short' : isOpen ? 'whole' : 'cut');

/** The calls that a model turn planned, which its label names after the text. */
function planIn(label: string): string | null {
  const from = label.lastIndexOf(' · plan: ');
  return from === -1 ? null : label.slice(from + 3);
}

/** A model turn that only plans calls, and shows nothing of its own. */
export const isBarePlan = (row: Row): boolean => isPlan(row) && row.thought === null;

const isPlan = ({ kind, text, label }: Row): boolean => kind === 'llm' && text === null && label.startsWith('plan: ');

/** A call with its arguments, and its result beneath. */
function Call({ line: { row }, width, isOpen, onToggle }: TurnRowProps) {
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
