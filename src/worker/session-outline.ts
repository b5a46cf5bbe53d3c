import type { Answers } from '../engine/model/decisions.ts';
import type { TurnIndex, TurnKind } from '../engine/model/history.ts';
import type { Note } from '../engine/model/problem.ts';
import type { SessionRef, SystemId } from '../engine/model/session.ts';
import type { ViewId } from '../engine/systems/views.ts';

/** An open text, or a run. */
export type SourceId = string;

/** The data that the shell needs at once; the rest is requested in windows. */
export interface SessionOutline {
  readonly ref: SessionRef;
  readonly title: string;
  readonly system: SystemId;
  /** The name of the system's own state in rules: `task`, `ctx`, `call`, `adk`. */
  readonly root: string;
  /** The system's own views. */
  readonly views: readonly ViewId[];
  readonly importer: string;
  /** A run can continue; a recording cannot. */
  readonly isRun: boolean;
  /** Whether it was run under a manifest, whose rules can be judged on it. */
  readonly hasManifest: boolean;
  readonly origin: { readonly source: string; readonly licence: string; readonly note?: string } | null;
  readonly turns: number;
  readonly kinds: { readonly [K in TurnKind]: number };
  /** Number of turns with a time, and of turns with tokens. */
  readonly recorded: { readonly times: number; readonly tokens: number };
  /** Function keys, declared or occurring. */
  readonly functions: readonly string[];
  readonly nodes: readonly NodeOutline[];
  readonly notes: readonly Note[];
  /** Decisions that the recording itself settles, such as the order of a pasted snapshot's lists. */
  readonly decisions: Partial<Answers>;
}

/** A derived context. `turns` are its own, not its children's. */
export interface NodeOutline {
  readonly id: string;
  readonly parent: string | null;
  readonly title: string;
  readonly turns: number;
  readonly firstTurn: TurnIndex | null;
  readonly lastTurn: TurnIndex | null;
  /** Number of its turns in each of some equal parts of the whole session, for a small picture. */
  readonly density: readonly number[];
}

/** An open text, and the sessions in it. */
export interface Opened {
  readonly source: SourceId;
  readonly importer: string;
  readonly importerTitle: string;
  readonly bytes: number;
  readonly sessions: readonly { readonly title: string; readonly system: SystemId }[];
}
