import { preview, type ValuePreview } from '../../../cel/index.ts';
import type { TurnIndex } from '../../../model/history.ts';
import type { Path } from '../../../model/path.ts';
import { isList, isMap, isRecord, keysOf, type Value } from '../../../model/value.ts';
import type { Moment } from '../../moment.ts';
import type { CallEvent } from '../event.ts';
import type { CallHeader } from '../header.ts';
import { namespaces, type Namespace } from '../path.ts';
import { readPlace, type Steps } from '../place.ts';
import { spaceOf, type CallState } from '../state.ts';
import { stateAfter } from '../trail.ts';
import { isFields, namesOf } from '../wide-record.ts';
import { callLogOf, eventsUpTo, placeText, type CallLog, type CallWrite } from './call-log.ts';
import { keyDepth, type Place } from './key-place.ts';
import { countUpTo } from './up-to.ts';
import { theContext, theStart, writerWords } from './writer.ts';

/** The six namespaces of a call after a turn: their values, and who wrote them when. */
export interface Namespaces {
  readonly control: Control;
  readonly spaces: readonly NamespaceEntry[];
  /** Newest first, as many as requested. */
  readonly refused: { readonly rows: readonly RefusedRow[]; readonly total: number };
}

/** The agent in control, and the target of a pending handoff. */
export interface Control {
  readonly agent: string | null;
  /** False if the recording does not have the agent in control. */
  readonly isRecorded: boolean;
  /** Null if it had control from the start, or no agent has control. */
  readonly since: TurnIndex | null;
  readonly pending: { readonly agent: string; readonly turn: TurnIndex } | null;
}

export interface NamespaceEntry {
  readonly id: Namespace;
  /** One or two words. */
  readonly rule: string;
  /** One sentence. */
  readonly about: string;
  /** The number of writes to it in the turn. */
  readonly written: number;
  /** The number of recorded entries. */
  readonly size: number;
  /** False if the recording does not have it, or not all of it. */
  readonly isRecorded: boolean;
  /** What an export has here that does not fit: it is kept beside the namespace, under keys of `call` such as `flags.done`. */
  readonly aside: { readonly count: number; readonly first: readonly string[] };
  /** The first entries, as many as requested; the newest first for the history. */
  readonly places: readonly PlaceEntry[];
}

/** A key, the state of an agent, or an entry of the history. */
export interface PlaceEntry {
  readonly key: string;
  /** The path below `call`. */
  readonly path: Path;
  /** Null if the turn deleted it. */
  readonly value: ValuePreview | null;
  /** The number of its elements, for a list or an object. */
  readonly size: number | null;
  /** Whether the turn wrote it, or something in it. */
  readonly here: boolean;
  /** The number of its writes, including the initial value. */
  readonly writes: number;
  /** The last write, or as many as requested, newest first. */
  readonly trail: readonly WriteRow[];
  /** The keys of an agent; null for other entries. */
  readonly places: readonly PlaceEntry[] | null;
}

export interface WriteRow {
  readonly event: number;
  readonly turn: TurnIndex;
  readonly how: CallWrite['how'] | 'note';
  /** The writer, in words. */
  readonly by: string;
  /** The path as the documentation writes it: `workflow.logged_meals[+]`. */
  readonly place: string;
  /** Null if no value was left. */
  readonly value: ValuePreview | null;
  readonly here: boolean;
}

export interface RefusedRow {
  readonly turn: TurnIndex;
  readonly path: string | null;
  readonly reason: string;
  /** The writer, in words. */
  readonly by: string;
  readonly here: boolean;
}

/** How much the page shows. */
export interface NamespacesShown {
  /** The number of keys per namespace and per agent. */
  readonly keys: number;
  readonly refused: number;
  /** The places whose writes are shown, and the number of writes for each. */
  readonly opened: readonly { readonly path: Path; readonly writes: number }[];
}

const rules: { readonly [N in Namespace]: { readonly rule: string; readonly about: string } } = {
  user: { rule: 'immutable', about: 'The dispatch’s data about the caller. Nothing writes it during the call.' },
  workflow: { rule: 'shared', about: 'Shared by all agents of the call, across handoffs. Tools write it.' },
  flags: { rule: 'booleans', about: 'True or false; one that was never set is false. Conditions name them.' },
  agents: {
    rule: 'isolated',
    about: 'Each agent writes its own state, which is kept when control moves to another agent.',
  },
  params: { rule: 'one tool call', about: 'The arguments of the latest tool call: the next one replaces all of them.' },
  history: { rule: 'read-only', about: 'The log that the context itself keeps.' },
};

