import type { Path } from '../../model/path.ts';
import { isSame } from '../../model/equal.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { CallEvent, ToolEnded } from '../../systems/voice/event.ts';
import type { CallHeader } from '../../systems/voice/header.ts';
import type { ReadSession } from '../importer.ts';
import { DefinedTools, type OfferedTool } from '../tools/offered-tools.ts';
import { OpenByName, OpenQueue } from '../transcript/open-queue.ts';
import { noteRepeated } from '../transcript/call-matcher-notes.ts';
import { type ImportReport, notesOf } from '../import-report.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';
import { present } from '../values/present.ts';

/** A call's header, and the file's facts about the whole recording: why it ended, how long it took. */
export interface RecordedCallHeader extends CallHeader {
  readonly recording?: RecordValue;
}

export interface RecordedToolCall {
  /** Many platforms do not record it. */
  readonly id: string | undefined;
  readonly tool: string | undefined;
  readonly params: RecordValue;
  readonly at: string | undefined;
  readonly place: Path;
}

export interface RecordedToolEnd {
  readonly id: string | undefined;
  readonly tool: string | undefined;
  readonly outcome: 'ok' | 'error';
  readonly output?: Value | undefined;
  readonly error?: string | undefined;
  readonly at: string | undefined;
  readonly place: Path;
}

/** An utterance of the caller or the agent. */
export interface Said {
  readonly by: 'user' | 'agent';
  /** The words that were heard; undefined if the recording does not contain them. */
  readonly text: string | undefined;
  readonly at?: string | undefined;
  readonly place: Path;
  /** The other places from which the words were assembled. */
  readonly alsoAt?: readonly Path[];
  /** The agent's full text, if the caller heard less of it. */
  readonly intended?: string | undefined;
  /** The caller interrupted before the agent had finished. */
  readonly interrupted?: boolean | undefined;
  readonly tokens?: RecordedTokens | undefined;
  readonly took_ms?: number | undefined;
}

/**
 * The common log of all recorded phone calls. Events are added in the order in which they are read. A tool call is
 * matched with its result, and the voice system needs the result directly after its call, wherever it was recorded.
 */
export interface CallLog {
  /** `alsoAt`: the other places from which the event was assembled. */
  add(event: CallEvent, place: Path | null, alsoAt?: readonly Path[]): void;
  said(words: Said): void;
  /** The tools that the model is offered from here on. */
  offered(tools: readonly OfferedTool[]): void;
  /** Adds an event at this point that is known only once everything is read, such as an unfinished utterance. */
  later(event: () => PlacedEvent): void;
  /** Adds one response of the model that requests these tools, and then each call. */
  asked(calls: readonly RecordedToolCall[], response: Pick<Said, 'at' | 'place' | 'tokens'>): void;
  /** The caller interrupted the agent's last utterance. */
  interrupted(): void;
  called(call: RecordedToolCall): void;
  returned(end: RecordedToolEnd): void;
  /** The events so far, each call before its result. */
  events(): readonly PlacedEvent[];
  /** Notes the calls whose results never came. */
  session(header: RecordedCallHeader): ReadSession;
}

interface OpenCall extends RecordedToolCall {
  ended: RecordedToolEnd | undefined;
}

const isOpen = ({ ended }: OpenCall): boolean => ended === undefined;

export interface PlacedEvent {
  readonly event: CallEvent;
  readonly place: Path | null;
  readonly alsoAt: readonly Path[];
}

