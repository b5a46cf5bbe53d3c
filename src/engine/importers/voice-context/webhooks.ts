import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { createImportReport, type ImportReport, counted, assumed } from '../../importing/import-report.ts';
import { type StatusEvent, TranscriptEntry, type Dispatch } from './format.ts';
import { when, type CallLog, createCallLog } from '../../importing/voice/call-log.ts';
import type { Value } from '../../model/value.ts';
import type { ReadSession } from '../../importing/importer.ts';

/** A webhook of the platform, and its place in the document. */
export interface PlacedStatus {
  readonly event: StatusEvent;
  readonly place: Path;
}

/** All webhooks of one call, at least one. */
export type CallWebhooks = readonly [PlacedStatus, ...PlacedStatus[]];

const agentsOf = ({ data }: StatusEvent): readonly string[] =>
  (data.agent_history ?? []).filter((name) => typeof name === 'string');

const createdAt = ({ event, place }: PlacedStatus, report: ImportReport): string | undefined =>
  readInstant(event.created, [...place, 'created'], report);

/**
 * Sorts the webhooks by time if each has one, and drops repeats. Platforms deliver in any order, and deliver a webhook
 * again if it was not acknowledged.
 */
function sortedByTime(webhooks: CallWebhooks): readonly PlacedStatus[] {
  const ids = new Set<string>();
  const once = webhooks.filter(({ event: { id } }) => {
    const isNew = id === undefined || !ids.has(id);
    if (id !== undefined) ids.add(id);
    return isNew;
  });
  const timed = once.flatMap((one) => {
    const at = createdAt(one, createImportReport());
    return at === undefined ? [] : [{ one, time: Date.parse(at) }];
  });
  return timed.length < once.length ? once : timed.toSorted((a, b) => a.time - b.time).map(({ one }) => one);
}

interface Switch {
  readonly agent: string;
  readonly at: string | undefined;
  readonly place: Path;
}

/** Agents that took over. Only an `agent.changed` webhook gives the time of the switch. */
function switchesIn(webhooks: readonly PlacedStatus[]): readonly Switch[] {
  const found: Switch[] = [];
  let known = 1;
  for (const one of webhooks) {
    const agents = agentsOf(one.event);
    const at = one.event.type.endsWith('agent.changed') ? createdAt(one, createImportReport()) : undefined;
    agents.slice(known).forEach((agent, index) => {
      const place = [...one.place, 'data', 'agent_history', known + index];
      found.push({ agent, at: known + index === agents.length - 1 ? at : undefined, place });
    });
    known = Math.max(known, agents.length);
  }
  return found;
}

const isBefore = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && Date.parse(a) <= Date.parse(b);

function emitSwitch(one: Switch | undefined, log: CallLog, report: ImportReport, isLate = false): void {
  if (one === undefined) return;
  if (isLate || one.at === undefined) {
    report.note(
      'assumed',
      'voice-context/switch-time',
      one.place.slice(0, -1),
      (n) => `When ${counted(n, 'agent')} took over is not on record: shown after the last turn.`,
    );
  }
  log.add({ type: 'agent-switched', ...when(one.at), agent: one.agent }, one.place);
}

export const titleOfDispatch = ({ workflow_slug }: Dispatch): string =>
  workflow_slug === undefined ? 'start of a call' : `start of a call of ${workflow_slug}`;

/** A call that has not begun: it has only its user data. */
export function fromDispatch(dispatch: Dispatch, place: Path): ReadSession {
  const { user_context, workflow_slug } = dispatch;
  const report = createImportReport();
  if (workflow_slug !== undefined) noteSlug([...place, 'workflow_slug'], report);
  const context = { user: user_context, ...(workflow_slug !== undefined && { workflow_id: workflow_slug }) };
  return createCallLog(report).session({
    title: titleOfDispatch(dispatch),
    importer: 'voice-context',
    context,
  });
}

export const titleOfStatus = (webhooks: CallWebhooks): string => {
  const { type, data } = sortedByTime(webhooks).at(-1)?.event ?? webhooks[0].event;
  return `call ${data.call_id} (${data.status ?? type.slice(type.lastIndexOf('.') + 1)})`;
};

