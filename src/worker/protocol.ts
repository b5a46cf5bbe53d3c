import type { Bytes } from '../engine/readers/archives/bytes.ts';
import type { Decisions } from '../engine/model/decisions.ts';
import type { GateDecision } from '../engine/model/gate-decision.ts';
import type { InvocationOutcome, TurnIndex } from '../engine/model/history.ts';
import type { Path } from '../engine/model/path.ts';
import type { Problem, TextRange } from '../engine/model/problem.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { UserNote } from '../engine/model/user-note.ts';
import type { HookId } from '../engine/model/hooks.ts';
import type { Rule } from '../engine/rules/rule.ts';
import type { Suggestion } from '../engine/rules/suggestions.ts';
import type { Why, WhyElement, WhyPart } from '../engine/rules/why.ts';
import type { VerdictCounts } from '../engine/model/verdict.ts';
import type { RefusedFile } from '../engine/opening/archives/archived.ts';
import type { BacktestApi } from './backtest-protocol.ts';
import type { CompareApi } from './compare-protocol.ts';
import type { EnginesApi } from './engines-protocol.ts';
import type { LeavingApi } from './leaving-protocol.ts';
import type { LiveApi } from './live-protocol.ts';
import type { Mapping, MappingApi } from './mapping-protocol.ts';
import type { PolicyApi } from './policy-protocol.ts';
import type { ReportApi } from './report-protocol.ts';
import type { RunApi } from './run-protocol.ts';
import type { NodeOutline, Opened, SessionOutline, SourceId } from './session-outline.ts';
import type { Argument, Change, Changes, Excerpt, StateEntry, TurnRow, TurnTokens, ValuePreview } from './previews.ts';
import type { ViewApi } from './view-protocol.ts';
import type { WritingApi } from './writing-protocol.ts';
import type { WhatIfApi } from './what-if-protocol.ts';

/**
 * Everything that the engine can do for the page. Plain data both ways. The page requests windows, never a whole
 * history. Every method returns a `Result`: a problem is shown to the user, an exception is a bug.
 */
