import { beforeAll, describe, expect, it } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { defaultDecisions, type Decisions } from '../../model/decisions.ts';
import type { HookId } from '../../model/hooks.ts';
import { verdictKinds } from '../../model/verdict.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import { sweep } from '../../rules/sweep.ts';
import { openSessionOf } from '../../rules/testing.ts';
import { why } from '../../rules/why.ts';
import { loadEnvironmentsOf } from '../registry.ts';

beforeAll(() => loadEnvironmentsOf(['cel-ai.input']));

const refunds = openSessionOf(`
  user {"ticket_id": "T-1"}: I want my money back
  model (100+20): I look it up
  lookup({"id": 7}) -> {"status": "open"}
  model (150+30): refunding
  refund({"amount": 1200}) -> "done, call 555-0100"
  refund({"amount": 40}) !! HTTP 503
  refund({"amount": 41}) xx not allowed
  refund({"amount": 42}) ?? cut off
  agent (10+5): Done.
  user: thanks
`);

const verdicts = async (hook: HookId, expression: string, decisions: Partial<Decisions> = {}, session = refunds) => {
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
function valueAt(hook: HookId, turn: number, expression: string, session: OpenSession = refunds): string | undefined {
  const result = why(session, { hook, expression, match: null }, turn, defaultDecisions);
  if (!result.ok) return result.problem.message;
  return result.value.value?.text ?? result.value.problem?.message;
}

describe('the moments', () => {
  it('are an input, an answer, and before and after a call', async () => {
    expect(await verdicts('cel-ai.input', 'agent.input.parts[0].prompt.content != "thanks"')).toBe('pass fire');
    expect(await verdicts('cel-ai.output', 'agent.output.parts[0].prompt.content == "Done."')).toBe('pass');
    expect(await verdicts('cel-ai.tool-call.before', 'tool.name == "lookup" || tool.call.params.amount < 1000')).toBe(
      'pass fire pass pass pass',
    );
    expect(await verdicts('cel-ai.tool-call.after', '!has(tool.call.error)')).toBe('pass pass fire fire unknown');
    expect(await verdicts('cel-ai.tool-call.before', '!has(tool.call.result) && !has(tool.call.error)')).toBe(
      'pass pass pass pass pass',
    );
  });

  it('show the history before the judged message or call, and after a call with it', async () => {
    const count = 'size(agent.history.parts())';
    expect(valueAt('cel-ai.input', 0, count)).toBe('0');
    expect(valueAt('cel-ai.tool-call.before', 2, count)).toBe('2');
    expect(valueAt('cel-ai.tool-call.after', 2, count)).toBe('3');
    expect(valueAt('cel-ai.output', 8, count)).toBe('8');
    expect(valueAt('cel-ai.input', 9, count)).toBe('9');
  });

  it('have only the names of their own', async () => {
    expect(await verdicts('cel-ai.input', 'tool.name == "x"')).toBe('error error');
    expect(await verdicts('cel-ai.input', 'size(context.input) == 0')).toBe('error error');
    expect(await verdicts('guardrail.before', 'agent.name == "support-agent"')).toBe('error error');
  });

  it('have the time of the turn as a timestamp', async () => {
    expect(await verdicts('cel-ai.input', 'now == timestamp("2026-05-20T03:00:00Z")')).toBe('pass fire');
  });
});

describe('messages', () => {
  const at = (expression: string) => valueAt('cel-ai.tool-call.after', 5, expression);

  it('tell an unset field from a set one, and read it as the default of its type', () => {
    expect(at('agent.history.parts().map(p, has(p.prompt))')).toBe('[true, true, false, true, false, false]');
    expect(at('agent.history.parts().map(p, has(p.tool_call))')).toBe('[false, false, true, false, true, true]');
    expect(at('agent.history.parts()[0].tool_call.name')).toBe('""');
    expect(at('agent.history.parts()[0].tool_call.params')).toBe('{}');
    expect(at('agent.history.parts()[2].tool_call.error.code')).toBe('0');
    expect(at('agent.output.parts')).toBe('[]');
    expect(at('agent.input.parts[0].prompt.structured_content.size()')).toBe('0');
    expect(at('agent.input.parts[0].prompt.nothing')).toMatch(/no such key/);
  });

  it('have text and JSON of a result side by side', () => {
    expect(at('agent.history.parts()[2].tool_call.result.type')).toBe('"json"');
    expect(at('agent.history.parts()[2].tool_call.result.content')).toBe(String.raw`"{\"status\":\"open\"}"`);
    expect(at('agent.history.parts()[2].tool_call.result.structured_content.status')).toBe('"open"');
    expect(at('agent.history.parts()[4].tool_call.result.mime_type')).toBe('"text/plain"');
    expect(at('tool.call.error.error_message')).toBe('"HTTP 503"');
  });

  it('have numbers of JSON objects as doubles, as protobuf reads them', () => {
    expect(at('type(tool.call.params.amount) == double && tool.call.params.amount == 40')).toBe('true');
    expect(at('agent.input.metadata.ticket_id')).toBe('"T-1"');
  });

  it('say what the recording does not hold', () => {
    expect(at('tool.call.user_confirmed')).toMatch(/tool\.call\.user_confirmed/);
    expect(at('agent.auth.principal')).toMatch(/agent\.auth\.principal/);
    expect(at('agent.context.trust.level')).toMatch(/agent\.context\.trust/);
    expect(at('tool.annotations.destructive')).toMatch(/tool\.annotations/);
    expect(at('agent.context.sensitivityFindings("pii").hasValue()')).toMatch(
      /agent\.context\.sensitivityFindings\(\)/,
    );
    expect(at('tool.call.threatFindings().hasAll(["injection"]) && false')).toBe('false');
  });
});

it('a text that says unknown is known', async () => {
  const session = openSessionOf('user: unknown');
  expect(await verdicts('cel-ai.input', 'agent.input.parts[0].prompt.content == "unknown"', {}, session)).toBe('pass');
});

describe('message sets', () => {
  const at = (expression: string) => valueAt('cel-ai.output', 8, expression);

  it('are narrowed by role, tool, type of result and kind', () => {
    expect(at('agent.history.role("user").parts().size()')).toBe('1');
    expect(at('agent.history.role("agent").toolCalls("refund").parts().size()')).toBe('4');
    expect(at('agent.history.resultType("json").parts().map(p, p.tool_call.name)')).toBe('["lookup"]');
    expect(at('agent.history.resultType("text/plain").role("agent").parts().size()')).toBe('3');
    expect(at('agent.history.prompts().parts().map(p, p.prompt.content)')).toBe(
      '["I want my money back", "I look it up", "refunding"]',
    );
    expect(at('agent.history.role("user").messages().map(m, m.role)')).toBe('["user"]');
    expect(at('agent.output.prompts().parts().size()')).toBe('1');
    expect(at('agent.output.toolCalls("refund").parts().size()')).toBe('0');
  });

  it('are narrowed by time, both ends included', () => {
    expect(at('agent.history.after(now - duration("3m")).parts().map(p, p.tool_call.params)')).toBe(
      '[{"amount": 40.0}, {"amount": 41.0}, {"amount": 42.0}]',
    );
    expect(at('agent.history.before(timestamp("2026-05-20T03:02:00Z")).parts().size()')).toBe('3');
    expect(at('agent.history.after(now - duration("3m")).role("user").parts().size()')).toBe('0');
    expect(at('agent.history.before(now).after(now - duration("4m")).toolCalls("refund").parts().size()')).toBe('4');
  });
});

describe('findings', () => {
  const findings = [
    {
      category: 'sensitivity',
      label: 'pii',
      finding: 'phone_number',
      pattern: String.raw`\d{3}-\d{4}`,
      confidence: 0.8,
    },
    { category: 'threat', label: 'attack', finding: 'injection', words: ['money'], confidence: 0.6 },
  ] as const;
  const decisions = { findings: JSON.stringify(findings) };

  it('are known from a findings table', async () => {
    const phone = 'tool.call.sensitivityFindings("pii").orValue([]).all(f, f.confidence < 0.5)';
    expect(await verdicts('cel-ai.tool-call.after', phone, decisions)).toBe('pass fire pass pass pass');
    expect(await verdicts('cel-ai.tool-call.before', phone, decisions)).toBe('pass pass pass pass pass');
    const history = '!agent.history.sensitivityFindings("pii").hasAll(["phone_number"])';
    expect(await verdicts('cel-ai.tool-call.before', history, decisions)).toBe('pass pass fire fire fire');
    expect(await verdicts('cel-ai.input', '!agent.context.threatFindings().hasValue()', decisions)).toBe('fire fire');
    expect(await verdicts('cel-ai.input', '!agent.input.threatFindings().hasValue()', decisions)).toBe('fire pass');
  });

  it('are compared by name and confidence', async () => {
    const found = async (expression: string) => verdicts('cel-ai.output', expression, decisions);
    const both = 'agent.history.sensitivityFindings("pii").union(agent.history.threatFindings())';
    expect(await found(`${both}.hasAll(["phone_number", "injection"])`)).toBe('pass');
    expect(await found(`${both}.hasAll([ai.finding("injection", 0.5)])`)).toBe('pass');
    expect(await found(`${both}.hasAll([ai.finding("injection", 0.7)])`)).toBe('fire');
    expect(await found('agent.history.safetyFindings("child_safety").hasValue()')).toBe('fire');
    expect(
      await found(
        'optional.of([ai.finding("ssn", 0.6)]).union([ai.finding("ssn", 0.5)]).hasAll([ai.finding("ssn", 0.6)])',
      ),
    ).toBe('pass');
  });
});

it('names the turn that wrote what a rule reads', () => {
  const rule = {
    hook: 'cel-ai.tool-call.before',
    match: null,
    expression: 'agent.input.parts[0].prompt.content != ""',
  } as const;
  const result = why(refunds, rule, 5, defaultDecisions);
  const read = result.ok ? result.value.parts.filter(({ path }) => path?.[1] === 'input') : [];
  expect(read.map(({ writtenAt }) => writtenAt)).toContain(0);
});
