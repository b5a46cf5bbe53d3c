import type { VerdictCounts } from '../../engine/model/verdict.ts';
import type { TestResult } from '../../engine/policies/run-tests.ts';

/** What a check found, to write as a report for people. */
export interface Checked {
  readonly policy: string;
  /** Over all sessions; null for a rule that was not judged. */
  readonly rules: readonly { readonly title: string; readonly counts: VerdictCounts | null }[];
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
  return [
    `## ${plain(policy)}: ${isFine ? 'passed' : 'failed'}`,
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
      : table(
          ['rule', 'fires', 'passes', 'errors', 'unknown', 'values', 'of eligible turns'],
          rules.map(({ title, counts }) => [
            plain(title),
            ...(counts === null
              ? ['–', '–', '–', '–', '–', '–']
              : [counts.fire, counts.pass, counts.error, counts.unknown, counts.value, counts.eligible].map(String)),
          ]),
        ),
    sessions.length === 0
      ? null
      : table(
          ['session', 'what the policy does'],
          sessions.map(({ title, outcome }) => [plain(title), outcome]),
        ),
  ]
    .filter((part) => part !== null)
    .join('\n\n')
    .concat('\n');
}

const list = (title: string, texts: readonly string[]): string | null =>
  texts.length === 0 ? null : [`### ${title}`, '', ...texts.map((text) => `- ${plain(text)}`)].join('\n');

function table([first = '', ...columns]: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isNumber = columns.length > 1;
  return [
    line([first, ...columns]),
    line(['---', ...columns.map(() => (isNumber ? '---:' : '---'))]),
    ...rows.map(line),
  ].join('\n');
}

/**
 * A text of a recording or a policy as code on one line: so that nothing in it is formatted, mentions a person or begins
 * another cell (GitHub Flavored Markdown, §6.1 and §4.10).
 */
function plain(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');
  if (line === '') return '–';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return fence + space + line + space + fence;
}
