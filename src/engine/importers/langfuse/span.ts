import { isRecord } from '../../model/value.ts';
import { toJson } from '../../model/json.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { blank, countIn, tokensOf } from '../../importing/messages/any-message.ts';
import type { AnyMessage } from '../../importing/messages/any-message.ts';
import { readAttributes } from '../../importing/otel/attributes.ts';
import { answeredIn, askedIn } from '../../importing/otel/conversation.ts';
import type { Source } from '../../importing/otel/source.ts';
import { callIdIn, endIn, modelIn, offeredIn, tokensIn as countedIn } from '../../importing/otel/span-facts.ts';
import { toolInput, toolOutput } from '../../importing/otel/tool-values.ts';
import { conversationIn } from '../../importing/messages/conversation-in.ts';
import { nanosOf, readInstant } from '../../importing/values/instants.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import type { Span, SpanKind } from '../../importing/spans/spans.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { opened } from '../../importing/values/written-value.ts';
import { withBeeAi } from './beeai.ts';
import type { Observation } from './format.ts';
import type { PlacedObservation } from './shapes.ts';
import { tokensTold } from '../../importing/values/tokens.ts';

/**
 * | observation | is |
 * | --- | --- |
 * | GENERATION | a model call |
 * | TOOL, AGENT, RETRIEVER, GUARDRAIL, EMBEDDING | what its type says |
 * | a SPAN whose name, or what follows `tool.` in it, is that of a function which a generation asked for or was offered | the use of a tool |
 * | any other SPAN, CHAIN, EVENT, EVALUATOR | a step of the framework |
 */
export function spansOf(observations: readonly PlacedObservation[]): readonly Span[] {
  const functions = functionsIn(observations);
  return withBeeAi(
    observations.map((one) => spanOf(one, functions)),
    observations,
  );
}

function spanOf({ observation, place }: PlacedObservation, functions: ReadonlySet<string>): Span {
  const { id, parentObservationId, startTime, endTime, model } = observation;
  const started = (report: ImportReport) => readInstant(startTime, [...place, 'startTime'], report);
  const ended = (report: ImportReport) => readInstant(endTime, [...place, 'endTime'], report);
  const [startedAt, endedAt] = [started(createImportReport()), ended(createImportReport())];
  const name = nameOf(observation);
  const kind = kindOf(observation, name, functions);
  const attributed = attributesOf(observation, place);
  const { attributes } = attributed;
  const value = (key: 'input' | 'output'): Value | undefined => {
    const written = observation[key];
    return written === undefined || written === null ? undefined : unwrapped(opened(written), key);
  };
  const side = (key: 'input' | 'output', report: ImportReport): readonly AnyMessage[] => {
    const found = conversationIn(observation[key], key, [...place, key], report);
    if (found.length > 0) return found;
    const attributedMessages = inAttributes(key, attributed, report);
    if (attributedMessages.length > 0 || key === 'input' || kind !== 'model') return attributedMessages;
    return structuredAnswer(observation.output, [...place, key]);
  };
  return {
    id,
    parent: parentObservationId,
    name,
    kind,
    place,
    startedAt,
    endedAt,
    start: startedAt === undefined ? undefined : nanosOf(startedAt),
    end: endedAt === undefined ? undefined : nanosOf(endedAt),
    error: errorIn(observation),
    model: model ?? modelIn(attributes),
    tokens: tokensIn(observation) ?? countedIn(attributes),
    callId: callIdIn(attributes),
    asked: (report) => side('input', report),
    answered: (report) => side('output', report),
    ended: () => endIn(attributes),
    input: () => orAttributed(value('input'), kind, toolInput, attributed),
    output: () => orAttributed(value('output'), kind, toolOutput, attributed),
    offered: () => [...Object.keys(definitionsIn(observation)), ...offeredIn(attributes)],
    assumed: (report) => [started(report), ended(report)],
  };
}

/** A model that was asked for structured output answers with a record, which is no message: its JSON is what was said. */
function structuredAnswer(output: Value | undefined, place: Path): readonly AnyMessage[] {
  const value = opened(output ?? null);
  if (!isRecord(value) || Object.keys(value).length === 0) return [];
  const text = typeof output === 'string' ? output : toJson(value);
  return [{ ...blank('assistant', place), parts: [{ mimeType: 'text/plain', text }] }];
}

/**
 * What came to Langfuse over OpenTelemetry keeps the span's attributes under its metadata. Langfuse looks there for what
 * went in and came out, and does not know every library's words.
 */
