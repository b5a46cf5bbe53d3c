import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';

/**
 * Converts an item of the SDK for JavaScript to the Responses API's spelling, which the SDK for Python keeps unchanged.
 * https://github.com/openai/openai-agents-js/blob/main/packages/agents-core/src/types/protocol.ts
 *
 * | in JavaScript | in the Responses API |
 * | --- | --- |
 * | `callId` | `call_id` |
 * | `function_call_result`, `computer_call_result` | `…_call_output` |
 * | `output: {type: "text", text}` of a result | the text |
 * | `hosted_tool_call` with the original item in `providerData` | that item, with the fields that the SDK moved out of it |
 * | `output` of `program_output` | `result` |
 */
export function responsesItem(value: Value): Value {
  if (!isRecord(value)) return value;
  const { callId, type } = value;
  const item = typeof callId === 'string' && value['call_id'] === undefined ? { ...value, call_id: callId } : value;
  switch (type) {
    case 'function_call_result':
      return { ...item, type: 'function_call_output', output: textOfOutput(item['output']) };
    case 'computer_call_result':
      return { ...item, type: 'computer_call_output' };
    case 'program_output':
      return { ...item, result: item['output'] ?? item['result'] ?? null };
    case 'hosted_tool_call':
      return hostedCall(item);
    default:
      return item;
  }
}

/** Restores the original item from `providerData`, and adds the fields that the SDK keeps outside it. */
function hostedCall(item: RecordValue): RecordValue {
  const { providerData, name, output, status } = item;
  const original = providerData !== undefined && isRecord(providerData) ? providerData : {};
  const type = original['type'] ?? (typeof name === 'string' && providerTypes.has(name) ? name : 'mcp_call');
  const isOwnName = type === 'mcp_call' && original['name'] === undefined;
  return {
    id: item['id'] ?? null,
    ...(isOwnName && { name: name ?? null, arguments: item['arguments'] ?? null }),
    // The SDK also writes “completed” for failed calls of an MCP server.
    ...(type !== 'mcp_call' && status !== undefined && { status }),
    ...original,
    type,
    ...(output !== undefined && { [type === 'image_generation_call' ? 'result' : 'output']: output }),
  };
}

const providerTypes: ReadonlySet<string> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
]);

/** Returns the text of a single text part; several parts stay unchanged. */
function textOfOutput(output: Value | undefined): Value {
  if (output === undefined) return null;
  if (isList(output) || !isRecord(output)) return output;
  const { type, text } = output;
  return type === 'text' && typeof text === 'string' ? text : [output];
}
