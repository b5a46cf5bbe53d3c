import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { AnyMessage } from '../messages/any-message.ts';
import type { ImportReport } from '../import-report.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';

/** What a span was for. `other`: steps of a framework that are no turn of anybody. */
export type SpanKind = 'model' | 'tool' | 'retriever' | 'agent' | 'guardrail' | 'embedding' | 'other';

/**
 * One span of a trace, as OpenTelemetry, Langfuse and their like have it; importers translate into this, and
 * `spansToSession` makes turns of it. What costs time to read is read when asked for.
 */
export interface Span {
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly place: Path;
  /** Other records that say what this one came to. */
  readonly alsoAt?: readonly Path[];
  /** UTC ISO 8601. */
  readonly startedAt: string | undefined;
  readonly endedAt: string | undefined;
  /** Nanoseconds since any moment, for order and length. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  /** Why it failed, where it did. */
  readonly error: string | undefined;
  readonly model: string | undefined;
  readonly tokens: RecordedTokens | undefined;
  /** Of a tool: the call's id, where the recording has it. */
  readonly callId: string | undefined;
  /** What went in: messages of a model call, or of whatever holds a conversation. */
  asked(report: ImportReport): readonly AnyMessage[];
  /** What the model came back with. */
  answered(report: ImportReport): readonly AnyMessage[];
  /** Why the model stopped, in the provider's word, where the span says so apart from the answer. */
  ended?(): string | undefined;
  /** What went in and came out as values: of tools, retrievers and guardrails. */
  input(report: ImportReport): Value | undefined;
  output(report: ImportReport): Value | undefined;
  /** Names of the functions that a model call was offered. */
  offered(): readonly string[];
  /** Notes what had to be assumed of the span's own fields: the unit of its times, say. */
  assumed?(report: ImportReport): void;
}

/** The spans of one trace. */
export interface Trace {
  readonly title: string;
  readonly importer: string;
  readonly user: string | undefined;
  readonly recording: RecordValue;
  readonly spans: readonly Span[];
  /** How many agents count as models, because there is no model call. */
  readonly speakers?: number;
  /** What the whole trace was asked, where it says so itself. */
  readonly question?: ((report: ImportReport) => readonly AnyMessage[]) | undefined;
  /** Notes what became of what is in the trace beside its spans. */
  assumed?(report: ImportReport): void;
}
