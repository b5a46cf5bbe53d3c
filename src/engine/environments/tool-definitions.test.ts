import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { complete, hoverAt } from '../cel/complete/index.ts';
import { defaultDecisions } from '../model/decisions.ts';
import type { HookId } from '../model/hooks.ts';
import { verdictKinds } from '../model/verdict.ts';
import { ruleLanguage } from '../rules/rule-language.ts';
import { sweep } from '../rules/sweep.ts';
import { why } from '../rules/why.ts';
import { firstSession } from '../testing.ts';
import { loadEnvironmentsOf } from './registry.ts';

beforeAll(() => loadEnvironmentsOf(['cel-ai.input', 'agentgateway.llm.before']));

/** Calls: read_file, delete_file, delete_file once more after the server lists it differently, and list_files, which it never lists. */
const { session } = firstSession(
  readFileSync(new URL('../importers/mcp/fixtures/composed-annotations.jsonl', import.meta.url), 'utf8'),
);

async function verdicts(hook: HookId, expression: string): Promise<string> {
  const { codes, problem } = await sweep(session, { hook, expression, match: null }, defaultDecisions, unhurried);
  return problem?.message ?? [...codes].map((code) => verdictKinds[code]).join(' ');
}

function valueAt(turn: number, expression: string, hook: HookId = 'cel-ai.tool-call.before'): string | undefined {
  const result = why(session, { hook, expression, match: null }, turn, defaultDecisions);
  if (!result.ok) return result.problem.message;
  return result.value.value?.text ?? result.value.problem?.message;
}

describe('CEL AI policy', () => {
  it('has the annotations that hold at the time of the call, and hints that are left out are unknown', async () => {
    const before = (expression: string) => verdicts('cel-ai.tool-call.before', expression);
    expect(await before('tool.annotations.read_only')).toBe('pass fire fire unknown');
    expect(await before('!tool.annotations.destructive')).toBe('unknown fire pass unknown');
    expect(await before('!tool.annotations.destructive || tool.call.user_confirmed')).toBe(
      'unknown unknown pass unknown',
    );
    expect(await before('tool.annotations.read_only || !tool.annotations.destructive')).toBe('pass fire pass unknown');
    expect(await before('!tool.annotations.open_world')).toBe('pass pass unknown unknown');
    expect(valueAt(0, 'tool.annotations.destructive')).toMatch(/tool\.annotations\.destructive/);
  });

  it('has description, schemas and further values, with numbers as doubles', () => {
    expect(valueAt(0, 'tool.description')).toBe('"Reads a text file."');
    expect(valueAt(1, 'tool.description')).toBe('"Deletes a file."');
    expect(valueAt(2, 'tool.description')).toBe('"Moves a file to the bin."');
    expect(valueAt(0, 'tool.input_schema.required')).toBe('["path"]');
    expect(valueAt(0, 'tool.output_schema.properties.text.type')).toBe('"string"');
    expect(valueAt(0, 'tool.metadata["example.com/team"]')).toBe('"storage"');
    expect(valueAt(1, 'tool.output_schema')).toMatch(/tool\.output_schema/);
    expect(valueAt(3, 'tool.description')).toMatch(/tool\.description/);
    expect(valueAt(0, 'tool.provider.url')).toMatch(/tool\.provider\.url/);
  });

  it('has what is known of the tools of earlier calls, as it was then', () => {
    const destructive =
      'agent.history.toolCalls("delete_file").parts().map(p, p.tool_call.spec().annotations.destructive)';
    expect(valueAt(2, destructive, 'cel-ai.tool-call.after')).toBe('[true, false]');
  });
});

it('the gateway has the server that listed a tool as its target', async () => {
  const target = (turn: number) => valueAt(turn, 'mcp.tool.target', 'agentgateway.tool-call.before');
  expect([target(0), target(2)]).toEqual(['"files"', '"files"']);
  expect(target(3)).toMatch(/mcp\.tool\.target/);
});

describe('while one writes', () => {
  const keysAfter = (expression: string, hook: HookId, match: string | null) =>
    complete(expression, expression.length, ruleLanguage(session, { hook, match }, defaultDecisions)).map(
      ({ label }) => label,
    );

  it('arguments are proposed that no call has, but the schema of the tool', () => {
    const params = 'tool.call.params.';
    expect(keysAfter(params, 'cel-ai.tool-call.before', 'read_file')).toEqual(
      expect.arrayContaining(['path', 'lines']),
    );
    expect(keysAfter(params, 'cel-ai.tool-call.before', 'delete_file')).not.toContain('lines');
    expect(keysAfter('mcp.tool.arguments.', 'agentgateway.tool-call.after', null)).toContain('lines');
  });

  it('an argument and the tool are described as the definition does', () => {
    const language = ruleLanguage(session, { hook: 'cel-ai.tool-call.before', match: 'read_file' }, defaultDecisions);
    const lines = (expression: string) => hoverAt(expression, expression.length - 1, language)?.lines.join('\n');
    expect(lines('tool.call.params.lines')).toContain('How many lines to read.');
    expect(lines('tool.description')).toContain('Here: “Reads a text file.”');
  });
});
