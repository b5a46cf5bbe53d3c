import * as v from 'valibot';
import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { createCallLog, paramsOf, when, type CallLog } from '../../importing/transcript/call-log.ts';
import type { ReadSession, SessionEntry } from '../../importing/importer.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { loggedEvent } from '../../importing/values/logged-event.ts';
import { eventTime, noteLines } from '../../importing/values/event-time.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { SocketEvent } from './socket-event.ts';

interface PlacedEvent {
  readonly event: SocketEvent;
  /** What was written down of it, where its time stands. */
  readonly line: RecordValue;
  readonly place: Path;
}

/** A log of the socket as one call. */
export function socketSession(value: Value): SessionEntry {
  const events = elementsOf(value).flatMap((one, index) => {
    const { event: written = null, inside = [], line = {} } = loggedEvent(one) ?? {};
    const event = v.safeParse(SocketEvent, written);
    return event.success ? [{ event: event.output, line, place: [index, ...inside] }] : [];
  });
  const heard = events.find(({ event }) => event.user_transcription_event !== undefined);
  const title = shortTitle(heard?.event.user_transcription_event?.user_transcript ?? 'a conversation with an agent');
  return { title, system: 'voice', open: () => ok(toSession(events, elementsOf(value).length, title)) };
}

function toSession(events: readonly PlacedEvent[], lines: number, title: string): ReadSession {
  const report = createImportReport();
  if (lines > events.length) {
    report.note(
      'info',
      'elevenlabs/untyped',
      null,
      () => `${counted(lines - events.length, 'line')} without a type: the caller’s sound and the like, no turns.`,
    );
  }
  const reading = new Reading(events, createCallLog(report), report);
  events.forEach((one, index) => reading.read(one, index));
  noteLines(
    events.map(({ place }) => place),
    report,
  );
  return reading.session(title);
}

/** Reads the events in their order. */
class Reading {
  readonly #log: CallLog;
  readonly #report: ImportReport;
  /** What the caller heard of the answer at this index, where the server says so later. */
  readonly #heard = new Map<number, string>();
  /** Calls whose result the client sends, and calls that were told, by their ids. */
  readonly #answered = new Set<string>();
  readonly #called = new Set<string>();
  /** Answers come whole; some clients get nothing but their pieces. */
  readonly #isWhole: boolean;
  #pieces: { readonly text: string; readonly place: Path } | undefined;
  /** What the client wrote last: some servers say it back, as heard. */
  #written: string | undefined;
  #startedAt: string | undefined;
  #call: string | undefined;
  #variables: RecordValue = {};

  constructor(events: readonly PlacedEvent[], log: CallLog, report: ImportReport) {
    this.#log = log;
    this.#report = report;
    this.#isWhole = events.some(({ event }) => event.agent_response_event !== undefined);
    let latest = -1;
    events.forEach(({ event }, index) => {
      const { agent_response_correction_event: correction, tool_call_id: id } = event;
      if (event.agent_response_event !== undefined) latest = index;
      if (correction !== undefined) this.#heard.set(latest, correction.corrected_agent_response);
      if (event.type === 'client_tool_result' && id !== undefined) this.#answered.add(id);
    });
  }

  read({ event, line, place }: PlacedEvent, index: number): void {
    const at = eventTime(line, place.slice(0, 1), this.#report);
    this.#startedAt ??= at;
    switch (event.type) {
      case 'conversation_initiation_metadata':
        this.#call = event.conversation_initiation_metadata_event?.conversation_id ?? this.#call;
        return;
      case 'conversation_initiation_client_data':
        this.#variables = event.dynamic_variables ?? this.#variables;
        return;
      case 'user_transcript':
        return this.#user(event.user_transcription_event?.user_transcript, at, place);
      case 'user_message':
        this.#user(event.text, at, place);
        this.#written = event.text;
        return;
      case 'agent_response':
        return this.#agent(event.agent_response_event?.agent_response, index, at, place);
      case 'agent_chat_response_part':
        return this.#isWhole ? noteProgress(place, this.#report) : this.#piece(event, at, place);
      case 'agent_response_correction':
        // Told with the answer that it corrects.
        return;
      case 'interruption':
        return this.#log.interrupted();
      case 'client_tool_call':
      case 'agent_tool_request':
        return this.#asked(event, at, place);
      case 'client_tool_result':
      case 'agent_tool_response':
        return this.#returned(event, at, place);
      case 'contextual_update':
        return this.#report.note(
          'lost',
          'elevenlabs/contextual-update',
          place,
          (n) => `${counted(n, 'update')} of what the agent knows, which nobody said: left out.`,
        );
      case 'mcp_tool_call':
        return this.#report.note(
          'lost',
          'elevenlabs/mcp',
          place,
          (n) => `${counted(n, 'event')} about a tool of an MCP server, whose stages nobody here has seen: left out.`,
        );
      default:
        return noteProgress(place, this.#report);
    }
  }

