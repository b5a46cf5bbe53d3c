import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { AnyMessage } from '../messages/any-message.ts';
import type { OfferedTool } from '../tools/offered-tools.ts';
import type { ImportReport } from '../import-report.ts';
import type { Attributes } from '../otel/attributes.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';

/** The kind of work that a span records. `other`: a framework's own step, which is no turn. */
export type SpanKind = 'model' | 'tool' | 'retriever' | 'agent' | 'guardrail' | 'embedding' | 'other';

/**
 * One span of a trace in one form for all formats; `spansToSession` turns them into turns. Methods read the expensive parts
 * only when they are needed.
 */
export interface Span {
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly place: Path;
  /** Places of other records that complete this one. */
  readonly alsoAt?: readonly Path[];
  /** UTC ISO 8601. */
  readonly startedAt: string | undefined;
  readonly endedAt: string | undefined;
  /** Nanoseconds since any moment, for order and length. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  /** Why it failed; undefined if it did not. */
  readonly error: string | undefined;
  readonly model: string | undefined;
  readonly tokens: RecordedTokens | undefined;
  /** Of a tool: the call's id, where the recording has it. */
  readonly callId: string | undefined;
  /** The conversation in the input. Without a report, nothing is noted. */
  promptMessages(report?: ImportReport): readonly AnyMessage[];
  /** The messages of the answer; several if there are choices, or parts of one answer. */
  answerMessages(report?: ImportReport): readonly AnyMessage[];
  /** The finish reason in the provider's word, if the span has it apart from the answer. */
  ended?(): string | undefined;
  /** Arguments and result of a tool, retriever or guardrail. */
  input(): Value | undefined;
  output(): Value | undefined;
  /** The functions that a model call was offered. */
  offered(): readonly OfferedTool[];
  /** What the use of a tool says of the tool. */
  described(): readonly OfferedTool[];
  /** Notes assumptions about the span's own fields: the unit of its times, for example. */
  assumed?(report: ImportReport): void;
  /** The record that it was read from, and the attributes in it. */
  readonly written: RecordValue;
  readonly attributes: Attributes;
}

/** The spans of one trace. */
export interface Trace {
  readonly title: string;
  readonly importer: string;
  readonly user: string | undefined;
  readonly recording: RecordValue;
  readonly spans: readonly Span[];
  /** How many agents are treated as model calls, because the trace has none. */
  readonly speakers?: number;
  /** The question that the whole trace answers, if the trace has one of its own. */
  readonly question?: ((report: ImportReport) => readonly AnyMessage[]) | undefined;
  /** Notes about parts of the trace that are no spans. */
  assumed?(report: ImportReport): void;
}