const valueLength = 120;

export function namespacesAt(moment: Moment<CallHeader, CallEvent>, shown: NamespacesShown): Namespaces {
  return new NamespacesReader(moment, shown).all();
}

class NamespacesReader {
  readonly #log: CallLog;
  readonly #state: CallState;
  readonly #turn: TurnIndex;
  /** The numbers of events before the turn, and up to its end. */
  readonly #began: number;
  readonly #limit: number;
  readonly #here = new Map<Namespace, readonly Steps[]>();
  readonly #shown: NamespacesShown;
  readonly #opened: ReadonlyMap<string, number>;

  constructor({ session, history, turn, calls }: Moment<CallHeader, CallEvent>, shown: NamespacesShown) {
    this.#log = callLogOf(session, history, calls);
    this.#limit = eventsUpTo(session, history, turn);
    this.#began = history.turns[turn]?.event ?? 0;
    this.#state = stateAfter(session, this.#limit);
    this.#turn = turn;
    this.#shown = shown;
    this.#opened = new Map(shown.opened.map(({ path, writes }) => [JSON.stringify(path), writes]));
  }

  all(): Namespaces {
    return { control: this.#control(), spaces: namespaces.map((id) => this.#space(id)), refused: this.#refused() };
  }

  #control(): Control {
    const { current_agent: agent, pending_handoff: pending } = this.#state;
    const since = this.#log.takeOvers[countUpTo(this.#log.takeOvers, this.#limit) - 1]?.turn ?? null;
    const requestedAt = this.#log.handoffs[countUpTo(this.#log.handoffs, this.#limit) - 1]?.turn ?? -1;
    const isRecorded = this.#isRecorded('current_agent');
    return { agent, isRecorded, since, pending: pending === null ? null : { agent: pending, turn: requestedAt } };
  }

  #refused(): Namespaces['refused'] {
    const total = countUpTo(this.#log.refused, this.#limit);
    const rows = this.#log.refused.slice(Math.max(0, total - this.#shown.refused), total).toReversed();
    return {
      total,
      rows: rows.map(({ turn, path, reason, by }) => ({
        turn,
        path,
        reason,
        by: writerWords(by),
        here: turn === this.#turn,
      })),
    };
  }