export interface EngineApi
  extends
    RunApi,
    ViewApi,
    WritingApi,
    PolicyApi,
    WhatIfApi,
    EnginesApi,
    BacktestApi,
    CompareApi,
    MappingApi,
    ReportApi,
    LiveApi,
    LeavingApi {
  /** Recognises a text and lists the sessions in it. The text stays with the engine, so that raw input can be shown. */
  open(input: {
    /** Or the file with the text, which the engine reads, so that the page need not hold it. */
    readonly text: string | Blob;
    readonly name: string;
    /** Set when a text is opened again after the worker died, so that session ids stay the same. */
    readonly source?: SourceId;
    /** Reads the text with this mapping, even if an importer recognises it. */
    readonly mapping?: Mapping;
    /** Texts of mappings for unknown formats: the first that fits reads the text. */
    readonly remembered?: readonly string[];
  }): Opened;
  /** Lists the sessions in a ZIP or tar archive; each is read from its own file when it is opened. */
  openArchive(input: {
    /** A Blob. */
    readonly archive: Bytes;
    readonly name: string;
    readonly source?: SourceId;
    /** Texts of mappings for files of unknown formats. */
    readonly remembered?: readonly string[];
  }): Opened & { readonly refused: readonly RefusedFile[] };
  /** Makes one of the listed sessions; repeated calls cost nothing. */
  openSession(input: { readonly source: SourceId; readonly entry: number }): SessionOutline;
  /** Turns `from` up to, not with, `to`. */
  rows(input: { readonly session: SessionRef; readonly from: TurnIndex; readonly to: TurnIndex }): readonly TurnRow[];
  /** A part of a turn, up to about `limit` characters; null when the turn has none. */
  turnText(input: {
    readonly session: SessionRef;
    readonly turn: TurnIndex;
    readonly part: Exclude<TurnPart, 'arguments'>;
    readonly limit: number;
  }): Excerpt | null;
  /** The arguments of a call, each up to about `limit` characters; null when the turn has none. */
  callArguments(input: {
    readonly session: SessionRef;
    readonly turn: TurnIndex;
    readonly limit: number;
  }): readonly Argument[] | null;
  /** Turns that contain a text, or where an expression is true, whichever the user wrote; ascending. */
  find(input: { readonly session: SessionRef; readonly expression: string; readonly decisions: Decisions }): {
    readonly wanted: Wanted;
    readonly turns: readonly TurnIndex[];
    /** Turns where the expression could not be judged, and the message of the first of them. */
    readonly errors: number;
    readonly firstError: string | null;
    /** Turns where the recording lacks a value that the expression needs. */
    readonly unknown: number;
  };
  /** The first place of a turn with a text, and the words around it. */
  passage(input: { readonly session: SessionRef; readonly turn: TurnIndex; readonly text: string }): Passage | null;
  /** Diagnostics of a rule, before it runs. */
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
  /** Documentation, type and value at the turn of the name at an offset of the expression. */
  hover(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly offset: number;
    readonly turn: TurnIndex;
    readonly decisions: Decisions;
  }): Hover | null;
  /** A rule's verdict at every turn. */
  sweep(input: { readonly session: SessionRef; readonly rule: Rule; readonly decisions: Decisions }): Sweep;
  /** Why a rule has its verdict at one turn. */
  explain(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly turn: TurnIndex;
    readonly decisions: Decisions;
  }): Explanation;
  /** The value of a part of the rule in full, or of an element that a macro tried, which `explain` gives cut. */
  explainedValue(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly turn: TurnIndex;
    readonly decisions: Decisions;
    /** Ids and indices of `explain`. */
    readonly part: number;
    readonly element: number | null;
  }): ValuePreview | null;
  /** The children of one place in the context state after a turn, for a tree that opens branch by branch. */
  state(input: {
    readonly session: SessionRef;
    readonly turn: TurnIndex;
    /** `context` is what CEL sees; `system` the system's own export. */
    readonly root: 'context' | 'system';
    readonly path: Path;
    readonly decisions: Decisions;
  }): readonly StateEntry[];
  /** The numbers of one place over all turns, with no more points than a picture can show. */
  pathHistory(input: {
    readonly session: SessionRef;
    readonly root: 'context' | 'system';
    readonly path: Path;
    /** The derived context: some have a history of their own. Null for the root. */
    readonly node: string | null;
    readonly decisions: Decisions;
  }): PathHistory;
  /** Differences between the state after a turn and the one before it. */
  changes(input: { readonly session: SessionRef; readonly turn: TurnIndex; readonly decisions: Decisions }): Changes;
  /** The value at a path, which begins with the name of its root, as indented JSON. */
  valueText(input: {
    readonly session: SessionRef;
    readonly turn: TurnIndex;
    readonly path: Path;
    readonly decisions: Decisions;
    /** Approximate maximum of characters; without it, the whole value. */
    readonly limit?: number;
  }): { readonly text: string; readonly cut: boolean };
  call(input: { readonly session: SessionRef; readonly turn: TurnIndex; readonly decisions: Decisions }): CallDetail;
  /** The source text of a turn, with some lines around it; or a page of the text from an offset on. */
  raw(input: { readonly session: SessionRef; readonly turn: TurnIndex; readonly from: number | null }): RawExcerpt;
  /** The turn made from the source text at an offset; null when there is none. */
  turnAtOffset(input: { readonly session: SessionRef; readonly offset: number }): { readonly turn: TurnIndex | null };
  /**
   * Each function of a turn's context, and the number of its uses after the turn. Null when the recording does not hold
   * the list of functions.
   */
  capabilities(input: {
    readonly session: SessionRef;
    readonly turn: TurnIndex;
    readonly decisions: Decisions;
  }): readonly CapabilityRow[] | null;
  /** The recorded times of all calls of some functions in that context up to a turn; null when none is recorded. */
  latency(input: {
    readonly session: SessionRef;
    readonly turn: TurnIndex;
    readonly functions: readonly string[];
  }): Latency | null;
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
  /** What the recording says of a function up to a turn; null where it does not define it. */
  toolDefinition(input: {
    readonly session: SessionRef;
    readonly turn: TurnIndex;
    readonly function: string;
  }): ToolDescription | null;
  /** What the timeline draws of every turn, beside its verdicts. */
  turnColumns(input: { readonly session: SessionRef }): TurnColumns;
  /** What each derived context called, used and shares, in the order of the session's `nodes`. */
  contexts(input: { readonly session: SessionRef }): readonly ContextUse[];
  /** Token sums after a turn. */
  tokens(input: { readonly session: SessionRef; readonly turn: TurnIndex }): TokenReport;
  /** Token sums over the whole session, with no more points than a picture can show. */
  tokenCurve(input: { readonly session: SessionRef }): TokenCurve;
  /** Rules about the risks of agents that fire in this session, the most relevant first; often none. */
  suggestions(input: { readonly session: SessionRef }): readonly Suggestion[];
  /** The session as a `*.ctx.json` text. */
  exportSession(input: { readonly session: SessionRef }): { readonly text: string; readonly fileName: string };
  /** The notes in the session's own file, and what identifies the recording, so that notes on it are found again. */
  userNotes(input: { readonly session: SessionRef }): {
    readonly content: string;
    readonly notes: readonly UserNote[];
  };
  close(input: { readonly source: SourceId }): null;
}

