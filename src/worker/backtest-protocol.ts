import type { RuleOverSession } from '../engine/backtest/backtest.ts';
import type { Decisions } from '../engine/model/decisions.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { SystemId } from '../engine/model/session.ts';
import type { Rule } from '../engine/rules/rule.ts';
import type { FileContent } from './archive/content.ts';
import type { SourceId } from './session-outline.ts';
import type { ZipMember } from './zip/member.ts';

/** Many sessions: what files hold, and how rules come out over all of them. A file is read when its turn comes, and let go of. */
export interface BacktestApi {
  /** The files packed in a ZIP archive, read from its directory alone. */
  listArchive(input: { readonly archive: Blob }): { readonly members: readonly ZipMember[] };
  /** A recording's text, unpacked; the archive itself where it is one. */
  readRecording(input: { readonly recording: Recording }): FileContent;
  /** Judges the sessions of a recording from one on: as many as fit in a moment, so that the page can tell how far it is. */
  backtest(input: {
    readonly recording: Recording;
    readonly from: number;
    readonly rules: readonly BacktestRule[];
    /** The manifest that the policy's rules stand in. */
    readonly policy: string | null;
    /** Texts of mappings, for recordings that no importer knows: the first that fits. */
    readonly remembered: readonly string[];
    /** The user's answers, over those of each recording. */
    readonly decisions: Partial<Decisions>;
  }): BacktestWindow;
}

/** A text that holds sessions. `id` is the page's own, and another one where the text is another. */
export type Recording = {
  readonly id: string;
  /** Path in its folder or archive; for an open text, what it is called. */
  readonly name: string;
} & (
  | { readonly kind: 'open'; readonly source: SourceId }
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'packed'; readonly archive: Blob; readonly member: ZipMember }
);

/** A rule as the rule editor has it, or one of a policy's, which each session reads by its own functions. */
export type BacktestRule =
  | { readonly kind: 'rule'; readonly rule: Rule }
  | {
      readonly kind: 'policy';
      readonly id: string;
      /** In the place of its own: of a draft that begins at the policy's rule, say. */
      readonly expression?: string;
    };

export interface BacktestWindow {
  readonly importerTitle: string;
  /** Sessions in the whole recording. */
  readonly total: number;
  readonly sessions: readonly BacktestedSession[];
  /** The entry to go on with; null when that was the last. */
  readonly next: number | null;
}

/** One session in a recording, with what came of each rule, in the order asked. */
export type BacktestedSession = {
  readonly entry: number;
  readonly title: string;
} & (
  | {
      readonly kind: 'judged';
      /** Names the session by what is written of it: see `engine/backtest/content-id.ts`. */
      readonly content: string;
      readonly system: SystemId;
      readonly turns: number;
      readonly rules: readonly RuleOverSession[];
    }
  | { readonly kind: 'unreadable'; readonly problem: Problem }
);

export type { RuleOverSession };
