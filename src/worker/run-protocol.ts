import type { TurnIndex } from '../engine/model/history.ts';
import type { SessionRef, SystemId } from '../engine/model/session.ts';
import type { ConsoleHelp } from '../engine/runs/console/complete.ts';
import type { CallForm } from '../engine/runs/console/form.ts';
import type { CallProblem, CallProblems } from '../engine/runs/console/problems.ts';
import type { ConsoleScope } from '../engine/runs/console/scope.ts';
import type { WaitingStep } from '../engine/runs/waiting.ts';
import type { SessionOutline, SourceId } from './session-outline.ts';

/**
 * Runs: someone calls a system's operations by hand. A run is a session too, under the same reference, so that rows,
 * states, rules and all else work on it; its revision grows with everything that changes what they answer.
 */
export interface RunApi {
  startRun(input: {
    readonly start: RunStart;
    /** Over the title that the start itself brings. */
    readonly title?: string;
    /** Where the start brings none. */
    readonly untitled?: string;
    /** Given when a run is started again after the worker died, so that its session id stays what it was; `branch` likewise. */
    readonly source?: SourceId;
  }): RunOpened;
  /** A start that goes on from where a recording stood after a turn. */
  startAt(input: { readonly session: SessionRef; readonly turn: TurnIndex }): RunStart;
  /** Calls at the run's cursor. Inside a run, the calls after it are performed again. */
  perform(input: { readonly session: SessionRef; readonly call: WrittenCall }): Performed;
  /** Moves the cursor to after so many steps, forwards or back. */
  rewind(input: { readonly session: SessionRef; readonly step: number }): SessionOutline;
  /** Another run that begins with the first so many steps. */
  branch(input: {
    readonly session: SessionRef;
    readonly step: number;
    readonly title?: string;
    readonly source?: SourceId;
  }): RunOpened;
  renameRun(input: { readonly session: SessionRef; readonly title: string }): SessionOutline;
  /** Puts another call in a step's place, or takes it away, and performs again what followed. */
  editCall(input: { readonly session: SessionRef; readonly step: number; readonly call: WrittenCall | null }): Edited;
  runOutline(input: { readonly session: SessionRef }): RunOutline;
  /** Steps `from` up to, not with, `to`. */
  runSteps(input: { readonly session: SessionRef; readonly from: number; readonly to: number }): readonly RunStepRow[];
  /** A step as it would be typed, whole, however long. */
  stepLine(input: { readonly session: SessionRef; readonly step: number }): string;
  /** What a call after so many steps may name. */
  callScope(input: { readonly session: SessionRef; readonly step: number }): ConsoleScope;
  /** A line as a form, or a form as a line, and what is wrong with it, without performing it. */
  readCall(input: { readonly session: SessionRef; readonly step: number; readonly call: WrittenCall }): CallReading;
  completeConsole(input: {
    readonly session: SessionRef;
    readonly step: number;
    readonly text: string;
    readonly offset: number;
  }): ConsoleHelp;
  /** As a script, with all steps; or as a session file, as far as the cursor. */
  exportRun(input: { readonly session: SessionRef; readonly as: 'script' | 'session' }): {
    readonly text: string;
    readonly fileName: string;
  };
}

/** Values are texts, in JSON or as Python prints them: so that numbers stay exact on their way. */
export type RunStart =
  | { readonly system: SystemId; readonly given: string }
  /** Null: the system is the one whose export it is. */
  | { readonly system: SystemId | null; readonly snapshot: string }
  | { readonly script: string };

/** What is written on the console, one line or several; or a filled form. */
export type WrittenCall = { readonly line: string } | { readonly form: CallForm };

export interface CallReading {
  readonly line: string;
  /** Null where no form can say what the line says. */
  readonly form: CallForm | null;
  /** With ranges in the line, or in the text of a form's field. */
  readonly problems: readonly CallProblem[];
}

export interface RunOpened {
  readonly source: SourceId;
  readonly session: SessionOutline;
}

/** What is wrong with how the call is written; or what became of the session. An operation's own refusal is a step. */
export type Performed =
  | { readonly kind: 'miswritten'; readonly problems: CallProblems }
  | {
      readonly kind: 'performed';
      readonly session: SessionOutline;
      /** The last step made; null where nothing was to be performed. */
      readonly step: RunStepRow | null;
      /** What was not performed, and why. */
      readonly said: string | null;
    };

export type Edited =
  | Extract<Performed, { readonly kind: 'miswritten' }>
  | (Extract<Performed, { readonly kind: 'performed' }> & {
      /** The steps that fail now and did not before, in order. */
      readonly failing: readonly number[];
    });

export interface RunOutline {
  /** Steps taken; those after it are shown, and not part of the session. */
  readonly cursor: number;
  readonly stepCount: number;
  /** Of the steps taken, those that wait for something now. */
  readonly waiting: readonly WaitingStep[];
}

export interface RunStepRow {
  readonly index: number;
  /** As it would be typed, cut when long. */
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
