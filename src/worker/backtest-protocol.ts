import type { RuleOverSession } from '../engine/backtest/backtest.ts';
import type { Decisions } from '../engine/model/decisions.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { SystemId } from '../engine/model/session.ts';
import type { Rule } from '../engine/rules/rule.ts';
import type { FileContent } from '../engine/readers/archives/content.ts';
import type { SourceId } from './session-outline.ts';
import type { ZipMember } from '../engine/readers/archives/zip-directory.ts';

/**
 * Many sessions: the content of files, and the verdicts of rules on all of them. A file is read when its turn comes,
 * and then released.
 */
export interface BacktestApi {
  /** The files packed in a ZIP archive, read from its directory alone. */
  listArchive(input: { readonly archive: Blob }): { readonly members: readonly ZipMember[] };
  /** A recording's text, unpacked; the archive itself where it is one. */
  readRecording(input: { readonly recording: Recording }): FileContent;
  /**
   * Judges the sessions of a recording from an index on: as many as fit into a short time, so that the page can show
   * progress.
   */
  backtest(input: {
    readonly recording: Recording;
    readonly from: number;
    readonly rules: readonly BacktestRule[];
    /** The manifest that holds the policy's rules. */
    readonly policy: string | null;
    /** Texts of mappings for recordings of unknown formats: the first that fits is used. */
    readonly remembered: readonly string[];
    /** The user's decisions, which override those of each recording. */
    readonly decisions: Partial<Decisions>;
  }): BacktestWindow;
}

/** A text that holds sessions. The page chooses `id`, and a new one when the text changes. */
export type Recording = {
  readonly id: string;
  /** Path in its folder or archive; for an open text, its name. */
  readonly name: string;
} & (
  | {
      readonly kind: 'open';
      readonly source: SourceId;
      /** Set while a session may continue, live or as a run on the page: it differs whenever something was added. */
      readonly revision?: number;
    }
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'packed'; readonly archive: Blob; readonly member: ZipMember }
);

/**
 * A rule of the rule editor; a rule of a policy, which is read in each session with that session's functions; or what the
 * policy decides by all its rules together.
 */
export type BacktestRule =
  | { readonly kind: 'rule'; readonly rule: Rule }
  | {
      readonly kind: 'policy';
      readonly id: string;
      /** Replaces its own expression: for a draft that began as a policy's rule, for example. */
      readonly expression?: string;
    }
  | {
      readonly kind: 'decision';
      /** Replaces the expression of one of its rules. */
      readonly edited?: { readonly id: string; readonly expression: string };
    };

export interface BacktestWindow {
  readonly importerTitle: string;
  /** Sessions in the whole recording. */
  readonly total: number;
  readonly sessions: readonly BacktestedSession[];
  /** The next entry; null when that was the last. */
  readonly next: number | null;
}

/** One session of a recording, with the result of each rule, in the requested order. */
export type BacktestedSession = {
  readonly entry: number;
  readonly title: string;
} & (
  | {
      readonly kind: 'judged';
      /** Identifies the session by its content: see `engine/backtest/content-id.ts`. Null while it is received. */
      readonly content: string | null;
      readonly system: SystemId;
      readonly turns: number;
      readonly rules: readonly RuleOverSession[];
    }
  | { readonly kind: 'unreadable'; readonly problem: Problem }
);

export type { RuleOverSession };
