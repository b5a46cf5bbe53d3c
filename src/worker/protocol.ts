import type { ExplainedElement } from '../engine/cel/index.ts';
import type { Decisions } from '../engine/model/decisions.ts';
import type { InvocationOutcome, TurnIndex } from '../engine/model/history.ts';
import type { Path } from '../engine/model/path.ts';
import type { Problem, TextRange } from '../engine/model/problem.ts';
import type { SessionRef, SystemId } from '../engine/model/session.ts';
import type { Rule } from '../engine/rules/rule.ts';
import type { Why, WhyPart } from '../engine/rules/why.ts';
import type { VerdictCounts } from '../engine/model/verdict.ts';
import type { RefusedFile } from './archive/archived.ts';
import type { BacktestApi } from './backtest-protocol.ts';
import type { Mapping, MappingApi } from './mapping-protocol.ts';
import type { PolicyApi } from './policy-protocol.ts';
import type { ReportApi } from './report-protocol.ts';
import type { RunApi } from './run-protocol.ts';
import type { NodeOutline, SessionOutline, SourceId } from './session-outline.ts';
import type { StateEntry, TurnRow, TurnTokens, ValuePreview } from './previews.ts';
import type { ViewApi } from './view-protocol.ts';
import type { WritingApi } from './writing-protocol.ts';
import type { WhyApi } from './why-protocol.ts';
import type { TrialApi } from './trial-protocol.ts';

/**
 * All that the engine can do for the page. Plain data both ways; the page asks for windows, never for a whole history.
 * Every method answers with a `Result`: a problem is told to the user, a throw is a bug.
 */
