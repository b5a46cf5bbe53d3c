import type { ImportReport } from '../../importing/import-report.ts';
import { isOfModel, type LogEvent } from '../../importing/otel/log-records.ts';
import type { WrittenSpan } from '../../importing/spans/format.ts';
import { groupedBy } from '../../importing/values/elements.ts';

/**
 * Model calls that are recorded in log records but in no span. Log records with the same span id are consecutive calls: an
 * answer ends a call, and the next record begins the next call. `known`: ids of the spans in the file.
 */
export function loggedCalls(events: readonly LogEvent[], known: ReadonlySet<string>): readonly WrittenSpan[] {
  const bySpan = groupedBy(events.filter(isOfModel), ({ span }) => span);
  return [...bySpan].flatMap(([id, own]) => callsIn(own).map((call, index) => callOf(call, id, index, known)));
}

function callsIn(events: readonly LogEvent[]): readonly (readonly LogEvent[])[] {
  const calls: LogEvent[][] = [];
  let before: LogEvent | undefined;
  for (const event of events) {
    const goesOn =
      before !== undefined && !isWhole(before) && !isWhole(event) && !(isAnswer(before) && !isAnswer(event));
    if (goesOn) calls.at(-1)?.push(event);
    else calls.push([event]);
    before = event;
  }
  return calls;
}

const isAnswer = ({ name }: LogEvent): boolean => name === 'gen_ai.choice';

/** Since 2025, one record can hold a complete call. */
const isWhole = ({ name }: LogEvent): boolean => name === 'gen_ai.client.inference.operation.details';

/** Makes a model span from the log records of one call. The records do not contain the duration of the call. */
function callOf(events: readonly LogEvent[], id: string, index: number, known: ReadonlySet<string>): WrittenSpan {
  const last = events.find(isAnswer) ?? events.at(-1);
  const value = {
    name: 'chat',
    span_id: `${id} call ${index}`,
    ...(known.has(id) && { parent_span_id: id }),
    start_time_unix_nano: events[0]?.time?.nanos ?? null,
    attributes: { 'gen_ai.operation.name': 'chat' },
  };
  return { value, place: last?.place ?? [], logged: events, endedAt: last?.time?.text };
}

/** Adds a note for log records that are not about model calls, and for spans that may be in another file. */
export function noteRecords(events: readonly LogEvent[], hasSpans: boolean, report: ImportReport): void {
  for (const { place } of events.filter((event) => !isOfModel(event))) {
    report.note('info', 'otel-spans/other-records', place, '{# log record} not about a model: left out.');
  }
  const [first] = events;
  if (hasSpans || first === undefined) return;
  report.note(
    'info',
    'otel-spans/spans-elsewhere',
    first.place,
    () =>
      `Only log records of trace ${first.trace === '' ? 'without an id' : first.trace} are in this file: its spans, which tell of tools, agents and how long each took, may be in another one. Put both into one file to see them together.`,
  );
}
