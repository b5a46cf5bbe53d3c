import { isSame } from '../../model/equal.ts';
import { formatPath, type Path } from '../../model/path.ts';
import { entry, type RecordValue, type Value } from '../../model/value.ts';
import { partValue } from '../../systems/a2a/context-fields.ts';
import type { MessageReceived, CapabilityInvoked } from '../../systems/a2a/event.ts';
import { isGuessed, type SourcedEvent, timelineOf } from '../../systems/a2a/snapshot/timeline.ts';
import type { Message } from '../../systems/a2a/message.ts';
import type { Task } from '../../systems/a2a/task.ts';
import { isTerminal, takesFollowUps } from '../../systems/a2a/task-state.ts';
import { snakeOf } from '../../systems/a2a/wire/field.ts';
import { readTask, type TaskRecord } from '../../systems/a2a/wire/read-task.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { noteUnknownFields } from '../../importing/notes.ts';
import { inUtc, noteStateOfStatus } from '../../importing/transcript/task-record.ts';
import type { EventEmitter } from './event-emitter.ts';
import { notes, noteStateUnknown, noteUnreadable } from './notes.ts';
import { parseInstant } from '../../model/instant.ts';
import { functionKey } from '../../systems/a2a/function-part.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { entriesAt, fieldAt, findAt, textAt, type Where } from '../../importing/values/where.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { type InvocationOutcome, resultOf, type SourcedInvocation } from './calls.ts';

/** A client's message that a snapshot repeats: the place of the request, and the client's options for the answer. */
export interface Request {
  readonly place: Path;
  readonly options: Pick<MessageReceived, 'accepted_output_modes' | 'return_immediately'>;
}

/** Version 0.1 calls the context a session. */
const fieldsOfTask = ['id', 'contextId', 'sessionId', 'status', 'artifacts', 'history', 'metadata', 'kind'];
const taskFields = [...fieldsOfTask, ...fieldsOfTask.map(snakeOf)];

/** Emits the data of a Task that earlier entries did not have. */
export function emitSnapshot(
  value: RecordValue,
  place: Path,
  emitter: EventEmitter,
  requests: Map<string, Request>,
  report: ImportReport,
): void {
  const snapshot = inUtc(readTask(value), place, report);
  const before = emitter.events.length;
  const known = emitter.task(snapshot.id);
  const record = known === undefined ? snapshot : withoutKnown(snapshot, known, emitter);
  if (known !== undefined) mergeMetadata(record, known, place, emitter);
  noteRecord(snapshot, textAt(value, 'status.state'), known === undefined, place, report);
  noteUnknownFields(value, place, taskFields, report);
  const isTraced = known !== undefined && traceKeys(known.metadata).length > 0;
  const traced = isTraced ? [] : tracedIn(snapshot.metadata, [...place, 'metadata'], snapshot.id, report);
  const timeline = timelineOf(record, known?.state);
  const last = timeline.findLastIndex(({ event: { type } }) => type === 'turn-ended' || type === 'task-closed');
  timeline.forEach(({ event, source }, index) => {
    if (index === last) emitter.use(traced);
    const request = requestFor(event, requests);
    // The history only repeats the request, so the request is the source of the message.
    if (request !== undefined) emitter.emit({ ...event, ...request.options }, request.place);
    else emitter.emit(event, source === null ? null : [...place, ...source]);
  });
  if (last === -1) emitter.use(traced);
  if (emitter.events.length === before) notes.repeated(place, report);
}

/** The Task with only the messages, artifacts and transitions that were not emitted before. */
function withoutKnown(record: TaskRecord, known: Task, emitter: EventEmitter): TaskRecord {
  const { id, state, message, messageKey, history, artifacts, transitions } = record;
  // A message without an id of its own is named after its place.
  const isNew = (said: Message, where: string) => !emitter.hasEmitted(id, said, said.message_id !== `${id}.${where}`);
  if (artifacts.length > 0 && emitter.pending(known) > 0) emitter.emit({ type: 'artifacts-written', task: id }, null);
  const stored = (emitter.task(id) ?? known).artifacts;
  const isSaid = message !== null && !isNew(message, `status.${messageKey}`);
  const said = history.filter(({ value, index }) => isNew(value, `history[${index}]`));
  // A server may begin its answer with the task as it was before the request, with the question that the request answers.
  const isBefore = isSaid && message.message_id !== `${id}.status.${messageKey}` && takesFollowUps(state);
  const isAnswered = !takesFollowUps(known.state) || said.some(({ value }) => value.role === 'user');
  return {
    ...record,
    state: isBefore && isAnswered && !isTerminal(known.state) ? 'submitted' : state,
    message: isSaid ? null : message,
    history: said,
    artifacts: artifacts.filter(({ value: { artifact_id, parts } }) => {
      const kept = stored.get(artifact_id);
      return kept === undefined || !isSame([...kept.parts].map(partValue), parts.map(partValue));
    }),
    transitions: transitions?.slice(known.transitions.length) ?? null,
  };
}

