import type { Path } from '../../model/path.ts';
import { isSame } from '../../model/equal.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { OpenCalls, type OpenCall } from '../../systems/adk/calls.ts';
import { callOutcomeOf, isPartial, partsOf, type SessionEvent } from '../../systems/adk/session-event.ts';
import { saysPending, waitsFor } from './adk-outcomes.ts';
import { counted, type ImportReport, info, assumed } from '../import-report.ts';
import { noteRepeated } from '../transcript/call-matcher-notes.ts';

/** An event of a recording, with the facts about its calls that come from later events. */
export interface AdkDraft {
  readonly event: SessionEvent;
  readonly place: Path;
  readonly callPlace: (part: number) => Path;
  /** By the index of a part: its outcome, if a later event determines it. */
  readonly marks: Map<number, RecordValue>;
  /** Calls of this event without a response in the recording. */
  readonly unanswered: UnansweredCall[];
}

export interface UnansweredCall {
  readonly part: RecordValue;
  readonly place: Path;
  readonly isLongRunning: boolean;
}

interface Answer {
  readonly draft: AdkDraft;
  readonly index: number;
  readonly isLongRunning: boolean;
}

/** Matches the calls and responses of a recording; the drafts contain the matches. */
export function pairCalls(drafts: readonly AdkDraft[], report: ImportReport): void {
  const matcher = new CallMatcher(report);
  for (const draft of drafts) {
    if (isPartial(draft.event)) continue;
    const { type } = draft.event;
    partsOf(draft.event).forEach((part, index) => {
      if (type === 'agent_message' && part['type'] === 'tool_call') matcher.asked(draft, part, index);
      if (type === 'tool_response' && part['type'] === 'tool_response') matcher.answered(draft, part, index);
    });
  }
  matcher.end();
}

class CallMatcher {
  readonly #report: ImportReport;
  readonly #calls = new OpenCalls();
  readonly #open = new Map<OpenCall, { readonly draft: AdkDraft; readonly call: UnansweredCall }>();
  /** The last answer under each id. */
  readonly #answers = new Map<string, Answer>();

  constructor(report: ImportReport) {
    this.#report = report;
  }

  asked(draft: AdkDraft, part: RecordValue, index: number): void {
    const { tool_call_id = null, tool_name = null } = part;
    const isLongRunning = longRunningIn(draft.event).includes(tool_call_id);
    const call = this.#calls.request(textOf(tool_call_id), textOf(tool_name), undefined, []);
    this.#open.set(call, { draft, call: { part, place: draft.callPlace(index), isLongRunning } });
  }

  answered(draft: AdkDraft, part: RecordValue, index: number): void {
    const id = textOf(part['tool_call_id']);
    const call = this.#calls.answered(id, textOf(part['tool_name']));
    const before = call === undefined && id !== '' ? this.#answers.get(id) : undefined;
    const asked = call === undefined ? undefined : this.#open.get(call);
    const isLongRunning = asked?.call.isLongRunning ?? before?.isLongRunning ?? false;
    if (call !== undefined) this.#open.delete(call);
    else if (before !== undefined && (before.isLongRunning || isWaiting(before))) {
      before.draft.marks.set(before.index, { outcome: 'pending' });
      noteReplaced(before.draft.place, this.#report);
    } else if (before !== undefined && isSame(resultIn(before), part['result'] ?? null)) {
      draft.marks.set(index, { outcome: 'pending' });
      noteRepeated(draft, this.#report);
      return;
    } else noteUncalled(draft.place, this.#report);
    if (id !== '') this.#answers.set(id, { draft, index, isLongRunning });
    if (isLongRunning && saysPending(part['result'])) draft.marks.set(index, waitsFor('its result'));
  }

  end(): void {
    for (const { draft, call } of this.#open.values()) {
      draft.unanswered.push(call);
      noteUnanswered(call, this.#report);
    }
  }
}

const partOf = ({ draft, index }: Answer): RecordValue | undefined => partsOf(draft.event)[index];

const resultIn = (answer: Answer): Value => partOf(answer)?.['result'] ?? null;

function isWaiting(answer: Answer): boolean {
  const part = partOf(answer);
  return part !== undefined && callOutcomeOf(part).kind === 'waiting';
}

function longRunningIn({ metadata }: SessionEvent): readonly Value[] {
  const ids = metadata !== undefined && isRecord(metadata) ? metadata['long_running_tool_ids'] : undefined;
  return ids !== undefined && isList(ids) ? [...ids] : [];
}

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

const noteReplaced = info(
  'adk/replaced-response',
  (n) =>
    `${counted(n, 'response')} that only reported a running or waiting call before its result: not shown as turns.`,
);

const noteUncalled = assumed(
  'import/call-not-recorded',
  (n) => `${counted(n, 'result')} of no recorded call: shown as a call of the function it names.`,
);

function noteUnanswered({ isLongRunning, place }: UnansweredCall, report: ImportReport): void {
  if (isLongRunning) {
    report.note(
      'info',
      'adk/waiting',
      place,
      (n) => `${counted(n, 'long-running call')} without a result when the recording ends: pending, because it waits.`,
    );
  } else {
    report.note(
      'assumed',
      'import/no-result',
      place,
      (n) => `${counted(n, 'call')} without a result in the recording: in none of the counts, the output unknown.`,
    );
  }
}
