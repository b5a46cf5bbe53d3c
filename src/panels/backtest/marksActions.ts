import type { BacktestView } from '../../state/backtest.ts';
import { markKey, withMarks } from '../../state/marks.ts';
import { writeMarks, readMarks } from '../../state/marksFile.ts';
import type { RuleOverSession } from '../../worker/backtest-protocol.ts';
import type { Rule } from '../../worker/protocol.ts';
import { disagrees, type Row } from './rows.ts';
import type { RuleColumn } from './useRules.ts';
import type { ViewStore } from '../../state/view.ts';
import { counted } from '../../ui/format.ts';

/** The text of a marks file: all marks, and the results of each rule in the loaded sessions, for other programs. */
export function marksFile(marks: BacktestView['marks'], rows: readonly Row[], columns: readonly RuleColumn[]): string {
  const rowOf = new Map(rows.map((row) => [markKey(row.place), row]));
  // A mark made by name is exported with the content id of the session it was matched to.
  const found = rows.flatMap(({ place, mark }) => (mark === null ? [] : [{ ...place, mark }]));
  const known = new Set(found.flatMap((place) => [markKey(place), markKey({ ...place, content: null })]));
  const waiting = [...marks].flatMap(([key, marked]) => (known.has(key) ? [] : [marked]));
  return writeMarks([...found, ...waiting], {
    rules: columns.map(({ title, rule }) => ({ rule: title, ...described(rule) })),
    judged: (marked) => {
      const row = rowOf.get(markKey(marked));
      return row === undefined ? [] : columns.map(({ title }, at) => outcomeOf(title, row, row.rules[at] ?? null));
    },
  });
}

function outcomeOf(rule: string, { mark }: Row, judged: RuleOverSession | null) {
  if (judged === null) return { rule, judged: false };
  if (judged.problem !== null) return { rule, judged: false, problem: judged.problem.message };
  const { acts, counts, firstAct } = judged;
  return {
    rule,
    judged: true,
    fires: acts,
    eligible: counts.eligible,
    first: firstAct,
    agrees: !disagrees(mark, judged),
  };
}

function described(rule: RuleColumn['rule']): Partial<Rule> & { readonly policyRule?: string } {
  if (rule.kind === 'rule') return rule.rule;
  // What the whole policy decides, with an edit of one rule.
  if (rule.kind === 'decision')
    return rule.edited === undefined ? {} : { policyRule: rule.edited.id, expression: rule.edited.expression };
  const { id, expression } = rule;
  return { policyRule: id, ...(expression !== undefined && { expression }) };
}

/** Adds the marks of a file, which take precedence over existing ones. The backtest shows the outcome. */
export async function importMarks(view: ViewStore, name: string, file: Pick<Blob, 'text'>): Promise<void> {
  const { changeBacktest } = view.getState().actions;
  const say = (said: string) => changeBacktest(() => ({ marksMessage: said }));
  try {
    const read = readMarks(await file.text());
    if (!read.ok) return say(`${name}: ${read.problem.message}`);
    say(`${name}: ${counted(read.value.length, 'mark')} read.`);
    changeBacktest((before) => withMarks(before, read.value));
  } catch (cause) {
    // The file was moved, or is larger than the longest possible string.
    if (!(cause instanceof DOMException)) throw cause;
    say(`The browser could not read ${name} (${cause.message}).`);
  }
}
