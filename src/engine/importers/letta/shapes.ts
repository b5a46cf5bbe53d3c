import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { Agent, AgentFile, Response } from './format.ts';

export interface PlacedAgent {
  readonly agent: Agent;
  readonly blocks: readonly Value[];
  readonly tools: readonly Value[];
  readonly place: Path;
}

export function agentsIn(value: Value): readonly PlacedAgent[] {
  const file = v.safeParse(AgentFile, value);
  if (!file.success) return [];
  const { agents, blocks = [], tools = [] } = file.output;
  return agents.flatMap((one, index) => {
    const agent = v.safeParse(Agent, one);
    return agent.success ? [{ agent: agent.output, blocks, tools, place: ['agents', index] }] : [];
  });
}

export interface Messages {
  readonly list: readonly Value[];
  readonly place: Path;
  readonly usage: Value | undefined;
}

export function messagesIn(value: Value): Messages | undefined {
  const response = v.safeParse(Response, value);
  if (response.success && areMessages(response.output.messages)) {
    return { list: response.output.messages, place: ['messages'], usage: response.output.usage };
  }
  return Array.isArray(value) && areMessages(value as readonly Value[]) // narrowed to any[]
    ? { list: value as readonly Value[], place: [], usage: undefined }
    : undefined;
}

const kinds = new Set(
  'internal_monologue reasoning_message hidden_reasoning_message function_call tool_call_message function_return tool_return_message assistant_message user_message system_message approval_request_message approval_response_message'.split(
    ' ',
  ),
);

const areMessages = (list: readonly Value[]): boolean => {
  const [first] = list;
  return (
    first !== undefined &&
    isRecord(first) &&
    typeof first['message_type'] === 'string' &&
    kinds.has(first['message_type'])
  );
};
