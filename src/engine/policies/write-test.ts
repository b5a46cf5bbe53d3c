import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import { isSame } from '../model/equal.ts';
import { isList, isRecord, type ListValue, type RecordValue } from '../model/value.ts';
import type { Policy } from './policy.ts';
import type { Expectation } from './policy-test.ts';
import { readPolicy } from './read-policy.ts';
import { withItem } from './add-item.ts';

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
  const item = fieldsOf(test);
  const tests = [...entriesOf(policy), item];
  const text = withItem(policy.document, ['tests'], item, (written) => {
    const read = readPolicy(written);
    return read.ok && isSame(entriesOf(read.value), tests) && read.value.rules.length === policy.rules.length;
  });
  return text === null ? err(noPlace) : ok(text);
}

const noPlace: Problem = {
  code: 'policy/no-place',
  message: 'There is no simple place for a test under tests: write it as a list with a line for each test.',
};

const entriesOf = ({ document: { value } }: Policy): ListValue => {
  const tests = isRecord(value) ? (value['tests'] ?? null) : null;
  return isList(tests) ? tests : [];
};

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
