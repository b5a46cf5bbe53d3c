import { openJson } from '../../model/json-text.ts';
import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { messageIn } from '../../importing/transcript/message-list.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { FunctionCall, HistoryMessage, Info, Step, type Trajectory } from './format.ts';
import { outcomeOf } from './outcomes.ts';
import { noteSystem } from '../../importing/notes.ts';

export function titleOfSteps({ history, environment }: Trajectory): string {
  const task = taskIn(history ?? []);
  const text = task?.text.slice(0, 4000) ?? '';
  // Every task begins with the same words; only the issue's text identifies the task.
  const issue = /^ISSUE:\s*(\S[^\n]*)/m.exec(text)?.[1];
  return shortTitle(issue ?? (text.trim() === '' ? (environment ?? 'SWE-agent trajectory') : text));
}

/** The steps are read from `trajectory`; `history` has the task and the names of the called functions. */
export function sessionOfSteps(trajectory: Trajectory, stepsPlace: Path): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const history = trajectory.history ?? [];
  const task = taskIn(history);
  const content = task && (history[task.index] ?? null);
  if (task !== undefined && content !== undefined) {
    const parts = readContent(
      isRecord(content) ? content['content'] : null,
      ['history', task.index, 'content'],
      report,
    );
    matcher.addInput({ message: parts, at: undefined, place: ['history', task.index] });
  }
  noteHistory(history, report);
  const called = functionsIn(history);
  trajectory.trajectory.forEach((value, index) => {
    const place = [...stepsPlace, index];
    const step = messageIn(Step, value, place, 'trajectory', report);
    if (step !== undefined) readStep(step, place, called[index], matcher);
  });
  const info = v.safeParse(Info, trajectory.info);
  if (info.success) readInfo(info.output, matcher, report);
  return toTaskSession(
    {
      title: titleOfSteps(trajectory),
      importer: 'swe-agent',
      agent: 'SWE-agent',
      declared: [],
      recording: recordingOf(trajectory, info.success ? info.output : {}),
      entries: matcher.entries(),
    },
    report,
  );
}

function readStep(
  { action = '', observation, response, thought, state, execution_time }: Step,
  place: Path,
  called: RequestedCall | undefined,
  matcher: CallMatcher,
): void {
  const message = (thought ?? response ?? '').trim();
  const parts = message === '' ? [] : [{ mimeType: 'text/plain', text: message }];
  const command = action.trim();
  const turn = { message: parts, otherwise: '[no text]', tokens: undefined, at: undefined, place };
  if (command === '') return matcher.addModelTurn(turn, []);
  const call = called ?? { id: undefined, name: commandName(command), input: { command }, place };
  matcher.addModelTurn(turn, [{ ...call, id: undefined, place }]);
  const text = typeof observation === 'string' ? observation : '';
  const seconds = execution_time === undefined ? undefined : Math.round(execution_time * 1000);
  if (observation !== undefined && observation !== null) {
    const result = outcomeOf(text, typeof observation === 'string' ? text : observation);
    matcher.addResult({ id: undefined, name: undefined, place }, { ...result, tookMs: seconds });
  }
  const entries = stateOf(state);
  if (entries.length > 0) matcher.addState({ state: entries, place });
}

/** The first word of a command line: `edit`, `open`, `python`. */
const commandName = (command: string): string => /^[A-Za-z_][\w.-]{0,60}/.exec(command)?.[0] ?? 'command';

/** The state that the agent's tools report (the open file, the folder) is the state that a rule can read. */
function stateOf(state: Value | undefined) {
  const read = typeof state === 'string' ? openJson(state) : state;
  if (read === undefined || !isRecord(read)) return [];
  return Object.entries(read).map(([key, value]) => ({ key, value }));
}

/** The user's message that is not a demonstration. */
function taskIn(history: readonly Value[]): { readonly index: number; readonly text: string } | undefined {
  for (const [index, value] of history.entries()) {
    const message = v.safeParse(HistoryMessage, value);
    if (!message.success || message.output.role !== 'user' || message.output.is_demo === true) continue;
    const text = textOf(readContent(message.output.content, [], createImportReport()));
    // Some configurations show the demonstration in one message, which says that it is one.
    if (!text.startsWith('Here is a demonstration')) return { index, text };
  }
  return undefined;
}

/** For each step, the function that the model called, for models that call functions. */
function functionsIn(history: readonly Value[]): readonly (RequestedCall | undefined)[] {
  return history.flatMap((value, index) => {
    const message = v.safeParse(HistoryMessage, value);
    if (!message.success || message.output.role !== 'assistant' || message.output.is_demo === true) return [];
    const [first] = message.output.tool_calls ?? [];
    const call = v.safeParse(FunctionCall, first);
    if (!call.success) return [undefined];
    const { name, arguments: written } = call.output.function;
    const place = ['history', index, 'tool_calls', 0];
    return [{ id: call.output.id, name, input: openArguments(written, place, createImportReport()), place }];
  });
}

function noteHistory(history: readonly Value[], report: ImportReport): void {
  history.forEach((value, index) => {
    if (isRecord(value) && value['role'] === 'system') noteSystem(['history', index], report);
  });
  const demos = history.findIndex((value) => isRecord(value) && value['is_demo'] === true);
  if (demos !== -1) {
    report.note(
      'info',
      'swe-agent/demonstration',
      ['history', demos],
      () => 'The history holds a demonstration that never happened; it is left out.',
    );
  }
}

function readInfo({ model_stats, exit_status }: Info, matcher: CallMatcher, report: ImportReport): void {
  const { tokens_sent, tokens_received } = model_stats ?? {};
  // A replayed run has zeros for values that were not counted.
  if (tokens_sent !== undefined && tokens_received !== undefined && tokens_sent + tokens_received > 0) {
    matcher.addTotals({ prompt: tokens_sent, completion: tokens_received }, ['info', 'model_stats']);
  }
  if (exit_status !== undefined) {
    report.note('info', 'swe-agent/exit', ['info', 'exit_status'], () => `The run ended as “${exit_status}”.`);
  }
  report.note('info', 'import/no-times', null, () => 'The format records no time, and tokens for the whole run only.');
}

function recordingOf({ environment }: Trajectory, { exit_status, submission, model_stats }: Info): RecordValue {
  return {
    environment: environment ?? null,
    exit_status: exit_status ?? null,
    submission: submission ?? null,
    cost: model_stats?.instance_cost ?? null,
  };
}
