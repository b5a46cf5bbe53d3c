import * as v from 'valibot';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { createCallLog, when } from '../../importing/transcript/call-log.ts';
import type { CallLog } from '../../importing/transcript/call-log.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createNoting } from '../../importing/noting.ts';
import type { Noting } from '../../importing/noting.ts';
import { Spoken } from './format.ts';
import type { Dispatch, StatusEvent } from './format.ts';

export const titleOfDispatch = ({ workflow_slug }: Dispatch): string =>
  workflow_slug === undefined ? 'start of a call' : `start of a call of ${workflow_slug}`;

/** A call that has not begun: its user data and nothing else. */
export function fromDispatch(dispatch: Dispatch, place: Path): ReadSession {
  const { user_context, workflow_slug } = dispatch;
  const noting = createNoting();
  if (workflow_slug !== undefined) noteSlug([...place, 'workflow_slug'], noting);
  const context = { user: user_context, ...(workflow_slug !== undefined && { workflow_id: workflow_slug }) };
  return createCallLog(noting).session({
    title: titleOfDispatch(dispatch),
    importer: 'voice-context',
    context,
  });
}

export const titleOfStatus = ({ type, data }: StatusEvent): string =>
  `call ${data.call_id} (${data.status ?? type.slice('call.'.length)})`;

/** What the platform told of a call: its transcript and which agents had it. */
export function fromStatus(event: StatusEvent, place: Path): ReadSession {
  const noting = createNoting();
  const log = createCallLog(noting);
  const { data, tenant_id } = event;
  const agents = (data.agent_history ?? []).filter((name) => typeof name === 'string');
  data.transcript?.forEach((value, index) => readSpoken(value, [...place, 'data', 'transcript', index], log, noting));
  for (const [index, agent] of agents.slice(1).entries()) {
    noting.note(
      'assumed',
      'voice-context/switch-time',
      [...place, 'data', 'agent_history'],
      (n) => `When ${counted(n, 'agent')} took over is not on record: shown after the last turn.`,
    );
    log.add({ type: 'agent-switched', agent }, [...place, 'data', 'agent_history', index + 1]);
  }
  if (data.workflow_slug !== undefined) noteSlug([...place, 'data', 'workflow_slug'], noting);
  const user = data.user_id === undefined ? {} : { user: { id: data.user_id } };
  return log.session({
    title: titleOfStatus(event),
    importer: 'voice-context',
    context: {
      call_id: data.call_id,
      ...(tenant_id !== undefined && { tenant_id }),
      ...(data.workflow_slug !== undefined && { workflow_id: data.workflow_slug }),
      ...user,
      ...(agents[0] !== undefined && { current_agent: agents[0] }),
    },
    recording: recordingOf(event, place, noting),
  });
}

function recordingOf({ type, created, data }: StatusEvent, place: Path, noting: Noting): RecordValue {
  return {
    event: type,
    told_at: readInstant(created, [...place, 'created'], noting) ?? null,
    status: data.status ?? null,
    room_name: data.room_name ?? null,
    duration_seconds: data.duration_seconds ?? null,
  };
}

function readSpoken(value: Value, place: Path, log: CallLog, noting: Noting): void {
  const parsed = v.safeParse(Spoken, value);
  const said = parsed.success ? (parsed.output.content ?? parsed.output.text ?? parsed.output.message) : undefined;
  if (!parsed.success || said === undefined) {
    noting.note(
      'lost',
      'import/message',
      place,
      (n) => `${counted(n, 'entry', 'entries')} of “transcript” could not be read.`,
    );
    return;
  }
  const { role, timestamp } = parsed.output;
  const at = readInstant(timestamp, [...place, 'timestamp'], noting);
  if (role === 'user' || role === 'caller' || role === 'customer') {
    log.add({ type: 'user-spoke', ...when(at), text: said }, place);
  } else if (role === 'system') {
    noting.note('info', 'import/system-message', place, () => 'The system message is not a turn; it is left out.');
  } else if (role === 'tool' || role === 'function') {
    noting.note(
      'lost',
      'voice-context/tool-entry',
      place,
      (n) => `${counted(n, 'entry', 'entries')} of a tool, which nobody said and no call belongs to: left out.`,
    );
  } else {
    log.add({ type: 'agent-spoke', ...when(at), text: said }, place);
  }
}

const noteSlug = (place: Path, noting: Noting): void =>
  noting.note(
    'assumed',
    'voice-context/workflow-slug',
    place,
    () => 'The workflow is named by its slug; it is shown as “workflow_id”.',
  );
