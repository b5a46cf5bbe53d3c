import type { SpanFormat } from '../../importing/spans/format.ts';

/**
 * Runs of LangSmith, as its page and its SDKs export them. Inputs and outputs are values, or JSON text.
 * https://docs.langchain.com/langsmith/run-data-format
 */
export const format: SpanFormat = {
  nothing: 'These LangSmith runs contain no model call and no tool call, so there is nothing to show.',
  spanId: ['id'],
  parent: ['parent_run_id'],
  name: ['name', 'run_type'],
  kind: {
    field: ['run_type'],
    // The agent as a whole is a chain with the name of its framework.
    otherwise: ({ name }) => (name === 'LangGraph' || name === 'AgentExecutor' ? 'agent' : 'other'),
  },
  start: [{ field: ['start_time'], as: 'utc text' }],
  end: [{ field: ['end_time'], as: 'utc text' }],
  input: ['inputs'],
  output: ['outputs'],
  // Arguments are under `input` as Python printed them, results under `output`.
  onlyKey: { input: 'input', output: 'output' },
  // A tool's message names its call; a tool that was given the call itself has the id in its input.
  callId: ['outputs.output.tool_call_id', 'outputs.output.kwargs.tool_call_id', 'inputs.tool_call_id'],
  model: ['extra.metadata.ls_model_name', 'extra.invocation_params.model', 'extra.invocation_params.model_name'],
  tokens: [
    { prompt: ['prompt_tokens'], completion: ['completion_tokens'] },
    { usage: ['outputs.llm_output.token_usage', 'outputs.usage_metadata', 'outputs.usage'] },
  ],
  offered: ['extra.invocation_params.tools', 'extra.invocation_params.functions'],
  error: { reason: ['error'], hasTraceback: true },
  trace: {
    id: ['trace_id'],
    session: ['session_id'],
    facts: { tags: ['tags'], feedback_stats: ['feedback_stats'] },
  },
};
