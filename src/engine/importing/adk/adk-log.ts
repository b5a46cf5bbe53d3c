import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { ToolDefinition } from '../../model/tool-definition.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { OpenCalls, type OpenCall } from '../../systems/adk/calls.ts';
import type { AdkEvent } from '../../systems/adk/event.ts';
import { callOutcomeOf, isPartial, partsOf, type SessionEvent } from '../../systems/adk/session-event.ts';
import { type ImportReport, notesOf } from '../import-report.ts';
import { DefinedTools, type OfferedTool } from '../tools/offered-tools.ts';
import { cutBy } from '../transcript/cut-by.ts';
import { noteCallNotRecorded, noteCut, noteNoResult, noteRepeated } from '../transcript/call-matcher-notes.ts';
import { groupedBy } from '../values/elements.ts';
import { elementsAt, textAt } from '../values/where.ts';
import { saysPending, waitsFor } from './adk-outcomes.ts';

/** An event of a recording, with the facts about its calls that come from later events. */
interface Draft {
  readonly event: SessionEvent;
  readonly place: Path;
  readonly callPlace: (part: number) => Path;
  /** By the index of a part: its outcome, if a later event determines it. */
  readonly marks: Map<number, RecordValue>;
  /** Calls of this event without a response in the recording. */
  readonly unanswered: PlacedPart[];
}

/** A call, or a response to it. */
interface PlacedPart {
  readonly draft: Draft;
  readonly part: RecordValue;
  readonly index: number;
  readonly isLongRunning: boolean;
}

/** Takes the events of a recording one by one, matches calls and responses, and returns the log of an ADK session. */
export class AdkLog {
  readonly #report: ImportReport;
  readonly #drafts: Draft[] = [];
  readonly #byId = new Map<string, SessionEvent>();
  readonly #calls = new OpenCalls();
  readonly #open = new Map<OpenCall, PlacedPart>();
  /** The last response under each id. */
  readonly #responses = new Map<string, PlacedPart>();
  readonly #defined: DefinedTools;
  readonly #offers: { readonly before: number; readonly tools: readonly ToolDefinition[]; readonly place: Path }[] = [];

  constructor(report: ImportReport) {
    this.#report = report;
    this.#defined = new DefinedTools(report);
  }

