import type { RecordValue, Value } from '../../model/value.ts';
import type { Source } from '../otel/messages.ts';
import type { LogEvent } from '../otel/log-records.ts';
import type { ImportReport } from '../import-report.ts';
import type { Moment } from '../values/moments.ts';
import type { Where } from '../values/where.ts';
import type { Span, SpanKind } from './spans.ts';
import type { Placed } from '../values/elements.ts';

/**
 * How one product writes spans: what `readSpans` needs to know to make sessions of them. `spanImporter` has the other half,
 * where the spans are in a document. Functions receive spans as `rewrite` returns them.
 */
export interface SpanFormat {
  /** A sentence for a file in which no span is a model call or the use of a tool. */
  readonly nothing: string;
  /** A sentence for a trace whose model calls hold no messages, if the product may keep them elsewhere. */
  readonly silent?: string;
  /**
   * Brings a span into a form that the fields below can describe. Keys stay where they are, because places in the recording
   * are made of them.
   */
  readonly rewrite?: (span: RecordValue) => RecordValue;
  /**
   * The attributes of OpenTelemetry that the span was made from. Facts that the fields below do not have are searched in them,
   * in all vocabularies that `importing/otel` knows.
   */
  readonly attributes?: Where;
  /** The span's events, some of which hold messages. */
  readonly events?: Where;

  /** Ids may be numbers. A span without an id gets one of its own, so that nothing can be inside it. */
  readonly spanId: Where;
  readonly parent: Where;
  /** Ids that mean that there is no parent: `'0'`. */
  readonly noParent?: readonly string[];
  /** For a tool or an agent, its own name. */
  readonly name: Where;
  readonly kind: {
    readonly field: Where;
    /** The meaning of words beside the usual ones (`spanKinds`), in lower case. */
    readonly words?: { readonly [word: string]: SpanKind };
    /** For spans whose word is not known, or that have none. Without it they are steps of a framework. */
    readonly otherwise?: (span: RecordValue) => SpanKind;
    /**
     * Can a step of a framework be the use of a tool, if it has the name of a function that a model asked for or was
     * offered?
     */
    readonly mayBeTool?: (span: RecordValue) => boolean;
  };

  readonly start: readonly Moment[];
  /** Without an end in the span, `took` says how long it lasted. */
  readonly end: readonly Moment[];
  /** How long the span took, in nanoseconds. With an end and no start, it says when the span began. */
  readonly took?: Where;

  /** The input: the conversation of a model call, the arguments of a tool. */
  readonly input: Where;
  /** The output: a model's answer, a tool's result. */
  readonly output: Where;
  /** A tool's result, where it is not in the same field as a model's answer. It is used as recorded. */
  readonly result?: Where;
  /** Is the output of a model that was asked for structured data a record, which is no message? Its JSON is the answer then. */
  readonly hasStructuredAnswers?: true;
  /** Keys of records that only wrap arguments, or a result: they are left out if they are the only key. */
  readonly onlyKey?: { readonly input?: string; readonly output?: string; readonly ofRecordsOnly?: true };
  /** For a tool's use: the id under which the model requested it. */
  readonly callId?: Where;
  readonly model?: Where;
  /** Why the model stopped, in the provider's word, if the span has it apart from the answer. */
  readonly ended?: Where;
  /** Token counts. The first of these that has both is taken, or else the first that has one. */
  readonly tokens?: readonly TokenFields[];
  /** The functions that a model was offered: a list of their definitions. */
  readonly offered?: Where;
  /** How a span says that it failed, or code that gives the reason of a failed span. */
  readonly error: Failure | ((span: RecordValue, source: Source) => string | undefined);

  readonly trace: {
    /** The trace's id, in its record; in a document that lists spans, also the field by which they are grouped. */
    readonly id: Where;
    /** The id of the conversation that the trace belongs to; searched in the trace's record, then in all spans. */
    readonly session?: Where;
    /** The user's name or id; searched in the same places. */
    readonly user?: Where;
    /** Other facts to keep, under these names. Empty texts, lists and records are not kept. */
    readonly facts?: { readonly [name: string]: Where };
    /** A title for a trace without a user message. Without it, the outermost span's name is taken. */
    readonly title?: Where;
    /** The question of the trace, if the trace records it. */
    readonly question?: Where;
  };

  /** Changes the spans of a trace after they were read, where one span cannot be understood without others. */
  readonly adjust?: (spans: readonly Span[]) => readonly Span[];
}

export interface Failure {
  /** The place of a span's failure mark, and the words that mean failure. Without it, a span with a reason failed. */
  readonly status?: { readonly field: Where; readonly failed: readonly string[] };
  /** Why it failed: a text, or a record with a `message`. */
  readonly reason: Where;
  /** Drops Python's traceback from the reason. */
  readonly hasTraceback?: true;
}

/** Each count in a field of its own, or records with both counts under any of their usual names. */
type TokenFields =
  | {
      readonly prompt: Where;
      readonly completion: Where;
      /** Those of the prompt, included in its count, that were read from a cache. */
      readonly cached?: Where;
    }
  | { readonly usage: Where };

/** Where the spans are in a document. Spans alone are grouped by the trace that they name (`SpanFormat.trace.id`). */
export type SpanFinder =
  | { readonly spans: (document: Value) => readonly Placed[] }
  | { readonly traces: (document: Value) => readonly WrittenTrace[] };

/** A trace as a document has it. */
export interface WrittenTrace {
  /** The record about the trace as a whole; the outermost span, where there is no such record. */
  readonly about: Placed;
  readonly spans: readonly WrittenSpan[];
  /** Notes about parts of the trace that are no spans. */
  readonly assumed?: (report: ImportReport) => void;
}

export interface WrittenSpan extends Placed {
  /** The id of the span around it, where the document nests spans instead of naming the parent. */
  readonly parent?: string | undefined;
  /** Log records with the span's id, which may hold its messages. */
  readonly logged?: readonly LogEvent[];
  /** When the span ended, where its record does not say so. */
  readonly endedAt?: string | undefined;
}
