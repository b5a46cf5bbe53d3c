import { unreachable } from '../../../base/unreachable.ts';
import type { Path } from '../../model/path.ts';
import type { Session } from '../../model/session.ts';
import type { RecordValue } from '../../model/value.ts';
import type {
  CapabilityInvoked,
  InputReceived,
  ModelCalled,
  OutputSent,
  PlannedCall,
  TaskCreated,
  ValuesStated,
  TaskEvent,
  TokensTotalled,
  ToolsDefined,
} from '../../systems/task/event.ts';
import type { FunctionName } from '../../systems/task/function-name.ts';
import type { TaskHeader } from '../../systems/task/header.ts';
import { textOf } from '../content/content.ts';
import type { ReadSession, Sources } from '../importer.ts';
import type { ImportReport } from '../import-report.ts';
import { DefinedTools, namesOf } from '../tools/offered-tools.ts';
import { noteMissingTokens } from './tokens-missing.ts';
import type {
  Call,
  DelegatedTask,
  ModelEntry,
  InputEntry,
  StateEntry,
  TranscriptEntry,
  Transcript,
} from './transcript.ts';

/** A task's header, and the file's facts about the whole recording. */
export interface RecordedHeader extends TaskHeader {
  readonly recording?: RecordValue;
}

/**
 * A transcript as a session of the task system: each message an input or a model call, each call a capability turn.
 * Several calls of one model turn follow it in the order of their requests.
 */
export function toTaskSession(transcript: Transcript, report: ImportReport): ReadSession {
  const events: TaskEvent[] = [];
  const places: (Path | null)[] = [];
  const others = new Map<number, readonly Path[]>();
  const defined = new DefinedTools(report);
  const emit: Emit = (event, place, alsoAt = []) => {
    if (alsoAt.length > 0) others.set(events.length, alsoAt);
    events.push(withPossibleDuration(event, place, report));
    places.push(place);
  };
  const emitEntry = (step: TranscriptEntry) => emitStep(step, { emit, defined });
  if (transcript.tools !== undefined) emitEntry({ kind: 'tools', tools: transcript.tools });
  for (const step of transcript.entries) emitEntry(step);
  noteMissingTokens(events, places, report);
  const unknown = unknownIn(events);
  const session: Session<RecordedHeader, TaskEvent> = {
    system: 'task',
    header: headerOf(transcript),
    // Avoids copying long recordings unnecessarily.
    events: unknown.length === 0 ? events : [...unknown, ...events],
    notes: report.notes(),
  };
  if (unknown.length === 0) return { session, sources: sourcesOf(places, others) };
  const later = new Map([...others].map(([event, paths]) => [event + unknown.length, paths]));
  return { session, sources: sourcesOf([...unknown.map(() => null), ...places], later) };
}

/** The parts of `context` that only a conversation fills. */
const conversation = ['input', 'output', 'capabilities', '_history'];

/** Events for facts that hold from the start, before all others. */
function unknownIn(events: readonly TaskEvent[]): readonly TaskEvent[] {
  const types = new Set<TaskEvent['type']>();
  for (const { type } of events) if (type !== 'tools-defined') types.add(type);
  // A state without a conversation does not show what led to it.
  if (types.size === 1 && types.has('values-stated'))
    return [
      { type: 'tokens-totalled' },
      { type: 'values-stated', values: conversation.map((part) => ({ path: [part] })) },
    ];
  // A model outside this recording requested the calls, so its tokens are unknown, as in the log of a tool server.
  const isLogOfCalls = types.has('capability-invoked') && !types.has('model-called') && !types.has('tokens-totalled');
  return isLogOfCalls ? [{ type: 'tokens-totalled' }] : [];
}

const sourcesOf = (places: readonly (Path | null)[], others: ReadonlyMap<number, readonly Path[]>): Sources => ({
  length: places.length,
  at: (event) => places[event],
  also: (event) => others.get(event) ?? [],
});

type EmittedEvent =
  | InputReceived
  | ModelCalled
  | CapabilityInvoked
  | OutputSent
  | TaskCreated
  | ToolsDefined
  | ValuesStated
  | TokensTotalled;
/** `alsoAt`: other places of the event, such as a call's result that is outside its call. */
type Emit = (event: EmittedEvent, place: Path | null, alsoAt?: readonly Path[]) => void;

/** Clocks that were set back produce negative durations. */
function withPossibleDuration(event: EmittedEvent, place: Path | null, report: ImportReport): EmittedEvent {
  if (!('took_ms' in event) || event.took_ms === undefined || isDuration(event.took_ms)) return event;
  report.note('lost', 'import/duration', place, '{# duration} with an impossible value: unknown.');
  const { took_ms: _impossible, ...rest } = event;
  return rest;
}

const isDuration = (milliseconds: number): boolean => milliseconds >= 0 && Number.isFinite(milliseconds);

interface Output {
  readonly emit: Emit;
  readonly defined: DefinedTools;
}