  /** `callPlace`: the place of a part, if it has its own; calls without a response are shown there. */
  add(event: SessionEvent, place: Path, callPlace: (part: number) => Path = () => place): void {
    if (!this.#isRepeated(event)) this.#drafts.push({ event, place, callPlace, marks: new Map(), unanswered: [] });
    else notes.repeated(place, this.#report);
  }

  /** `owner`: the agent whose model may call these tools from here on. */
  offered(tools: readonly OfferedTool[], owner: string): void {
    const added = this.#defined.added(tools, owner);
    if (added.length > 0)
      this.#offers.push({ before: this.#drafts.length, tools: added, place: tools[0]?.place ?? [] });
  }

  finish(): { readonly events: readonly AdkEvent[]; readonly sources: readonly Path[] } {
    for (const draft of this.#drafts) {
      this.#matchCalls(draft);
      const cut = isPartial(draft.event) ? undefined : cutBy(textAt(draft.event, 'llm_response.finish_reason') ?? '');
      if (cut !== undefined) noteCut(cut, draft.place, this.#report);
    }
    for (const call of this.#open.values()) {
      // The recording may end before the name of the function.
      if (textOf(call.part['tool_name']) === '') {
        notes['unnamed-call'](call.draft.callPlace(call.index), this.#report);
        continue;
      }
      call.draft.unanswered.push(call);
      const note = call.isLongRunning ? notes.waiting : noteNoResult;
      note(call.draft.callPlace(call.index), this.#report);
    }
    this.#noteUnfinished();
    const offersBefore = groupedBy(this.#offers, ({ before }) => before);
    const placed = this.#drafts.flatMap((draft, index): { event: AdkEvent; place: Path }[] => [
      ...(offersBefore.get(index) ?? []).map(({ tools, place }) => ({
        event: { type: 'tools-defined', tools } as const,
        place,
      })),
      { event: loggedOf(draft), place: draft.place },
      ...draft.unanswered.map((call) => ({ event: withoutResponse(call), place: draft.callPlace(call.index) })),
    ]);
    return { events: placed.map(({ event }) => event), sources: placed.map(({ place }) => place) };
  }

  /** A resumed stream, or two exports in one file, contain an event twice. Pieces of one event share its id. */
  #isRepeated(event: SessionEvent): boolean {
    const id = textOf(event['id']);
    if (id === '' || isPartial(event)) return false;
    const before = this.#byId.get(id);
    if (before === undefined) this.#byId.set(id, event);
    return before !== undefined && isSame(before, event);
  }

  #matchCalls(draft: Draft): void {
    const { event } = draft;
    if (isPartial(event)) return;
    const longRunning = elementsAt(event, 'metadata.long_running_tool_ids');
    partsOf(event).forEach((part, index) => {
      const id = textOf(part['tool_call_id']);
      const name = textOf(part['tool_name']);
      if (event['type'] === 'agent_message' && part['type'] === 'tool_call') {
        const isLongRunning = longRunning.includes(part['tool_call_id'] ?? null);
        this.#open.set(this.#calls.request(id, name, undefined, []), { draft, part, index, isLongRunning });
      } else if (event['type'] === 'tool_response' && part['type'] === 'tool_response') {
        this.#addResponse({ draft, part, index, isLongRunning: false }, id, this.#calls.answered(id, name));
      }
    });
  }

  #addResponse(response: PlacedPart, id: string, call: OpenCall | undefined): void {
    const { draft, part, index } = response;
    const before = call === undefined ? this.#responses.get(id) : undefined;
    const isLongRunning = (call === undefined ? before : this.#open.get(call))?.isLongRunning ?? false;
    if (call !== undefined) this.#open.delete(call);
    else if (before !== undefined && (isLongRunning || callOutcomeOf(before.part).kind === 'waiting')) {
      before.draft.marks.set(before.index, { outcome: 'pending' });
      notes['replaced-response'](before.draft.place, this.#report);
    } else if (before !== undefined && isSame(before.part['result'] ?? null, part['result'] ?? null)) {
      draft.marks.set(index, { outcome: 'pending' });
      return noteRepeated(draft.place, this.#report);
    } else noteCallNotRecorded(draft.place, this.#report);
    if (id !== '') this.#responses.set(id, { ...response, isLongRunning });
    if (isLongRunning && saysPending(part['result'])) draft.marks.set(index, waitsFor('its result'));
  }

  /** Pieces are followed by the whole answer, unless the recording ends before it. */
  #noteUnfinished(): void {
    const open = new Map<Value | undefined, Path>();
    for (const { event, place } of this.#drafts) {
      const { author, type } = event;
      if (isPartial(event)) open.set(author, open.get(author) ?? place);
      else if (type === 'agent_message' || type === 'user_message') open.delete(author);
    }
    for (const place of open.values()) notes.unfinished(place, this.#report);
  }
}

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

const recordOf = (value: Value | undefined): RecordValue => (value !== undefined && isRecord(value) ? value : {});

function loggedOf({ event, marks }: Draft): AdkEvent {
  if (isPartial(event)) return { type: 'event-streamed', event };
  if (marks.size === 0) return { type: 'event-appended', event };
  const parts = partsOf(event).map((part, index) => {
    const mark = marks.get(index);
    return mark === undefined ? part : { ...part, metadata: { ...recordOf(part['metadata']), ...mark } };
  });
  return { type: 'event-appended', event: { ...event, content: { ...recordOf(event['content']), parts } } };
}

/** An artificial event: it makes the turn of a call without a response. */
function withoutResponse({ draft: { event }, part, isLongRunning }: PlacedPart): AdkEvent {
  const { author = '', agent_name = null, branch = null } = event;
  const { tool_call_id = '', tool_name = '' } = part;
  const metadata = isLongRunning ? waitsFor('its result') : { outcome: 'no_result' };
  const parts = [{ type: 'tool_response', tool_call_id, tool_name, metadata }];
  const sender = { author, agent_name, ...(Object.hasOwn(event, 'branch') && { branch }) };
  return { type: 'event-yielded', event: { type: 'tool_response', ...sender, content: { parts } } };
}

const notes = notesOf('adk', {
  info: {
    'replaced-response':
      '{# response} that only reported a running or waiting call before its result: not shown as turns.',
    waiting: '{# long-running call} without a result when the recording ends: shown as pending.',
  },
  lost: {
    repeated: '{# event} recorded twice: shown once.',
    'unnamed-call': '{# call} without the name of a function and without a result: not shown as turns.',
    unfinished: '{# answer} of which only pieces are in the recording: not shown as turns.',
  },
});
