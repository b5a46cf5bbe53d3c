import type { TurnIndex } from '../engine/model/history.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { SessionRef, SystemId } from '../engine/model/session.ts';
import type { ConsoleHelp } from '../engine/runs/console/complete.ts';
import type { OperationSpec } from '../engine/systems/machine.ts';
import type { SessionOutline, SourceId } from './session-outline.ts';

/**
 * Runs: someone calls a system's operations by hand. A run is a session too, under the same reference, so that rows,
 * states, rules and all else work on it; its revision grows with everything that changes what they answer.
 */
export interface RunApi {
  startRun(input: {
    readonly start: RunStart;
    /** Given when a run is started again after the worker died, so that its session id stays what it was; `branch` likewise. */
    readonly source?: SourceId;
  }): RunOpened;
  /** Calls at the run's cursor. Inside a run, the calls after it are performed again. */
  perform(input: { readonly session: SessionRef; readonly call: WrittenCall }): Performed;
  /** Moves the cursor to after so many steps, forwards or back. */
  rewind(input: { readonly session: SessionRef; readonly step: number }): SessionOutline;
  /** Another run that begins with the first so many steps. */
  branch(input: { readonly session: SessionRef; readonly step: number; readonly source?: SourceId }): RunOpened;
  /** Puts another call in a step's place, or takes it away, and performs again what followed. */
  editCall(input: {
    readonly session: SessionRef;
    readonly step: number;
    readonly call: WrittenCall | null;
  }): Performed;
  /** Steps `from` up to, not with, `to`, and all that a form or a console needs. */
  runOutline(input: { readonly session: SessionRef; readonly from: number; readonly to: number }): RunOutline;
  completeConsole(input: { readonly session: SessionRef; readonly text: string; readonly offset: number }): ConsoleHelp;
  /** As a script, with all steps; or as a session file, as far as the cursor. */
  exportRun(input: { readonly session: SessionRef; readonly as: 'script' | 'session' }): {
    readonly text: string;
    readonly fileName: string;
  };
}

/** Values are texts, in JSON or as Python prints them: so that numbers stay exact on their way. */
export type RunStart =
  | { readonly system: SystemId; readonly given: string }
  | { readonly system: SystemId; readonly snapshot: string }
  | { readonly script: string };

/** A line of the console, or a filled form: each parameter as it would stand on the console. */
export type WrittenCall =
  | { readonly line: string }
  | {
      readonly op: string;
      readonly on?: string;
      readonly as?: string;
      readonly args: { readonly [parameter: string]: string };
    };

export interface RunOpened {
  readonly source: SourceId;
  readonly session: SessionOutline;
}

/** What is wrong with how the call is written; or what became of the session. An operation's own refusal is a step. */
export type Performed =
  | { readonly kind: 'miswritten'; readonly problems: readonly Problem[] }
  | { readonly kind: 'performed'; readonly session: SessionOutline; readonly step: RunStepRow | null };

export interface RunOutline {
  /** Steps taken; those after it are shown, and not part of the session. */
  readonly cursor: number;
  readonly stepCount: number;
  readonly steps: readonly RunStepRow[];
  readonly operations: readonly OperationSpec[];
  /** How the main object is called, the usual name first. */
  readonly main: readonly string[];
  /** Names of what the steps up to the cursor have made. */
  readonly labels: readonly string[];
}

export interface RunStepRow {
  readonly index: number;
  /** As it would be typed. */
  readonly line: string;
  readonly op: string;
  readonly outcome: 'returned' | 'refused' | 'ignored' | 'waiting' | 'resolved' | 'rejected';
  /** The result as a CEL literal, cut when long; the error in words. */
  readonly words: string;
  /** The kind of error, of one that was refused or rejected. */
  readonly errorKind: string | null;
  /** Types of the events that it came to. */
  readonly events: readonly string[];
  /** The latest turn after it; null before the first turn and after the cursor. */
  readonly turn: TurnIndex | null;
}