function attributesOf({ metadata }: Observation, place: Path): Source {
  if (typeof metadata === 'string') {
    const written = inner(opened(metadata), 'attributes');
    // Of a text within the export no part has a place of its own.
    const text = typeof written === 'string' ? written : toJson(written ?? null);
    return { attributes: readAttributes(text, [...place, 'metadata']), events: undefined, place };
  }
  const attributes = readAttributes(inner(metadata, 'attributes'), [...place, 'metadata', 'attributes']);
  return { attributes, events: undefined, place };
}

/** Where Langfuse did not know the attribute, it shows nothing, or of ADK an empty record. */
function orAttributed(
  value: Value | undefined,
  kind: SpanKind,
  told: (source: Source) => Value | undefined,
  attributed: Source,
): Value | undefined {
  const isEmpty = value === undefined || (isRecord(value) && Object.keys(value).length === 0);
  return (isEmpty && kind === 'tool' ? told(attributed) : undefined) ?? value;
}

function inAttributes(key: 'input' | 'output', attributed: Source, report: ImportReport): readonly AnyMessage[] {
  return key === 'input' ? askedIn(attributed, report) : answeredIn(attributed, report);
}

const kinds: ReadonlyMap<string, SpanKind> = new Map([
  ['GENERATION', 'model'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
  ['RETRIEVER', 'retriever'],
  ['GUARDRAIL', 'guardrail'],
  ['EMBEDDING', 'embedding'],
]);

function kindOf({ type, output }: Observation, name: string, functions: ReadonlySet<string>): SpanKind {
  const said = kinds.get(type);
  if (said !== undefined) return said;
  return type === 'SPAN' && functions.has(name) && output !== undefined && output !== null ? 'tool' : 'other';
}

/** `tool.HelloTool`, `execute_tool say_hello`, `agent_run [hello_agent]`: the name is what comes after. */
function nameOf({ name = '', type, metadata }: Observation): string {
  const said = inner(inner(opened(metadata ?? null), 'attributes'), 'ai.toolCall.name');
  if (type === 'TOOL' && typeof said === 'string' && said !== '') return said;
  return (
    /^(?:tool\.|execute_tool )(.+)$/.exec(name)?.[1] ?? /^(?:agent_run|invocation) \[(.+)\]$/.exec(name)?.[1] ?? name
  );
}

/** Every function that a generation asked for, or was offered. */
function functionsIn(observations: readonly PlacedObservation[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { observation, place } of observations) {
    if (observation.type !== 'GENERATION') continue;
    for (const name of Object.keys(definitionsIn(observation))) names.add(name);
    for (const { calls } of conversationIn(observation.output, 'output', place, createImportReport())) {
      for (const { name } of calls) names.add(name);
    }
  }
  return names;
}

function definitionsIn({ toolDefinitions }: Observation): { readonly [name: string]: Value } {
  const value = opened(toolDefinitions ?? null);
  return isRecord(value) ? value : {};
}

function tokensIn({ usageDetails, usage, promptTokens, completionTokens }: Observation): RecordedTokens | undefined {
  const details = opened(usageDetails ?? null);
  const stated = addedUp(details) ?? tokensOf(details) ?? tokensOf(usage);
  if (stated !== undefined) return stated;
  const prompt = countIn(promptTokens);
  const completion = countIn(completionTokens);
  // Zero and zero is how Langfuse writes that it was not told.
  return (prompt ?? 0) + (completion ?? 0) === 0 ? undefined : tokensTold(prompt, completion);
}

/**
 * Kinds of usage are counted apart from one another (`output` without `output_reasoning`), and belong to one side by
 * their names. https://langfuse.com/docs/observability/features/token-and-cost-tracking
 */
function addedUp(details: Value): RecordedTokens | undefined {
  if (!isRecord(details)) return undefined;
  const sumOf = (side: string): number | undefined => {
    const counts = Object.keys(details).flatMap((kind) => (kind.includes(side) ? (countIn(details[kind]) ?? []) : []));
    return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
  };
  return tokensTold(sumOf('input'), sumOf('output'));
}

const errorIn = ({ level, statusMessage }: Observation): string | undefined => {
  if (level !== 'ERROR') return undefined;
  return statusMessage === undefined || statusMessage === '' ? 'its level is ERROR' : statusMessage;
};

/** Some integrations put arguments under `input`, and a result under `content` as parts of text. */
function unwrapped(value: Value, key: 'input' | 'output'): Value {
  if (key === 'output' || !isRecord(value) || Object.keys(value).length !== 1) return value;
  const held = value['input'];
  return held !== undefined && isRecord(held) ? held : value;
}

const inner = (value: Value | undefined, key: string): Value | undefined =>
  value !== undefined && isRecord(value) ? value[key] : undefined;
