import { expect, it } from 'vitest';
import { defaultDecisions } from '../model/decisions.ts';
import type { HookId } from '../model/hooks.ts';
import { diagnosticsOf } from './diagnose-rule.ts';
import { openSessionOf } from './testing.ts';

const session = openSessionOf('user: hi\nrefund({"amount": 1}) -> {}\nagent: done');

/** The hook that is offered for a rule of another environment; undefined where none is. */
function offered(hook: HookId, expression: string): HookId | undefined {
  const [first] = diagnosticsOf(session, { hook, expression, match: null }, defaultDecisions);
  return first?.code === 'cel/other-environment' ? first.fix?.hook : undefined;
}

it('recognises a rule of another environment by its names, and offers the hook of the same moment', () => {
  expect(offered('middleware.before', 'tool.call.params.amount <= 1000')).toBe('cel-ai.tool-call.before');
  expect(offered('middleware.after', 'tool.name == "refund"')).toBe('cel-ai.tool-call.after');
  expect(offered('turn', '!has(tool.call.result)')).toBe('cel-ai.tool-call.after');
  expect(offered('guardrail.before', 'agent.output.parts.size() == 1')).toBe('cel-ai.output');
  expect(offered('guardrail.before', '!agent.history.threatFindings().hasValue()')).toBe('cel-ai.input');
  expect(offered('cel-ai.tool-call.before', 'input.amount <= 1000')).toBe('middleware.before');
  expect(offered('cel-ai.output', 'context.llm.tokens.total < 10')).toBe('guardrail.after');
  expect(offered('middleware.before', 'mcp.tool.name == "echo"')).toBe('agentgateway.tool-call.before');
  expect(offered('middleware.before', 'jwt.sub == "a" && mcp.tool.name == "b"')).toBe('agentgateway.tool-call.before');
  expect(offered('cel-ai.tool-call.before', 'mcp.tool.arguments.id == "1"')).toBe('agentgateway.tool-call.after');
  expect(offered('turn', 'llm.totalTokens + llm.inputTokens < 10u')).toBe('agentgateway.llm.after');
  expect(offered('turn', 'llm.requestModel == "gpt-4"')).toBe('agentgateway.llm.before');
  expect(offered('agentgateway.tool-call.before', 'input.amount < 10')).toBe('middleware.before');
  expect(offered('agentgateway.llm.after', 'agent.output.parts.size() == 1')).toBe('cel-ai.output');
});

it('leaves other unknown names, names of a macro and syntax errors as they are', () => {
  expect(offered('middleware.before', 'agent.name == "a"')).toBeUndefined();
  expect(offered('middleware.before', '[{"name": "a"}].all(tool, tool.name == "a")')).toBeUndefined();
  expect(offered('cel-ai.input', 'tool.name == "a"')).toBeUndefined();
  expect(offered('middleware.before', 'tool.call.')).toBeUndefined();
  expect(offered('cel-ai.input', 'agent.input.role == "user"')).toBeUndefined();
});
