import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { unhurried } from '../../../base/pace.ts';
import { toJson } from '../../../engine/model/json.ts';
import type { Added } from '../../../engine/model/decisions.ts';
import {
  type EngineAgreement,
  mergedAgreements,
  type Portability,
  portabilityOf,
} from '../../../engine/model/portability.ts';
import type { Problem } from '../../../engine/model/problem.ts';
import type { RecordValue } from '../../../engine/model/value.ts';
import type { VerdictCounts } from '../../../engine/model/verdict.ts';
import type { OpenSession } from '../../../engine/opening/open-session.ts';
import { checkSession } from '../../../engine/policies/check-session.ts';
import { decisionsUnder } from '../../../engine/policies/declared.ts';
import { testsOf } from '../../../engine/policies/policy-test.ts';
import type { Policy, PolicyProblem } from '../../../engine/policies/policy.ts';
import { ruleOf } from '../../../engine/policies/rule-of.ts';
import { ruleProblems } from '../../../engine/policies/rule-problems.ts';
import { type TestResult, runTests } from '../../../engine/policies/run-tests.ts';
import { TestedSessions } from '../../../engine/policies/tested-sessions.ts';
import { agreementsOn } from '../../../engine/portability/portable.ts';
import { Lines } from '../../../engine/readers/lines.ts';
import { systemOf } from '../../../engine/systems/systems.ts';
import { givenOptions } from '../args.ts';
import { parse } from '../parse.ts';
import { type Command, Refusal } from '../command.ts';
import { engineOptions, engineUsage, loadChosen, portabilityAsJson, portabilityInWords } from '../engines.ts';
import { checkedAsJson, type CheckedSession, checkLine, columnsOf, lineAsJson } from '../checked.ts';
import { junit } from '../junit.ts';
import { type Checked, markdown } from '../markdown.ts';
import { loadEntry, loadFile, loadGiven, loadPolicy } from '../load.ts';
import { printJson, printLines } from '../print.ts';

export const checkPolicy: Command = {
  name: 'check',
  usage: `check POLICY.yaml [FILE…] [--findings FILE] [--given FILE] [--mapping FILE|auto] ${engineUsage} [--json | --junit | --markdown]  |  check POLICY.yaml --lines FILE [--findings FILE] [--given FILE] [--engine ID] [--columns]`,
  about: 'judges every rule of a policy on whole sessions and runs its tests; exit status 1 when one fails',
  async run(args) {
    const { values, positionals } = parse(args, {
      json: { type: 'boolean' },
      junit: { type: 'boolean' },
      markdown: { type: 'boolean' },
      lines: { type: 'string' },
      columns: { type: 'boolean' },
      mapping: { type: 'string' },
      ...givenOptions,
      ...engineOptions,
    });
    const [file, ...files] = positionals;
    if (file === undefined) throw new Refusal(`Give a policy: ${this.usage}`);
    if (file === '-' && files.includes('-'))
      throw new Refusal('Standard input can be read only once. Give the policy as a file.');
    const policy = await loadPolicy(file);
    if (values.lines !== undefined && values.portable === true)
      throw new Refusal('--portable is for sessions in files. Without --lines, name them after the policy.');
    const added: Added = { ...(await loadChosen(values)), ...(await loadGiven(values)) };
    if (values.lines !== undefined) return checkLines(file, policy, values.lines, values.columns === true, added);
    if (values.columns === true)
      throw new Refusal('--columns is for sessions that are read line by line: add --lines FILE.');
    const report = await check(policy, files, { mapping: values.mapping, added, portable: values.portable === true });
    if (values.junit === true)
      process.stdout.write(junit(file, report.tests, problemLines(file, policy, report.problems), report.portability));
    else if (values.markdown === true) process.stdout.write(markdown(forPeople(file, policy, report)));
    else if (values.json === true) printJson(asJson(policy, report));
    else printLines(inWords(file, policy, report));
    return report.failed === 0 ? 0 : 1;
  },
};

interface Report {
  readonly sessions: readonly CheckedOfFile[];
  readonly tests: readonly TestResult[];
  /** Faults of the policy and of its tests; each counts as a failure. */
  readonly problems: readonly Problem[];
  /** Likely mistakes, and names that do not fit the data of these sessions. */
  readonly warnings: readonly Problem[];
  /** By the id of a rule; empty unless it was asked for. */
  readonly portability: ReadonlyMap<string, Portability>;
  readonly failed: number;
}

