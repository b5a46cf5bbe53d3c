import { beforeAll, expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { loadEnvironmentsOf } from '../../environments/registry.ts';
import type { OtherValue } from '../../rules/what-if/what-if.ts';
import { decisionsUnder } from '../declared.ts';
import { ruleOf } from '../rule-of.ts';
import { policyOf } from '../testing.ts';
import { outcomes, twoCalls } from './testing.ts';
import { wouldAllow } from './would-allow.ts';

beforeAll(() => loadEnvironmentsOf(['agentgateway.tool-call.before']));

const rules = (...lines: readonly string[]) =>
  `mcp:\n  policies:\n    mcpAuthorization:\n      rules:\n${lines.map((line) => `      - ${line}\n`).join('')}`;

/** The call of `add`. */
const add = 2;

/** Of the first rule, at the call of `add`: each set in one line, then the notes. */
async function answerFor(
  text: string,
  given?: string,
  expression?: string,
): Promise<readonly string[] | string | null> {
  const policy = policyOf(text);
  const [first] = policy.rules;
  if (first === undefined) throw new Error('no rule');
  const decisions = decisionsUnder(policy, twoCalls, given === undefined ? {} : { given });
  const rule = { ...ruleOf(policy, first, []), ...(expression !== undefined && { expression }) };
  const answer = await wouldAllow(twoCalls, policy, first.id, rule, add, decisions, unhurried);
  if (!answer.ok) return answer.problem.message;
  if (answer.value === null) return null;
  if (answer.value.kind === 'allowed') return `allowed by ${answer.value.by.join(', ')}`;
  return [
    ...answer.value.alternatives.map(({ values }) => values.map((value) => lineOf(value)).join(' and ')),
    ...answer.value.notes,
  ];
}

const lineOf = ({ text, now, isUnknown, wanted }: OtherValue) =>
  `${text} ${now?.text ?? (isUnknown ? 'not known' : 'missing')} → ${wanted}`;

test('a rule that is false needs other values, if no other rule allows the call', async () => {
  expect(await answerFor(rules('mcp.tool.name == "echo" # anyone'))).toEqual(['mcp.tool.name "add" → "echo"']);
  expect(await answerFor(rules('mcp.tool.name == "echo"', 'mcp.tool.name == "list"'))).toEqual([
    'mcp.tool.name "add" → "echo"',
  ]);
  const claim = rules(`'jwt.sub == "ann" && mcp.tool.name == "add"'`);
  expect(await answerFor(claim, '{"jwt": {"sub": "bob"}}')).toEqual(['jwt.sub "bob" → "ann"']);
});

test('where another rule allows already, that is said; where the rule is true, nothing', async () => {
  expect(await answerFor(rules('mcp.tool.name == "echo"', 'mcp.tool.name == "add"', `'true'`))).toBe(
    'allowed by allow 2, allow 3',
  );
  expect(await answerFor(rules('mcp.tool.name == "add"'))).toBeNull();
  expect(await answerFor(rules('mcp.tool.name == 1 + "a"'))).toBeNull();
});

test('values with which another rule would deny the call are not offered', async () => {
  const any = rules(`'mcp.tool.name != "add"'`);
  expect(await answerFor(any)).toEqual(['mcp.tool.name "add" → not "add"']);
  const given = '{"jwt": {"sub": "guest"}}';
  expect(await answerFor(rules(`'mcp.tool.name == "echo"'`, `deny: jwt.sub == "guest"`), given)).toEqual([
    'mcp.tool.name "add" → "echo" and jwt.sub "guest" → not "guest"',
  ]);
  expect(await answerFor(rules(`'mcp.tool.name != "add"'`, `deny: mcp.tool.name == "echo"`))).toEqual([
    'mcp.tool.name "add" → not "add" and not "echo"',
  ]);
  expect(await answerFor(rules(`'mcp.tool.name == "echo"'`, `deny: mcp.tool.name == "echo"`))).toEqual([]);
  expect(await answerFor(rules(`'mcp.tool.name == "echo"'`, `require: jwt.sub == "ann"`), given)).toEqual([
    'mcp.tool.name "add" → "echo" and jwt.sub "guest" → "ann"',
  ]);
});

test('what is not known, and what fails, is named', async () => {
  expect(await answerFor(rules(`'jwt.sub == "ann" && mcp.tool.name == "echo"'`))).toEqual([
    '`jwt` is not known, so that not every change of it was tried.',
  ]);
  expect(await answerFor(rules(`'mcp.tool.name == "echo" && size(jwt.groups) > 0'`))).toEqual([
    'mcp.tool.name "add" → "echo" and size(jwt.groups) not known → more than 0',
    '`jwt` is not known, so that not every change of it was tried.',
  ]);
  expect(await answerFor(rules(`'mcp.tool.name == "echo"'`, 'jwt.sub == "ann"'))).toEqual([
    'mcp.tool.name "add" → "echo"',
    'Whether another `allow` rule is true here is not known: the call may be allowed already.',
  ]);
  expect(await answerFor(rules(`'mcp.tool.name == "echo" && mcp.tool.target == "a"'`))).toEqual([
    'mcp.tool.name "add" → "echo" and mcp.tool.target not known → "a"',
  ]);
  const fails = rules(`'mcp.tool.name == "echo"'`, `deny: jwt.sub == "guest"`);
  expect(await answerFor(fails, '{"jwt": {}}')).toContain(
    'A `deny` or `require` rule fails here: only changes with which it has a value were tried.',
  );
});

test('an edited rule gets the answer for its edit, and one that is no CEL is a problem', async () => {
  const text = rules('mcp.tool.name == "echo"');
  expect(await answerFor(text, undefined, 'mcp.tool.name == "list"')).toEqual(['mcp.tool.name "add" → "list"']);
  expect(await answerFor(text, undefined, 'true) || (true')).toMatch(/./);
  expect(await answerFor(rules('mcp.tool.name == "echo"', 'deny: "("'))).toBeNull();
});

test('rules of other kinds, and of other policies, have no answer', async () => {
  expect(await answerFor(rules(`deny: mcp.tool.name == "echo"`, `'true'`))).toBeNull();
  expect(await answerFor('default: deny\nrules:\n  - {condition: tool.name == "echo", effect: allow}\n')).toBeNull();
});

test('with the values that are offered, the policy allows the call', async () => {
  const text = rules(`'jwt.sub == "ann" && mcp.tool.name == "add"'`, `deny: jwt.role == "guest"`);
  expect(await answerFor(text, '{"jwt": {"sub": "bob", "role": "guest"}}')).toEqual([
    'jwt.sub "bob" → "ann" and jwt.role "guest" → not "guest"',
  ]);
  expect(await outcomes(text, { given: '{"jwt": {"sub": "ann", "role": "guest"}}' })).toEqual(['block', 'block']);
  expect(await outcomes(text, { given: '{"jwt": {"sub": "ann", "role": "user"}}' })).toEqual(['block', 'pass']);
});