/** Reads the transcript of a call and its agents from all of the call's webhooks. */
export function fromStatus(all: CallWebhooks): ReadSession {
  const report = createImportReport();
  const log = createCallLog(report);
  const webhooks = sortedByTime(all);
  const [first = all[0]] = webhooks;
  const last = webhooks.at(-1) ?? first;
  if (webhooks.length < all.length) {
    report.note(
      'info',
      'voice-context/delivered-again',
      all.at(-1)?.place ?? first.place,
      () => `${counted(all.length - webhooks.length, 'webhook')} delivered more than once: read once.`,
    );
  }
  const times = webhooks.map((one) => createdAt(one, report) ?? null);
  emit(webhooks, log, report);
  const slug = webhooks.find(({ event }) => event.data.workflow_slug !== undefined);
  if (slug !== undefined) noteSlug([...slug.place, 'data', 'workflow_slug'], report);
  const known = <T>(read: (event: StatusEvent) => T | undefined): T | undefined =>
    webhooks.map(({ event }) => read(event)).findLast((value) => value !== undefined);
  const [tenant, user] = [known((event) => event.tenant_id), known(({ data }) => data.user_id)];
  const agent = webhooks.flatMap(({ event }) => agentsOf(event).slice(0, 1))[0];
  const startedAt = isStart.test(first.event.type) ? (times[0] ?? undefined) : undefined;
  return log.session({
    title: titleOfStatus(all),
    importer: 'voice-context',
    context: {
      call_id: last.event.data.call_id,
      ...(tenant !== undefined && { tenant_id: tenant }),
      ...(slug?.event.data.workflow_slug !== undefined && { workflow_id: slug.event.data.workflow_slug }),
      ...(user !== undefined && { user: { id: user } }),
      ...(agent !== undefined && { current_agent: agent }),
    },
    ...(startedAt !== undefined && { started_at: startedAt }),
    recording: {
      event: last.event.type,
      told_at: times.at(-1) ?? null,
      status: known(({ data }) => data.status) ?? null,
      room_name: known(({ data }) => data.room_name) ?? null,
      duration_seconds: known(({ data }) => data.duration_seconds) ?? null,
      ...(webhooks.length > 1 && {
        events: webhooks.map(({ event }, index) => ({
          event: event.type,
          status: event.data.status ?? null,
          told_at: times[index] ?? null,
        })),
      }),
    },
  });
}

const isStart = /^call\.(?:started|initiated)$/;

/** Each webhook has the transcript up to its time, so the longest transcript is the complete one. */
function emit(webhooks: readonly PlacedStatus[], log: CallLog, report: ImportReport): void {
  const lengthOf = ({ event }: PlacedStatus): number => event.data.transcript?.length ?? 0;
  const longest = Math.max(...webhooks.map(lengthOf));
  const longestHolder = webhooks.findLast((one) => lengthOf(one) === longest);
  const holders = webhooks.filter((one) => lengthOf(one) > 0).length;
  if (longestHolder !== undefined && holders > 1) {
    report.note(
      'assumed',
      'voice-context/transcripts',
      [...longestHolder.place, 'data', 'transcript'],
      () => `${counted(holders, 'webhook')} with a transcript: the longest is taken to be the whole of it.`,
    );
  }
  const switches = switchesIn(webhooks);
  let next = 0;
  const until = (at: string | undefined) => {
    while (switches[next] !== undefined && isBefore(switches[next]?.at, at)) emitSwitch(switches[next++], log, report);
  };
  longestHolder?.event.data.transcript?.forEach((value, index) => {
    const place = [...longestHolder.place, 'data', 'transcript', index];
    const spoken = v.safeParse(TranscriptEntry, value);
    until(spoken.success ? readInstant(spoken.output.timestamp, place, createImportReport()) : undefined);
    readTranscriptEntry(value, place, log, report);
  });
  for (const one of switches.slice(next)) emitSwitch(one, log, report, longestHolder !== undefined);
}

function readTranscriptEntry(value: Value, place: Path, log: CallLog, report: ImportReport): void {
  const parsed = v.safeParse(TranscriptEntry, value);
  const said = parsed.success ? (parsed.output.content ?? parsed.output.text ?? parsed.output.message) : undefined;
  if (!parsed.success || said === undefined) {
    report.note(
      'lost',
      'import/message',
      place,
      (n) => `${counted(n, 'entry', 'entries')} of “transcript” could not be read.`,
    );
    return;
  }
  const { role, timestamp } = parsed.output;
  const at = readInstant(timestamp, [...place, 'timestamp'], report);
  if (role === 'user' || role === 'caller' || role === 'customer') {
    log.add({ type: 'user-spoke', ...when(at), text: said }, place);
  } else if (role === 'system') {
    report.note('info', 'import/system-message', place, () => 'The system message is not a turn; it is left out.');
  } else if (role === 'tool' || role === 'function') {
    report.note(
      'lost',
      'voice-context/tool-entry',
      place,
      (n) => `${counted(n, 'entry', 'entries')} of a tool, without a speaker and a call: left out.`,
    );
  } else {
    log.add({ type: 'agent-spoke', ...when(at), text: said }, place);
  }
}

const noteSlug = assumed(
  'voice-context/workflow-slug',
  () => 'The workflow is named by its slug; it is shown as “workflow_id”.',
);