interface CheckedOfFile extends CheckedSession {
  readonly file: string;
}

interface Choices {
  readonly mapping: string | undefined;
  readonly added: Added;
  /** Whether the other engines judge each rule, too. */
  readonly portable: boolean;
}

async function check(policy: Policy, files: readonly string[], { mapping, added, portable }: Choices): Promise<Report> {
  const { tests } = testsOf(policy);
  const wanted = new Set(tests.flatMap(({ session }) => ('name' in session ? [session.name] : [])));
  const named = new Map<string, OpenSession>();
  const sessions: CheckedOfFile[] = [];
  const agreements = new Map<string, readonly EngineAgreement[]>();
  const { problems, warnings } = await faultsOf(policy);
  const seen: PolicyProblem[] = [];
  for (const file of files) {
    const text = await loadFile(file, mapping);
    for (const index of text.entries.keys()) {
      const open = await loadEntry(file, text, index);
      const { title } = open.session.header;
      // Only sessions that a test names are kept: there may be very many.
      for (const name of [title, file]) if (wanted.has(name)) named.set(name, open);
      sessions.push({ file, title, checked: await checkSession(open, policy, unhurried, added) });
      if (portable)
        for (const [id, found] of await agreementsIn(open, policy, added))
          agreements.set(id, mergedAgreements(agreements.get(id), found));
      seen.push(...(await ruleProblems(policy, open, unhurried)));
    }
  }
  const results = await runTests(policy, new TestedSessions(systemOf), (name) => named.get(name), unhurried, added);
  return {
    sessions,
    tests: results,
    problems,
    warnings: others([...warnings, ...seen], problems),
    portability: new Map([...agreements].map(([id, found]) => [id, portabilityOf(found)])),
    failed: results.filter(({ passed }) => !passed).length + problems.length,
  };
}

/** What the other engines make of each rule that decides or computes something. */
async function agreementsIn(
  open: OpenSession,
  policy: Policy,
  added: Added,
): Promise<ReadonlyMap<string, readonly EngineAgreement[]>> {
  const decisions = decisionsUnder(policy, open, added);
  const found = new Map<string, readonly EngineAgreement[]>();
  for (const rule of policy.rules) {
    if (rule.kind === 'invoke') continue;
    const agreements = await agreementsOn(open, ruleOf(policy, rule, open.history.functions), decisions, unhurried);
    if (agreements !== null) found.set(rule.id, agreements);
  }
  return found;
}

/** Faults of a policy for every session: in its text, its tests, and the names and types in its rules. */
async function faultsOf(policy: Policy): Promise<Pick<Report, 'problems' | 'warnings'>> {
  const found = [...policy.problems, ...(await ruleProblems(policy, null, unhurried))];
  return {
    problems: [...found.filter(({ severity }) => severity === 'error'), ...testsOf(policy).problems],
    warnings: found.filter(({ severity }) => severity === 'warning'),
  };
}

/** Each problem once: several sessions, or the policy alone, may show the same one. */
function others(found: readonly Problem[], reported: readonly Problem[]): readonly Problem[] {
  const known = new Set(reported.map(({ range }) => JSON.stringify(range)));
  const different = new Map(found.map((one) => [JSON.stringify([one.message, one.range]), one]));
  return [...different.values()].filter(({ range }) => !known.has(JSON.stringify(range)));
}

/** Reads one session per line and writes its result. Only one line is in memory at a time. */
async function checkLines(
  policyFile: string,
  policy: Policy,
  file: string,
  inColumns: boolean,
  added: Added,
): Promise<number> {
  const { problems } = await faultsOf(policy);
  for (const line of problemLines(policyFile, policy, problems)) process.stderr.write(`${line}\n`);
  const input = file === '-' ? process.stdin : createReadStream(file);
  input.on('error', () => undefined);
  let failed = problems.length;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const result = await checkLine(policy, line, added);
    if (!result.ok) failed += 1;
    const rows = inColumns ? columnsOf(result) : [lineAsJson(result)];
    process.stdout.write(rows.map((row) => `${toJson(row)}\n`).join(''));
  }
  return failed === 0 ? 0 : 1;
}

