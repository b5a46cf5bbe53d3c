import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Conversations of data sets in the form that ShareGPT had. Tools as LLaMA-Factory, Hermes and ToolBench write them:
 * https://github.com/hiyouga/LLaMA-Factory/blob/main/data/README.md
 * https://github.com/NousResearch/Hermes-Function-Calling
 * https://github.com/OpenBMB/ToolBench
 */
export const Conversation = record({
  id: maybe(anyValue),
  conversations: anyList,
  system: maybeText,
  /** Definitions of functions: a list, or one as text. */
  tools: maybe(anyValue),
});
export type Conversation = v.InferOutput<typeof Conversation>;

export const Entry = record({ from: v.string(), value: v.string() });

/** What Hermes writes between its tags; not all do. */
export const NamedResult = record({ name: v.string(), content: anyValue });

export type Speaker = 'system' | 'user' | 'assistant' | 'call' | 'result';

const speakers: { readonly [from: string]: Speaker | undefined } = {
  system: 'system',
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  assistant: 'assistant',
  model: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  function_call: 'call',
  observation: 'result',
  tool: 'result',
  function: 'result',
  function_response: 'result',
};

export const speakerOf = (from: string): Speaker | undefined =>
  Object.hasOwn(speakers, from) ? speakers[from] : undefined;
