import type { Decisions } from '../engine/model/decisions.ts';
import type { TextRange } from '../engine/model/problem.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Choice, Leaving } from '../engine/leaving/leave.ts';
import type { Reviewed } from '../engine/leaving/review.ts';
import type { HiddenKind } from '../engine/leaving/patterns/pattern.ts';
import type { HiddenText } from '../engine/leaving/hide-in-text.ts';
import type { ChangedPlace, FoundKind } from '../engine/leaving/redact.ts';
import type { Rule } from '../engine/rules/rule.ts';

/** What shall leave. The same one gives the same text. */
export interface LeavingInput {
  readonly session: SessionRef;
  readonly choice: Choice;
  /** Their verdicts are compared. */
  readonly rules: readonly Rule[];
  /** The text of a policy whose outcomes are compared. */
  readonly policy: string | null;
  readonly decisions: Decisions;
  /** Random digits: the same seed gives the same stand-ins. */
  readonly seed: string;
}

/**
 * What leaves the page: prepared, shown in full, and then handed over as it was shown. The engine keeps the latest text of
 * each session, and makes one again that it no longer has, as in the worker that a session moved to.
 */
export interface LeavingApi {
  prepareLeaving(input: LeavingInput): LeavingReport;
  /** A page of its text, from an offset on or around a change. */
  leavingPage(input: LeavingInput & { readonly from: number | ChangedPlace }): LeavingPage;
  /**
   * A text with stand-ins for all recognised values: a title, a report, records, a copied value. `field`: the name of the
   * field that holds it.
   */
  hideInText(input: { readonly text: string; readonly field?: string | null }): HiddenText;
  /** The whole text, to save or copy. */
  leavingText(input: LeavingInput): { readonly text: string };
  /** A review of a rule on this session, in Markdown. */
  leavingReview(input: LeavingInput & Omit<Reviewed, 'decisions'>): { readonly text: string };
}

export interface LeavingReport extends Pick<
  Leaving,
  'title' | 'userNotes' | 'size' | 'turns' | 'proof' | 'found' | 'changedPlaces'
> {
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
