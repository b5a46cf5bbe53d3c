import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { SpanFormat } from '../../importing/spans/format.ts';

/**
 * Calls of Weave, as its page and its API export them.
 * https://docs.wandb.ai/weave/guides/tracking/call-schema-reference
 */
export const format: SpanFormat = {
  nothing:
    'These are calls of Weave, and none of them is known as a model call (no inputs with a model and a prompt) or says what kind it is: there is nothing to show. Export the calls within the traces, too.',
  rewrite: withoutSelf,
  spanId: ['id'],
  parent: ['parent_id'],
  name: [opName],
  kind: {
    field: ['attributes.weave.kind', 'attributes.kind'],
    words: { search: 'retriever' },
    otherwise: ({ inputs }) => (isModelInput(inputs) ? 'model' : 'other'),
    mayBeTool: () => true,
  },
  start: [{ field: ['started_at'], as: 'shortened text' }],
  end: [{ field: ['ended_at'], as: 'shortened text' }],
  input: ['inputs'],
  output: ['output'],
  model: ['output.model', 'inputs.model', (call) => Object.keys(usageByModel(call))[0]],
  // Calls around those of a model hold sums by the name of the model; a model call has one.
  tokens: [{ usage: [(call) => Object.values(usageByModel(call))[0], 'output.usage'] }],
  offered: ['inputs.tools'],
  error: { reason: ['exception'], hasTraceback: true },
  trace: { id: ['trace_id'], facts: { thread_id: ['thread_id'] }, title: ['display_name'] },
};

/** `weave:///team/project/op/openai.chat.completions.create:3fA…`, or the name alone. */
function opName(call: Value): string | undefined {
  const written = isRecord(call) ? call['op_name'] : undefined;
  return typeof written === 'string' ? (/(?:^|\/)([^/:]+)(?::[^/:]*)?$/.exec(written)?.[1] ?? written) : undefined;
}

const prompts = ['messages', 'contents', 'input', 'prompt'];

/** Inputs that name a model and hold a prompt. */
const isModelInput = (inputs: Value | undefined): boolean =>
  inputs !== undefined &&
  isRecord(inputs) &&
  typeof inputs['model'] === 'string' &&
  prompts.some((key) => (inputs[key] ?? null) !== null);

function usageByModel(call: Value): RecordValue {
  const summary = isRecord(call) ? (call['summary'] ?? null) : null;
  const usage = isRecord(summary) ? (summary['usage'] ?? null) : null;
  return isRecord(usage) ? usage : {};
}

/** An op that is a method has its object among its inputs. */
function withoutSelf(call: RecordValue): RecordValue {
  const { inputs } = call;
  if (inputs === undefined || !isRecord(inputs) || !('self' in inputs)) return call;
  return { ...call, inputs: Object.fromEntries(Object.entries(inputs).filter(([key]) => key !== 'self')) };
}
