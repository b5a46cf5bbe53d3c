import { milliseconds, timeOfDay } from '../../ui/format.ts';
import type { TurnRow } from '../../worker/protocol.ts';
import { tokensInShort, tokensInWords } from '../words.ts';
import styles from './Transcript.module.css';

/** Which of them any row in sight has: the others take no room. */
export type Recorded = Readonly<Record<'tokens' | 'tookMs' | 'at', boolean>>;

export function recordedIn(rows: readonly TurnRow[]): Recorded {
  const has = (fact: keyof Recorded) => rows.some((row) => row[fact] !== null);
  return { tokens: has('tokens'), tookMs: has('tookMs'), at: has('at') };
}

/** Of the columns, in pixels, as in the style sheet. */
export const factsWidth = ({ tokens, tookMs, at }: Recorded): number =>
  (tokens ? 76 : 0) + (tookMs ? 68 : 0) + (at ? 64 : 0);

interface FactsProps {
  readonly row: TurnRow;
  readonly recorded: Recorded;
}

/** Tokens, duration and time of day, each below that of the row before. */
export function Facts({ row: { tokens, tookMs, at }, recorded }: FactsProps) {
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
