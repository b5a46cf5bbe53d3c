import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

const Usage = record({ inputTokens: maybeCount, outputTokens: maybeCount });

/**
 * The state of a run in the format of the SDK for JavaScript.
 * https://github.com/openai/openai-agents-js/blob/main/packages/agents-core/src/runState.ts
 */
export const RunState = record({
  $schemaVersion: v.string(),
  originalInput: anyValue,
  generatedItems: anyList,
  modelResponses: maybe(anyList),
  currentAgent: maybe(record({ name: maybeText })),
  currentStep: maybe(record({ data: maybe(record({ interruptions: maybe(anyList) })) })),
  context: maybe(anyRecord),
  conversationId: maybeText,
});

export const ModelResponse = record({ output: anyList, usage: maybe(Usage) });

export const RunItem = record({
  type: v.string(),
  rawItem: anyRecord,
  agent: maybe(record({ name: maybeText })),
  /** Only in hand-off items. */
  sourceAgent: maybe(record({ name: maybeText })),
});

export const FunctionApprovals = record({
  approvals: maybe(anyRecord),
  functionApprovals: maybe(v.array(record({ approvals: anyRecord }))),
});
