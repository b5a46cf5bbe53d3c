import { preview, type ValuePreview } from '../../../cel/index.ts';
import type { TurnIndex } from '../../../model/history.ts';
import { toJsonWithin } from '../../../model/json.ts';
import type { Path } from '../../../model/path.ts';
import type { Value } from '../../../model/value.ts';
import type { Moment } from '../../moment.ts';
import type { CallEvent } from '../event.ts';
import type { CallHeader } from '../header.ts';
import { parsePath } from '../path.ts';
import { settledSteps } from '../place.ts';
import { spaceOf, type CallState, type Variable } from '../state.ts';
import { placeholdersOf, type Placeholder } from '../template.ts';
import { stateAfter } from '../trail.ts';
import { callLogOf, eventsUpTo, type CallLog } from './call-log.ts';
import { lastWrite } from './last-write.ts';
import { upTo } from './up-to.ts';
import { theContext, theStart, writerWords } from './writer.ts';

/** A template filled with the state after a turn. */
export interface TemplatePreview {
  /** As it is written; a very long one is cut. */
  readonly text: string;
  readonly cut: boolean;
  /** In their order. What stands between them is not changed by filling. */
  readonly placeholders: readonly FilledPlaceholder[];
  /** Placeholders beyond those that are shown. */
  readonly more: number;
  /** What the caller heard, if this is what was said in the turn. */
  readonly heard: string | null;
}

export interface FilledPlaceholder {
  /** UTF-16 units into the text, with the braces. */
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly found: 'value' | 'default' | 'unresolved';
  /** What a caller hears in its place; of a long one the beginning. */
  readonly filled: string;
  readonly cut: boolean;
  readonly value: ValuePreview | null;
  /** Why nothing fills it, as a clause; null when something does. */
  readonly why: string | null;
  /** The place in the state after the turn, below `call`; null where there is none. */
  readonly place: Path | null;
  readonly written: LastWritten | null;
}

/** Who wrote the value, or took it away. */
export interface LastWritten {
  readonly turn: TurnIndex;
  /** In words. */
  readonly by: string;
  readonly isGone: boolean;
}

const maxText = 20_000;
const maxPlaceholders = 300;
const maxFilled = 2000;
const valueLength = 160;

/** `variables` are the defaults of the template's own prompt: they come before those of the call. */
export function previewAt(
  { session, history, turn, calls }: Moment<CallHeader, CallEvent>,
  whole: string,
  variables: readonly Variable[],
): TemplatePreview {
  const log = callLogOf(session, history, calls);
  const events = eventsUpTo(session, history, turn);
  const after = stateAfter(session, events);
  const state: CallState = { ...after, variables: [...variables, ...after.variables] };
  const text = whole.slice(0, maxText);
  const placeholders = placeholdersOf(state, text);
  const said = session.events[history.turns[turn]?.event ?? -1];
  return {
    text,
    cut: text.length < whole.length,
    placeholders: placeholders.slice(0, maxPlaceholders).map((one) => filled(one, text, { log, state, events })),
    more: Math.max(0, placeholders.length - maxPlaceholders),
    heard:
      said?.type === 'agent-spoke' && (said.template ?? said.text) === whole
        ? (said.text?.slice(0, maxText) ?? null)
        : null,
  };
}

interface Seen {
  readonly log: CallLog;
  readonly state: CallState;
  readonly events: number;
}

function filled({ start, end, path, found }: Placeholder, template: string, seen: Seen): FilledPlaceholder {
  const { text, cut } =
    found.kind === 'unresolved' ? { text: template.slice(start, end), cut: false } : heardAs(found.value);
  return {
    start,
    end,
    path,
    found: found.kind,
    filled: text.slice(0, maxFilled),
    cut: cut || text.length > maxFilled,
    value: found.kind === 'unresolved' ? null : preview(found.value, valueLength),
    why: found.kind === 'unresolved' ? found.why : null,
    ...placeOf(path, seen),
  };
}

/** As in a spoken text: text as it is, nothing for null, compact JSON for the rest. */
function heardAs(value: Value): { readonly text: string; readonly cut: boolean } {
  if (typeof value === 'string') return { text: value, cut: false };
  return value === null ? { text: '', cut: false } : toJsonWithin(value, 0, maxFilled);
}

function placeOf(path: string, { log, state, events }: Seen): Pick<FilledPlaceholder, 'place' | 'written'> {
  const parsed = parsePath(path);
  if (!parsed.ok || parsed.value.appends) return { place: null, written: null };
  const { namespace } = parsed.value;
  const steps = settledSteps(spaceOf(state, namespace), parsed.value.steps);
  const place: Path | null = steps === undefined ? null : [namespace, ...steps];
  if (namespace === 'history') return { place, written: noted(log, events, steps?.[0]) };
  const write = lastWrite(log, state, parsed.value, events);
  if (write === null) return { place, written: null };
  const isGone = steps === undefined;
  if (write === 'start') {
    return { place, written: { turn: -1, by: writerWords(theStart), isGone: false } };
  }
  return { place, written: { turn: write.turn, by: writerWords(write.by), isGone } };
}

/** The context writes its history itself: an entry once, the whole with every entry. */
function noted(log: CallLog, events: number, index: string | number | undefined): LastWritten | null {
  const last = upTo(log.noted, events) - 1;
  const at = typeof index === 'number' ? index - log.start.trace.length : last;
  const turn = log.noted[Math.min(at, last)]?.turn ?? -1;
  return { turn, by: writerWords(theContext), isGone: false };
}
