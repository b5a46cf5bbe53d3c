import type { ReactNode } from 'react';
import type { TurnRow } from '../../worker/protocol.ts';
import { ArgumentLine, ArgumentList, hasLines, lengthOnLine, WholeArguments } from './CallArguments.tsx';
import { CallStatus } from './CallStatus.tsx';
import { Found } from './Found.tsx';
import { extentOf, isLong, Passage, ShowAll } from './Passage.tsx';
import styles from './Transcript.module.css';

interface CallEntryProps {
  readonly row: TurnRow;
  /** For a result, in pixels; beside a call are `facts`. */
  readonly width: number;
  readonly facts: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** What a gate decided about the call. */
  readonly marks: ReactNode;
}

/** Of a character of data, in pixels. */
const characterWidth = 7.2;
/** The style sheet shows so many lines of each argument. */
const argumentLines = 3;

/** A call with its arguments, and beneath it how it ended, with its result. */
export function CallEntry({ row, width, facts, isOpen, onToggle, marks }: CallEntryProps) {
  const { index, label, given, outcome, result, reason } = row;
  const room = (width - facts) / characterWidth - label.length - 2;
  const isLine = given !== null && !hasLines(given) && lengthOnLine(given) <= room;
  const isResultCut = result !== null && isLong('result', result, width);
  const areArgumentsCut = given?.some(({ text, isCut }) => isCut || takesMore(text, width)) === true;
  const failed = outcome !== null && outcome !== 'successful';
  // Most errors are recorded twice: as the reason, and as the result that states it.
  const isReasonOnly = failed && reason !== null && result !== null && result.text.length < reason.length + 40;
  const isOfGate = row.gate?.some((one) => one.reason === reason) === true;
  const isSaid = isOfGate || (reason !== null && !isReasonOnly && result?.text.includes(reason) === true);
  return (
    <>
      <p className={styles.call}>
        <bdi className={styles.function}>
          <Found text={label} />
        </bdi>
        {isLine && !(isOpen && areArgumentsCut) && <ArgumentLine given={given} />}
      </p>
      {given !== null && isOpen && areArgumentsCut && <WholeArguments key={index} turn={index} given={given} />}
      {given !== null && !isLine && !(isOpen && areArgumentsCut) && <ArgumentList given={given} isCut={!isOpen} />}
      <div className={styles.outcome}>
        {outcome !== null && <CallStatus outcome={outcome} />}
        <div>
          {marks}
          {failed && reason !== null && !isSaid && (
            <p className={styles.reason} dir="auto">
              <Found text={reason} />
            </p>
          )}
          {result !== null && result.text !== '' && !isReasonOnly && (
            <Passage turn={index} part="result" excerpt={result} extent={extentOf(isResultCut, isOpen)} />
          )}
        </div>
      </div>
      {(isResultCut || areArgumentsCut) && (
        <ShowAll isOpen={isOpen} onToggle={onToggle} more={isResultCut ? result.more : 0} />
      )}
    </>
  );
}

const takesMore = (text: string, width: number): boolean => {
  const perLine = Math.max(24, (width - 100) / characterWidth);
  return (
    text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / perLine)), 0) > argumentLines
  );
};