export function createCallLog(report: ImportReport): CallLog {
  const entries: (() => readonly PlacedEvent[])[] = [];
  /** The agent's last utterance. */
  let answer: { event: CallEvent } | undefined;
  const calls: OpenCall[] = [];
  const byTool = new OpenByName<OpenCall>(isOpen);
  const byToolWithoutId = new OpenByName<OpenCall>(isOpen);
  const byId = new Map<string, OpenQueue<OpenCall>>();
  /** The latest call with each id that has its result. */
  const answered = new Map<string, OpenCall>();

  const defined = new DefinedTools(report);

  const find = (end: RecordedToolEnd): OpenCall | undefined => {
    const [named] = (end.id === undefined ? undefined : byId.get(end.id))?.earliest(1) ?? [];
    if (named !== undefined) return named;
    // A result with an id never belongs to a call with another id, but may belong to a call without one.
    const [call, other] = (end.id === undefined ? byTool : byToolWithoutId).earliest(end.tool, 2);
    if (other !== undefined) notes['paired-by-order'](end.place, report);
    return call;
  };

  const called = (call: RecordedToolCall): void => {
    const opened: OpenCall = { ...call, id: idIn(call), ended: undefined };
    entries.push(() => eventsOf(opened));
    calls.push(opened);
    byTool.add(opened.tool, opened);
    if (opened.id === undefined) return byToolWithoutId.add(opened.tool, opened);
    const namesakes = byId.get(opened.id);
    if (namesakes === undefined) byId.set(opened.id, new OpenQueue(isOpen, [opened]));
    else namesakes.add(opened);
  };

  const add: CallLog['add'] = (event, place, alsoAt = []) => {
    const placed = { event, place, alsoAt };
    entries.push(() => [placed]);
    if (event.type === 'agent-spoke') answer = placed;
  };
  const events = () => entries.flatMap((entry) => entry());

  return {
    add,
    said(words) {
      const { event, place, alsoAt } = saidEvent(words);
      add(event, place, alsoAt);
    },
    offered(tools) {
      const added = defined.added(tools);
      if (added.length > 0) add({ type: 'tools-defined', tools: added }, tools[0]?.place ?? null);
    },
    later: (later) => entries.push(() => [later()]),
    asked(calls, { at, place, tokens }) {
      const planned = calls.map(({ tool }) => tool ?? 'unknown');
      add({ type: 'model-called', planned, ...present({ at, tokens }) }, place);
      for (const call of calls) called(call);
    },
    interrupted() {
      if (answer?.event.type === 'agent-spoke') answer.event = { ...answer.event, interrupted: true };
    },
    called,
    returned(written) {
      const end = { ...written, id: idIn(written) };
      const call = find(end);
      if (call !== undefined) {
        call.ended = end;
        if (end.id !== undefined) answered.set(end.id, call);
        return;
      }
      const { id, place } = end;
      const before = id === undefined ? undefined : answered.get(id);
      const tool = end.tool ?? before?.tool;
      if (before?.ended !== undefined && isSameEnd(before.ended, end)) noteRepeated(end.place, report);
      else if (tool === undefined) notes['result-without-call'](place, report);
      else {
        notes['call-not-recorded'](place, report);
        entries.push(() => eventsOf({ id, tool, params: {}, at: undefined, place, ended: end }));
      }
    },
    events,
    session(header) {
      for (const { place } of calls.filter(isOpen)) notes['no-result'](place, report);
      const placed = events();
      return {
        session: { system: 'voice', header, events: placed.map(({ event }) => event), notes: report.notes() },
        sources: {
          length: placed.length,
          at: (event) => placed[event]?.place,
          also: (event) => placed[event]?.alsoAt ?? [],
        },
      };
    },
  };
}

/** The fields that an utterance does not have are left out of its event. */
export function saidEvent({ by, place, alsoAt = [], ...words }: Said): PlacedEvent {
  const { text, at, intended, interrupted, tokens, took_ms } = words;
  const common = present({ at, text });
  if (by === 'user') return { event: { type: 'user-spoke', ...common }, place, alsoAt };
  const spoken = present({
    intended: intended === text ? undefined : intended,
    interrupted: interrupted === true ? true : undefined,
    tokens,
    took_ms,
  });
  return { event: { type: 'agent-spoke', ...common, ...spoken }, place, alsoAt };
}

/** Empty ids do not count as ids. */
const idIn = ({ id }: { readonly id: string | undefined }): string | undefined => (id === '' ? undefined : id);

const isSameEnd = (one: RecordedToolEnd, other: RecordedToolEnd): boolean =>
  one.outcome === other.outcome && one.error === other.error && isSame(one.output ?? null, other.output ?? null);

function eventsOf({ tool, params, at, place, ended }: OpenCall): readonly PlacedEvent[] {
  const called: CallEvent = { type: 'tool-called', params, ...present({ at, tool }) };
  const start = { event: called, place, alsoAt: [] };
  return ended === undefined ? [start] : [start, { event: toolEnded(ended, at), place: ended.place, alsoAt: [] }];
}

function toolEnded({ outcome, output, error, at }: RecordedToolEnd, since: string | undefined): ToolEnded {
  const took = at === undefined || since === undefined ? Number.NaN : Date.parse(at) - Date.parse(since);
  // Clocks of two machines may disagree.
  return { type: 'tool-ended', outcome, ...present({ at, output, error, took_ms: took >= 0 ? took : undefined }) };
}

export const when = (at: string | undefined) => (at === undefined ? {} : { at });

/** Arguments of a tool call: the context knows them by their names, and a text has none. */
export function paramsOf(read: Value | undefined, place: Path, report: ImportReport): RecordValue {
  if (read === undefined || read === null) return {};
  if (isRecord(read)) return read;
  notes.params(place, report);
  return { arguments: read };
}

const notes = notesOf('import', {
  assumed: {
    'no-result': '{# call} without a result in the recording: in none of the counts, the output unknown.',
    'call-not-recorded': '{# result} without a recorded call: shown as a call of the tool it names, without arguments.',
    'paired-by-order': '{# result} without the id of a call before it: given to the open calls in order.',
    params: 'Arguments without names ({# call}): kept under “arguments”.',
  },
  lost: {
    'result-without-call': '{# result} without a call and a tool’s name: left out.',
  },
});
