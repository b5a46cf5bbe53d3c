import { beforeAll, describe, expect, it } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { complete } from '../../cel/complete/index.ts';
import { diagnose } from '../../cel/check/index.ts';
import { defaultDecisions, type Decisions } from '../../model/decisions.ts';
import type { HookId } from '../../model/hooks.ts';
import type { RecordValue } from '../../model/value.ts';
import { verdictKinds } from '../../model/verdict.ts';
import { ruleLanguage } from '../../rules/rule-language.ts';
import { sweep } from '../../rules/sweep.ts';
import { openSessionOf } from '../../rules/testing.ts';
import { why } from '../../rules/why.ts';
import { loadEnvironmentsOf } from '../registry.ts';

beforeAll(() => loadEnvironmentsOf(['agentgateway.llm.before']));

const session = openSessionOf(`
  user: my money back
  model (100+20): I look it up
  lookup({"id": 7}) -> {"status": "open"}
  model (150+30): refunding
  mcp__payments__refund({"amount": 1200}) -> "done"
  mcp__payments__refund({"amount": 40}) !! HTTP 503
  mcp__payments__refund({"amount": 41}) xx not allowed
  mcp__payments__refund({"amount": 42}) ?? cut off
  agent (10+5): Done.
  user: thanks
`);

const verdicts = async (hook: HookId, expression: string, decisions: Partial<Decisions> = {}) => {
  const rule = { hook, expression, match: null };
  const { codes, problem } = await sweep(session, rule, { ...defaultDecisions, ...decisions }, unhurried);
  return (
    problem?.message ??
    [...codes]
      .map((code) => verdictKinds[code])
      .filter((kind) => kind !== 'n/a')
      .join(' ')
  );
};

/** The value of an expression at a turn, or the reason why it has none. */
function valueAt(hook: HookId, turn: number, expression: string, given: RecordValue = {}): string | undefined {
  const result = why(session, { hook, expression, match: null }, turn, {
    ...defaultDecisions,
    given: JSON.stringify(given),
  });
  if (!result.ok) return result.problem.message;
  return result.value.value?.text ?? result.value.problem?.message;
}

describe('a tool call', () => {
  const before = 'agentgateway.tool-call.before';
  const after = 'agentgateway.tool-call.after';

  it('has no more than its name before it runs, as an authorization rule sees it', async () => {
    expect(await verdicts(before, 'mcp.tool.name == "refund"')).toBe('fire pass pass pass pass');
    expect(await verdicts(before, '!has(mcp.tool.arguments) && !has(mcp.tool.result) && !has(mcp.tool.error)')).toBe(
      'pass pass pass pass pass',
    );
    expect(await verdicts(before, 'has(mcp.prompt) || has(mcp.resource) || has(mcp.methodName)')).toBe(
      'fire fire fire fire fire',
    );
    expect(await verdicts(before, 'mcp.tool.arguments.amount < 10')).toBe('error error error error error');
  });

  it('has the server of a multiplexed name, and none of another', () => {
    expect(valueAt(before, 4, 'mcp.tool.target')).toBe('"payments"');
    expect(valueAt(before, 2, 'mcp.tool.target')).toMatch(/mcp\.tool\.target/);
  });

  it('has arguments and a result after it ran', async () => {
    expect(await verdicts(after, 'mcp.tool.name == "lookup" || mcp.tool.arguments.amount <= 1000')).toBe(
      'pass fire pass pass pass',
    );
    expect(valueAt(after, 2, 'mcp.tool.result.structuredContent.status')).toBe('"open"');
    expect(valueAt(after, 2, 'mcp.tool.result.content[0].text')).toBe(String.raw`"{\"status\":\"open\"}"`);
    expect(valueAt(after, 4, 'has(mcp.tool.result.structuredContent)')).toBe('false');
    expect(valueAt(after, 4, 'mcp.methodName + mcp.tool.result.content[0].text')).toBe('"tools/calldone"');
    expect(valueAt(after, 5, 'mcp.tool.result')).toMatch(/HTTP 503.*isError.*true/);
    expect(valueAt(after, 6, 'has(mcp.tool.result) || mcp.tool.error.message != "not allowed"')).toBe('false');
    expect(valueAt(after, 7, 'has(mcp.tool.result)')).toMatch(/mcp\.tool\.result/);
    expect(valueAt(after, 4, 'mcp.sessionId')).toMatch(/mcp\.sessionId/);
  });
});

