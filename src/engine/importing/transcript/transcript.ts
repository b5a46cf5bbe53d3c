import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { GateDecision } from '../../model/gate-decision.ts';
import type { CallOutcome } from '../../systems/task/event.ts';
import type { Part } from '../content/content.ts';
import type { OfferedTool } from '../tools/offered-tools.ts';

/**
 * The common form of all message logs: the speakers and their messages, the calls, and the results.
 * Importers of such logs produce it; `toTaskSession` makes the session from it.
 */
export interface Transcript {
  readonly title: string;
  readonly importer: string;
  readonly model?: string | undefined;
  /** Tokens that a call of the model can hold. */
  readonly contextWindow?: number | undefined;
  readonly startedAt?: string | undefined;
  /** The agent's own name. */
  readonly agent?: string | undefined;
  readonly user?: string | undefined;
  /** Names of the capabilities that were offered, used or not. */
  readonly declared: readonly string[];
  /** Tools that were offered from the start. */
  readonly tools?: readonly OfferedTool[];
  /** The file's facts about the whole recording: score, attack, termination. */
  readonly recording: RecordValue;
  readonly entries: readonly TranscriptEntry[];
}

export type TranscriptEntry = InputEntry | ModelEntry | CallEntry | TaskEntry | StateEntry | ToolsEntry | TotalsEntry;

/** An input of the agent from outside. */
export interface InputEntry {
  readonly kind: 'input';
  readonly message: readonly Part[];
  readonly at: string | undefined;
  readonly place: Path;
  /** Other places from which it was assembled: the fragments of an utterance. */
  readonly alsoAt?: readonly Path[] | undefined;
  /** What a gate decided about it while the agent ran. */
  readonly gate?: readonly GateDecision[] | undefined;
}

/** One answer of the model: a text, calls, or both. */
export interface ModelEntry {
  readonly kind: 'model';
  readonly message: readonly Part[];
  /** Shown in the grid when there is no text, in brackets: `[reasoning]`. */
  readonly otherwise?: string | undefined;
  /** What the model thought before it, in plain text. */
  readonly thinking?: string | undefined;
  readonly calls: readonly Call[];
  readonly answers: boolean;
  readonly tokens: RecordedTokens | undefined;
  readonly at: string | undefined;
  readonly tookMs?: number | undefined;
  /** The model of this answer, if the recording names it for each answer. */
  readonly model?: string | undefined;
  readonly place: Path;
  /** Other places from which it was assembled: reasoning in a separate message, the pieces of a stream. */
  readonly alsoAt?: readonly Path[] | undefined;
  /** What a gate decided about it while the agent ran. */
  readonly gate?: readonly GateDecision[] | undefined;
}

/** A call that no model turn in the recording requested. */
export interface CallEntry {
  readonly kind: 'call';
  readonly call: Call;
}

/** A working sub-agent that no call in the recording started. */
export interface TaskEntry {
  readonly kind: 'task';
  readonly task: DelegatedTask;
}

/** Data that a recording keeps beside the messages, such as a graph's state. Rules see it as `context.state`. */
export interface StateEntry {
  readonly kind: 'state';
  /** The new value; undefined means that the key was removed. */
  readonly state: readonly { readonly key: string; readonly value: Value | undefined }[];
  readonly place: Path;
}

/** The tools that the model can call from here on, used or not. */
export interface ToolsEntry {
  readonly kind: 'tools';
  readonly tools: readonly OfferedTool[];
}

/** The work of a sub-agent: a task of its own, with its own history. */
export interface DelegatedTask {
  /** Unique among the tasks of the transcript. */
  readonly id: string;
  readonly agent: string;
  readonly model?: string | undefined;
  readonly at?: string | undefined;
  readonly place: Path;
  readonly entries: readonly TranscriptEntry[];
}

/** The recording states the total tokens up to here. */
export interface TotalsEntry {
  readonly kind: 'totals';
  readonly tokens: RecordedTokens;
  readonly place: Path;
}

/** Token counts in the recording; a side without a count is absent. */
export interface RecordedTokens {
  readonly prompt?: number;
  readonly completion?: number;
  /** Those of the prompt that were read from a cache; absent where none were, or the recording does not say. */
  readonly cached?: number;
}

export interface Call {
  readonly name: string;
  readonly to: 'tool' | 'agent';
  readonly input: Value | undefined;
  readonly place: Path;
  /** The work of the sub-agent that the call started, if the recording contains it. */
  readonly task?: DelegatedTask | undefined;
  /** Undefined when the result never came. */
  readonly result: CallResult | undefined;
  /** Its turn comes earlier: the result was recorded before the model's request. */
  readonly hasOwnTurn?: boolean;
  /** What a gate decided about it while the agent ran. */
  readonly gate?: readonly GateDecision[] | undefined;
}

export interface CallResult {
  readonly outcome: CallOutcome;
  /** Undefined when the recording does not contain it; an errored call has its `reason` instead. */
  readonly output: Value | undefined;
  /** Why it was errored or restricted. */
  readonly reason?: string | undefined;
  readonly at?: string | undefined;
  readonly tookMs?: number | undefined;
  /** Its place, if separate from the call. */
  readonly place?: Path | undefined;
}

/**
 * Does a model turn answer the user? It does when it has a text and asks for no call: a text beside calls
 * ("let me look that up") continues its work, and `guardrail.after` would judge half an answer. Nor does it when the
 * very next model turn asks for calls; `call-matcher.ts` checks that.
 */
export const answersUser = (message: readonly Part[], calls: number): boolean => message.length > 0 && calls === 0;

/** A call that still waits when the recording ends, for example for a person. A later result replaces it. */
export const waiting = (reason: string): CallResult => ({ outcome: 'pending', output: undefined, reason });

/**
 * The tokens of one answer, as far as the recording counts them; undefined if it counts neither side. No answer has zero
 * tokens on both sides: programs without counts write zeros.
 */
export const recordedTokens = (
  prompt: number | undefined,
  completion: number | undefined,
  cached?: number,
): RecordedTokens | undefined =>
  (prompt ?? 0) === 0 && (completion ?? 0) === 0 ? undefined : tokensCounted(prompt, completion, cached);

/** The same for counts of a provider: an answer that it gave without calling a model has zero tokens. */
export function tokensCounted(
  prompt: number | undefined,
  completion: number | undefined,
  cached = 0,
): RecordedTokens | undefined {
  if (prompt === undefined && completion === undefined) return undefined;
  return {
    ...(prompt !== undefined && { prompt }),
    ...(completion !== undefined && { completion }),
    // A program that counts more than the prompt has counts the cache apart from it.
    ...(cached > 0 && cached <= (prompt ?? 0) && { cached }),
  };
}

/** The sum of several counts; unknown if the first one, to which the others are added, is unknown. */
export const plusAny = (count: number | undefined, ...beside: readonly (number | undefined)[]): number | undefined =>
  count === undefined ? undefined : beside.reduce<number>((sum, one) => sum + (one ?? 0), count);