export type { NodeOutline, Opened, Rule, SessionOutline, SourceId, Suggestion };
export type { Argument, Change, Changes, Excerpt, StateEntry, TurnRow, TurnTokens, ValuePreview };

export type TurnPart = 'thinking' | 'message' | 'arguments' | 'result';

/** What the user looks for in the turns. */
export type Wanted =
  | { readonly kind: 'expression' }
  /** `isOnly`: in quotes; the turns without the text are of no interest. */
  | { readonly kind: 'text'; readonly text: string; readonly isOnly: boolean };

/** Some words of a turn. */
export interface Passage {
  readonly part: TurnPart;
  readonly text: string;
}

export interface Diagnostic extends Problem {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly range: TextRange;
  /** The edits that the message advises: ranges of the text with their replacements. */
  readonly fix?: {
    readonly title: string;
    readonly edits: readonly (TextRange & { readonly text: string })[];
    /** Set where the rule is moved to another hook. */
    readonly hook?: HookId;
  };
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
export type ExplainedElement = WhyElement;

export interface PathHistory {
  /** Ascending by turn, each with a new value, which holds until the next; null where the place holds no number. */
  readonly points: readonly { readonly turn: TurnIndex; readonly value: number | null }[];
  /** Of all values, including those left out of the points; null where there is none. */
  readonly lowest: number | null;
  readonly highest: number | null;
  /** How often the value changed, including changes that are left out. */
  readonly changes: number;
  /** The number of turns that were looked at, where it is too slow to look at all. */
  readonly sampled: number | null;
}

export interface CallDetail {
  /** The answer that a guardrail withheld from the user; null when there is none. */
  readonly withheld: string | null;
  /** Null when there is no such turn. */
  readonly turn: TurnRow | null;
  /** The message for input and llm turns. */
  readonly message: string | null;
  /** What a gate decided about the turn while the agent ran. */
  readonly gate: readonly GateDecision[];
  readonly invocation: InvocationDetail | null;
  /** For an llm turn: the capability turns that it requested, or the first of them when there are very many. */
  readonly planned: readonly { readonly turn: TurnIndex; readonly function: string }[];
  readonly plannedCount: number;
}

export interface InvocationDetail {
  readonly function: string;
  readonly outcome: InvocationOutcome;
  readonly reason: string | null;
  readonly input: string | null;
  readonly output: string | null;
  /** For an output that is recorded as text and may be meant as a value: which of the two rules see, and why. */
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
  /** Ranges in `text` of the turn's own source. */
  readonly highlights: readonly TextRange[];
  /** All ranges of the turn's own source, as offsets into the source: a call and its result may be apart. */
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
  /** True for the function that the requested turn invokes. */
  readonly here: boolean;
  /** How long the calls so far took; null where no time is recorded. */
  readonly latency: Latency | null;
}

/** The definition of a tool, as it is recorded. Schemas are JSON. */
export interface ToolDescription {
  /** The turn after which it holds; -1 at the start. */
  readonly since: TurnIndex;
  readonly description: string | null;
  readonly server: string | null;
  /** Hints on how it behaves, such as `readOnlyHint`, each with its value. */
  readonly annotations: readonly { readonly name: string; readonly value: string }[];
  readonly inputSchema: string | null;
  readonly outputSchema: string | null;
}

/** Recorded times in milliseconds. */
export interface Latency {
  /** The number of calls with a recorded time. */
  readonly count: number;
  /** The least time that half of the calls do not exceed, and the one that 95 of 100 do not exceed. */
  readonly p50: number;
  readonly p95: number;
  /** Ascending; of very many, a sample that has the least and the greatest. */
  readonly times: readonly number[];
}

export interface InvocationSort {
  readonly by: 'index' | 'turn' | 'outcome' | 'at' | 'took';
  readonly descending: boolean;
}

export interface InvocationWindow {
  /** Number of rows at the requested turn, in and out of the window. */
  readonly total: number;
  readonly rows: readonly CapabilityInvocation[];
  /** Index of the requested turn's own invocation among all sorted rows; null when it is none of them. */
  readonly here: number | null;
}

export interface CapabilityInvocation {
  readonly turn: TurnIndex;
  /** Index in `inputs`, `outputs`, … at the requested turn. */
  readonly index: number;
  readonly at: string | null;
  readonly outcome: InvocationOutcome;
  readonly input: ValuePreview | null;
  readonly output: ValuePreview | null;
  /** In milliseconds; null where it is not recorded. */
  readonly tookMs: number | null;
}

/** One entry per turn in each typed array. */
export interface TurnColumns {
  /** The kind's place in `turnKinds`. */
  readonly kinds: Uint8Array;
  /** The derived context's place in the session's `nodes`. */
  readonly nodes: Uint32Array;
  /** The function that the turn calls: its place in `functions`, counted from 1; 0 where it calls none. */
  readonly calls: Uint32Array;
  readonly functions: readonly string[];
  /** Tokens of the turn's own model call; 0 where there is none, or the recording does not hold it. */
  readonly prompt: Uint32Array;
  readonly completion: Uint32Array;
  /** Those of the prompt that were read from a cache; 0 where none were, or the recording does not say. */
  readonly cached: Uint32Array;
  /** Tokens that a call of the model can hold, where the recording says so. */
  readonly contextWindow: number | null;
  /** Milliseconds since 1970; NaN where the recording has no time. */
  readonly times: Float64Array;
}

export interface ContextUse {
  /** The functions that it called itself, in the order of their first use. */
  readonly functions: readonly { readonly key: string; readonly calls: number }[];
  /** Of its own model calls: the recorded numbers together, and how many calls lack a number. */
  readonly tokens: { readonly recorded: number; readonly calls: number; readonly uncounted: number };
  /** Rules see the same task context in it and in its parent: the same calls, messages and tokens. True for the root. */
  readonly sharesContext: boolean;
}

export interface TokenReport {
  readonly known: boolean;
  readonly prompt: number | null;
  readonly completion: number | null;
  readonly total: number | null;
}

export interface TokenCurve {
  /** Ascending by turn; null when the recording does not hold it. */
  readonly points: readonly {
    readonly turn: TurnIndex;
    readonly prompt: number | null;
    readonly completion: number | null;
    readonly total: number | null;
  }[];
  /** The greatest sum of all turns, including those left out of the curve. */
  readonly highest: number;
  /** The last total that is known, and the turn from which on it is unknown; null where it is known to the end. */
  readonly last: { readonly total: number; readonly unknownFrom: TurnIndex | null };
}

export type Method = keyof EngineApi;
export type Input<M extends Method> = Parameters<EngineApi[M]>[0];
export type Output<M extends Method> = ReturnType<EngineApi[M]>;
