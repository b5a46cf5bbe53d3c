import { codeSpan, markdownTable } from '../../base/markdown.ts';
import type { Portability } from '../../engine/model/portability.ts';
import type { VerdictCounts } from '../../engine/model/verdict.ts';
import type { TestResult } from '../../engine/policies/run-tests.ts';

/** What a check found, to write as a report for people. */
export interface Checked {
  readonly policy: string;
  /** Over all sessions; null for a rule that was not judged. */
  readonly rules: readonly {
    readonly title: string;
    readonly counts: VerdictCounts | null;
    /** Whether other engines judge it alike; null where they were not asked. */
    readonly portability: Portability | null;
  }[];
  readonly sessions: readonly { readonly title: string; readonly outcome: string }[];
  readonly tests: readonly TestResult[];
  /** Each with its place in the policy. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** A report in Markdown, as the comments and summaries of build servers show it. */
export function markdown({ policy, rules, sessions, tests, problems, warnings }: Checked): string {
  const failed = tests.filter(({ passed }) => !passed);
  const isFine = failed.length + problems.length === 0;
  const passed = `${tests.length - failed.length} of ${tests.length} tests passed`;
  const isCompared = rules.some(({ portability }) => portability !== null);
  return [
    `## ${codeSpan(policy)}: ${isFine ? 'passed' : 'failed'}`,
    `${passed}, ${problems.length} ${problems.length === 1 ? 'fault' : 'faults'} in the policy.`,
    list('Faults', problems),
    list(
      'Failed tests',
      failed.map(
        ({ test: { name, expect }, got, message }) =>
          `${name}: expected ${expect}, got ${got ?? 'nothing'}${message === null ? '' : ` (${message})`}`,
      ),
    ),
    list('Warnings', warnings),
    sessions.length === 0
      ? null
      : markdownTable(
          [...columns, ...(isCompared ? ['portable'] : [])],
          rules.map(({ title, counts, portability }) => [
            codeSpan(title),
            ...(counts === null
              ? ['–', '–', '–', '–', '–', '–']
              : [counts.fire, counts.pass, counts.error, counts.unknown, counts.value, counts.eligible].map(String)),
            ...(isCompared ? [portability?.portable ?? '–'] : []),
          ]),
          true,
        ),
    list(
      'Why a rule is not portable',
      rules.flatMap(({ title, portability }) =>
        portability === null || portability.reason === null ? [] : [`${title}: ${portability.reason}`],
      ),
    ),
    sessions.length === 0
      ? null
      : markdownTable(
          ['session', 'what the policy does'],
          sessions.map(({ title, outcome }) => [codeSpan(title), outcome]),
          false,
        ),
  ]
    .filter((part) => part !== null)
    .join('\n\n')
    .concat('\n');
}

const columns = ['rule', 'fires', 'passes', 'errors', 'unknown', 'values', 'of eligible turns'];

const list = (title: string, texts: readonly string[]): string | null =>
  texts.length === 0 ? null : [`### ${title}`, '', ...texts.map((text) => `- ${codeSpan(text)}`)].join('\n');
