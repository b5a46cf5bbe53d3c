import { unhurried } from '../../base/pace.ts';
import { backtest } from '../../engine/backtest/backtest.ts';
import { GrowingSession } from '../../engine/opening/growing-session.ts';
import { openEntry, type OpenSession } from '../../engine/opening/open-session.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import { readPolicy } from '../../engine/policies/read-policy.ts';
import { keptReplay } from '../../engine/policies/replay.ts';
import { decisionsOf } from '../../engine/rules/decisions.ts';
import { swept } from '../../engine/rules/swept.ts';
import { why } from '../../engine/rules/why.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { createOpenSources } from '../../worker/methods/open-sources.ts';
import { writeSessionStream } from '../../engine/model/session-file.ts';
import { must } from './bench.ts';
import { blockingPolicy, chatLog, growing, journalRound, spansRound, turnsPerRound } from './generate.ts';
import { median, ms, ratio, spent, type Line } from './measure.ts';

const short = 1_000;
const long = 100_000;
/** Many turns in one measurement: one of them takes too short a time for the clock. */
const added = 400;

/** One more turn of a live session and its verdict: a call without its result, then the same call with it. */
export async function liveLines(): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const question of questions) {
    const few = await costOfTurn(question, short);
    const many = await costOfTurn(question, long);
    lines.push({
      what: `one more call and its result at ${long} turns with ${question.what}, against ${short} turns (${ms(few.turn)}); columns and answer made anew: ${ms(many.anew)}`,
      measured: `${ms(many.turn)}, ${ratio(many.turn / few.turn)}`,
      budget: '≤ 1.5 ×',
      kept: many.turn <= 1.5 * few.turn,
    });
  }
  for (const format of formats) lines.push(await lineOf(format));
  return lines;
}

/** The queries that the page repeats whenever a session has grown. */
interface Question {
  readonly what: string;
  readonly ask: (session: OpenSession, decisions: Decisions) => unknown;
}

const rule = growing(0);
const policy = must(readPolicy(JSON.stringify(blockingPolicy)));
const questions: readonly Question[] = [
  { what: 'a rule judged', ask: (session, decisions) => swept(session, rule, decisions, unhurried) },
  {
    what: 'the reasons at the newest turn',
    ask: (session, decisions) => must(why(session, rule, session.history.turns.length - 1, decisions)),
  },
  {
    what: 'the backtest row of a rule',
    ask: (session, decisions) => backtest(session, [rule], decisions, unhurried),
  },
  {
    what: 'a policy replayed',
    async ask(session, decisions) {
      const { replay, turnAt } = await keptReplay(session, policy, decisions, unhurried);
      const { outcome } = turnAt(session.history.turns.length - 1);
      if (outcome !== 'block' || replay.counts.pass < short / 8) throw new Error(`the newest call is ${outcome}`);
    },
  },
];

/** Records that a live source sends, by the number of turns that came before: those so far, and the next ones. */
interface Format {
  readonly name: string;
  readonly linesOf: (turns: number) => Promise<{ readonly known: readonly string[]; readonly next: readonly string[] }>;
}

/** Rounds that follow: so many records that those read together with a new one have been few and many. */
const nextRounds = 64;

const inRounds = (name: string, round: (round: number) => readonly string[]): Format => ({
  name,
  async linesOf(turns) {
    const rounds = Math.ceil(turns / turnsPerRound);
    const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => round(first + at)).flat();
    return { known: from(0, rounds), next: from(rounds, nextRounds) };
  },
});

const formats: readonly Format[] = [
  inRounds('spans of OpenTelemetry', spansRound),
  inRounds('the journal of Claude Code', journalRound),
  {
    name: 'events of a session file',
    async linesOf(turns) {
      const all = writeSessionStream((await firstOf(chatLog(turns + nextRounds * turnsPerRound))).session);
      const perRound = (all.length - 1) / (turns / turnsPerRound + nextRounds);
      const known = all.length - Math.round(nextRounds * perRound);
      return { known: all.slice(0, known), next: all.slice(known) };
    },
  },
];

/** From the text of a record to the verdicts with it. */
async function lineOf(format: Format): Promise<Line> {
  const few = await costOfRecord(format, short);
  const many = await costOfRecord(format, long);
  return {
    what: `one more record of ${format.name}, from its text to the verdicts, at ${long} turns against ${short} turns (${ms(few.record)}); the whole text read and judged anew: ${ms(many.anew)}`,
    measured: `${ms(many.record)}, ${ratio(many.record / few.record)}`,
    budget: '≤ 1.5 ×',
    kept: many.record <= 1.5 * few.record,
  };
}

async function costOfRecord({ linesOf }: Format, turns: number): Promise<{ record: number; anew: number }> {
  const sources = createOpenSources();
  const { known, next } = await linesOf(turns);
  const judged = async () => {
    const opened = must(await sources.session('l1', 0));
    const { counts } = await swept(opened, rule, decisionsOf(opened), unhurried);
    if (counts.pass === 0 || opened.history.turns.length < turns / 2) throw new Error('too few turns were judged');
  };
  const text = textOf(known);
  const start = spent();
  must(await sources.grow('l1', text, unhurried));
  await judged();
  const anew = spent() - start;
  const half = Math.floor(next.length / 2);
  const add = async (lines: readonly string[]) => {
    for (const line of lines) {
      if ((await sources.goOn('l1', textOf([line]), unhurried)) === null) throw new Error(`not read alone: ${line}`);
      await judged();
    }
  };
  // The JavaScript engine compiles the hot paths meanwhile.
  await add(next.slice(0, half));
  const began = spent();
  await add(next.slice(half));
  return { record: (spent() - began) / (next.length - half), anew };
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

async function costOfTurn({ ask }: Question, turns: number): Promise<{ readonly turn: number; readonly anew: number }> {
  const opened = await firstOf(chatLog(turns));
  const { system, session } = opened;
  const call = session.events.find((event) => typeof event === 'object' && event !== null && 'outcome' in event);
  const live = new GrowingSession(system, session);
  const decisions = decisionsOf(opened);
  const shown = (): OpenSession => ({ ...opened, session: live.session, history: live.history });
  const turn = async () => {
    live.grow([{ ...(call as object), outcome: 'no_result', output: undefined }]);
    await ask(shown(), decisions);
    live.grow([call], live.session.events.length - 1);
    await ask(shown(), decisions);
  };
  for (let i = 0; i < added; i++) await turn();
  const start = spent();
  for (let i = 0; i < added; i++) await turn();
  const cost = (spent() - start) / added;
  const anew = await median(3, () => ask({ ...shown(), history: system.history(live.session) }, decisions));
  return { turn: cost, anew };
}

const firstOf = async (text: string): Promise<OpenSession> => must(openEntry(must(await openText(text)), 0, systemOf));
