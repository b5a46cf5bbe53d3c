import type { ValuePreview } from '../engine/cel/index.ts';
import type { GateDecision } from '../engine/model/gate-decision.ts';
import type { InvocationOutcome, TurnIndex, TurnKind } from '../engine/model/history.ts';
import type { Path } from '../engine/model/path.ts';

/** Tokens of one turn; a side is null when the recording does not hold it. */
export interface TurnTokens {
  readonly prompt: number | null;
  readonly completion: number | null;
}

/** The beginning of a text, which may be very long. */
export interface Excerpt {
  readonly text: string;
  /** Number of characters that are left out after it. */
  readonly more: number;
}

/** An argument of a call. */
export interface Argument {
  /** Null for the one argument of a call that names none. */
  readonly name: string | null;
  /** A text is as it was given, without quotes; any other value is a literal. */
  readonly text: string;
  readonly isText: boolean;
  readonly isCut: boolean;
}

export interface TurnRow {
  readonly index: TurnIndex;
  readonly kind: TurnKind;
  readonly node: string;
  readonly label: string;
  /** The label is not a message: it describes a model call without text. */
  readonly isRemark: boolean;
  /** Number of words that the model thought; null where none are recorded. */
  readonly thought: number | null;
  /** The user's or the model's message; null for other turns, or when there is no text. */
  readonly text: Excerpt | null;
  /** The first arguments of a call, each cut. Null for other turns, or when not recorded. */
  readonly given: readonly Argument[] | null;
  /** The result of a call: a text as recorded, any other value as JSON on one line. Null when there is none. */
  readonly result: Excerpt | null;
  /** Why a call failed or was restricted, in words. */
  readonly reason: string | null;
  readonly at: string | null;
  readonly tookMs: number | null;
  /** Null when the recording holds neither side. */
  readonly tokens: TurnTokens | null;
  readonly outcome: InvocationOutcome | null;
  /** What a gate decided about it while the agent ran; null where the recording has no decision. */
  readonly gate: readonly GateDecision[] | null;
  /** How the task ended at this turn, in words; null when it continued. */
  readonly ended: string | null;
  /** The day on which it took place, where the turns before it were on another one: `2026-01-31`. */
  readonly newDay: string | null;
  /** Milliseconds in which nothing was recorded before it, where they are more than a minute. */
  readonly pauseMs: number | null;
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

export interface Changes {
  readonly changes: readonly Change[];
  /** Whether there are more differences than these. */
  readonly isCut: boolean;
}

export interface Change {
  readonly path: Path;
  readonly before: ValuePreview | null;
  readonly after: ValuePreview | null;
}
