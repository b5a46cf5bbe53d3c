import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { countIn, tokensOf } from '../../importing/messages/any-message.ts';
import { conversationIn } from '../../importing/messages/conversation-in.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { nanosOf, readInstant } from '../../importing/values/instants.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import type { Span, SpanKind } from '../../importing/spans/spans.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { opened } from '../../importing/values/written-value.ts';
import type { Run } from './format.ts';
import type { PlacedRun } from './shapes.ts';

export function spanOf({ run, parent, place }: PlacedRun): Span {
  const { id, name = run.run_type, error } = run;
  const startedAt = timeIn(run, 'start_time', place, createImportReport());
  const endedAt = timeIn(run, 'end_time', place, createImportReport());
  return {
    id,
    parent,
    name,
    kind: kindOf(run),
    place,
    startedAt,
    endedAt,
    start: startedAt === undefined ? undefined : nanosOf(startedAt),
    end: endedAt === undefined ? undefined : nanosOf(endedAt),
    error: error === undefined || error === '' ? undefined : withoutTraceback(error),
    model: modelIn(run),
    tokens: tokensIn(run),
    callId: callIdIn(run),
    asked: (report) => conversationIn(run.inputs, 'input', [...place, 'inputs'], report),
    answered: (report) => conversationIn(run.outputs, 'output', [...place, 'outputs'], report),
    input: () => alone(run.inputs, 'input'),
    output: () => alone(run.outputs, 'output'),
    offered: () => offeredIn(run),
    assumed: (report) => [timeIn(run, 'start_time', place, report), timeIn(run, 'end_time', place, report)],
  };
}

/** In UTC, as the format has it, whether or not the zone is written. */
function timeIn(run: Run, key: 'start_time' | 'end_time', place: Path, report: ImportReport): string | undefined {
  const written = run[key];
  const isBare = typeof written === 'string' && /\d\d:\d\d:\d\d(?:\.\d+)?$/.test(written);
  return readInstant(isBare ? `${written}Z` : written, [...place, key], report);
}

/**
 * | run | is |
 * | --- | --- |
 * | `llm`, `tool`, `retriever`, `embedding` | what its type says |
 * | a `chain` that is LangGraph's or LangChain's agent as a whole | an agent |
 * | any other `chain`, `prompt`, `parser` | a step of the framework |
 */
function kindOf({ run_type: type, name }: Run): SpanKind {
  switch (type) {
    case 'llm':
      return 'model';
    case 'tool':
    case 'retriever':
    case 'embedding':
      return type;
    default:
      return name === 'LangGraph' || name === 'AgentExecutor' ? 'agent' : 'other';
  }
}

/** `repr(error)`, and the traceback in the same text. */
const withoutTraceback = (error: string): string =>
  error.split('Traceback (most recent call last)', 1)[0]?.trim() || error;

const inner = (value: Value | undefined, key: string): Value | undefined =>
  value !== undefined && isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

function modelIn({ extra, run_type }: Run): string | undefined {
  if (run_type !== 'llm') return undefined;
  const { metadata, invocation_params: params } = extra ?? {};
  const model = inner(metadata, 'ls_model_name') ?? inner(params, 'model') ?? inner(params, 'model_name');
  return typeof model === 'string' ? model : undefined;
}

/** Zero and zero is how LangSmith writes that it was not told; only a model's own tokens count, not the sums around them. */
function tokensIn({ run_type, prompt_tokens, completion_tokens, outputs }: Run): RecordedTokens | undefined {
  if (run_type !== 'llm') return undefined;
  const [prompt, completion] = [countIn(prompt_tokens), countIn(completion_tokens)];
  if (prompt !== undefined && completion !== undefined && prompt + completion > 0) return { prompt, completion };
  const written = opened(outputs ?? null);
  return (
    tokensOf(inner(inner(written, 'llm_output'), 'token_usage')) ??
    tokensOf(inner(written, 'usage_metadata')) ??
    tokensOf(inner(written, 'usage'))
  );
}

/** A tool's message names the call that it answers; where the tool was given the call itself, that has the id. */
function callIdIn({ run_type, inputs, outputs }: Run): string | undefined {
  if (run_type !== 'tool') return undefined;
  const message = inner(opened(outputs ?? null), 'output');
  const id =
    inner(message, 'tool_call_id') ??
    inner(inner(message, 'kwargs'), 'tool_call_id') ??
    inner(opened(inputs ?? null), 'tool_call_id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Arguments stand under `input` as Python printed them, results under `output`. */
function alone(value: Value | undefined, key: string): Value | undefined {
  if (value === undefined || value === null) return undefined;
  const written = opened(value);
  const held = isRecord(written) && Object.keys(written).length === 1 ? inner(written, key) : undefined;
  return held === undefined ? written : opened(held);
}

function offeredIn({ extra }: Run): readonly string[] {
  const tools = inner(extra?.invocation_params, 'tools') ?? inner(extra?.invocation_params, 'functions');
  return elementsOf(tools ?? null).flatMap((tool) => {
    const holder: RecordValue = isRecord(tool) ? tool : {};
    const name = inner(holder['function'], 'name') ?? holder['name'];
    return typeof name === 'string' ? [name] : [];
  });
}
