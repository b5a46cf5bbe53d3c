import type { Path } from '../model/path.ts';
import type { Session } from '../model/session.ts';
import type { RecordValue } from '../model/value.ts';
import type { PlannedCall, TaskEvent } from '../systems/task/event.ts';
import type { FunctionName } from '../systems/task/function-name.ts';
import type { TaskHeader } from '../systems/task/header.ts';
import { textOf } from './content.ts';
import type { ReadSession } from './importer.ts';
import type { Noting } from './noting.ts';
import type { Call, Generated, Step, Transcript } from './transcript.ts';

/** A task's header, and what the file says about the recording as a whole. */
export interface RecordedHeader extends TaskHeader {
  readonly recording?: RecordValue;
}

/**
 * A transcript as a session of the task system: each message an input or a model call, each call a capability turn.
 * Several calls of one model turn follow it in the order in which they were asked for.
 */
export function toTaskSession(transcript: Transcript, noting: Noting): ReadSession {
  const events: TaskEvent[] = [];
  const sources: (Path | null)[] = [];
  const emit = (event: TaskEvent, place: Path | null) => {
    events.push(event);
    sources.push(place);
  };
  for (const step of transcript.steps) emitStep(step, emit);
  const session: Session<RecordedHeader, TaskEvent> = {
    system: 'task',
    header: headerOf(transcript),
    events,
    notes: noting.notes(),
  };
  return { session, sources };
}

type Emit = (event: TaskEvent, place: Path | null) => void;

function emitStep(step: Step, emit: Emit): void {
  switch (step.kind) {
    case 'said':
      emit({ type: 'input-received', ...when(step.at), message: step.message }, step.place);
      return;
    case 'generated':
      emit(modelCalled(step), step.place);
      if (step.answers) emit({ type: 'output-sent', ...when(step.at), message: step.message }, step.place);
      for (const call of step.calls) emit(capabilityInvoked(call), call.place);
      return;
    default:
      emit(capabilityInvoked(step.call), step.call.place);
  }
}

function modelCalled({ message, otherwise, calls, tokens, at, tookMs }: Generated): TaskEvent {
  const text = message.length > 0 ? textOf(message) : otherwise;
  return {
    type: 'model-called',
    ...when(at),
    ...(tokens && { tokens }),
    ...(text !== undefined && text !== '' && { text }),
    ...(calls.length > 0 && { planned: calls.map(plannedCall) }),
    ...(tookMs !== undefined && { took_ms: tookMs }),
  };
}

const plannedCall = (call: Call): PlannedCall => ({
  function: nameOf(call.name),
  ...(call.input !== undefined && { args: call.input }),
});

/** A call without a result counts as successful, because something must grow; its output stays unknown. */
function capabilityInvoked({ name, input, result }: Call): TaskEvent {
  return {
    type: 'capability-invoked',
    ...when(result?.at),
    function: nameOf(name),
    ...(input !== undefined && { args: input }),
    outcome: result?.outcome ?? 'ok',
    ...(result?.output !== undefined && { output: result.output }),
    ...(result?.reason !== undefined && { error: result.reason }),
    ...(result?.tookMs !== undefined && { took_ms: result.tookMs }),
  };
}

/** The key that rules use has underscores for hyphens; where that changes the name, the original is kept beside it. */
const nameOf = (name: string): FunctionName => (name.includes('-') ? { ref: name } : name);

const when = (at: string | undefined) => (at === undefined ? {} : { at });

function headerOf(transcript: Transcript): RecordedHeader {
  const { title, importer, user, model, startedAt, declared, recording } = transcript;
  return {
    title,
    importer,
    ...(user !== undefined && { user: { id: user } }),
    ...(model !== undefined && { model }),
    ...(startedAt !== undefined && { started_at: startedAt }),
    capabilities: [...new Set(declared)].map((ref) => ({ kind: 'single', ref }) as const),
    ...(Object.keys(recording).length > 0 && { recording }),
  };
}
