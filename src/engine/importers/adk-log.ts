import { isSame } from '../model/equal.ts';
import type { Path } from '../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import { OpenCalls, type OpenCall } from '../systems/adk/calls.ts';
import type { AdkEvent } from '../systems/adk/event.ts';
import { callOutcomeOf, isPartial, partsOf, type SessionEvent } from '../systems/adk/session-event.ts';
import { saysPending } from './adk-outcomes.ts';
import { counted, type Noting } from './noting.ts';

/** Takes the events of a recording one by one, brings calls and responses together, and gives the log of an adk session. */
export interface AdkLog {
  /** `callPlace`: where a part of it stands, if that is a place of its own; calls without a response are shown there. */
  add(event: SessionEvent, place: Path, callPlace?: (part: number) => Path): void;
  finish(): Finished;
}

interface Finished {
  readonly events: readonly AdkEvent[];
  readonly sources: readonly Path[];
}

interface Draft {
  readonly event: SessionEvent;
  readonly place: Path;
  readonly callPlace: (part: number) => Path;
  /** By the index of a part: what the whole recording says of its outcome. */
  readonly marks: Map<number, RecordValue>;
  /** Calls of this event that nothing in the recording answers. */
  readonly unanswered: Asked[];
}

interface Asked {
  readonly part: RecordValue;
  readonly place: Path;
  readonly isLongRunning: boolean;
}

interface Answer {
  readonly draft: Draft;
  readonly index: number;
  readonly isLongRunning: boolean;
}

export function createAdkLog(noting: Noting): AdkLog {
  const drafts: Draft[] = [];
  const known = new Map<string, SessionEvent>();
  return {
    add(event, place, callPlace = () => place) {
      if (isRepeated(event, known)) noteRepeated(place, noting);
      else drafts.push({ event, place, callPlace, marks: new Map(), unanswered: [] });
    },
    finish() {
      pair(drafts, noting);
      noteUnfinished(drafts, noting);
      const events: AdkEvent[] = [];
      const sources: Path[] = [];
      for (const draft of drafts) {
        events.push(loggedOf(draft));
        sources.push(draft.place);
        for (const asked of draft.unanswered) {
          events.push(withoutResponse(draft.event, asked));
          sources.push(asked.place);
        }
      }
      return { events, sources };
    },
  };
}

/** A stream that was taken up again, or two exports in one file, hold an event twice. Pieces of one event share its id. */
function isRepeated(event: SessionEvent, known: Map<string, SessionEvent>): boolean {
  const { id } = event;
  if (typeof id !== 'string' || id === '' || isPartial(event)) return false;
  const before = known.get(id);
  if (before !== undefined) return isSame(before, event);
  known.set(id, event);
  return false;
}

function noteRepeated(place: Path, noting: Noting): void {
  noting.note(
    'lost',
    'adk/repeated',
    place,
    (n) => `${counted(n, 'event')} stood in the recording twice, the same to the letter: shown once.`,
  );
}

function pair(drafts: readonly Draft[], noting: Noting): void {
  const calls = new OpenCalls();
  const asked = new Map<OpenCall, { readonly draft: Draft } & Asked>();
  const answers = new Map<string, Answer>();
  for (const draft of drafts) {
    const { event } = draft;
    if (isPartial(event)) continue;
    if (event['type'] === 'agent_message') {
      partsOf(event).forEach((part, index) => {
        if (part['type'] !== 'tool_call') return;
        const isLongRunning = longRunningIn(event).includes(part['tool_call_id'] ?? null);
        const call = calls.asked(textOf(part['tool_call_id']), textOf(part['tool_name']), undefined, []);
        asked.set(call, { draft, part, isLongRunning, place: draft.callPlace(index) });
      });
    } else if (event['type'] === 'tool_response') {
      partsOf(event).forEach((part, index) => {
        if (part['type'] !== 'tool_response') return;
        const id = textOf(part['tool_call_id']);
        const call = calls.answered(id, textOf(part['tool_name']));
        const before = call === undefined && id !== '' ? answers.get(id) : undefined;
        const isLongRunning = (call !== undefined && asked.get(call)?.isLongRunning) ?? before?.isLongRunning ?? false;
        if (call !== undefined) asked.delete(call);
        else noteUncalled(before, draft.place, noting);
        if (id !== '') answers.set(id, { draft, index, isLongRunning });
        if (isLongRunning && saysPending(part['result'])) draft.marks.set(index, waitsFor('its result'));
      });
    }
  }
  for (const { draft, ...call } of asked.values()) {
    draft.unanswered.push(call);
    noteUnanswered(call.isLongRunning, call.place, noting);
  }
}

