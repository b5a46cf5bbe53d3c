import type { RecordValue } from '../../model/value.ts';
import { python } from '../python/index.ts';
import type { Line } from '../console/console-reader.ts';
import { listOf, recordOf, type Located } from '../located.ts';
import type { Notebook } from '../notebook.ts';

/**
 * The log that SWE-agent prints while it works: a trajectory as in its `.traj` files, with the thought, the action and the
 * observation of each step. Its long lines are broken at the width of the terminal, and stay so.
 * https://github.com/SWE-agent/SWE-agent/blob/main/sweagent/agent/agents.py
 */
const isSweAgentLog = (lines: readonly string[]): boolean =>
  lines.some((line) => line.includes('This is SWE-agent version ')) ||
  lines.filter((line) => step.test(line)).length > 1;

const step = /^\S{1,4} INFO {5}={20,30} STEP \d+ ={20,30}$/;
const record = /^\S{1,4} (?:DEBUG|INFO|WARN|ERROR|CRITICAL)\s+(?<text>.*)$/u;
const indent = /^ {12}/;

type Piece = Located<string>;

interface Step {
  readonly range: { readonly start: number; end: number };
  thought?: Piece | undefined;
  action?: Piece | undefined;
  observation?: Piece;
  /** The call of a function that the model's answer asked for; of several answers in a step the last one counts. */
  called?: RecordValue | undefined;
}

/** The trajectory in a log; undefined for another text. */
export function sweAgentLog(lines: readonly Line[], notebook: Notebook): Located | undefined {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || !isSweAgentLog(lines.map((line) => line.text))) return undefined;
  const { steps, asked, answers } = partsOf(lines);
  notebook.add('info', 'reader/log-records', logNote, 0);
  if (answers > steps.length) notebook.add('lost', 'reader/refused-answers', refusedNote(answers - steps.length), 0);
  const history = asked.map(({ role, piece }) =>
    recordOf(piece.range, [
      ['role', { value: role, range: piece.range }],
      ['content', piece],
    ]),
  );
  const called = steps.map(({ range, called: call }) =>
    recordOf(range, [
      ['role', { value: 'assistant', range }],
      ['tool_calls', call && { value: [call], range }],
    ]),
  );
  const sums = lines.findLast(({ text }) => totals.test(text));
  const stats = sums && statsIn(sums.text);
  // The list of the history has the range of what the model was asked: its answers are in the steps.
  const prompts = { start: history[0]?.range.start ?? first.start, end: history.at(-1)?.range.end ?? first.start };
  return recordOf({ start: first.start, end: last.end }, [
    ['trajectory', listOf({ start: steps[0]?.range.start ?? 0, end: steps.at(-1)?.range.end ?? 0 }, steps.map(stepOf))],
    ['history', listOf(prompts, [...history, ...called])],
    ['info', sums && stats && { value: { model_stats: stats }, range: { start: sums.start, end: sums.end } }],
  ]);
}

const logNote =
  'Read from the log that SWE-agent prints: the other records of the log, about the program itself, were left out.';

const refusedNote = (count: number): string =>
  `${count} ${count === 1 ? 'answer' : 'answers'} that the program did not accept, and asked for again, left out.`;

const stepOf = ({ range, thought, action, observation }: Step): Located => {
  const nothing = { value: '', range: { start: range.start, end: range.start } };
  return recordOf(range, [
    ['thought', thought ?? nothing],
    ['response', thought ?? nothing],
    ['action', action ?? nothing],
    ['observation', observation],
  ]);
};

function partsOf(lines: readonly Line[]) {
  const steps: Step[] = [];
  const asked: { readonly role: string; readonly piece: Piece }[] = [];
  let answers = 0;
  for (const { head, body } of recordsIn(lines)) {
    const last = steps.at(-1);
    const said = pieceOf(body);
    if (step.test(head.text)) {
      steps.push({ range: { start: head.start, end: head.end } });
      continue;
    }
    if (head.text.includes(' SYSTEM (') && said !== undefined) asked.push({ role: 'system', piece: said });
    else if (head.text.endsWith('🤖 MODEL INPUT') && said !== undefined) {
      if (last === undefined) asked.push({ role: 'user', piece: said });
      else last.observation ??= { ...said, value: said.value.replace(/^OBSERVATION:\n?/, '') };
    } else if (last !== undefined && head.text.includes(' Response: ModelResponse(')) {
      answers += 1;
      last.called = callIn([head, ...body].map((line) => line.text.trim()).join(' '));
    } else if (last !== undefined && head.text.endsWith('💭 THOUGHT')) {
      const at = body.findIndex((line) => line.text.trim() === '🎬 ACTION');
      last.thought = pieceOf(at === -1 ? body : body.slice(0, at));
      last.action = at === -1 ? undefined : pieceOf(body.slice(at + 1));
    }
    if (last !== undefined) last.range.end = body.at(-1)?.end ?? head.end;
  }
  return { steps: steps.filter(({ thought, action }) => (thought ?? action) !== undefined), asked, answers };
}

const call = /Function\(arguments='(?<given>(?:[^'\\]|\\.)*)', name='(?<name>[\w.-]+)'\), id='(?<id>[\w-]+)'/;

/** The call in the print of an answer, whose lines were broken between words. */
function callIn(print: string): RecordValue | undefined {
  const { given = '', name, id } = call.exec(print)?.groups ?? {};
  if (name === undefined || id === undefined) return undefined;
  const read = python.read(`'${given}'`);
  return { id, function: { name, arguments: read.ok ? read.value.value : given } };
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

/** A record begins with a sign and a level; the lines below it are indented. */
function recordsIn(lines: readonly Line[]): readonly { readonly head: Line; readonly body: Line[] }[] {
  const records: { readonly head: Line; readonly body: Line[] }[] = [];
  for (const line of lines) {
    if (record.test(line.text)) records.push({ head: { ...line, text: line.text.trimEnd() }, body: [] });
    else if (indent.test(line.text) || line.text.trim() === '') records.at(-1)?.body.push(line);
  }
  return records;
}

function pieceOf(lines: readonly Line[]): Piece | undefined {
  const from = lines.findIndex(({ text }) => text.trim() !== '');
  const to = lines.findLastIndex(({ text }) => text.trim() !== '');
  const [first, last] = [lines[from], lines[to]];
  if (first === undefined || last === undefined) return undefined;
  const text = lines.slice(from, to + 1).map((line) => line.text.replace(indent, '').trimEnd());
  return { value: text.join('\n'), range: { start: first.start, end: last.end } };
}