function mergeMetadata({ id, metadata }: TaskRecord, known: Task, place: Path, emitter: EventEmitter): void {
  const news = Object.entries(metadata).filter(([key, value]) => {
    const before = entry(known.metadata, key);
    return before === undefined || !isSame(before, value);
  });
  if (news.length === 0) return;
  emitter.emit({ type: 'metadata-merged', task: id, metadata: Object.fromEntries(news) }, [...place, 'metadata']);
}

function requestFor(event: SourcedEvent['event'], requests: Map<string, Request>): Request | undefined {
  if (event.type !== 'task-submitted' && event.type !== 'message-received') return undefined;
  const id = event.message?.message_id ?? '';
  const request = requests.get(id);
  requests.delete(id);
  return request;
}

function noteRecord(
  record: TaskRecord,
  written: string | undefined,
  isFirst: boolean,
  place: Path,
  report: ImportReport,
): void {
  const { id, lost, artifacts, history, isStateKnown, contradictsStatus } = record;
  for (const where of lost) noteUnreadable(`${formatPath(place)}.${where}`, place, report);
  if (!isStateKnown) noteStateUnknown(written, [...place, 'status', 'state'], report);
  if (contradictsStatus) noteStateOfStatus([...place, 'status', 'state'], report);
  if (!isFirst) return;
  if (isGuessed(record)) notes['turns-assumed']([...place, 'history'], report);
  if (artifacts.length > 0 && history.filter(({ value }) => value.role === 'user').length > 1) {
    report.note(
      'assumed',
      'a2a-protocol/artifacts-placed',
      [...place, 'artifacts'],
      () => `The artifacts of task ${id} have no time: they are placed in its last turn.`,
    );
  }
  if (history.length === 0) notes['start-missing'](place, report);
}

/**
 * Reads the steps of the traceability extension, which servers put into metadata: invocations of tools and agents.
 * https://github.com/a2aproject/a2a-samples/blob/main/extensions/traceability/v1/spec.md
 */
const tracedIn = (
  metadata: RecordValue,
  place: Path,
  task: string,
  report: ImportReport,
): readonly SourcedInvocation[] =>
  traceKeys(metadata).flatMap((key) =>
    invocationsIn(entriesAt({ value: metadata, place }, [[key, 'steps']]), task, report),
  );

const traceKeys = (metadata: RecordValue): readonly string[] =>
  Object.keys(metadata).filter((key) => key.includes('traceability'));

function invocationsIn(steps: readonly Placed[], task: string, report: ImportReport): readonly SourcedInvocation[] {
  const used: SourcedInvocation[] = [];
  const open: Placed[] = [];
  for (const step of steps) {
    const [type, name] = [textAt(step.value, 'step_type'), nameOf(step)];
    if (name === undefined) notes.step(step.place, report);
    else if (type === 'tool_call') open.push(step);
    else if (type === 'tool_response') {
      const at = open.findIndex((call) => nameOf(call) === name);
      const [call = { value: {}, place: step.place }] = at === -1 ? [] : open.splice(at, 1);
      used.push(invocationOf(call, step, task, report));
    } else used.push(invocationOf(step, step, task, report));
  }
  // A call without a response is still shown as a call.
  return [...used, ...open.map((call) => invocationOf(call, { value: {}, place: call.place }, task, report))];
}

const namesOfStep: Where = ['name', 'step_action.tool_invocation.tool_name', 'step_action.agent_invocation.agent_name'];
const argumentsOfStep: Where = [
  'parameters',
  'requests',
  'step_action.tool_invocation.parameters',
  'step_action.agent_invocation.requests',
];

/** Some libraries write an empty text for a missing one. */
function nameOf({ value }: Placed): string | undefined {
  const name = findAt(value, namesOfStep, (one) => one !== '')?.value;
  return typeof name === 'string' ? name : undefined;
}

/** Reads an invocation from a call step and a response step, or from one step for both. */
function invocationOf(call: Placed, end: Placed, task: string, report: ImportReport): SourcedInvocation {
  const written = fieldAt(end.value, 'end_time') ?? fieldAt(call.value, 'end_time');
  const at = readInstant(written, [...end.place, 'end_time'], report);
  const since = parseInstant(textAt(call.value, 'start_time') ?? '');
  const until = at === undefined ? undefined : parseInstant(at);
  const args = fieldAt(call.value, argumentsOfStep);
  const event: CapabilityInvoked = {
    type: 'capability-invoked',
    task,
    ...(at !== undefined && { at }),
    function: functionKey(nameOf(end) ?? nameOf(call) ?? ''),
    ...(args !== undefined && { args }),
    ...outcomeOf(call.value, end.value),
    ...(since !== undefined && until !== undefined && until >= since && { took_ms: until - since }),
  };
  return { event, source: call.place, result: end.place === call.place ? undefined : end.place };
}

function outcomeOf(call: Value, end: Value): InvocationOutcome {
  const error = fieldAt(end, 'error') ?? fieldAt(call, 'error') ?? '';
  if (error !== '' && typeof error === 'string') return { outcome: 'errored', reason: error };
  if (error !== '') return { outcome: 'errored', reason: 'the trace has an error for this step', output: { error } };
  // A response step has the result in its parameter `response`.
  return resultOf(end === call ? undefined : fieldAt(end, ['parameters.response', 'parameters']));
}
