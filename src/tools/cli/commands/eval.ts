import { unhurried } from '../../../base/pace.ts';
import { loadEnvironmentsOf } from '../../../engine/environments/registry.ts';
import type { Decisions } from '../../../engine/model/decisions.ts';
import { hooks } from '../../../engine/model/hooks.ts';
import { formatPath } from '../../../engine/model/path.ts';
import { isSnapshot, onlySnapshot } from '../../../engine/model/snapshot-moment.ts';
import { Unknown, type RecordValue, type Value } from '../../../engine/model/value.ts';
import type { VerdictKind } from '../../../engine/model/verdict.ts';
import { applied, type Diagnostic } from '../../../engine/cel/check/index.ts';
import { CelError, preview, type EvalResult } from '../../../engine/cel/index.ts';
import type { OpenSession } from '../../../engine/opening/open-session.ts';
import { diagnosticsOf } from '../../../engine/rules/diagnose-rule.ts';
import type { Rule } from '../../../engine/rules/rule.ts';
import { sweep } from '../../../engine/rules/sweep.ts';
import { hookOf, judgingOptions, oneFile, wholeNumber } from '../args.ts';
import {
  engineOptions,
  engineUsage,
  loadChosen,
  portabilityAsJson,
  portabilityIn,
  portabilityInWords,
} from '../engines.ts';
import { parse } from '../parse.ts';
import { type Command, Refusal } from '../command.ts';
import { loadDecisions, loadSession, turnOf } from '../load.ts';
import { printJson, printLines, written } from '../print.ts';

export const evaluate: Command = {
  name: 'eval',
  usage: `eval FILE --expr E [--hook H] [--match FN] [--turn N] [--policy FILE] [--findings FILE] [--given FILE] [--session K] [--mapping FILE|auto] ${engineUsage} [--json]`,
  about: 'prints a rule’s verdict at every eligible turn, or at one',
  async run(args) {
    const { values, positionals } = parse(args, { ...judgingOptions, ...engineOptions });
    if (values.expr === undefined) throw new Refusal(`Give the expression: ${this.usage}`);
    const rule: Rule = { expression: values.expr, hook: hookOf(values.hook), match: values.match ?? null };
    const session = await loadSession(oneFile(positionals, this.usage), values);
    const requested = wholeNumber(values.turn, 'turn');
    const turn = requested === undefined ? undefined : turnOf(session, requested);
    const decisions = { ...(await loadDecisions(session, values)), ...(await loadChosen(values)) };
    await loadEnvironmentsOf([rule.hook]);
    const diagnostics = diagnosticsOf(session, rule, decisions);
    const { counts, problem } = await judgeAll(session, rule, decisions, turn);
    const portability = values.portable === true ? await portabilityIn(session, rule, decisions) : null;
    if (values.json === true)
      printJson({
        ...counts,
        diagnostics: diagnostics.map((one) => diagnosticValue(rule.expression, one)),
        ...(portability !== null && portabilityAsJson(portability)),
      });
    else if (problem === null) {
      const remarked = remarks(session, rule, diagnostics);
      const portable = portability === null ? [] : [`  ${portabilityInWords(portability)}`];
      printLines(inWords(counts, rule, isSnapshot(session.history), [...portable, ...remarked]));
    }
    if (problem !== null) throw new Refusal(`The expression does not parse: ${diagnostics[0]?.message ?? problem}`);
    return 0;
  },
};

/** Offsets in UTF-16 units into the expression; `fixed` is the whole expression after the fix. */
const diagnosticValue = (text: string, { severity, code, message, range, fix }: Diagnostic): RecordValue => ({
  severity,
  code,
  message,
  start: range.start,
  end: range.end,
  ...(fix !== undefined && { fixed: applied(text, fix.edits), ...(fix.hook !== undefined && { hook: fix.hook }) }),
});

