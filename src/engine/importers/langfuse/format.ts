import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { SpanFormat } from '../../importing/spans/format.ts';
import { isInterrupt } from '../../importing/spans/span-tree.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { textIn, valueIn } from '../../importing/values/where.ts';
import { opened } from '../../importing/values/written-value.ts';
import { withBeeAi } from './beeai.ts';

/**
 * Traces of Langfuse in three forms: exports from its web page (a trace and its observations), lists of observations from its
 * API, and exports to a bucket, which have the same names in snake case. Inputs and outputs are values, JSON text, or JSON
 * within JSON.
 * https://langfuse.com/docs/observability/data-model
 * https://api.reference.langfuse.com/#tag/observations
 */
export const format: SpanFormat = {
  nothing: 'This Langfuse trace contains no generation and no tool call, so there is nothing to show.',
  // Observations from OpenTelemetry keep the span's attributes, because Langfuse does not understand those of every library.
  attributes: ['metadata.attributes'],
  spanId: ['id'],
  parent: ['parentObservationId', 'parent_observation_id'],
  name: [nameOf],
  kind: {
    field: ['type'],
    otherwise: () => 'other',
    mayBeTool: (observation) => observation['type'] === 'SPAN' && valueIn(observation, 'output') !== undefined,
  },
  start: [{ field: ['startTime', 'start_time'], as: 'text' }],
  end: [{ field: ['endTime', 'end_time'], as: 'text' }],
  input: ['input'],
  output: ['output'],
  hasStructuredAnswers: true,
  onlyKey: { input: 'input', ofRecordsOnly: true },
  model: ['model', 'provided_model_name'],
  tokens: [
    { usage: [summedUsage, 'usageDetails', 'usage_details', 'usage'] },
    { prompt: ['promptTokens', 'prompt_tokens'], completion: ['completionTokens', 'completion_tokens'] },
  ],
  // A server that extracts no definitions leaves an empty record.
  offered: [definitionsIn, 'input.tools', 'metadata.tools', 'input.config.tools', 'modelParameters.tools'],
  error: {
    status: { field: [levelOf], failed: ['ERROR'] },
    reason: ['statusMessage', 'status_message'],
  },
  trace: {
    id: ['id'],
    session: ['sessionId'],
    user: ['userId'],
    facts: { scores: [scoresIn] },
    title: ['name'],
    question: ['input'],
  },
  adjust: withBeeAi,
};

/** An interrupt of LangGraph has no level of its own, only its text. */
function levelOf(observation: Value): string | undefined {
  return isInterrupt(textIn(observation, ['statusMessage', 'status_message'])) ? 'ERROR' : textIn(observation, 'level');
}

function recordAt(observation: Value, ...keys: readonly string[]): RecordValue {
  const value = opened(valueIn(observation, keys) ?? null);
  return isRecord(value) ? value : {};
}

/** In `tool.HelloTool`, `execute_tool say_hello` and `agent_run [hello_agent]`, only the last part is the name. */
function nameOf(observation: Value): string {
  const name = textIn(observation, 'name') ?? '';
  return (
    /^(?:tool\.|execute_tool )(.+)$/.exec(name)?.[1] ?? /^(?:agent_run|invocation) \[(.+)\]$/.exec(name)?.[1] ?? name
  );
}

/**
 * Langfuse counts each kind of token separately (`output` does not include `output_reasoning`). The name of a kind contains its
 * side, input or output.
 * https://langfuse.com/docs/observability/features/token-and-cost-tracking
 */
function summedUsage(observation: Value): Value | undefined {
  const details = recordAt(observation, 'usageDetails', 'usage_details');
  const sumOf = (kinds: RegExp): number | undefined => {
    const counts = Object.keys(details).flatMap((kind) => (kinds.test(kind) ? (countIn(details[kind]) ?? []) : []));
    return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
  };
  const [input, output, cached] = [sumOf(/input/), sumOf(/output/), sumOf(/input_cache(?:d|_read)|cache_read_input/)];
  return {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(cached !== undefined && { cached_input_tokens: cached }),
  };
}

/** Scores are shown to the user. Rules cannot read them, because they were added after the run. */
function scoresIn(trace: Value): Value | undefined {
  const scores = elementsOf(valueIn(trace, 'scores') ?? null).flatMap((score) => {
    const name = isRecord(score) ? score['name'] : undefined;
    return typeof name === 'string' ? [[name, valueIn(score, 'value') ?? null] as const] : [];
  });
  return Object.fromEntries(scores);
}

function definitionsIn(observation: Value): Value | undefined {
  const tools = recordAt(observation, 'toolDefinitions', 'tool_definitions');
  return Object.keys(tools).length === 0 ? undefined : tools;
}
