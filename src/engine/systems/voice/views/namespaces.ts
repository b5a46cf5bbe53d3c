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
import { upTo } from './up-to.ts';
import { theContext, theStart, writerWords } from './writer.ts';

/** The six namespaces of a call after a turn: what they hold, and who wrote it when. */
export interface Namespaces {
  readonly control: Control;
  readonly spaces: readonly NamespaceEntry[];
  /** The newest first, as many as were asked for. */
  readonly refused: { readonly rows: readonly RefusedRow[]; readonly total: number };
}

/** Which agent has control, and which one was asked to take over. */
export interface Control {
  readonly agent: string | null;
  /** Null when it had control from the start, or nobody has. */
  readonly since: TurnIndex | null;
  readonly pending: { readonly agent: string; readonly turn: TurnIndex } | null;
}

export interface NamespaceEntry {
  readonly id: Namespace;
  /** In a word or two. */
  readonly rule: string;
  /** A sentence. */
  readonly about: string;
  /** Writes to it in the turn. */
  readonly written: number;
  readonly size: number;
  /** The first of them, as many as were asked for; of the history the newest first. */
  readonly places: readonly PlaceEntry[];
}

/** A key, the state of an agent, or an entry of the history. */
export interface PlaceEntry {
  readonly key: string;
  /** Below `call`. */
  readonly path: Path;
  /** Null when the turn took it away. */
  readonly value: ValuePreview | null;
  /** What is in it, where it is a list or an object. */
  readonly size: number | null;
  /** The turn wrote it, or something in it. */
  readonly here: boolean;
  /** How often it was written, the start included. */
  readonly writes: number;
  /** The newest first: the last one, or as many as were asked for. */
  readonly trail: readonly WriteRow[];
  /** Keys of an agent; null for anything that is not one. */
  readonly places: readonly PlaceEntry[] | null;
}

export interface WriteRow {
  readonly event: number;
  readonly turn: TurnIndex;
  readonly how: CallWrite['how'] | 'note';
  /** Who wrote it, in words. */
  readonly by: string;
  /** As the page writes it: `workflow.logged_meals[+]`. */
  readonly place: string;
  /** Null where nothing was left. */
  readonly value: ValuePreview | null;
  readonly here: boolean;
}

export interface RefusedRow {
  readonly turn: TurnIndex;
  readonly path: string | null;
  readonly reason: string;
  /** Who wrote it, in words. */
  readonly by: string;
  readonly here: boolean;
}

/** How much of it the page shows. */
export interface NamespacesShown {
  /** Keys of each namespace, and of each agent. */
  readonly keys: number;
  readonly refused: number;
  /** Places whose writes are shown, and how many of each. */
  readonly opened: readonly { readonly path: Path; readonly writes: number }[];
}

const rules: { readonly [N in Namespace]: { readonly rule: string; readonly about: string } } = {
  user: { rule: 'immutable', about: 'What the dispatch told about the caller. Nothing writes it during the call.' },
  workflow: { rule: 'shared', about: 'Shared by all agents of the call, across handoffs. Tools write it.' },
  flags: { rule: 'booleans', about: 'True or false; one that was never set is false. Conditions name them.' },
  agents: { rule: 'isolated', about: 'Each agent writes its own state, which waits there when control moves away.' },
  params: { rule: 'one tool call', about: 'The arguments of the latest tool call: the next one replaces all of them.' },
  history: { rule: 'read-only', about: 'What the context itself wrote down.' },
};

const valueLength = 120;

export function namespacesAt(moment: Moment<CallHeader, CallEvent>, shown: NamespacesShown): Namespaces {
  return new NamespacesReader(moment, shown).all();
}

class NamespacesReader {
  readonly #log: CallLog;
  readonly #state: CallState;
  readonly #turn: TurnIndex;
  /** Events that had happened before the turn, and after it. */
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
    const since = this.#log.takeOvers[upTo(this.#log.takeOvers, this.#limit) - 1]?.turn ?? null;
    const asked = this.#log.handoffs[upTo(this.#log.handoffs, this.#limit) - 1]?.turn ?? -1;
    return { agent, since, pending: pending === null ? null : { agent: pending, turn: asked } };
  }

  #refused(): Namespaces['refused'] {
    const total = upTo(this.#log.refused, this.#limit);
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
    if (id === 'history') return { id, ...rules[id], written, size: this.#state.trace.length, places: this.#noted() };
    const place: Place = { namespace: id, steps: [] };
    const names = namesAt(this.#state, place);
    return { id, ...rules[id], written, size: names.length, places: this.#inside(place, names) };
  }

  /** What a namespace or an agent holds, and what the turn took away from it. */
  #inside(place: Place, names: readonly string[]): readonly PlaceEntry[] {
    const { namespace, steps } = place;
    const first = names.slice(0, this.#shown.keys);
    const holder = readPlace(spaceOf(this.#state, namespace), steps) ?? {};
    const touched = this.#touchedHere(namespace)
      .filter((key) => steps.every((step, i) => key[i] === step))
      .map((key) => key[steps.length]);
    const taken = [...new Set(touched)].filter((name) => name !== undefined && readPlace(holder, [name]) === undefined);
    return [...first, ...taken.slice(0, this.#shown.keys)].map((name) =>
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
      const here = this.#touchedHere(namespace).some((key) => key[0] === steps[0]);
      return { ...common, here, writes: 0, trail: [], places: this.#inside(place, namesAt(this.#state, place)) };
    }
    const writes = this.#log.writesOf(place);
    const count = upTo(writes, this.#limit);
    const started = readPlace(spaceOf(this.#log.start, namespace), steps);
    const most = this.#opened.get(JSON.stringify(path)) ?? 1;
    const trail = writes
      .slice(Math.max(0, count - most), count)
      .toReversed()
      .map((write) => this.#row(write, place));
    if (started !== undefined && trail.length < most) trail.push(startRow(place, started));
    return {
      ...common,
      here: writes[count - 1]?.turn === this.#turn,
      writes: count + (started === undefined ? 0 : 1),
      trail,
      places: null,
    };
  }

  /** A write around a key is told by what it made of the key. */
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

  #noted(): readonly PlaceEntry[] {
    const { trace } = this.#state;
    const { noted, start } = this.#log;
    const count = Math.min(this.#shown.keys, trace.length);
    return Array.from({ length: count }, (_, i): PlaceEntry => {
      const index = trace.length - 1 - i;
      const at = noted[index - start.trace.length];
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

  /** Keys that the turn wrote: the last of them, where it wrote over and over. */
  #touchedHere(namespace: Namespace): readonly Steps[] {
    const known = this.#here.get(namespace);
    if (known !== undefined) return known;
    const column = this.#log.writesIn(namespace);
    const to = upTo(column, this.#limit);
    const from = Math.max(upTo(column, this.#began), to - mostTouched);
    const keys = column.slice(from, to).flatMap((write) => write.keys);
    this.#here.set(namespace, keys);
    return keys;
  }

  #writtenIn(namespace: Namespace): number {
    const column = namespace === 'history' ? this.#log.noted : this.#log.writesIn(namespace);
    return upTo(column, this.#limit) - upTo(column, this.#began);
  }
}

/** More than any turn means to write. */
const mostTouched = 1000;

/** Its place says which it is, and its turn says when. */
function withoutNumber(noted: Value): Value {
  if (!isRecord(noted)) return noted;
  const { seq: _seq, at: _at, ...rest } = noted;
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
