import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { CallOutcome } from '../../systems/task/event.ts';
import type { Part } from '../content/content.ts';

/**
 * What message logs have in common, whatever their spelling: who said what, which calls followed, what came back.
 * Importers of such logs end here; `toTaskSession` makes the session of it.
 */
export interface Transcript {
  readonly title: string;
  readonly importer: string;
  readonly model?: string | undefined;
  readonly startedAt?: string | undefined;
  /** The agent's own name. */
  readonly agent?: string | undefined;
  readonly user?: string | undefined;
  /** Names of the capabilities that were offered, used or not. */
  readonly declared: readonly string[];
  /** What the file says about the recording as a whole: score, attack, termination. */
  readonly recording: RecordValue;
  readonly entries: readonly TranscriptEntry[];
}

export type TranscriptEntry = InputEntry | ModelEntry | CallEntry | TaskEntry | StateEntry | TotalsEntry;

/** Something reached the agent from outside. */
export interface InputEntry {
  readonly kind: 'input';
  readonly message: readonly Part[];
  readonly at: string | undefined;
  readonly place: Path;
  /** Other places that it was made of: the fragments of an utterance. */
  readonly alsoAt?: readonly Path[] | undefined;
}

/** One answer of the model: a text, calls, or both. */
export interface ModelEntry {
  readonly kind: 'model';
  readonly message: readonly Part[];
  /** Shown in the grid when there is no text, in brackets: `[reasoning]`. */
  readonly otherwise?: string | undefined;
  readonly calls: readonly Call[];
  readonly answers: boolean;
  readonly tokens: RecordedTokens | undefined;
  readonly at: string | undefined;
  readonly tookMs?: number | undefined;
  /** Which model gave it, where the recording says so of each answer. */
  readonly model?: string | undefined;
  readonly place: Path;
  /** Other places that it was made from: reasoning in a separate message, the pieces of a stream. */
  readonly alsoAt?: readonly Path[] | undefined;
}

/** A call that no model turn in the recording asked for. */
export interface CallEntry {
  readonly kind: 'call';
  readonly call: Call;
}

/** A sub-agent at work whom no call in the recording sent. */
export interface TaskEntry {
  readonly kind: 'task';
  readonly task: DelegatedTask;
}

/** What a recording keeps beside the messages, such as a graph's state. Rules see it as `context.state`. */
export interface StateEntry {
  readonly kind: 'state';
  /** What changed; undefined says that the key is there no more. */
  readonly state: readonly { readonly key: string; readonly value: Value | undefined }[];
  readonly place: Path;
}

/** What a sub-agent did: a task of its own, with its own history. */
export interface DelegatedTask {
  /** No other task of the transcript has it. */
  readonly id: string;
  readonly agent: string;
  readonly model?: string | undefined;
  readonly at?: string | undefined;
  readonly place: Path;
  readonly entries: readonly TranscriptEntry[];
}

/** The recording states what was spent in all up to here. */
export interface TotalsEntry {
  readonly kind: 'totals';
  readonly tokens: RecordedTokens;
  readonly place: Path;
}

/** Token counts in the recording; a side without a count is absent. */
export interface RecordedTokens {
  readonly prompt?: number;
  readonly completion?: number;
}

export interface Call {
  readonly name: string;
  readonly to: 'tool' | 'agent';
  readonly input: Value | undefined;
  readonly place: Path;
  /** What the sub-agent did whom the call sent, where the recording holds it. */
  readonly task?: DelegatedTask | undefined;
  /** Undefined when the result never came. */
  readonly result: CallResult | undefined;
  /** Its turn comes earlier: the result was recorded before the model's request. */
  readonly hasOwnTurn?: boolean;
}

export interface CallResult {
  readonly outcome: CallOutcome;
  /** Undefined when the recording does not hold it; an errored call has its `reason` instead. */
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
 * ("let me look that up") goes on working, and `guardrail.after` would judge half an answer. Nor does it when the
 * very next model turn asks for calls; `pairing.ts` sees to that.
 */
export const answersUser = (message: readonly Part[], calls: number): boolean => message.length > 0 && calls === 0;
