import type { Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { codeBlock, codeSpan, markdownTable } from '../../base/markdown.ts';
import type { Decisions } from '../model/decisions.ts';
import type { History, TurnIndex } from '../model/history.ts';
import { toJsonWithin } from '../model/json.ts';
import { formatPath } from '../model/path.ts';
import type { Problem } from '../model/problem.ts';
import { type VerdictKind, verdictKinds } from '../model/verdict.ts';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import { openText } from '../opening/open-text.ts';
import type { Rule } from '../rules/rule.ts';
import { sweep } from '../rules/sweep.ts';
import { verdictAt } from '../rules/verdict-at.ts';
import { systemOf } from '../systems/systems.ts';

export interface Reviewed {
  readonly rule: Rule;
  /** The rule before the edit; null if there is none. */
  readonly baseline: Rule | null;
  readonly decisions: Decisions;
}

const words: { readonly [K in VerdictKind]: string } = {
  fire: 'fires',
  pass: 'passes',
  error: 'error',
  unknown: 'unknown',
  value: 'value',
  'n/a': 'not eligible',
};

/** Turns that a review quotes. */
const mostTurns = 3;
/** Characters of one of them. */
const mostCharacters = 600;

/**
 * A review of a rule in Markdown: the rule before and after, what each does in the session that leaves, how many turns
 * went from which verdict to which, the first turns that did, and the notes. Takes the text of that session, so nothing else is in it.
 */
export async function reviewOf(
  text: string,
  { rule, baseline, decisions }: Reviewed,
  pace: Pace,
): Promise<Result<string, Problem>> {
  const opened = await openText(text);
  const entry = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!entry.ok) return err(entry.problem);
  const open = entry.value;
  const kinds = async (of: Rule): Promise<readonly VerdictKind[]> =>
    Array.from((await sweep(open, of, decisions, pace)).codes, (code) => verdictKinds[code] ?? 'n/a');
  const after = await kinds(rule);
  const before = baseline === null ? null : await kinds(baseline);
  const differing = after.flatMap((kind, turn) =>
    (before === null ? kind === 'fire' : before[turn] !== kind) ? [turn] : [],
  );

  const { title } = open.session.header;
  const quoted = differing.slice(0, mostTurns).map((turn) => {
    const was = before?.[turn];
    const now = words[after[turn] ?? 'n/a'];
    const { message } = verdictAt(open, rule, turn, decisions);
    return [
      `### Turn ${turn}: ${was === undefined ? now : `${words[was]} → ${now}`}`,
      codeBlock(turnText(open.history, turn)),
      ...(message === null ? [] : [codeSpan(message)]),
    ].join('\n\n');
  });
  const total = differing.length;
  return ok(
    [
      `# Review of a rule`,
      `Judged at the ${after.length} turns of ${codeSpan(title)}.`,
      ...(baseline === null ? [] : ['## Before', ruleText(baseline)]),
      baseline === null ? '## Rule' : '## After',
      ruleText(rule),
      '## Verdicts',
      before === null ? countsTable(after) : differenceTable(before, after),
      total === 0
        ? before === null
          ? 'The rule fires nowhere.'
          : 'No verdict changes.'
        : `## ${before === null ? 'Where it fires' : 'What changes'}: ${total} ${total === 1 ? 'turn' : 'turns'}${total > mostTurns ? `, the first ${mostTurns}` : ''}`,
      ...quoted,
      ...notesText(open),
    ].join('\n\n') + '\n',
  );
}

/** What people wrote on the turns, each as a block of code, so that nothing in it is formatted. */
function notesText({ session: { userNotes = [] } }: OpenSession): readonly string[] {
  if (userNotes.length === 0) return [];
  const inOrder = userNotes.toSorted((a, b) => a.turn - b.turn);
  return [
    '## Notes',
    ...inOrder.flatMap(({ turn, path, text }) => [
      `### Turn ${turn}${path === null ? '' : `: ${codeSpan(formatPath(path))}`}`,
      codeBlock(text, 'text'),
    ]),
  ];
}

const ruleText = ({ expression, hook, match }: Rule): string =>
  `${codeSpan(hook)}${match === null ? '' : ` of ${codeSpan(match)}`}\n\n${codeBlock(expression, 'cel')}`;

const occurring = (kinds: readonly VerdictKind[]): readonly VerdictKind[] =>
  (Object.keys(words) as VerdictKind[]).filter((kind) => kinds.includes(kind)); // the keys of the table are its kinds

function countsTable(kinds: readonly VerdictKind[]): string {
  const rows = occurring(kinds).map((kind) => [words[kind], String(kinds.filter((one) => one === kind).length)]);
  return markdownTable(['verdict', 'turns'], rows, true);
}

/** A row for each verdict before, a column for each after. */
function differenceTable(before: readonly VerdictKind[], after: readonly VerdictKind[]): string {
  const columns = occurring(after);
  const rows = occurring(before).map((was) => [
    `before: ${words[was]}`,
    ...columns.map((is) => String(after.filter((kind, turn) => kind === is && before[turn] === was).length)),
  ]);
  return markdownTable(['turns', ...columns.map((kind) => `after: ${words[kind]}`)], rows, true);
}

function turnText(history: History, index: TurnIndex): string {
  const turn = history.turns[index];
  if (turn === undefined) return '';
  const call = turn.invocation === undefined ? undefined : history.invocations[turn.invocation];
  const input = call?.input === undefined ? '' : `\n${toJsonWithin(call.input, 2, mostCharacters).text}`;
  const text = `${turn.text ?? turn.label}${input}`;
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
