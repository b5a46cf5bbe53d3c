import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { python } from '../python/index.ts';
import { isBlank, rangeOfLines, sectionsIn, textOf, withoutBlankEnds, type Line } from '../console/console-reader.ts';
import { listOf, Located, recordOf } from '../located.ts';
import type { Notebook } from '../notebook.ts';

/**
 * The log that SWE-agent prints while it works. If it has the model's answers with a call in each step, it is a list of
 * messages in the form of mini-swe-agent, with tokens and times. Otherwise it is a trajectory as in its `.traj` files, with the thought, the
 * action and the observation of each step. Its long lines are broken at the width of the terminal, and stay so.
 * https://github.com/SWE-agent/SWE-agent/blob/main/sweagent/agent/agents.py
 */
const isSweAgentLog = (lines: readonly string[]): boolean =>
  lines.some((line) => line.includes('This is SWE-agent version ')) ||
  lines.filter((line) => step.test(line)).length > 1;

const step = /^\S{1,4} INFO {5}={20,30} STEP \d+ ={20,30}$/;
const record = /^\S{1,4} (?:DEBUG|INFO|WARN|ERROR|CRITICAL)\s/u;
const indent = /^ {12}/;

type Piece = Located<string>;

interface Prompt {
  readonly role: string;
  readonly piece: Piece;
}

interface Step {
  readonly range: { readonly start: number; end: number };
  thought?: Piece | undefined;
  action?: Piece | undefined;
  observation?: Piece;
  /** The answers of the model; the program refused all but the last one. */
  readonly answers: Located<RecordValue>[];
}

/** The trajectory in a log; undefined for another text. */
export function sweAgentLog(lines: readonly Line[], notebook: Notebook): Located | undefined {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || !isSweAgentLog(lines.map((line) => line.text))) return undefined;
  const { steps, asked } = partsOf(lines);
  notebook.add('info', 'reader/log-records', logNote, 0);
  const whole = { start: first.start, end: last.end };
  if (steps.length > 0 && steps.every((one) => callId(one) !== undefined)) {
    const messages = listOf(whole, messagesOf(asked, steps));
    return recordOf(whole, { trajectory_format: 'swe-agent-log', info: {}, messages });
  }
  const refused = steps.reduce((sum, { answers }) => sum + Math.max(0, answers.length - 1), 0);
  if (refused > 0) notebook.add('lost', 'reader/refused-answers', refusedNote(refused), 0);
  const history = asked.map(({ role, piece }) => recordOf(piece.range, { role, content: piece }));
  const called = steps.map(({ range, answers }) => {
    const call = callIn(answers.at(-1)?.value);
    return recordOf(range, { role: 'assistant', tool_calls: call && [call] });
  });
  const sums = lines.findLast(({ text }) => totals.test(text));
  const stats = sums && statsIn(sums.text);
  // The list of the history has the range of what the model was asked: its answers are in the steps.
  const prompts = { start: history[0]?.range.start ?? first.start, end: history.at(-1)?.range.end ?? first.start };
  const allSteps = { start: steps[0]?.range.start ?? 0, end: steps.at(-1)?.range.end ?? 0 };
  return recordOf(whole, {
    trajectory: listOf(allSteps, steps.map(stepOf)),
    history: listOf(prompts, [...history, ...called]),
    info: sums && stats && new Located({ model_stats: stats }, { start: sums.start, end: sums.end }),
  });
}

const logNote =
  'Read from the log that SWE-agent prints: the other records of the log, about the program itself, were left out.';

const refusedNote = (count: number): string =>
  `${count} ${count === 1 ? 'answer' : 'answers'} that the program did not accept, and asked for again, left out.`;

const stepOf = ({ range, thought, action, observation }: Step): Located => {
  const nothing = new Located('', { start: range.start, end: range.start });
  const said = thought ?? nothing;
  return recordOf(range, { thought: said, response: said, action: action ?? nothing, observation });
};

