import { err, ok, type Result } from '../../base/result.ts';
import { toJson } from '../model/json.ts';
import { formatPath, type Path } from '../model/path.ts';
import type { Problem, TextRange } from '../model/problem.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { Policy } from './policy.ts';

/**
 * An expectation in the policy, under `tests:` (our extension; other readers of the manifest ignore it). It states the
 * outcome of a rule, or of the whole policy, at a turn of a session.
 */
export interface PolicyTest {
  readonly name: string;
  /** Id of the rule; null for the whole policy. */
  readonly rule: string | null;
  readonly expect: Expectation;
  readonly turn: number;
  /** The value of `now` at the turn; null: as recorded. */
  readonly now: string | null;
  /** A session file's text, or the title or file name of a session that is checked beside the policy. */
  readonly session: { readonly text: string } | { readonly name: string };
  readonly range: TextRange;
}

/** For a rule, its verdict. For the policy, its outcome. */
export const expectations = [
  'fire',
  'pass',
  'error',
  'unknown',
  'n/a',
  'value',
  'block',
  'lock',
  'continued',
  'none',
] as const;
export type Expectation = (typeof expectations)[number];

export interface ReadTests {
  readonly tests: readonly PolicyTest[];
  readonly problems: readonly Problem[];
}

export function testsOf({ document, rules }: Policy): ReadTests {
  const value = isRecord(document.value) ? document.value['tests'] : undefined;
  if (value === undefined || value === null) return { tests: [], problems: [] };
  const place = (path: Path): TextRange =>
    document.locate(path) ?? document.locateKey(['tests']) ?? { start: 0, end: 1 };
  if (!isList(value))
    return { tests: [], problems: [fault('tests is a list; each test begins with a dash.', place(['tests']))] };
  const ids = new Set(rules.map(({ id }) => id));
  const tests: PolicyTest[] = [];
  const problems: Problem[] = [];
  for (const [index, each] of [...value].entries()) {
    const range = place(['tests', index]);
    const read = testIn(each, index, ids);
    if (read.ok) tests.push({ ...read.value, range });
    else problems.push(fault(read.problem, range));
  }
  return { tests, problems };
}

const fault = (message: string, range: TextRange): Problem => ({ code: 'policy/test', message, range });

function testIn(value: Value, index: number, rules: ReadonlySet<string>): Result<Omit<PolicyTest, 'range'>, string> {
  if (!isRecord(value)) return err(`${formatPath(['tests', index])} is not a test: it needs expect, turn and session.`);
  const { name, rule = null, expect, turn, now = null, session } = value;
  const expected = expectations.find((each) => each === expect);
  if (expected === undefined) return err(`A test expects one of ${expectations.join(', ')}.`);
  if (typeof turn !== 'number' || !Number.isInteger(turn) || turn < 0)
    return err('A test’s turn is a number, counted from 0.');
  if (rule !== null && !(typeof rule === 'string' && rules.has(rule)))
    return err(
      `The policy has no rule ${typeof rule === 'string' ? `“${rule.slice(0, 80)}”` : 'of that kind'}; a rule’s name is its place, such as guardrails.before[0].`,
    );
  if (now !== null && typeof now !== 'string') return err('A test’s now is a text such as "2026-05-20T03:00:00Z".');
  const held = sessionIn(session);
  if (held === null)
    return err('A test’s session is a session file as text, or the name of a session beside the policy.');
  return ok({
    name: typeof name === 'string' ? name : `test ${index + 1}`,
    rule,
    expect: expected,
    turn,
    now,
    session: held,
  });
}

function sessionIn(value: Value | undefined): PolicyTest['session'] | null {
  if (isRecord(value ?? null)) return { text: toJson(value as RecordValue, { nonFinite: 'bare' }) };
  if (typeof value !== 'string') return null;
  return /^\s*[[{]/.test(value) ? { text: value } : { name: value };
}
