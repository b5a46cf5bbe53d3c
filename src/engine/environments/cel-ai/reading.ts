import type { Decisions } from '../../model/decisions.ts';
import type { FindingPattern } from '../../model/findings-table.ts';
import type { Invocation, TurnIndex } from '../../model/history.ts';
import type { Path } from '../../model/path.ts';
import type { RecordedResults } from '../../model/recorded-results.ts';
import type { Entry } from './entries.ts';
import type { Message } from './message.ts';

/** How the parts of messages are read and searched. */
export interface Reading {
  /** They may parse a result that is recorded as text. */
  readonly decisions: Decisions;
  readonly results: RecordedResults;
  /** What a part's texts contain. Null without a findings table: findings are unknown then. */
  readonly hitsOf: ((entry: Entry) => readonly FindingPattern[]) | null;
  /** What is recorded at a turn of the tool that a call uses. */
  readonly toolOf: (invocation: Invocation, turn: TurnIndex, path: Path) => Message;
}
