import type { Decisions } from '../engine/model/decisions.ts';
import type { TextRange } from '../engine/model/problem.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Choice, Leaving } from '../engine/leaving/leave.ts';
import type { Reviewed } from '../engine/leaving/review.ts';
import type { HiddenKind } from '../engine/leaving/patterns/pattern.ts';
import type { HiddenText } from '../engine/leaving/hide-in-text.ts';
import type { ChangedPlace, FoundKind } from '../engine/leaving/redact.ts';
import type { Rule } from '../engine/rules/rule.ts';

/** What leaves the page: prepared, shown in full, and then handed over as it was shown. */
export interface LeavingApi {
  /** Makes the session that leaves. It stays with the engine until another one of the same session is made. */
  prepareLeaving(input: {
    readonly session: SessionRef;
    readonly choice: Choice;
    /** Their verdicts are compared. */
    readonly rules: readonly Rule[];
    /** The text of a policy whose outcomes are compared. */
    readonly policy: string | null;
    readonly decisions: Decisions;
    /** Random digits: the same seed gives the same stand-ins. */
    readonly seed: string;
  }): LeavingReport;
  /** A page of its text, from an offset on or around a change. */
  leavingPage(input: {
    readonly session: SessionRef;
    readonly made: number;
    readonly from: number | ChangedPlace;
  }): LeavingPage;
  /**
   * A text with stand-ins for all recognised values: a title, a report, records, a copied value. `field`: the name of the
   * field that holds it.
   */
  hideInText(input: { readonly text: string; readonly field?: string | null }): HiddenText;
  /** The whole text, to save or copy. */
  leavingText(input: { readonly session: SessionRef; readonly made: number }): { readonly text: string };
  /** A review of a rule on this session, in Markdown. */
  leavingReview(input: { readonly session: SessionRef; readonly made: number } & Reviewed): { readonly text: string };
}

export interface LeavingReport extends Pick<
  Leaving,
  'title' | 'userNotes' | 'size' | 'turns' | 'proof' | 'found' | 'changedPlaces'
> {
  /** Names this session that leaves. */
  readonly made: number;
  readonly fileName: string;
  readonly characters: number;
  readonly bytes: number;
  /** The first changes. */
  readonly changes: readonly ChangedPlace[];
}

/** Offsets count UTF-16 units. */
export interface LeavingPage {
  readonly text: string;
  readonly start: number;
  readonly characters: number;
  /** Stand-ins, as ranges of `text`. */
  readonly standIns: readonly TextRange[];
  /** The stand-in that was asked for. */
  readonly wanted: TextRange | null;
}

export type { ChangedPlace, Choice, FoundKind, HiddenKind };
export type { Part } from '../engine/leaving/leave.ts';
