import type { GateDecision } from './gate-decision.ts';
import type { Growth } from './growth.ts';
import type { Invocation, NodeId, TurnIndex } from './invocation.ts';
import type { RecordedResults } from './recorded-results.ts';
import type { TokenCounts } from './tokens.ts';
import type { DefinedTool } from './tool-definition.ts';
import type { RecordValue, Value } from './value.ts';

export type { Invocation, NodeId, InvocationOutcome, TurnIndex } from './invocation.ts';

/** `snapshot` is no turn: it is the single moment of a session without turns. */
export type TurnKind = 'input' | 'llm' | 'capability' | 'snapshot';
/** A column of kinds has their places in this list. */
export const turnKinds = ['input', 'llm', 'capability', 'snapshot'] as const satisfies readonly TurnKind[];
/**
 * The columns behind the task context view, which every session has, whatever its system. Oldest first, append-only: a
 * state at turn n is a prefix of each column, never a copy. `undefined` anywhere means *the recording does not say*;
 * the view makes an `Unknown` of it, never a guess.
 */
export interface History {
  readonly agent: {
    readonly name: string | undefined;
    readonly namespace: string | undefined;
    readonly startedAt: string | undefined;
  };
  readonly user: { readonly id: string | undefined; readonly email: string | null | undefined };
  readonly model: string | undefined;
  /** Tokens that a call of the model can hold. */
  readonly contextWindow?: number | undefined;
  readonly turns: readonly Turn[];
  readonly invocations: readonly Invocation[];
  readonly inputs: readonly Received[];
  readonly outputs: readonly Exchange[];
  /**
   * Running sums: one entry for each turn that changed them or made them unknown. Before the first entry they are zero.
   */
  readonly tokens: readonly TokenSums[];
  /** Which turns are new or different. */
  readonly growth: Growth;
  /** The recorded results, as rules see them. */
  readonly results: RecordedResults;
  /** Places under `context` whose recorded value contradicts the lists: a pasted snapshot may contradict itself. */
  readonly stated?: readonly StatedValue[];
  /** All functions that are declared or used, in order of declaration, then of first use. */
  readonly functions: readonly DeclaredFunction[];
  /** What is recorded of the tools: each definition that is new, or differs from the one before. */
  readonly tools: readonly DefinedTool[];
  /** Derived contexts: `nodes[0]` is the root. */
  readonly nodes: readonly ContextNode[];
  /**
   * Set where derived contexts share nothing with their parent (delegated tasks): the history of each context alone,
   * the root among them. The columns above then hold the turns of all. Absent where all share one context.
   */
  readonly own?: ReadonlyMap<NodeId, OwnHistory>;
}

/** The history of one context, with turns counted in it alone. */
export interface OwnHistory {
  readonly history: History;
  /** For each of its turns, the number of that turn in the session; ascending. */
  readonly turns: readonly TurnIndex[];
}

export interface Turn {
  readonly index: TurnIndex;
  readonly kind: TurnKind;
  readonly node: NodeId;
  /** UTC ISO 8601 as recorded. */
  readonly at: string | undefined;
  /** The text of the turn's row: message text, planned calls, or the function's name. */
  readonly label: string;
  /** The full text of the user or the model, where it is recorded: the label is one line of it. */
  readonly text: string | undefined;
  /** What the model thought before it answered, where the recording has it. No rule sees it. */
  readonly thinking: string | undefined;
  /**
   * True where the label quotes no message: for a model call without recorded text, it states in brackets what is
   * known.
   */
  readonly isRemark: boolean;
  /** Tokens of this turn alone; either side may be unknown. Undefined when the recording holds neither. */
  readonly tokens: Omit<TokenCounts, 'total'> | undefined;
  /** Wall-clock duration in milliseconds, where recorded. */
  readonly tookMs: number | undefined;
  /** True for an `llm` turn that answered the user: `guardrail.after` runs there. */
  readonly answers: boolean;
  /** How the task ended here, in words (`locked: too large an amount`); undefined where it continued. */
  readonly ended: string | undefined;
  /** An answer that a guardrail kept from the user: it is in no `context.output`, though `guardrail.after` saw it. */
  readonly withheld: RecordValue | undefined;
  /** Index into `invocations`, for `capability` turns. */
  readonly invocation: number | undefined;
  /** What a gate decided about it, in order. */
  readonly gate: readonly GateDecision[] | undefined;
  /** Index of the event that made this turn. */
  readonly event: number;
}

/** One TaskIO: a message and its dynamic keys. */
export interface Exchange {
  readonly turn: TurnIndex;
  readonly at: string | undefined;
  readonly value: RecordValue;
}

/** A TaskIO that arrived; without a value where the recording lacks the text of the user message. */
export interface Received extends Omit<Exchange, 'value'> {
  readonly value: RecordValue | undefined;
}

/** Sums over all model calls up to and including a turn; a sum is undefined where the recording lacks a part of it. */
export interface TokenSums {
  readonly turn: TurnIndex;
  readonly prompt: number | undefined;
  readonly completion: number | undefined;
  readonly total: number | undefined;
}

/** Valid from its turn on, until another value for the same path. */
export interface StatedValue {
  readonly turn: TurnIndex;
  /** Keys below `context`. */
  readonly path: readonly string[];
  /** `undefined`: unknown from here on. */
  readonly value: Value | undefined;
}

export interface DeclaredFunction {
  readonly key: string;
  readonly kind: 'tool' | 'agent';
  readonly declared: boolean;
}

export interface ContextNode {
  readonly id: NodeId;
  readonly parent: NodeId | null;
  readonly title: string;
}