/** A later answer to a call that waited is the answer; any other has no call. */
function noteUncalled(before: Answer | undefined, place: Path, noting: Noting): void {
  if (before !== undefined && (before.isLongRunning || isWaiting(before))) {
    before.draft.marks.set(before.index, { outcome: 'pending' });
    return;
  }
  noting.note(
    'assumed',
    'import/call-not-recorded',
    place,
    (n) => `${counted(n, 'result')} of no recorded call: shown as a call of the function it names.`,
  );
}

function isWaiting({ draft, index }: Answer): boolean {
  const part = partsOf(draft.event)[index];
  return part !== undefined && callOutcomeOf(part).kind === 'restricted';
}

function noteUnanswered(isLongRunning: boolean, place: Path, noting: Noting): void {
  if (isLongRunning) {
    noting.note(
      'info',
      'adk/waiting',
      place,
      (n) =>
        `${counted(n, 'long-running call')} without a result when the recording ends: restricted, because it waits.`,
    );
  } else {
    noting.note(
      'assumed',
      'import/no-result',
      place,
      (n) =>
        `${counted(n, 'call')} without a result in the recording: the output stays unknown, and the call counts as successful.`,
    );
  }
}

export const waitsFor = (what: string): RecordValue => ({ outcome: 'restricted', reason: `waits for ${what}` });

function longRunningIn({ metadata }: SessionEvent): readonly Value[] {
  const ids = metadata !== undefined && isRecord(metadata) ? metadata['long_running_tool_ids'] : undefined;
  return ids !== undefined && isList(ids) ? [...ids] : [];
}

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

function loggedOf({ event, marks }: Draft): AdkEvent {
  if (isPartial(event)) return { type: 'event-streamed', event };
  return { type: 'event-appended', event: marks.size === 0 ? event : marked(event, marks) };
}

/** An event that no session has: it makes the turn of a call that nothing answers. */
function withoutResponse(event: SessionEvent, { part, isLongRunning }: Asked): AdkEvent {
  const { author = '', agent_name = null } = event;
  const { tool_call_id = '', tool_name = '' } = part;
  const response = {
    type: 'tool_response',
    tool_call_id,
    tool_name,
    metadata: isLongRunning ? waitsFor('its result') : {},
  };
  const branch = Object.hasOwn(event, 'branch') ? { branch: event['branch'] ?? null } : {};
  return {
    type: 'event-yielded',
    event: { type: 'tool_response', author, agent_name, ...branch, content: { parts: [response] } },
  };
}

function marked(event: SessionEvent, marks: ReadonlyMap<number, RecordValue>): SessionEvent {
  const { content } = event;
  const parts = partsOf(event).map((part, index) => {
    const mark = marks.get(index);
    const { metadata } = part;
    return mark === undefined
      ? part
      : { ...part, metadata: { ...(metadata !== undefined && isRecord(metadata) && metadata), ...mark } };
  });
  return { ...event, content: { ...(content !== undefined && isRecord(content) && content), parts } };
}

/** Pieces are followed by the whole answer, unless the recording ends before it. */
function noteUnfinished(drafts: readonly Draft[], noting: Noting): void {
  const open = new Map<Value | undefined, Path>();
  for (const { event, place } of drafts) {
    const { author } = event;
    if (isPartial(event)) open.set(author, open.get(author) ?? place);
    else if (event['type'] === 'agent_message') open.delete(author);
  }
  for (const place of open.values()) {
    noting.note(
      'lost',
      'adk/unfinished',
      place,
      (n) => `${counted(n, 'answer')} of which only pieces are in the recording: no turn was made of them.`,
    );
  }
}