  #space(id: Namespace): NamespaceEntry {
    const written = this.#writtenIn(id);
    const common = { id, ...rules[id], written, isRecorded: this.#isRecorded(id), aside: this.#aside(id) };
    if (id === 'history') return { ...common, size: this.#state.trace.length, places: this.#historyEntries() };
    const place: Place = { namespace: id, steps: [] };
    const names = namesAt(this.#state, place);
    return { ...common, size: names.length, places: this.#inside(place, names) };
  }

  readonly #isRecorded = (key: string): boolean => !this.#state.unrecorded.includes(key);

  #aside(id: Namespace): NamespaceEntry['aside'] {
    const kept = Object.keys(this.#state.unknownKeys).filter((key) => key === id || key.startsWith(`${id}.`));
    return { count: kept.length, first: kept.slice(0, maxNamedAside) };
  }

  /** The entries of a namespace or agent, and those that the turn deleted. */
  #inside(place: Place, names: readonly string[]): readonly PlaceEntry[] {
    const { namespace, steps } = place;
    const first = names.slice(0, this.#shown.keys);
    const holder = readPlace(spaceOf(this.#state, namespace), steps) ?? {};
    const touched = this.#keysWrittenInTurn(namespace)
      .filter((key) => steps.every((step, i) => key[i] === step))
      .map((key) => key[steps.length]);
    const deletedNames = [...new Set(touched)].filter(
      (name) => name !== undefined && readPlace(holder, [name]) === undefined,
    );
    return [...first, ...deletedNames.slice(0, this.#shown.keys)].map((name) =>
      this.#place({ namespace, steps: [...steps, name ?? ''] }),
    );
  }

  #place(place: Place): PlaceEntry {
    const { namespace, steps } = place;
    const value = readPlace(spaceOf(this.#state, namespace), steps);
    const path: Path = [namespace, ...steps];
    const common = {
      key: String(steps.at(-1)),
      path,
      value: value === undefined ? null : preview(value, valueLength),
      size: value === undefined ? null : sizeOf(value),
    };
    if (steps.length < keyDepth(place)) {
      const here = this.#keysWrittenInTurn(namespace).some((key) => key[0] === steps[0]);
      return { ...common, here, writes: 0, trail: [], places: this.#inside(place, namesAt(this.#state, place)) };
    }
    const writes = this.#log.writesOf(place);
    const count = countUpTo(writes, this.#limit);
    const started = readPlace(spaceOf(this.#log.start, namespace), steps);
    const maxRows = this.#opened.get(JSON.stringify(path)) ?? 1;
    const trail = writes
      .slice(Math.max(0, count - maxRows), count)
      .toReversed()
      .map((write) => this.#row(write, place));
    if (started !== undefined && trail.length < maxRows) trail.push(startRow(place, started));
    return {
      ...common,
      here: writes[count - 1]?.turn === this.#turn,
      writes: count + (started === undefined ? 0 : 1),
      trail,
      places: null,
    };
  }

  /** A row for a write. A write around the key shows its effect on the key. */
  #row({ event, turn, how, by, text, namespace, steps, value }: CallWrite, key: Place): WriteRow {
    const rest = key.steps.slice(steps.length);
    const left = value === undefined || rest.length === 0 ? value : readPlace(value, rest);
    return {
      event,
      turn,
      how,
      by: writerWords(by),
      place: namespace === 'params' && how === 'tool' ? placeText(key) : text,
      value: left === undefined ? null : preview(left, valueLength),
      here: turn === this.#turn,
    };
  }

  #historyEntries(): readonly PlaceEntry[] {
    const { trace } = this.#state;
    const { historyEvents, start } = this.#log;
    const count = Math.min(this.#shown.keys, trace.length);
    return Array.from({ length: count }, (_, i): PlaceEntry => {
      const index = trace.length - 1 - i;
      const at = historyEvents[index - start.trace.length];
      const value = trace.at(index);
      const shown = preview(withoutNumber(value), valueLength);
      const by = writerWords(theContext);
      const turn = at?.turn ?? -1;
      const here = at !== undefined && turn === this.#turn;
      const row: WriteRow = {
        event: at?.event ?? -1,
        turn,
        how: 'note',
        by,
        place: `history[${index}]`,
        value: shown,
        here,
      };
      return {
        key: `[${index}]`,
        path: ['history', index],
        value: shown,
        size: null,
        here,
        writes: 1,
        trail: [row],
        places: null,
      };
    });
  }

  /** The keys that the turn wrote; only the last ones if it wrote very many. */
  #keysWrittenInTurn(namespace: Namespace): readonly Steps[] {
    const known = this.#here.get(namespace);
    if (known !== undefined) return known;
    const column = this.#log.writesIn(namespace);
    const to = countUpTo(column, this.#limit);
    const from = Math.max(countUpTo(column, this.#began), to - maxMarkedWrites);
    const keys = column.slice(from, to).flatMap((write) => write.keys);
    this.#here.set(namespace, keys);
    return keys;
  }

  #writtenIn(namespace: Namespace): number {
    const column = namespace === 'history' ? this.#log.historyEvents : this.#log.writesIn(namespace);
    return countUpTo(column, this.#limit) - countUpTo(column, this.#began);
  }
}

/** The limit of keys kept aside that are named. */
const maxNamedAside = 8;

/** The limit of writes per turn that are marked; real turns have fewer. */
const maxMarkedWrites = 1000;

/** An entry without its number and time, which its place and its turn show already. */
function withoutNumber(entry: Value): Value {
  if (!isRecord(entry)) return entry;
  const { seq: _seq, at: _at, ...rest } = entry;
  return rest;
}

const startRow = (place: Place, value: Value): WriteRow => ({
  event: -1,
  turn: -1,
  how: 'start',
  by: writerWords(theStart),
  place: placeText(place),
  value: preview(value, valueLength),
  here: false,
});

function namesAt(state: CallState, { namespace, steps }: Place): readonly string[] {
  const value = readPlace(spaceOf(state, namespace), steps);
  return value !== undefined && isFields(value) ? namesOf(value) : [];
}

function sizeOf(value: Value): number | null {
  if (isList(value)) return value.length;
  return isMap(value) ? keysOf(value).length : null;
}
