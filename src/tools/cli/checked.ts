import { unhurried } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Added } from '../../engine/model/decisions.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { RecordValue } from '../../engine/model/value.ts';
import { openEntry, withTurns } from '../../engine/opening/open-session.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { checkSession } from '../../engine/policies/check-session.ts';
import type { Policy } from '../../engine/policies/policy.ts';
import { systemOf } from '../../engine/systems/systems.ts';

/** What a policy does in a session. */
export interface CheckedSession {
  readonly title: string;
  readonly checked: Awaited<ReturnType<typeof checkSession>>;
}

/** The session that a line of text holds. */
export async function checkLine(
  policy: Policy,
  line: string,
  added: Added = {},
): Promise<Result<CheckedSession, Problem>> {
  const text = await openText(line);
  if (!text.ok) return text;
  const { length } = text.value.entries;
  // To judge the first alone would leave the others out without a word.
  if (length > 1) {
    const message = `This line holds ${length} sessions. Give each a line of its own.`;
    return err({ code: 'check/several-sessions', message });
  }
  const entry = openEntry(text.value, 0, systemOf);
  const open = entry.ok ? withTurns(entry.value) : entry;
  if (!open.ok) return open;
  const { title } = open.value.session.header;
  return ok({ title, checked: await checkSession(open.value, policy, unhurried, added) });
}

export const lineAsJson = (line: Result<CheckedSession, Problem>): RecordValue =>
  line.ok
    ? { title: line.value.title, ...checkedAsJson(line.value.checked) }
    : { error: { code: line.problem.code, message: line.problem.message } };

export function checkedAsJson({ rules, replay }: CheckedSession['checked']): RecordValue {
  return {
    rules: rules.map(({ id, counts, problem }) => ({
      id,
      ...counts,
      ...(problem === null ? {} : { problem: problem.message }),
    })),
    policy: { ...replay.counts },
    divergesAt: replay.divergesAt,
    lockedAt: replay.lockedAt,
  };
}

/**
 * One row per rule, and one for the policy as a whole, whose `rule` is null. Every row has every column and no column is
 * nested, so that the lines can be read as one table and written as Parquet: counts and turns are whole numbers, the rest
 * is text; null where a column has no meaning for a row.
 */
export function columnsOf(line: Result<CheckedSession, Problem>): readonly RecordValue[] {
  if (!line.ok) return [{ ...noColumns, problem: line.problem.message }];
  const { title, checked } = line.value;
  const { counts, divergesAt, lockedAt } = checked.replay;
  const { pass, unknown, continued, block, lock } = counts;
  return [
    ...checked.rules.map((rule) => ({
      ...noColumns,
      title,
      rule: rule.id,
      ...rule.counts,
      problem: rule.problem?.message ?? null,
    })),
    { ...noColumns, title, pass, unknown, continued, block, lock, diverges_at: divergesAt, locked_at: lockedAt },
  ];
}

const noColumns = {
  title: null,
  rule: null,
  eligible: null,
  pass: null,
  fire: null,
  error: null,
  unknown: null,
  value: null,
  continued: null,
  block: null,
  lock: null,
  diverges_at: null,
  locked_at: null,
  problem: null,
} satisfies RecordValue;
