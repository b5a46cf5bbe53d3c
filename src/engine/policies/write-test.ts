import { testsOf, type Expectation } from './policy-test.ts';
import type { Policy } from './policy.ts';

export interface NewTest {
  readonly name: string;
  readonly rule: string | null;
  readonly expect: Expectation;
  readonly turn: number;
  readonly now: string | null;
  /** Text of a session file. */
  readonly session: string;
}

/** The manifest's text with one more test under `tests:`; everything else stays as it is written. */
export function withTest(policy: Policy, test: NewTest): string {
  const { text } = policy.document;
  const { tests } = testsOf(policy);
  const last = tests.at(-1);
  const listed = policy.document.locate(['tests']);
  if (last === undefined || listed === null) {
    const before = listed === null ? text : text.slice(0, policy.document.locateKey(['tests'])?.start ?? text.length);
    const start = before === '' || before.endsWith('\n') ? before : `${before}\n`;
    return `${start}tests:\n${itemOf(test, '  ')}`;
  }
  const dash = text.lastIndexOf('-', last.range.start);
  const indent = text.slice(text.lastIndexOf('\n', dash) + 1, dash);
  const end = listed.end;
  const head = text.slice(0, end).replace(/\n*$/, '\n');
  return `${head}${itemOf(test, /^ *$/.test(indent) ? indent : '  ')}${text.slice(end).replace(/^\n/, '')}`;
}

/** The manifest's text without the test that begins at an offset; null where no test of a line of its own does. */
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