describe('a model call', () => {
  const before = 'agentgateway.llm.before';
  const after = 'agentgateway.llm.after';

  it('has the messages before it, each result as a message of the tool', () => {
    expect(valueAt(before, 1, 'llm.prompt')).toBe('[{"role": "user", "content": "my money back"}]');
    expect(valueAt(before, 3, 'llm.prompt.map(m, m.role)')).toBe('["user", "assistant", "tool"]');
    expect(valueAt(after, 8, 'llm.prompt.filter(m, m.role == "tool").size()')).toBe('5');
    expect(valueAt(after, 8, 'llm.prompt[5].content')).toBe('"HTTP 503"');
  });

  it('has its tokens, its texts and its calls after the response', async () => {
    expect(await verdicts(after, 'llm.totalTokens <= 150u')).toBe('pass fire pass');
    expect(valueAt(after, 1, 'llm.inputTokens + llm.outputTokens')).toBe('120u');
    expect(valueAt(after, 3, 'llm.toolCalls.map(c, c.name)')).toMatch(/^\["mcp__payments__refund".*refund"\]$/);
    expect(valueAt(after, 3, 'llm.toolCalls[0].arguments.amount')).toBe('1200');
    expect(valueAt(after, 8, 'llm.toolCalls')).toBe('[]');
    expect(valueAt(after, 8, 'llm.completion')).toBe('["Done."]');
    expect(valueAt(before, 1, 'has(llm.completion) || has(llm.outputTokens)')).toBe('false');
    expect(valueAt(before, 1, 'llm.requestModel')).toBe('"gemini/gemini-2.5-flash"');
    expect(valueAt(after, 1, 'llm.reasoningTokens')).toMatch(/llm\.reasoningTokens/);
    expect(valueAt(after, 1, 'llm.params.temperature')).toMatch(/llm\.params\.temperature/);
  });
});

describe('the request around a call', () => {
  const hook = 'agentgateway.tool-call.before';

  it('is unknown', async () => {
    expect(await verdicts(hook, 'jwt.sub == "ann"')).toBe('unknown unknown unknown unknown unknown');
    expect(await verdicts(hook, 'mcp.tool.name == "lookup" || jwt.sub == "ann"')).toBe(
      'pass unknown unknown unknown unknown',
    );
    expect(await verdicts(hook, 'default(request.headers["x-a"], "b") == "b"')).toMatch(/^unknown/);
  });

  it('is known where a person gave it', async () => {
    const given = { jwt: { sub: 'ann' }, request: { path: '/mcp', startTime: '2026-01-02T00:00:00Z' } };
    expect(await verdicts(hook, 'jwt.sub == "ann" && request.path == "/mcp"', { given: JSON.stringify(given) })).toBe(
      'pass pass pass pass pass',
    );
    expect(valueAt(hook, 2, 'has(jwt.groups)', given)).toBe('false');
    expect(valueAt(hook, 2, 'request.startTime.getFullYear()', given)).toBe('2026');
    // What is left out of a request is not known.
    expect(valueAt(hook, 2, 'request.method', given)).toMatch(/request\.method/);
    expect(valueAt(hook, 2, 'jwt == null', { jwt: null })).toBe('true');
  });

  it('never replaces what the recording says', () => {
    const given = { mcp: { tool: { target: 'desk', name: 'other' } }, llm: { params: { max_tokens: 10 } } };
    expect(valueAt(hook, 2, 'mcp.tool.target + "/" + mcp.tool.name', given)).toBe('"desk/lookup"');
    expect(valueAt(hook, 4, 'mcp.tool.target', given)).toBe('"payments"');
    expect(valueAt('agentgateway.llm.before', 1, 'llm.params.max_tokens == 10u', given)).toBe('true');
  });
});

it('names the turn that wrote a message of the prompt', () => {
  const rule = { hook: 'agentgateway.llm.after', match: null, expression: 'llm.prompt[2].content == ""' } as const;
  const result = why(session, rule, 8, defaultDecisions);
  const read = result.ok ? result.value.parts.filter(({ path }) => path?.[1] === 'prompt') : [];
  expect(read.map(({ writtenAt }) => writtenAt)).toContain(2);
});

describe('its author', () => {
  const language = (hook: HookId) => ruleLanguage(session, { hook, match: null }, defaultDecisions);
  const labels = (hook: HookId, text: string) => complete(text, text.length, language(hook)).map(({ label }) => label);
  const messages = (hook: HookId, text: string) => diagnose(text, language(hook)).map(({ message }) => message);

  it('is offered the fields and the functions of the gateway', () => {
    expect(labels('agentgateway.tool-call.before', 'mcp.tool.')).toEqual(expect.arrayContaining(['name', 'target']));
    expect(labels('agentgateway.tool-call.after', 'mcp.tool.arguments.')).toEqual(
      expect.arrayContaining(['id', 'amount']),
    );
    expect(labels('agentgateway.tool-call.before', 'jwt.')).toEqual(
      expect.arrayContaining(['with', 'mapValues', 'filterKeys', 'merge']),
    );
    expect(labels('agentgateway.llm.after', 'llm.prompt.all(m, m.')).toEqual(
      expect.arrayContaining(['role', 'content']),
    );
    expect(labels('agentgateway.llm.after', 'llm.params.with(p, p.')).toEqual(expect.arrayContaining(['temperature']));
    expect(labels('middleware.before', 'input.')).not.toContain('mapValues');
  });

  it('gets a message for names that do not exist, or only at another hook', () => {
    expect(messages('agentgateway.tool-call.before', 'mcp.tool.title == ""')[0]).toMatch(/title/);
    expect(messages('agentgateway.tool-call.before', 'llm.prompt.size() > 0')[0]).toMatch(/agentgateway\.llm\.before/);
    expect(messages('agentgateway.llm.after', 'llm.prompt.exists(m, m.text == "")')[0]).toMatch(/text/);
    expect(messages('middleware.before', 'input.mapValues(v, v + 1)')[0]).toMatch(/agentgateway rather than of CEL/);
  });
});
