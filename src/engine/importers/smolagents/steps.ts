import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { callsIn } from '../../importing/transcript/message-list.ts';
import { counted } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Answering } from './answering.ts';
import { ActionStep, FinalAnswerStep, PlanningStep, SystemPromptStep, TaskStep } from './format.ts';
import { callIn } from './messages.ts';
import { messageOf, noteShared, noteUnusable } from './outcomes.ts';
import type { Run } from './shapes.ts';
import { tokensOf } from './tokens.ts';
import { noteSystem, noteUnreadMessage } from '../../importing/notes.ts';

export function readSteps(
  { entries, place }: Run,
  matcher: CallMatcher,
  answering: Answering,
  report: ImportReport,
): void {
  entries.forEach((entry, index) => readStep(entry, [...place, index], matcher, answering, report));
}

function readStep(entry: Value, place: Path, matcher: CallMatcher, answering: Answering, report: ImportReport): void {
  const action = v.safeParse(ActionStep, entry);
  if (action.success) return readAction(action.output, place, matcher, answering, report);
  const task = v.safeParse(TaskStep, entry);
  if (task.success) {
    const { task: text, task_images: images } = task.output;
    if (images !== undefined && images !== null) noteImages(place, report);
    return matcher.addInput({ message: [{ mimeType: 'text/plain', text }], at: undefined, place });
  }
  const planning = v.safeParse(PlanningStep, entry);
  if (planning.success) {
    const { plan, token_usage, timing } = planning.output;
    const at = readInstant(timing?.start_time, [...place, 'timing', 'start_time'], report);
    const message = [{ mimeType: 'text/plain', text: plan }];
    return matcher.addModelTurn({ message, tokens: tokensOf(token_usage), at, place }, []);
  }
  if (v.is(SystemPromptStep, entry)) return noteSystem(place, report);
  const final = v.safeParse(FinalAnswerStep, entry);
  if (final.success) return answering.answered(final.output.output, place);
  noteUnreadMessage(place, report, 'steps');
}

function readAction(
  step: ActionStep,
  place: Path,
  matcher: CallMatcher,
  answering: Answering,
  report: ImportReport,
): void {
  const where = [...place, 'tool_calls'];
  const calls = callsIn(step.tool_calls, where, callIn, report);
  const message = readContent(step.model_output, [...place, 'model_output'], report).filter(({ text }) => text !== '');
  // If the model only requested calls, its output repeats them in the framework's words.
  const isRepeated = calls.length > 0 && /^(?:Tool call \S+: calling '|Called Tool: ')/.test(textOf(message));
  const { timing, token_usage, error } = step;
  if (error !== undefined && calls.length === 0) noteUnusable([...place, 'error'], report);
  const others = answering.generated({
    message: isRepeated ? [] : message,
    otherwise: error === undefined ? '[no text]' : `[${messageOf(error).slice(0, 200)}]`,
    calls,
    unread: (step.tool_calls?.length ?? 0) - calls.length,
    tokens: tokensOf(token_usage),
    at: readInstant(timing?.start_time, [...place, 'timing', 'start_time'], report),
    place,
  });
  const at = readInstant(timing?.end_time, [...place, 'timing', 'end_time'], report);
  emitResults(step, others, { at }, place, matcher, report);
  if (step.is_final_answer === true && step.action_output !== undefined && step.action_output !== null) {
    answering.answered(step.action_output, [...place, 'action_output']);
  }
}

/** One text contains the results of all calls of a step. */
function emitResults(
  { error, observations, action_output: output }: ActionStep,
  calls: readonly RequestedCall[],
  when: Pick<CallResult, 'at'>,
  place: Path,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const last = calls.at(-1);
  if (last === undefined) return;
  const mark = { id: last.id, name: last.name };
  if (error !== undefined) {
    const result: CallResult = { outcome: 'error', output: undefined, reason: messageOf(error), ...when };
    return matcher.addResult({ ...mark, place: [...place, 'error'] }, result);
  }
  if (observations === undefined && output === undefined) return;
  if (calls.length > 1) noteShared([...place, 'observations'], report);
  const key = observations === undefined ? 'action_output' : 'observations';
  const written = observations ?? output;
  matcher.addResult({ ...mark, place: [...place, key] }, { outcome: 'ok', output: written, ...when });
}

const noteImages = (place: Path, report: ImportReport): void =>
  report.note('lost', 'smolagents/images', place, (n) => `The images of ${counted(n, 'task')} are left out.`);
