import { ok } from '../../../base/result.ts';
import { malformed, type Read, type ReadSession } from '../../importing/importer.ts';
import { snapshotIn, isEvent, type Snapshot } from './format.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { AdkEvent } from '../../systems/adk/event.ts';
import type { AdkHeader } from '../../systems/adk/header.ts';
import { partsOf, textOf } from '../../systems/adk/session-event.ts';
import { AdkLog } from '../../importing/adk/adk-log.ts';
import { startState } from '../../importing/adk/adk-start.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { withUnknownEnd } from '../../importing/values/cut-off.ts';
import { elementsAt } from '../../importing/values/where.ts';
import { shortTitle } from '../../importing/transcript/title.ts';

/** The content of events, in a list of them or in a session. */
const contents = new Map(['', 'events'].map((list) => [list, 'content']));

export const read: Read = (document) => {
  const snapshot = snapshotIn(withUnknownEnd(document, contents));
  if (snapshot === undefined) {
    return malformed('This looks like a context of langchain_adk, but it has neither its fields nor typed events.');
  }
  return ok({
    sessions: [{ title: titleOf(snapshot), system: 'adk', open: () => ok(toSession(snapshot)) }],
  });
};

function titleOf({ context, session, events }: Snapshot): string {
  const asked = events
    .slice(0, 20)
    .flatMap(({ value }) => (isEvent(value) && value['type'] === 'user_message' ? [value] : []));
  const text = asked.map(textOf).find((words) => words.trim() !== '');
  if (text !== undefined) return shortTitle(text);
  const names = [context?.['agent_name'], context?.['app_name'], session?.['app_name'], session?.['id']];
  const name = names.find((one) => typeof one === 'string' && one !== '');
  return typeof name === 'string' ? `context of ${shortTitle(name)}` : 'events of an agent';
}

function toSession(snapshot: Snapshot): ReadSession {
  const report = createImportReport();
  const log = new AdkLog(report);
  for (const { value: event, place } of snapshot.events) {
    if (isRecord(event) && typeof event['type'] === 'string') {
      log.add(event, place, (part) => callPlace(event, place, part));
    } else {
      report.note('lost', 'import/event', place, '{# event} without a type could not be read.');
    }
  }
  const { events, sources } = log.finish();
  const ending = snapshot.context === undefined ? [] : endingOf(snapshot.context, events.length > 0, report);
  const header: AdkHeader = {
    title: titleOf(snapshot),
    importer: 'adk-context',
    ...(snapshot.context !== undefined && contextAtStart(snapshot.context, ending.length > 0, report)),
    ...sessionAtStart(snapshot, events, report),
  };
  return {
    session: { system: 'adk', header, events: [...events, ...ending], notes: report.notes() },
    sources: [...sources, ...ending.map((): Path => ['state'])],
  };
}

/** The reader of parts does not count parts that are not records. */
const callPlace = (event: RecordValue, place: Path, part: number): Path =>
  elementsAt(event, 'content.parts').length === partsOf(event).length ? [...place, 'content', 'parts', part] : place;

/**
 * The export contains the final context. The time when its state was written is not recorded, so the state is unknown until
 * the last event; the other fields hardly ever change.
 */
function endingOf(context: RecordValue, hasEvents: boolean, report: ImportReport): readonly AdkEvent[] {
  const { state } = context;
  if (!hasEvents || state === undefined || !isRecord(state)) return [];
  report.note('assumed', 'adk-context/state-at-end', ['state'], () => {
    return 'The context’s state was exported at the end, without the times of its changes, so it is unknown before the last turn.';
  });
  return [{ type: 'field-set', context: 'root', field: 'state', slot: { value: state }, exported: true }];
}

function contextAtStart(written: RecordValue, isStateKnownLater: boolean, report: ImportReport) {
  const hasCallback = (written['event_callback'] ?? null) !== null;
  if (hasCallback) {
    report.note('info', 'adk-context/callback', ['event_callback'], () => {
      return 'The context had an event callback, which is a function: its calls are not recorded.';
    });
  }
  const isKept = ([key, value]: readonly [string, Value]): boolean =>
    !(key === 'session' && isRecord(value)) &&
    !(key === 'event_callback' && hasCallback) &&
    !(key === 'state' && isStateKnownLater);
  const context = Object.fromEntries(Object.entries(written).filter(isKept));
  return { context, ...(hasCallback && { event_sink: true }) };
}

function sessionAtStart(
  { session, sessionPlace }: Snapshot,
  events: readonly AdkEvent[],
  report: ImportReport,
): Pick<AdkHeader, 'session'> {
  if (session === undefined) return {};
  const { events: _events, last_update_time, state, ...rest } = session;
  const isOld = events.length === 0 && last_update_time !== undefined;
  const start = startState(state, events, [...sessionPlace, 'state'], report);
  return { session: { ...rest, state: start, ...(isOld && { last_update_time }) } };
}