/** `owner`: the task in which the step happened; the root has no name. */
function emitStep(step: TranscriptEntry, output: Output, owner?: string): void {
  const { emit, defined } = output;
  switch (step.kind) {
    case 'input':
      emit(withGate(eventOf('input-received', step), step), step.place, step.alsoAt);
      return;
    case 'model':
      emit(withGate(modelCalled(step), step), step.place, step.alsoAt);
      if (step.answers) emit(eventOf('output-sent', step), step.place);
      for (const call of step.calls) if (call.hasOwnTurn !== true) emitCall(call, output, owner);
      return;
    case 'call':
      return emitCall(step.call, output, owner);
    case 'task':
      return emitTask(step.task, output, owner);
    case 'totals': {
      const { cached: _, ...sums } = step.tokens;
      const { prompt, completion } = sums;
      const total = prompt === undefined || completion === undefined ? {} : { total: prompt + completion };
      return emit({ type: 'tokens-totalled', ...sums, ...total }, step.place);
    }
    case 'state':
      return emit(valuesStated(step), step.place);
    case 'tools': {
      const tools = defined.added(step.tools, owner);
      if (tools.length > 0) emit({ type: 'tools-defined', tools }, step.tools[0]?.place ?? null);
      return;
    }
    default:
      return unreachable(step);
  }
}

/** A sub-agent's events come before the turn of its call, because they produce the result. */
function emitCall(call: Call, output: Output, owner: string | undefined): void {
  if (call.task !== undefined) emitTask(call.task, output, owner);
  const result = call.result?.place;
  output.emit(withGate(capabilityInvoked(call), call), call.place, result && [result]);
}

function emitTask(
  { id, agent, model, at, place, entries: steps }: DelegatedTask,
  { emit, defined }: Output,
  parent: string | undefined,
): void {
  const header = { title: agent, agent: { name: agent }, ...(model !== undefined && { model }) };
  emit({ type: 'task-created', node: id, ...(parent !== undefined && { parent }), agent, header, ...when(at) }, place);
  // Events of a task further down name their own.
  const inside: Emit = (event, where, alsoAt) => emit('node' in event ? event : { ...event, node: id }, where, alsoAt);
  for (const step of steps) emitStep(step, { emit: inside, defined }, id);
}

const eventOf = <T extends 'input-received' | 'output-sent'>(type: T, { at, message }: InputEntry | ModelEntry) =>
  at === undefined ? { type, message } : { type, at, message };

/** Few recordings are of a gate. */
const withGate = <E extends EmittedEvent>(event: E, { gate }: Pick<Call, 'gate'>): E =>
  gate === undefined ? event : { ...event, gate };

/** Long recordings have an event for every few words: fields are set one by one, because spreading would be slow. */
type Filling<T> = { -readonly [K in keyof T]: T[K] };

function modelCalled({ message, otherwise, thinking, calls, tokens, at, tookMs, model }: ModelEntry): ModelCalled {
  const text = textOf(message);
  // A placeholder is not recorded text, so it is a separate field.
  const isSilent = message.length === 0 && calls.length === 0;
  const event: Filling<ModelCalled> = { type: 'model-called' };
  if (at !== undefined) event.at = at;
  if (tokens !== undefined) event.tokens = tokens;
  if (text !== '') event.text = text;
  if (isSilent && otherwise !== undefined) event.remark = otherwise;
  if (thinking !== undefined && thinking !== '') event.thinking = thinking;
  if (calls.length > 0) event.planned = calls.map(plannedCall);
  if (model !== undefined) event.model = model;
  if (tookMs !== undefined) event.took_ms = tookMs;
  return event;
}

const plannedCall = ({ name, input }: Call): PlannedCall =>
  input === undefined ? { function: functionNamed(name) } : { function: functionNamed(name), args: input };

/** In the order in which a session file has always had the fields. */
function capabilityInvoked({ name, input, task, result }: Call): CapabilityInvoked {
  const event: Partial<Filling<CapabilityInvoked>> = { type: 'capability-invoked' };
  if (result?.at !== undefined) event.at = result.at;
  event.function = functionNamed(name);
  if (input !== undefined) event.args = input;
  event.outcome = result?.outcome ?? 'no_result';
  if (result?.output !== undefined) event.output = result.output;
  if (result?.reason !== undefined) event.error = result.reason;
  if (task !== undefined) event.task_id = task.id;
  if (result?.tookMs !== undefined) event.took_ms = result.tookMs;
  return event as CapabilityInvoked; // the type, the function and the outcome are always set
}

const valuesStated = ({ state }: StateEntry): ValuesStated => ({
  type: 'values-stated',
  values: state.map(({ key, value }) => ({ path: ['state', key], ...(value !== undefined && { value }) })),
});

/** The key that rules use has underscores for hyphens; where that changes the name, the original is kept beside it. */
export const functionNamed = (name: string): FunctionName => (name.includes('-') ? { ref: name } : name);

const when = (at: string | undefined) => (at === undefined ? {} : { at });

function headerOf(transcript: Transcript): RecordedHeader {
  const {
    title,
    importer,
    agent,
    user,
    model,
    contextWindow,
    startedAt,
    declared,
    tools = [],
    entries,
    recording,
  } = transcript;
  const offered = [...tools, ...entries.flatMap((entry) => (entry.kind === 'tools' ? entry.tools : []))];
  return {
    title,
    importer,
    ...(agent !== undefined && { agent: { name: agent } }),
    ...(user !== undefined && { user: { id: user } }),
    ...(model !== undefined && { model }),
    ...(contextWindow !== undefined && { context_window: contextWindow }),
    ...(startedAt !== undefined && { started_at: startedAt }),
    capabilities: [...new Set([...declared, ...namesOf(offered)])].map((ref) => ({ kind: 'single', ref }) as const),
    ...(Object.keys(recording).length > 0 && { recording }),
  };
}
