import type { Value } from '../../../model/value.ts';
import { readPlace, settledSteps } from '../place.ts';
import { spaceOf, type CallState, type Variable } from '../state.ts';
import { type CallLog, type CallWrite, callLogOf, eventsUpTo } from './call-log.ts';
import { keyDepth, type Place } from './key-place.ts';
import { countUpTo } from './up-to.ts';
import { preview, type ValuePreview } from '../../../cel/index.ts';
import type { TurnIndex } from '../../../model/history.ts';
import { toJsonWithin } from '../../../model/json.ts';
import type { Path } from '../../../model/path.ts';
import type { Moment } from '../../moment.ts';
import type { CallEvent } from '../event.ts';
import type { CallHeader } from '../header.ts';
import { parsePath } from '../path.ts';
import { placeholdersOf, type Placeholder } from '../template.ts';
import { stateAfter } from '../trail.ts';
import { theContext, theStart, writerWords } from './writer.ts';

/** A template filled with the state after a turn. */
export interface TemplatePreview {
  /** The original text; a very long one is cut. */
  readonly text: string;
  readonly cut: boolean;
  /** In order. The text between them is not changed by filling. */
  readonly placeholders: readonly FilledPlaceholder[];
  /** The number of further placeholders, beyond those shown. */
  readonly more: number;
  /** The text that the caller heard, if this template was spoken in the turn. */
  readonly heard: string | null;
}

export interface FilledPlaceholder {
  /** Offsets in UTF-16 code units, including the braces. */
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly found: 'value' | 'default' | 'unresolved';
  /** The text that replaces it; of a long one only the beginning. */
  readonly filled: string;
  readonly cut: boolean;
  readonly value: ValuePreview | null;
  /** Why it has no value, as a clause; null if it has one. */
  readonly why: string | null;
  /** The place in the state after the turn, below `call`; null if there is none. */
  readonly place: Path | null;
  readonly written: LastWritten | null;
}

/** The last write of the value, or its deletion. */
export interface LastWritten {
  readonly turn: TurnIndex;
  /** The writer, in words. */
  readonly by: string;
  readonly isGone: boolean;
}

const maxText = 20_000;
const maxPlaceholders = 300;
const maxFilled = 2000;
const valueLength = 160;

/** `variables`: the defaults of the template's own prompt, which take precedence over those of the call. */
export function previewAt(
  { session, history, turn, calls }: Moment<CallHeader, CallEvent>,
  template: string,
  variables: readonly Variable[],
): TemplatePreview {
  const log = callLogOf(session, history, calls);
  const events = eventsUpTo(session, history, turn);
  const after = stateAfter(session, events);
  const state: CallState = { ...after, variables: [...variables, ...after.variables] };
  const text = template.slice(0, maxText);
  const placeholders = placeholdersOf(state, text);
  const spoken = session.events[history.turns[turn]?.event ?? -1];
  return {
    text,
    cut: text.length < template.length,
    placeholders: placeholders.slice(0, maxPlaceholders).map((one) => filled(one, text, { log, state, events })),
    more: Math.max(0, placeholders.length - maxPlaceholders),
    heard:
      spoken?.type === 'agent-spoke' && (spoken.template ?? spoken.text) === template
        ? (spoken.text?.slice(0, maxText) ?? null)
        : null,
  };
}

interface CallAtTurn {
  readonly log: CallLog;
  readonly state: CallState;
  readonly events: number;
}

function filled({ start, end, path, found }: Placeholder, template: string, callAtTurn: CallAtTurn): FilledPlaceholder {
  const { text, cut } =
    found.kind === 'unresolved' ? { text: template.slice(start, end), cut: false } : spokenText(found.value);
  return {
    start,
    end,
    path,
    found: found.kind,
    filled: text.slice(0, maxFilled),
    cut: cut || text.length > maxFilled,
    value: found.kind === 'unresolved' ? null : preview(found.value, valueLength),
    why: found.kind === 'unresolved' ? found.why : null,
    ...placeOf(path, callAtTurn),
  };
}

/** The value as spoken: a text unchanged, an empty text for null, compact JSON for other values. */
function spokenText(value: Value): { readonly text: string; readonly cut: boolean } {
  if (typeof value === 'string') return { text: value, cut: false };
  return value === null ? { text: '', cut: false } : toJsonWithin(value, 0, maxFilled);
}

function placeOf(path: string, { log, state, events }: CallAtTurn): Pick<FilledPlaceholder, 'place' | 'written'> {
  const parsed = parsePath(path);
  if (!parsed.ok || parsed.value.appends) return { place: null, written: null };
  const { namespace } = parsed.value;
  const steps = settledSteps(spaceOf(state, namespace), parsed.value.steps);
  const place: Path | null = steps === undefined ? null : [namespace, ...steps];
  if (namespace === 'history') return { place, written: lastHistoryWrite(log, events, steps?.[0]) };
  const write = lastWrite(log, state, parsed.value, events);
  if (write === null) return { place, written: null };
  const isGone = steps === undefined;
  if (write === 'start') {
    return { place, written: { turn: -1, by: writerWords(theStart), isGone: false } };
  }
  return { place, written: { turn: write.turn, by: writerWords(write.by), isGone } };
}

/**
 * The last write of the history, which the context writes itself: an entry is written once, the complete history with
 * every entry.
 */
function lastHistoryWrite(log: CallLog, events: number, index: string | number | undefined): LastWritten | null {
  const last = countUpTo(log.historyEvents, events) - 1;
  const at = typeof index === 'number' ? index - log.start.trace.length : last;
  const turn = log.historyEvents[Math.min(at, last)]?.turn ?? -1;
  return { turn, by: writerWords(theContext), isGone: false };
}

/**
 * The last write of a place, of something in it or around it, among the first `events` events; 'start' for an initial
 * value.
 */
function lastWrite(log: CallLog, state: CallState, place: Place, events: number): CallWrite | 'start' | null {
  const space: Value = spaceOf(state, place.namespace);
  // Writes have indices counted from the start.
  const steps = settledSteps(space, place.steps) ?? place.steps;
  const writes = writesAround(log, { ...place, steps });
  for (let i = countUpTo(writes, events) - 1; i >= 0; i--) {
    const write = writes[i];
    if (write !== undefined && overlap(write.steps, steps)) return write;
  }
  return readPlace(spaceOf(log.start, place.namespace), steps) === undefined ? null : 'start';
}

/** The writes of the key that contains a place; for a complete namespace or agent, all writes of the namespace. */
function writesAround(log: CallLog, place: Place): readonly CallWrite[] {
  const { namespace, steps } = place;
  const depth = keyDepth(place);
  if (steps.length >= depth) return log.writesOf({ namespace, steps: steps.slice(0, depth) });
  return log.writesIn(namespace);
}

const overlap = (a: Place['steps'], b: Place['steps']): boolean => a.every((step, i) => i >= b.length || step === b[i]);
