import { unhurried } from '../../../base/pace.ts';
import { hooks } from '../../../engine/model/hooks.ts';
import { formatPath } from '../../../engine/model/path.ts';
import { Unknown, type RecordValue, type Value } from '../../../engine/model/value.ts';
import type { VerdictKind } from '../../../engine/model/verdict.ts';
import { CelError, check, parse as parseCel, preview, type Outcome } from '../../../engine/cel/index.ts';
import { materialise } from '../../../engine/model/materialise.ts';
import type { OpenSession } from '../../../engine/open-text.ts';
import { decisionsOf } from '../../../engine/rules/decisions.ts';
import { ruleLanguage } from '../../../engine/rules/rule-language.ts';
import type { Rule } from '../../../engine/rules/rule.ts';
import { sweep } from '../../../engine/rules/sweep.ts';
import { hookOf, judgingOptions, oneFile, parse, wholeNumber } from '../args.ts';
import type { Command } from '../command.ts';
import { loadSession, turnOf } from '../load.ts';
import { printJson, printLines } from '../print.ts';
import { Refusal } from '../refusal.ts';

export const evaluate: Command = {
  name: 'eval',
  usage: 'eval FILE --expr E [--hook H] [--match FN] [--turn N] [--session K] [--mapping FILE] [--json]',
  about: 'a rule’s verdict at every eligible turn, or at one',
  async run(args) {
    const { values, positionals } = parse(args, judgingOptions);
    if (values.expr === undefined) throw new Refusal(`Give the expression: ${this.usage}`);
    const rule: Rule = { expression: values.expr, hook: hookOf(values.hook), match: values.match ?? null };
    const session = await loadSession(oneFile(positionals, this.usage), values);
    const asked = wholeNumber(values.turn, 'turn');
    const report = await judgeAll(session, rule, asked === undefined ? undefined : turnOf(session, asked));
    if (values.json === true) printJson(report);
    else printLines(inWords(report, rule, remarks(session, rule)));
    return 0;
  },
};

interface Report extends RecordValue {
  readonly eligible: number;
  readonly pass: number;
  readonly fire: number;
  readonly error: number;
  readonly unknown: number;
  readonly value: number;
  readonly verdicts: readonly RecordValue[];
}

/** With a turn given, the counts are those of that turn alone. */
async function judgeAll(session: OpenSession, rule: Rule, only: number | undefined): Promise<Report> {
  const counts: { [K in VerdictKind]: number } = { pass: 0, fire: 0, error: 0, unknown: 0, value: 0, 'n/a': 0 };
  const verdicts: RecordValue[] = [];
  const { problem } = await sweep(session, rule, decisionsOf(session), unhurried, (turn, verdict, outcome) => {
    if (only !== undefined && turn !== only) return;
    counts[verdict]++;
    verdicts.push({ turn, verdict, ...detail(verdict, outcome) });
  });
  if (problem !== null) throw new Refusal(`The expression does not parse: ${problem.message}`);
  if (only !== undefined && verdicts.length === 0) verdicts.push({ turn: only, verdict: 'n/a' });
  const { 'n/a': _never, ...shown } = counts;
  return { eligible: verdicts.length - (counts['n/a'] + notEligible(verdicts)), ...shown, verdicts };
}

const notEligible = (verdicts: readonly RecordValue[]) => verdicts.filter(({ verdict }) => verdict === 'n/a').length;

/** The value is written out at once: the views in it move on with the sweep. */
function detail(verdict: VerdictKind, outcome: Outcome): RecordValue {
  if (outcome instanceof CelError) return { message: outcome.message };
  if (outcome instanceof Unknown)
    return { message: `the recording does not hold ${outcome.missing.map(formatPath).join(', ')}` };
  if (verdict === 'error') return { message: `the assert yields ${typeof outcome}, not true or false` };
  return { value: materialise(outcome) };
}

/** What explains a whole column of errors, or the lack of any verdict, better than its lines do. */
function remarks(session: OpenSession, rule: Rule): readonly string[] {
  const functions = session.history.functions.map(({ key }) => key);
  const isForeign = rule.match !== null && !functions.includes(rule.match);
  const found = check(parseCel(rule.expression).expr, ruleLanguage(session, rule, decisionsOf(session)));
  return [
    ...(isForeign ? [`  no turn is of ${rule.match}; functions here: ${functions.join(', ') || 'none'}`] : []),
    ...found.filter(({ severity }) => severity === 'error').map(({ message }) => `  error: ${message}`),
  ];
}

function inWords(report: Report, rule: Rule, remarked: readonly string[]): readonly string[] {
  const { eligible, pass, fire, error, unknown, value } = report;
  const of = `of ${eligible} eligible`;
  return [
    `${rule.hook}${rule.match === null ? '' : ` (${rule.match})`}: ${hooks[rule.hook].about}`,
    `${fire} fire, ${pass} pass, ${error} error, ${unknown} unknown${value > 0 ? `, ${value} value` : ''} ${of}`,
    ...remarked,
    ...report.verdicts.filter(({ verdict }) => verdict !== 'pass').map(verdictLine),
  ];
}

const maxValue = 100;

function verdictLine({ turn, verdict, value, message }: RecordValue): string {
  const told = typeof message === 'string' ? message : verdict === 'fire' ? '' : inCel(value);
  return `  turn ${String(turn)}  ${String(verdict)}${told === '' ? '' : `  ${told}`}`;
}

const inCel = (value: Value | undefined) => (value === undefined ? '' : preview(value, maxValue).text);
