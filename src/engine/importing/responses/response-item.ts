/**
 * Calls that the client runs: their results are items of their own, matched by `call_id`.
 * https://platform.openai.com/docs/api-reference/responses
 */
export const clientCalls = new Map([
  ['function_call', ''],
  ['custom_tool_call', ''],
  ['computer_call', 'computer'],
  ['local_shell_call', 'local_shell'],
  ['shell_call', 'shell'],
  ['apply_patch_call', 'apply_patch'],
  ['tool_search_call', 'tool_search'],
  ['program', 'program'],
]);

/** Calls that the provider runs: call and result are one item. */
export const hostedCalls = new Map([
  ['mcp_call', ''],
  ['web_search_call', 'web_search'],
  ['file_search_call', 'file_search'],
  ['code_interpreter_call', 'code_interpreter'],
  ['image_generation_call', 'image_generation'],
]);

/** The result of a call that the provider may have run, in a separate item, by the name of the tool. */
const providerOutputs = new Map([
  ['tool_search_output', 'tool_search'],
  ['program_output', 'program'],
]);

export const isProviderOutput = (type: string): boolean => providerOutputs.has(type);
export const callNameOf = (output: string): string | undefined => providerOutputs.get(output);

/** The result of a call, if it is a separate item. */
export const isCallOutput = (type: string): boolean => type.endsWith('_call_output') || isProviderOutput(type);

const otherItems = new Set([
  'message',
  'reasoning',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'compaction',
  'item_reference',
]);

export const isItemType = (type: string): boolean =>
  otherItems.has(type) ||
  clientCalls.has(type) ||
  hostedCalls.has(type) ||
  isProviderOutput(type) ||
  (isCallOutput(type) && clientCalls.has(type.slice(0, -'_output'.length)));
