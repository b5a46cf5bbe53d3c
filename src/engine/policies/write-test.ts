import { withoutEnd } from '../../base/scan.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import { isList, isRecord, type ListValue, type RecordValue } from '../model/value.ts';
import type { Policy } from './policy.ts';
import type { Expectation } from './policy-test.ts';
import { readPolicy } from './read-policy.ts';
import { insertedInFlow } from './write-flow-step.ts';

export interface NewTest {
  readonly name: string;
  readonly rule: string | null;
  readonly expect: Expectation;
  readonly turn: number;
  readonly now: string | null;
  /** Text of a session file. */
  readonly session: string;
}

/** The manifest's text with one more test under `tests:`; all else stays unchanged. */
export function withTest(policy: Policy, test: NewTest): Result<string, Problem> {
  const count = entriesOf(policy).length;
  const text = blockTest(policy, test) ?? insertedInFlow(policy.document, ['tests'], fieldsOf(test));
  // A result that does not read as intended is not returned.
  const read = text === null ? null : readPolicy(text);
  const isMeant =
    read?.ok === true && entriesOf(read.value).length === count + 1 && read.value.rules.length === policy.rules.length;
  return text !== null && isMeant ? ok(text) : err(noPlace);
}

const noPlace: Problem = {
  code: 'policy/no-place',
  message: 'There is no simple place for a test under tests: write it as a list with a line for each test.',
};

const entriesOf = ({ document: { value } }: Policy): ListValue => {
  const tests = isRecord(value) ? (value['tests'] ?? null) : null;
  return isList(tests) ? tests : [];
};

/** As lines of their own; null when the existing list is in brackets. */
function blockTest(policy: Policy, test: NewTest): string | null {
  const { document } = policy;
  const { text } = document;
  const root = document.locate([]);
  if (root !== null && '{['.includes(text.charAt(root.start))) return null;
  const key = document.locateKey(['tests']);
  const listed = document.locate(['tests']);
  if (key === null) return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}tests:\n${itemOf(test, '  ')}`;
  const count = entriesOf(policy).length;
  if (listed === null || count === 0) {
    // An empty value, or an empty list.
    const colon = text.indexOf(':', key.end);
    const end = listed === null || listed.end <= colon ? colon + 1 : listed.end;
    return `${text.slice(0, colon + 1)}\n${itemOf(test, '  ')}${text.slice(end).replace(/^[^\S\n]*\n/, '')}`;
  }
  if (text.charAt(listed.start) === '[') return null;
  const last = document.locate(['tests', count - 1]);
  const dash = text.lastIndexOf('-', last?.start ?? listed.start);
  const indent = text.slice(text.lastIndexOf('\n', dash) + 1, dash);
  const head = `${withoutEnd(text.slice(0, listed.end), /\n/)}\n`;
  return `${head}${itemOf(test, /^ *$/.test(indent) ? indent : '  ')}${text.slice(listed.end).replace(/^\n/, '')}`;
}

const fieldsOf = ({ name, rule, expect, turn, now, session }: NewTest): RecordValue => ({
  name,
  ...(rule !== null && { rule }),
  expect,
  turn,
  ...(now !== null && { now }),
  session,
});

/** The manifest's text without the test that begins at an offset; null when there is no test on lines of its own. */
export function withoutTest(policy: Policy, at: number): string | null {
  const { text } = policy.document;
  const listed = policy.document.locate(['tests']);
  const key = policy.document.locateKey(['tests']);
  if (listed === null || key === null || text.charAt(listed.start) === '[') return null;
  const starts = testStarts(policy);
  const index = starts.indexOf(at);
  if (index < 0) return null;
  const lineOf = (offset: number) => text.lastIndexOf('\n', offset - 1) + 1;
  const from = starts.length === 1 ? lineOf(key.start) : lineOf(text.lastIndexOf('-', at));
  const next = starts[index + 1];
  const to = next === undefined ? listed.end : lineOf(text.lastIndexOf('-', next));
  return text.slice(0, from) + text.slice(to).replace(next === undefined ? /^\n/ : /^/, '');
}

/** Where each entry under `tests:` begins, those that are no tests included. */
function testStarts({ document }: Policy): readonly number[] {
  const starts: number[] = [];
  for (let index = 0; ; index++) {
    const range = document.locate(['tests', index]);
    if (range === null) return starts;
    starts.push(range.start);
  }
}

function itemOf({ name, rule, expect, turn, now, session }: NewTest, indent: string): string {
  const fields = [
    `name: ${JSON.stringify(name)}`,
    ...(rule === null ? [] : [`rule: ${JSON.stringify(rule)}`]),
    `expect: ${expect}`,
    `turn: ${turn}`,
    ...(now === null ? [] : [`now: ${JSON.stringify(now)}`]),
    `session: |-\n${session
      .trimEnd()
      .split('\n')
      .map((line) => `${indent}    ${line}`)
      .join('\n')}`,
  ];
  return `${indent}- ${fields.join(`\n${indent}  `)}\n`;
}