export interface EngineApi
  extends RunApi, ViewApi, WritingApi, PolicyApi, WhyApi, BacktestApi, TrialApi, MappingApi, ReportApi {
  /** Recognises a text and lists the sessions in it. The text stays with the engine, so that raw input can be shown. */
  open(input: {
    /** Or the file that it is in, which the engine reads: the page need not hold it. */
    readonly text: string | Blob;
    readonly name: string;
    /** Given when a text is opened again after the worker died, so that session ids stay what they were. */
    readonly source?: SourceId;
    /** Reads the text by this mapping, whoever else may know it. */
    readonly mapping?: Mapping;
    /** Texts of mappings for what no importer knows: the first that fits reads it. */
    readonly remembered?: readonly string[];
  }): Opened;
  /** Lists the sessions in a ZIP or tar archive; each is read from its own file when it is opened. */
  openArchive(input: {
    readonly archive: Blob;
    readonly name: string;
    readonly source?: SourceId;
    /** Texts of mappings for files that no importer knows. */
    readonly remembered?: readonly string[];
  }): Opened & { readonly refused: readonly RefusedFile[] };
  /** Makes one of the listed sessions; asking again is free. */
  openSession(input: { readonly source: SourceId; readonly entry: number }): SessionOutline;
  /** Turns `from` up to, not with, `to`. */
  rows(input: { readonly session: SessionRef; readonly from: TurnIndex; readonly to: TurnIndex }): readonly TurnRow[];
  /** Turns where a filter expression holds, or in which the text of one in quotes stands, ascending. */
  find(input: { readonly session: SessionRef; readonly expression: string; readonly decisions: Decisions }): {
    readonly turns: readonly TurnIndex[];
    /** Turns where the expression could not be judged, and what went wrong at the first of them. */
    readonly errors: number;
    readonly firstError: string | null;
  };
  /** What is wrong with a rule, before it runs. */
  check(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly decisions: Decisions;
  }): readonly Diagnostic[];
  complete(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly offset: number;
    /** Keys and values are those at this turn, then those of the rest of the session. */
    readonly turn: TurnIndex;
    readonly decisions: Decisions;
  }): readonly Completion[];
  /** What stands at an offset of the expression: documentation, type, the value at the turn. */
  hover(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly offset: number;
    readonly turn: TurnIndex;
    readonly decisions: Decisions;
  }): Hover | null;
  /** A rule's verdict at every turn. */
  sweep(input: { readonly session: SessionRef; readonly rule: Rule; readonly decisions: Decisions }): Sweep;
  /** Why a rule came out as it did at one turn. */
  explain(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly turn: TurnIndex;
    readonly decisions: Decisions;
  }): Explanation;
  /** The children of one place in the context state after a turn, for a tree that opens branch by branch. */
  state(input: {
    readonly session: SessionRef;
    readonly turn: TurnIndex;
    /** `context` is what CEL sees; `system` the system's own export. */
    readonly root: 'context' | 'system';
    readonly path: Path;
    readonly decisions: Decisions;
  }): readonly StateEntry[];
  /** What differs between the state after a turn and the one before it. */
  changes(input: { readonly session: SessionRef; readonly turn: TurnIndex; readonly decisions: Decisions }): Changes;
  /** The value at a path, which begins with the name of its root, as indented JSON. */
  valueText(input: {
    readonly session: SessionRef;
    readonly turn: TurnIndex;
    readonly path: Path;
    readonly decisions: Decisions;
    /** About as many characters are sent; without it, the whole. */
    readonly limit?: number;
  }): { readonly text: string; readonly cut: boolean };
  call(input: { readonly session: SessionRef; readonly turn: TurnIndex; readonly decisions: Decisions }): CallDetail;
  /** The source text a turn was understood from, with some lines around it; or a page of the text from an offset on. */
  raw(input: { readonly session: SessionRef; readonly turn: TurnIndex; readonly from: number | null }): RawExcerpt;
  /** The turn that the source text at an offset became; null where no turn was made of it. */
  turnAtOffset(input: { readonly session: SessionRef; readonly offset: number }): { readonly turn: TurnIndex | null };
  /**
   * Each function of the context that a turn belongs to, and how often it had been used there after the turn. Null where the
   * recording does not say which there are.
   */
  capabilities(input: {
    readonly session: SessionRef;
    readonly turn: TurnIndex;
    readonly decisions: Decisions;
  }): readonly CapabilityRow[] | null;
  /** A window of one function's invocations in that context up to a turn, each with the index under which CEL finds it. */
  invocations(input: {
    readonly session: SessionRef;
    readonly turn: TurnIndex;
    readonly function: string;
    readonly decisions: Decisions;
    readonly sort: InvocationSort;
    /** Rows `from` up to, not with, `to`, as sorted. */
    readonly from: number;
    readonly to: number;
  }): InvocationWindow;
  /** Token sums after a turn. */
  tokens(input: { readonly session: SessionRef; readonly turn: TurnIndex }): TokenReport;
  /** Token sums over the whole session, thinned out to what a picture can show. */
  tokenCurve(input: { readonly session: SessionRef }): TokenCurve;
  /** A rule on this session that already fires, if one suggests itself. */
  starter(input: { readonly session: SessionRef }): Rule | null;
  /** The session as a `*.ctx.json` text. */
  exportSession(input: { readonly session: SessionRef }): { readonly text: string; readonly fileName: string };
  close(input: { readonly source: SourceId }): null;
}

export type { NodeOutline, Rule, SessionOutline, SourceId, StateEntry, TurnRow, TurnTokens, ValuePreview };

export interface Opened {
  readonly source: SourceId;
  readonly importer: string;
  readonly importerTitle: string;
  readonly bytes: number;
  readonly sessions: readonly { readonly title: string; readonly system: SystemId }[];
}

export interface Diagnostic extends Problem {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly range: TextRange;
  /** What the message advises, done: parts of the text with what takes their place. */
  readonly fix?: { readonly title: string; readonly edits: readonly (TextRange & { readonly text: string })[] };
}

export interface Completion {
  readonly label: string;
  readonly kind: 'variable' | 'field' | 'function' | 'method' | 'macro' | 'value' | 'keyword' | 'snippet';
  /** Plain text; that of a snippet has places to fill in, `${1:value}`. */
  readonly insert: string;
  /** The part of the expression that `insert` replaces. */
  readonly range: TextRange;
  /** Type and current value, in one line. */
  readonly detail: string;
  readonly about: string;
}

export interface Hover {
  readonly range: TextRange;
  /** Paragraphs of plain text. */
  readonly lines: readonly string[];
}