interface Report extends RecordValue {
  readonly eligible: number;
  readonly pass: number;
  readonly fire: number;
  readonly error: number;
  readonly unknown: number;
  readonly value: number;
  readonly verdicts: readonly RecordValue[];
}

/** With a turn, the counts are for that turn alone. `problem` says why nothing could be judged. */
async function judgeAll(
  session: OpenSession,
  rule: Rule,
  decisions: Decisions,
  only: number | undefined,
): Promise<{ readonly counts: Report; readonly problem: string | null }> {
  const counts: { [K in VerdictKind]: number } = { pass: 0, fire: 0, error: 0, unknown: 0, value: 0, 'n/a': 0 };
  const verdicts: RecordValue[] = [];
  const { problem } = await sweep(session, rule, decisions, unhurried, (turn, verdict, result) => {
    if (only !== undefined && turn !== only) return;
    counts[verdict]++;
    verdicts.push({ turn, verdict, ...detail(verdict, result) });
  });
  if (only !== undefined && verdicts.length === 0 && problem === null) verdicts.push({ turn: only, verdict: 'n/a' });
  const { 'n/a': _never, ...shown } = counts;
  const eligible = verdicts.length - (counts['n/a'] + notEligible(verdicts));
  return { counts: { eligible, ...shown, verdicts }, problem: problem?.message ?? null };
}

const notEligible = (verdicts: readonly RecordValue[]) => verdicts.filter(({ verdict }) => verdict === 'n/a').length;

/** The value is copied at once: its views change when the sweep moves on. */
function detail(verdict: VerdictKind, result: EvalResult): RecordValue {
  if (result instanceof CelError) return { message: result.message };
  if (result instanceof Unknown)
    return { message: `the recording does not hold ${result.missing.map(formatPath).join(', ')}` };
  if (verdict === 'error') return { message: `the assert yields ${typeof result}, not true or false` };
  return { value: written(result) };
}

/** Remarks that explain many errors, or the absence of verdicts, better than the single lines. */
function remarks(session: OpenSession, rule: Rule, found: readonly Diagnostic[]): readonly string[] {
  const functions = session.history.functions.map(({ key }) => key);
  const isForeign = rule.match !== null && !functions.includes(rule.match);
  return [
    ...(isSnapshot(session.history) && rule.hook !== 'turn' ? [`  ${onlySnapshot(rule.hook)}`] : []),
    ...(isForeign
      ? [`  no turn calls ${rule.match}; functions of this session: ${functions.join(', ') || 'none'}`]
      : []),
    ...found.filter(({ severity }) => severity !== 'hint').map(({ severity, message }) => `  ${severity}: ${message}`),
  ];
}

function inWords(report: Report, rule: Rule, isMoment: boolean, remarked: readonly string[]): readonly string[] {
  const { eligible, pass, fire, error, unknown, value } = report;
  const of = isMoment ? `of ${eligible === 1 ? '1 moment, the snapshot' : 'no moment'}` : `of ${eligible} eligible`;
  return [
    `${rule.hook}${rule.match === null ? '' : ` (${rule.match})`}: ${hooks[rule.hook].about}`,
    `${fire} fire, ${pass} pass, ${error} error, ${unknown} unknown${value > 0 ? `, ${value} value` : ''} ${of}`,
    ...remarked,
    ...report.verdicts.filter(({ verdict }) => verdict !== 'pass').map((line) => verdictLine(line, isMoment)),
  ];
}

const maxValue = 100;

function verdictLine({ turn, verdict, value, message }: RecordValue, isMoment: boolean): string {
  const text = typeof message === 'string' ? message : verdict === 'fire' ? '' : inCel(value);
  return `  ${isMoment ? 'the snapshot' : `turn ${String(turn)}`}  ${String(verdict)}${text === '' ? '' : `  ${text}`}`;
}

const inCel = (value: Value | undefined) => (value === undefined ? '' : preview(value, maxValue).text);
