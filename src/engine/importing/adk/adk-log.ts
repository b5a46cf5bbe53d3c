import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { AdkEvent } from '../../systems/adk/event.ts';
import { isPartial, partsOf, type SessionEvent } from '../../systems/adk/session-event.ts';
import { waitsFor } from './adk-outcomes.ts';
import { pairCalls, type AdkDraft, type UnansweredCall } from './adk-call-matcher.ts';
import { counted, type ImportReport, lost } from '../import-report.ts';

/** Takes the events of a recording one by one, matches calls and responses, and returns the log of an adk session. */
export interface AdkLog {
  /** `callPlace`: the place of a part, if it has its own; calls without a response are shown there. */
  add(event: SessionEvent, place: Path, callPlace?: (part: number) => Path): void;
  finish(): Finished;
}

interface Finished {
  readonly events: readonly AdkEvent[];
  readonly sources: readonly Path[];
}

export function createAdkLog(report: ImportReport): AdkLog {
  const drafts: AdkDraft[] = [];
  const known = new Map<string, SessionEvent>();
  return {
    add(event, place, callPlace = () => place) {
      if (isRepeated(event, known)) noteRepeated(place, report);
      else drafts.push({ event, place, callPlace, marks: new Map(), unanswered: [] });
    },
    finish() {
      pairCalls(drafts, report);
      noteUnfinished(drafts, report);
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

/** A resumed stream, or two exports in one file, contain an event twice. Pieces of one event share its id. */
function isRepeated(event: SessionEvent, known: Map<string, SessionEvent>): boolean {
  const { id } = event;
  if (typeof id !== 'string' || id === '' || isPartial(event)) return false;
  const before = known.get(id);
  if (before !== undefined) return isSame(before, event);
  known.set(id, event);
  return false;
}

const noteRepeated = lost(
  'adk/repeated',
  (n) => `${counted(n, 'event')} recorded twice without any difference: shown once.`,
);

function loggedOf({ event, marks }: AdkDraft): AdkEvent {
  if (isPartial(event)) return { type: 'event-streamed', event };
  return { type: 'event-appended', event: marks.size === 0 ? event : marked(event, marks) };
}

/** An artificial event: it makes the turn of a call without a response. */
function withoutResponse(event: SessionEvent, { part, isLongRunning }: UnansweredCall): AdkEvent {
  const { author = '', agent_name = null } = event;
  const { tool_call_id = '', tool_name = '' } = part;
  const response = {
    type: 'tool_response',
    tool_call_id,
    tool_name,
    metadata: isLongRunning ? waitsFor('its result') : { outcome: 'no_result' },
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
function noteUnfinished(drafts: readonly AdkDraft[], report: ImportReport): void {
  const open = new Map<Value | undefined, Path>();
  for (const { event, place } of drafts) {
    const { author } = event;
    if (isPartial(event)) open.set(author, open.get(author) ?? place);
    else if (event['type'] === 'agent_message' || event['type'] === 'user_message') open.delete(author);
  }
  for (const place of open.values()) {
    report.note(
      'lost',
      'adk/unfinished',
      place,
      (n) => `${counted(n, 'answer')} of which only pieces are in the recording: no turn was made of them.`,
    );
  }
}