function asJson(policy: Policy, report: Report): RecordValue {
  const { sessions, tests, problems, warnings, portability, failed } = report;
  const placed = ({ code, message, range }: Problem) => ({ code, message, ...placeOf(policy, range?.start ?? 0) });
  return {
    sessions: sessions.map(({ file, title, checked }) => ({ file, title, ...checkedAsJson(checked) })),
    rules: policy.rules.map(({ id, title, kind, hook }) => {
      const portable = portability.get(id);
      return { id, title, kind, hook, ...total(sessions, id), ...(portable && portabilityAsJson(portable)) };
    }),
    tests: tests.map(({ test: { name, rule, expect, turn }, passed, got, message }) => ({
      name,
      rule,
      turn,
      expect,
      got,
      passed,
      message,
    })),
    problems: problems.map(placed),
    warnings: warnings.map(placed),
    failed,
  };
}

/** Over all sessions. */
function total(sessions: readonly CheckedSession[], id: string): VerdictCounts {
  const sum = { eligible: 0, pass: 0, fire: 0, error: 0, unknown: 0, value: 0 };
  for (const { checked } of sessions) {
    const counts = checked.rules.find((rule) => rule.id === id)?.counts;
    if (counts === undefined) continue;
    for (const count of ['eligible', 'pass', 'fire', 'error', 'unknown', 'value'] as const) sum[count] += counts[count];
  }
  return sum;
}

function placeOf(policy: Policy, offset: number): { readonly line: number; readonly column: number } {
  const { line, column } = new Lines(policy.document.text).positionOf(offset);
  return { line, column };
}

const problemLines = (file: string, policy: Policy, problems: readonly Problem[], kind = ''): readonly string[] =>
  problems.map(({ message, range }) => {
    const { line, column } = placeOf(policy, range?.start ?? 0);
    return `${file}:${line}:${column}: ${kind}${message}`;
  });

function inWords(file: string, policy: Policy, report: Report): readonly string[] {
  const { sessions, tests, problems, warnings, portability, failed } = report;
  return [
    ...problemLines(file, policy, problems),
    ...problemLines(file, policy, warnings, 'warning: '),
    ...sessions.flatMap(({ title, checked: { rules, replay } }) => [
      title,
      ...rules.map(({ id, counts, problem }) => `  ${id}  ${problem?.message ?? countsText(counts)}`),
      `  the policy  ${outcomeText(replay)}`,
    ]),
    ...[...portability].map(([id, portable]) => `${id}  ${portabilityInWords(portable)}`),
    ...tests
      .filter(({ passed }) => !passed)
      .map(
        ({ test: { name, expect }, got, message }) =>
          `failed: ${name}: expected ${expect}, got ${got ?? 'nothing'}${message === null ? '' : ` (${message})`}`,
      ),
    `${tests.filter(({ passed }) => passed).length} passed, ${failed} failed`,
  ];
}

const outcomeText = ({ counts, divergesAt }: CheckedSession['checked']['replay']): string =>
  `${counts.block} block, ${counts.lock} lock, ${counts.continued} continued, ${counts.unknown} unknown${
    divergesAt === null ? '' : `; differs from the recording from turn ${divergesAt} on`
  }`;

function forPeople(
  file: string,
  policy: Policy,
  { sessions, tests, problems, warnings, portability }: Report,
): Checked {
  const judged = new Set(sessions.flatMap(({ checked }) => checked.rules.map(({ id }) => id)));
  return {
    policy: file,
    rules: policy.rules.map(({ id, title }) => ({
      title,
      counts: judged.has(id) ? total(sessions, id) : null,
      portability: portability.get(id) ?? null,
    })),
    sessions: sessions.map(({ title, checked }) => ({ title, outcome: outcomeText(checked.replay) })),
    tests,
    problems: problemLines(file, policy, problems),
    warnings: problemLines(file, policy, warnings),
  };
}

function countsText({ eligible, pass, fire, error, unknown, value }: VerdictCounts): string {
  const values = value === 0 ? '' : `, ${value} value`;
  return `${fire} fire, ${pass} pass, ${error} error, ${unknown} unknown${values} of ${eligible} eligible`;
}