export interface Sweep {
  /** One `verdictCodes` byte per turn. */
  readonly codes: Uint8Array;
  readonly counts: VerdictCounts;
  /** Set when nothing could be evaluated at all; `codes` are then all n/a. */
  readonly problem: Problem | null;
  /** Engine time, for the footer. */
  readonly tookMs: number;
}

export type Explanation = Why;
export type ExplainedPart = WhyPart;
export type { ExplainedElement };

export interface Changes {
  readonly changes: readonly Change[];
  /** Whether more places differ than these. */
  readonly isCut: boolean;
}

export interface Change {
  readonly path: Path;
  readonly before: ValuePreview | null;
  readonly after: ValuePreview | null;
}

export interface CallDetail {
  /** The answer that a guardrail kept from the user; null where it kept none. */
  readonly withheld: string | null;
  /** Null where there is no such turn. */
  readonly turn: TurnRow | null;
  /** The message for input and llm turns. */
  readonly message: string | null;
  readonly invocation: InvocationDetail | null;
  /** For an llm turn: the capability turns it asked for, the first of them when there are very many. */
  readonly planned: readonly { readonly turn: TurnIndex; readonly function: string }[];
  readonly plannedCount: number;
}

export interface InvocationDetail {
  readonly function: string;
  readonly outcome: InvocationOutcome;
  readonly reason: string | null;
  readonly input: string | null;
  readonly output: string | null;
  /** Of an output that is recorded as text and may be meant as a value: which rules see, and why. */
  readonly outputNote: string | null;
  readonly taskId: string | null;
  /** The path under which CEL finds this invocation at this turn: `context.capabilities.refund.outputs[0]`. */
  readonly path: Path;
}

/** Offsets count UTF-16 units. */
export interface RawExcerpt {
  readonly text: string;
  /** Where `text` begins in the source, which has `length` characters. */
  readonly start: number;
  readonly length: number;
  /** The turn's own source, as far as it is in `text`, by its places there. */
  readonly highlights: readonly TextRange[];
  /** All of the turn's own source, by its places in the source: a call and its result may stand apart. */
  readonly ranges: readonly (TextRange & { readonly line: number })[];
  /** Line number of the first line of `text`, from 1. */
  readonly firstLine: number;
  readonly totalLines: number;
}

export interface CapabilityRow {
  readonly function: string;
  readonly kind: 'tool' | 'agent';
  /** As rules see the counts; null: unknown. */
  readonly successful: number | null;
  readonly errored: number | null;
  readonly restricted: number | null;
  /** All invocations so far, those without a result too. */
  readonly uses: number;
  /** True for the function that the asked turn invokes. */
  readonly here: boolean;
}

export interface InvocationSort {
  readonly by: 'index' | 'turn' | 'outcome' | 'at';
  readonly descending: boolean;
}

export interface InvocationWindow {
  /** How many there are at the asked turn, in and out of the window. */
  readonly total: number;
  readonly rows: readonly CapabilityInvocation[];
  /** Where the asked turn's own invocation stands among all, as sorted; null when it is none of them. */
  readonly here: number | null;
}

export interface CapabilityInvocation {
  readonly turn: TurnIndex;
  /** Index in `inputs`, `outputs`, … at the asked turn. */
  readonly index: number;
  readonly at: string | null;
  readonly outcome: InvocationOutcome;
  readonly input: ValuePreview | null;
  readonly output: ValuePreview | null;
}

export interface TokenReport {
  readonly known: boolean;
  readonly prompt: number | null;
  readonly completion: number | null;
  readonly total: number | null;
}

export interface TokenCurve {
  /** Ascending by turn; null where the recording does not tell. */
  readonly points: readonly {
    readonly turn: TurnIndex;
    readonly prompt: number | null;
    readonly completion: number | null;
  }[];
  /** The greatest sum of all, thinned out or not. */
  readonly highest: number;
}

export type Method = keyof EngineApi;
export type Input<M extends Method> = Parameters<EngineApi[M]>[0];
export type Output<M extends Method> = ReturnType<EngineApi[M]>;
