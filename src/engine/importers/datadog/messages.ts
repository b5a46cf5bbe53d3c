import * as v from 'valibot';
import { isList, type Value } from '../../model/value.ts';
import { Message, ToolCall, ToolResult } from './format.ts';

/** Datadog's messages in the words of OpenAI: its calls have their id under `tool_id`, and results stand in a message of their own. */
export function messagesOf(written: Value, side: 'input' | 'output'): Value {
  if (!isList(written)) return written;
  const role = side === 'input' ? 'user' : 'assistant';
  return [...written].flatMap((one): readonly Value[] => {
    const parsed = v.safeParse(Message, one);
    if (!parsed.success) return [one];
    const { tool_calls: calls = [], tool_results: results = [], content = null, tool_call_id, tool_id } = parsed.output;
    const answered = tool_call_id ?? tool_id;
    const message = {
      role: parsed.output.role === undefined || parsed.output.role === '' ? role : parsed.output.role,
      content,
      ...(calls.length > 0 && { tool_calls: calls.map(callOf) }),
      // Whoever annotates a span by hand hands on what the model was given.
      ...(answered !== undefined && { tool_call_id: answered }),
    };
    const isResults = results.length > 0 && (content === null || content === '') && calls.length === 0;
    return [...(isResults ? [] : [message]), ...results.map(resultOf)];
  });
}

function callOf(written: Value): Value {
  const parsed = v.safeParse(ToolCall, written);
  if (!parsed.success) return written;
  const { name, tool_id, arguments: given = null } = parsed.output;
  return { ...(tool_id !== undefined && { id: tool_id }), function: { name, arguments: given } };
}

function resultOf(written: Value): Value {
  const parsed = v.safeParse(ToolResult, written);
  if (!parsed.success) return written;
  const { name, tool_id, result = null } = parsed.output;
  return {
    role: 'tool',
    content: result,
    ...(name !== undefined && { name }),
    ...(tool_id !== undefined && { tool_call_id: tool_id }),
  };
}
