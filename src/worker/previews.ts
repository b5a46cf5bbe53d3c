import type { ValuePreview } from '../engine/cel/index.ts';
import type { InvocationOutcome, TurnIndex, TurnKind } from '../engine/model/history.ts';
import type { Path } from '../engine/model/path.ts';

/** Of one turn; a side is null when the recording does not tell it. */
export interface TurnTokens {
  readonly prompt: number | null;
  readonly completion: number | null;
}

export interface TurnRow {
  readonly index: TurnIndex;
  readonly kind: TurnKind;
  readonly node: string;
  readonly label: string;
  /** Nobody said the label: it tells what is known of a model call without words. */
  readonly isRemark: boolean;
  /** What a call was given, in one short line: `recipient "US13…", amount 1.0`. Null for other turns, or when not on record. */
  readonly given: string | null;
  readonly at: string | null;
  readonly tookMs: number | null;
  /** Null when the recording tells neither side. */
  readonly tokens: TurnTokens | null;
  readonly outcome: InvocationOutcome | null;
  /** How the task came to its end at this turn, in words; null where it went on. */
  readonly ended: string | null;
}

export type { ValuePreview };

export interface StateEntry {
  readonly key: string | number;
  readonly path: Path;
  readonly preview: ValuePreview;
  /** Number of entries or elements; null for anything that cannot be opened. */
  readonly size: number | null;
  /** True when this place differs from the turn before. */
  readonly changed: boolean;
}
