import * as v from 'valibot';
import { ok } from '../../../base/result.ts';
import { toJson } from '../../model/json.ts';
import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { createCallLog, paramsOf, when, type CallLog } from '../../importing/transcript/call-log.ts';
import type { Read, ReadSession } from '../../importing/importer.ts';
import { tokensTold } from '../../importing/values/tokens.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { eventTime, noteLines } from '../../importing/values/event-time.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { noteSystem } from '../../importing/messages/message-list.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { knownOf, wordsOf, type Known, type PlacedEvent } from './events.ts';
import { clientItem, heard, Item, itemEvents, Response, Tool, wholePieces, type Event } from './format.ts';

export const read: Read = ({ value }) => {
  const title = titleOf(value);
  return ok({ sessions: [{ title, system: 'voice', open: () => ok(toSession(value, title)) }] });
};

function titleOf(value: Value): string {
  const known = knownOf(value);
  for (const { event } of known.events) {
    const item = v.safeParse(Item, event.item);
    const words = item.success && item.output.role === 'user' ? (wordsOf(item.output, known) ?? '') : '';
    if (words !== '') return shortTitle(words);
  }
  return 'a conversation in real time';
}

function toSession(value: Value, title: string): ReadSession {
  const report = createImportReport();
  const log = createCallLog(report);
  const known = knownOf(value);
  const reading = new Reading(known, log, report);
  for (const one of known.events) reading.read(one);
  noteLines(
    known.events.map(({ place }) => place),
    report,
  );
  const { model, tools } = reading;
  return log.session({
    title,
    importer: 'openai-realtime',
    ...(reading.startedAt !== undefined && { started_at: reading.startedAt }),
    ...(model !== undefined && { model }),
    tools: [...tools],
    recording: { platform: 'openai' },
  });
}

/** Reads the events in their order. */
class Reading {
  model: string | undefined;
  startedAt: string | undefined;
  /** When the event came that is being read, where whoever logged it wrote that down. */
  #at: string | undefined;
  readonly tools = new Set<string>();
  readonly #known: Known;
  readonly #log: CallLog;
  readonly #report: ImportReport;
  /** Items that were told, by their ids; results also by their calls'. */
  readonly #told = new Set<string>();

  constructor(known: Known, log: CallLog, report: ImportReport) {
    this.#known = known;
    this.#log = log;
    this.#report = report;
  }

