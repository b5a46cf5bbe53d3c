import type { TurnIndex } from '../engine/model/history.ts';
import type { SessionRef, SystemId } from '../engine/model/session.ts';
import type { ConsoleHelp } from '../engine/runs/console/complete.ts';
import type { CallForm } from '../engine/runs/console/form.ts';
import type { CallProblem, CallProblems } from '../engine/runs/console/problems.ts';
import type { ConsoleScope } from '../engine/runs/console/scope.ts';
import type { WaitingStep } from '../engine/runs/waiting.ts';
import type { SessionOutline, SourceId } from './session-outline.ts';

/**
 * Runs: the user calls a system's operations by hand. A run is a session too, under the same kind of reference, so
 * rows, states, rules and all else work on it. Its revision grows with every change of its data.
 */
export interface RunApi {
  startRun(input: {
    readonly start: RunStart;
    /** Overrides the title of the start itself. */
    readonly title?: string;
    /** Used when the start has none. */
    readonly untitled?: string;
    /**
     * Set when a run is started again after the worker died, so that its session id stays the same; `branch` likewise.
     */
    readonly source?: SourceId;
  }): RunOpened;
  /** Starts from the state of a recording after a turn. */
  startAt(input: { readonly session: SessionRef; readonly turn: TurnIndex }): RunStart;
  /** Calls at the run's cursor. Inside a run, the calls after it are performed again. */
  perform(input: { readonly session: SessionRef; readonly call: WrittenCall }): Performed;
  /** Moves the cursor to the place after a number of steps, forwards or back. */
  rewind(input: { readonly session: SessionRef; readonly step: number }): SessionOutline;
  /** Another run that begins with a number of the first steps. */
  branch(input: {
    readonly session: SessionRef;
    readonly step: number;
    readonly title?: string;
    readonly source?: SourceId;
  }): RunOpened;
  renameRun(input: { readonly session: SessionRef; readonly title: string }): SessionOutline;
  /** Replaces or removes the call of a step, and performs the later steps again. */
  editCall(input: { readonly session: SessionRef; readonly step: number; readonly call: WrittenCall | null }): Edited;
  runOutline(input: { readonly session: SessionRef }): RunOutline;
  /** Steps `from` up to, not with, `to`. */
  runSteps(input: { readonly session: SessionRef; readonly from: number; readonly to: number }): readonly RunStepRow[];
  /** The whole text of a step as the user would type it. */
  stepLine(input: { readonly session: SessionRef; readonly step: number }): string;
  /** The names that a call after a number of steps may use. */
  callScope(input: { readonly session: SessionRef; readonly step: number }): ConsoleScope;
  /** Converts a line to a form, or a form to a line, and returns the faults, without performing it. */
  readCall(input: { readonly session: SessionRef; readonly step: number; readonly call: WrittenCall }): CallReading;
  completeConsole(input: {
    readonly session: SessionRef;
    readonly step: number;
    readonly text: string;
    readonly offset: number;
  }): ConsoleHelp;
  /** The run as a script, with all steps; or as a session file, up to the cursor. */
  exportRun(input: { readonly session: SessionRef; readonly as: 'script' | 'session' }): {
    readonly text: string;
    readonly fileName: string;
  };
}

/** Values are texts, in JSON or as Python prints them, so that numbers stay exact. */
export type RunStart =
  | { readonly system: SystemId; readonly given: string }
  /** Null: the system is the one whose export it is. */
  | { readonly system: SystemId | null; readonly snapshot: string }
  | { readonly script: string };

/** The text of the console, one line or several; or a filled form. */
export type WrittenCall = { readonly line: string } | { readonly form: CallForm };

export interface CallReading {
  readonly line: string;
  /** Null when the line has no form. */
  readonly form: CallForm | null;
  /** With ranges in the line, or in the text of a form's field. */
  readonly problems: readonly CallProblem[];
}

export interface RunOpened {
  readonly source: SourceId;
  readonly session: SessionOutline;
}

/** A fault in the written call, or the changed session. A refusal by an operation is a step. */
export type Performed =
  | { readonly kind: 'miswritten'; readonly problems: CallProblems }
  | {
      readonly kind: 'performed';
      readonly session: SessionOutline;
      /** The last step; null when there was nothing to perform. */
      readonly step: RunStepRow | null;
      /** The part that was not performed, and why. */
      readonly remark: string | null;
    };

export type Edited =
  | Extract<Performed, { readonly kind: 'miswritten' }>
  | (Extract<Performed, { readonly kind: 'performed' }> & {
      /** The steps that fail now and did not before, in order. */
      readonly failing: readonly number[];
    });

export interface RunOutline {
  /** Number of steps before the cursor; later steps are shown, and are not part of the session. */
  readonly cursor: number;
  readonly stepCount: number;
  /** Steps before the cursor that wait for something now. */
  readonly waiting: readonly WaitingStep[];
}

export interface RunStepRow {
  readonly index: number;
  /** The step as the user would type it, cut when long. */
  readonly line: string;
  readonly op: string;
  readonly outcome: 'returned' | 'refused' | 'ignored' | 'waiting' | 'resolved' | 'rejected';
  /** The result as a CEL literal, cut when long; or the error message. */
  readonly words: string;
  /** The kind of error of a refused or rejected call. */
  readonly errorKind: string | null;
  /** Types of the resulting events. */
  readonly events: readonly string[];
  /** The latest turn after it; null before the first turn and after the cursor. */
  readonly turn: TurnIndex | null;
}
