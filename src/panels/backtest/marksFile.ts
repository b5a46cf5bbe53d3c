import type { Row } from './rows.ts';
import { disagrees } from './rows.ts';
import type { RuleColumn } from './useRules.ts';
import type { Rule } from '../../worker/protocol.ts';

/** What was marked, and what each rule came to there, as a text that other programs can read. */
export function marksFile(rows: readonly Row[], columns: readonly RuleColumn[]): string {
  const marked = rows.flatMap(({ recording, entry, title, mark, rules }) =>
    mark === null
      ? []
      : [
          {
            recording: recording.name,
            entry,
            title,
            should: mark === 'acts' ? 'fire' : 'not-fire',
            rules: columns.map(({ title: name }, at) => {
              const judged = rules[at] ?? null;
              if (judged === null) return { rule: name, judged: false };
              if (judged.problem !== null) return { rule: name, judged: false, problem: judged.problem.message };
              const { acts, counts, firstAct } = judged;
              return {
                rule: name,
                judged: true,
                fires: acts,
                eligible: counts.eligible,
                first: firstAct,
                agrees: !disagrees(mark, judged),
              };
            }),
          },
        ],
  );
  const rules = columns.map(({ title, asked }) => ({ rule: title, ...described(asked) }));
  return `${JSON.stringify({ format: 'contextscope/marks', version: 1, rules, sessions: marked }, null, 2)}\n`;
}

function described(asked: RuleColumn['asked']): Partial<Rule> & { readonly policyRule?: string } {
  if (asked.kind === 'bench') return asked.rule;
  const { id, expression } = asked;
  return { policyRule: id, ...(expression !== undefined && { expression }) };
}