  session(title: string): ReadSession {
    const context: RecordValue = {
      ...(this.#call !== undefined && { call_id: this.#call }),
      ...(Object.keys(this.#variables).length > 0 && { user: this.#variables }),
    };
    return this.#log.session({
      title,
      importer: 'elevenlabs',
      context,
      ...(this.#startedAt !== undefined && { started_at: this.#startedAt }),
      recording: { platform: 'elevenlabs' },
    });
  }

  #user(text: string | undefined, at: string | undefined, place: Path): void {
    if (text !== undefined && text === this.#written) {
      this.#written = undefined;
      return noteProgress(place, this.#report);
    }
    this.#log.add({ type: 'user-spoke', ...when(at), ...(text !== undefined && { text }) }, place);
  }

  #agent(said: string | undefined, index: number, at: string | undefined, place: Path): void {
    const heard = this.#heard.get(index);
    const text = heard ?? said;
    const isCut = heard !== undefined && heard !== said;
    this.#log.add(
      {
        type: 'agent-spoke',
        ...when(at),
        ...(text !== undefined && { text }),
        ...(isCut && said !== undefined && { intended: said, interrupted: true }),
      },
      place,
    );
  }

  #piece({ text_response_part: part }: SocketEvent, at: string | undefined, place: Path): void {
    if (part?.type === 'start') this.#pieces = { text: part.text ?? '', place };
    else if (part?.type === 'stop') {
      const { text, place: begun } = this.#pieces ?? { text: '', place };
      this.#pieces = undefined;
      this.#log.add({ type: 'agent-spoke', ...when(at), text }, begun);
    } else
      this.#pieces = { text: `${this.#pieces?.text ?? ''}${part?.text ?? ''}`, place: this.#pieces?.place ?? place };
  }

  /** Calls behind each other were asked for at once; of tools of the agent's own nobody tells the arguments. */
  #asked({ client_tool_call, agent_tool_request }: SocketEvent, at: string | undefined, place: Path): void {
    const { tool_name: tool, tool_call_id: id } = client_tool_call ?? agent_tool_request ?? {};
    if (tool === undefined) return this.#noteUnread(place);
    if (id !== undefined && this.#called.has(id)) return noteProgress(place, this.#report);
    if (id !== undefined) this.#called.add(id);
    if (client_tool_call === undefined) {
      this.#report.note(
        'lost',
        'elevenlabs/no-arguments',
        place,
        (n) => `${counted(n, 'call')} of tools that the service runs itself: their arguments and outputs are not told.`,
      );
    }
    this.#log.add({ type: 'model-called', ...when(at), planned: [tool] }, place);
    const params = paramsOf(client_tool_call?.parameters, [...place, 'client_tool_call', 'parameters'], this.#report);
    this.#log.called({ id, tool, params, at, place });
  }

  /**
   * | event | outcome |
   * | --- | --- |
   * | `client_tool_result`, `agent_tool_response` with `is_error: true` | errored, with the result's words |
   * | `client_tool_result` without | successful, with its `result` |
   * | `agent_tool_response` without, of a call whose result no client sent | successful; the output is not told |
   */
  #returned(event: SocketEvent, at: string | undefined, place: Path): void {
    const { agent_tool_response: told, result } = event;
    const id = told?.tool_call_id ?? event.tool_call_id;
    if (told !== undefined && id !== undefined && this.#answered.has(id)) return noteProgress(place, this.#report);
    const isError = told?.is_error ?? event.is_error;
    const words = typeof result === 'string' && result !== '' ? result : 'the result is marked as an error';
    this.#log.returned({
      id,
      tool: told?.tool_name,
      ...(isError === true
        ? { outcome: 'error', error: words }
        : { outcome: 'ok', ...(result !== undefined && { output: result }) }),
      at,
      place,
    });
  }

  #noteUnread(place: Path): void {
    this.#report.note('lost', 'elevenlabs/event', place, (n) => `${counted(n, 'event')} could not be read.`);
  }
}

const noteProgress = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'elevenlabs/progress',
    place,
    (n) => `${counted(n, 'event')} about how it came to pass (sound, pings, guesses, repetitions): no turns.`,
  );