  read({ event, line, place }: PlacedEvent): void {
    this.#at = eventTime(line, place.slice(0, 1), this.#report);
    this.startedAt ??= this.#at;
    const { type, session, item, response } = event;
    if (session !== undefined) {
      this.model = session.model ?? this.model;
      for (const value of session.tools ?? []) {
        const tool = v.safeParse(Tool, value);
        if (tool.success) this.tools.add(tool.output.name);
      }
      if (session.instructions !== undefined && session.instructions !== '')
        noteSystem([...place, 'session', 'instructions'], this.#report);
      return;
    }
    if (itemEvents.has(type) || (type === clientItem && !this.#known.hasServerItems))
      return this.#item(item ?? null, [...place, 'item']);
    if (type === 'response.done') return this.#response(response ?? null, [...place, 'response']);
    if (type === 'response.output_item.done' && !this.#known.done.has(event.response_id ?? '')) {
      this.#answer([item ?? null], place, [[...place, 'item']], {});
      return;
    }
    if (type === heard && !this.#known.items.has(event.item_id ?? '')) {
      const text = (event.transcript ?? '').trim();
      return this.#log.add({ type: 'user-spoke', ...when(this.#at), text }, place);
    }
    if (wholePieces.has(type) && !this.#isToldLater(event)) return this.#piece(event, place);
    if (type === 'error') {
      const words = event.error?.message ?? 'without words';
      return this.#report.note(
        'info',
        'openai-realtime/error',
        place,
        (n) => `${counted(n, 'error')} of the service, the first being “${words.slice(0, 200)}”.`,
      );
    }
    noteProgress(place, this.#report);
  }

  #isToldLater({ item_id = '', response_id = '' }: Event): boolean {
    return this.#known.answered.has(item_id) || this.#known.done.has(response_id);
  }

  /** A piece of an answer whose end nobody recorded. */
  #piece({ type, item_id: id = '', transcript, text, name, call_id, arguments: written }: Event, place: Path): void {
    this.#report.note(
      'assumed',
      'openai-realtime/no-end',
      place,
      (n) => `${counted(n, 'piece')} of answers whose end is not recorded: shown as far as told, at unknown cost.`,
    );
    this.#told.add(id);
    const begun = this.#known.items.get(id) ?? {};
    const item: RecordValue =
      type === 'response.function_call_arguments.done'
        ? {
            type: 'function_call',
            arguments: written ?? '',
            name: name ?? begun['name'] ?? null,
            call_id: call_id ?? begun['call_id'] ?? null,
          }
        : { type: 'message', content: [{ text: transcript ?? text ?? '' }] };
    this.#answer([{ ...item, id }], place, [place], {});
  }

  /** Something added to the conversation: by the caller, or the program. */
  #item(value: Value, place: Path): void {
    const parsed = v.safeParse(Item, value);
    if (!parsed.success) return noteUnread(place, this.#report);
    const item = parsed.output;
    const { id, type, role, call_id } = item;
    // The client's item and the server's word of it have no id in common.
    const key = type === 'function_call_output' ? `result ${call_id} ${toJson(item.output ?? null)}` : id;
    // What a response brings is told with it.
    if (key !== undefined && (this.#told.has(key) || this.#known.answered.has(key)))
      return noteProgress(place, this.#report);
    if (key !== undefined) this.#told.add(key);
    if (type === 'function_call_output') return this.#result(item, place);
    if (role === 'system') return noteSystem(place, this.#report);
    if (role === 'user') {
      const text = wordsOf(item, this.#known);
      if (text === undefined) noteUnheard(place, this.#report);
      // Sound has its words in an event of their own.
      const heard = id === undefined ? undefined : this.#known.transcripts.get(id);
      const where = heard !== undefined && heard.text === text ? heard.place : place;
      return this.#log.add({ type: 'user-spoke', ...when(this.#at), ...(text !== undefined && { text }) }, where);
    }
    this.#answer([value], place, [place], {});
  }

  /** A result has no outcome but its text: it counts as successful. */
  #result({ call_id: id, output }: Item, place: Path): void {
    this.#report.note(
      'assumed',
      'openai-realtime/outcome',
      place,
      () =>
        'Outputs of functions do not say whether the call failed: each counts as successful, whatever its text says.',
    );
    this.#log.returned({
      id,
      tool: undefined,
      outcome: 'ok',
      ...(output !== undefined && { output }),
      at: this.#at,
      place,
    });
  }

  #response(value: Value, place: Path): void {
    const parsed = v.safeParse(Response, value);
    if (!parsed.success) return noteUnread(place, this.#report);
    const { status, status_details: details, output = [], usage } = parsed.output;
    const tokens = tokensTold(usage?.input_tokens, usage?.output_tokens);
    const places = output.map((_, index) => [...place, 'output', index]);
    const isCut = status === 'cancelled' || details?.reason === 'turn_detected';
    const hasSpoken = this.#answer(output, place, places, { tokens, isCut });
    if (status === 'failed' || (!hasSpoken && isCut)) {
      const why = details?.error?.message ?? details?.reason ?? status;
      this.#report.note(
        'info',
        'openai-realtime/no-answer',
        place,
        (n) => `${counted(n, 'response')} came to nothing, the first because: ${why}.`,
      );
    }
  }

  /** What one response brought: words, then the calls that it asks for. */
  #answer(
    outputs: readonly Value[],
    place: Path,
    places: readonly Path[],
    {
      tokens,
      isCut = false,
    }: {
      readonly tokens?: RecordedTokens | undefined;
      readonly isCut?: boolean;
    },
  ): boolean {
    const items = outputs.flatMap((value, index) => {
      const item = v.safeParse(Item, value);
      return item.success ? [{ item: item.output, where: places[index] ?? place }] : [];
    });
    const spoken = items.filter(({ item }) => item.type === 'message');
    const calls = items.filter(({ item }) => item.type === 'function_call');
    const text = spoken.flatMap(({ item }) => wordsOf(item, this.#known) ?? []).join('\n');
    const isTruncated = spoken.some(({ item }) => this.#known.truncated.has(item.id ?? ''));
    const spent = tokens === undefined ? {} : { tokens };
    if (text !== '') {
      const interrupted = isCut || isTruncated ? { interrupted: true } : {};
      this.#log.add(
        { type: 'agent-spoke', ...when(this.#at), text, ...interrupted, ...(calls.length === 0 && spent) },
        spoken[0]?.where ?? place,
      );
    }
    if (calls.length > 0) {
      this.#log.add(
        { type: 'model-called', ...when(this.#at), planned: calls.map(({ item }) => item.name ?? 'unknown'), ...spent },
        place,
      );
    }
    for (const { item, where } of calls) {
      const params = paramsOf(
        openArguments(item.arguments, [...where, 'arguments'], this.#report),
        where,
        this.#report,
      );
      this.#log.called({ id: item.call_id, tool: item.name, params, at: this.#at, place: where });
    }
    return text !== '' || calls.length > 0;
  }
}

const noteUnread = (place: Path, report: ImportReport): void =>
  report.note('lost', 'openai-realtime/event', place, (n) => `${counted(n, 'event')} could not be read.`);

const noteUnheard = (place: Path, report: ImportReport): void =>
  report.note(
    'lost',
    'openai-realtime/no-transcript',
    place,
    (n) => `What was said in ${counted(n, 'utterance')} is sound only: nothing wrote it down.`,
  );

const noteProgress = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'openai-realtime/progress',
    place,
    (n) => `${counted(n, 'event')} about how it came to pass (sound, pieces, limits, repetitions): no turns.`,
  );