function partsOf(lines: readonly Line[]) {
  const steps: Step[] = [];
  const asked: Prompt[] = [];
  // A record begins with a sign and a level; the lines below it are indented.
  const { sections } = sectionsIn(lines, (line) => (record.test(line) ? line.trimEnd() : undefined));
  for (const { heading, head, body: below } of sections) {
    const body = below.filter((line) => indent.test(line.text) || isBlank(line));
    const last = steps.at(-1);
    const said = pieceOf(body);
    if (step.test(heading)) {
      steps.push({ range: { start: head.start, end: head.end }, answers: [] });
      continue;
    }
    if (heading.includes(' SYSTEM (') && said !== undefined) asked.push({ role: 'system', piece: said });
    else if (heading.endsWith('🤖 MODEL INPUT') && said !== undefined) {
      if (last === undefined) asked.push({ role: 'user', piece: said });
      else last.observation ??= new Located(said.value.replace(/^OBSERVATION:\n?/, ''), said.range);
    } else if (last !== undefined && heading.includes(' Response: ModelResponse(')) {
      const answer = answerIn([head, ...body]);
      if (answer !== undefined) last.answers.push(answer);
    } else if (last !== undefined && heading.endsWith('💭 THOUGHT')) {
      const at = body.findIndex((line) => line.text.trim() === '🎬 ACTION');
      last.thought = pieceOf(at === -1 ? body : body.slice(0, at));
      last.action = at === -1 ? undefined : pieceOf(body.slice(at + 1));
    }
    if (last !== undefined) last.range.end = body.at(-1)?.end ?? head.end;
  }
  return { steps: steps.filter(({ thought, action }) => (thought ?? action) !== undefined), asked };
}

/** The answer in a print whose lines were broken between words. */
function answerIn(lines: readonly Line[]): Located<RecordValue> | undefined {
  const print = lines.map((line) => line.text.trim()).join(' ');
  const read = python.read(print.slice(print.indexOf('ModelResponse(')));
  const range = { start: lines[0]?.start ?? 0, end: lines.at(-1)?.end ?? 0 };
  return read.ok && isRecord(read.value.value) ? new Located(read.value.value, range) : undefined;
}

const callIn = (answer: Value | undefined): Value | undefined =>
  valueAt(answer ?? null, ['choices', 0, 'message', 'tool_calls', 0]);

function callId({ answers }: Step): string | undefined {
  const id = valueAt(callIn(answers.at(-1)?.value) ?? null, ['id']);
  return typeof id === 'string' ? id : undefined;
}

/** An answer as mini-swe-agent records it: the message, with the facts about it under `extra`. */
function messageOf({ value, range }: Located<RecordValue>): Located {
  const message = valueAt(value, ['choices', 0, 'message']) ?? null;
  const field = (key: string) => valueAt(message, [key]) ?? null;
  const { created = null, model = null, usage = null } = value;
  const extra = { timestamp: created, response: { model, usage } };
  const calls = field('tool_calls');
  const content = field('content');
  return recordOf(range, { role: 'assistant', content, tool_calls: calls ?? undefined, extra });
}

/** The prompts, and of each step the answers and the result of the call in the last one. */
function messagesOf(asked: readonly Prompt[], steps: readonly Step[]): readonly Located[] {
  const message = (role: string, content: Piece, id?: string) =>
    recordOf(content.range, { role, tool_call_id: id, content });
  return [
    ...asked.map(({ role, piece }) => message(role, piece)),
    ...steps.flatMap((one) => [
      ...one.answers.map(messageOf),
      ...(one.observation === undefined ? [] : [message('tool', one.observation, callId(one))]),
    ]),
  ];
}

const totals =
  /total_tokens_sent=(?<sent>[\d,]+), total_tokens_received=(?<received>[\d,]+), total_cost=[\d.]+, total_api_calls=(?<calls>[\d,]+)/;

/** The sums after the last answer. */
function statsIn(line: string): RecordValue | undefined {
  const { sent, received, calls } = totals.exec(line)?.groups ?? {};
  const number = (text: string) => Number(text.replaceAll(',', ''));
  return sent === undefined || received === undefined || calls === undefined
    ? undefined
    : { tokens_sent: number(sent), tokens_received: number(received), api_calls: number(calls) };
}

function pieceOf(lines: readonly Line[]): Piece | undefined {
  const range = rangeOfLines(lines);
  const text = lines.map((line) => ({ ...line, text: line.text.replace(indent, '').trimEnd() }));
  return range && new Located(textOf(withoutBlankEnds(text)), range);
}
