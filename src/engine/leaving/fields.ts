import type { Session } from '../model/session.ts';
import { isRecord, type Value } from '../model/value.ts';

/** From the session down: `header` or `events`, then keys and positions; `*` for every position. */
export type FieldPath = readonly (string | number)[];

/** A field may be left out, or keep its place with an empty value. */
type Fate = 'left out' | 'emptied';

const mostFields = 3_000;
const deepest = 30;

/**
 * The fields of header and events, outer fields first. In a long session, the same field of all events is one.
 * The kind of an event stays: without it, it is no event.
 */
export function fieldsOf({ header, events }: Session): readonly FieldPath[] {
  const isLong = events.length > 60;
  const found = new Map<string, FieldPath>();
  const add = (value: unknown, path: FieldPath): void => {
    if (found.size >= mostFields || path.length > deepest) return;
    if (path.length > 2 || (path.length === 2 && path[0] === 'header')) {
      const last = path.at(-1);
      if (last === '*' ? false : !(path.length === 3 && last === 'type')) found.set(JSON.stringify(path), path);
    }
    if (Array.isArray(value)) {
      for (const [index, element] of (value as readonly unknown[]).entries())
        add(element, [...path, isLong ? '*' : index]);
    } else if (isRecord(value)) for (const [key, inner] of Object.entries(value)) add(inner, [...path, key]);
  };
  add(header, ['header']);
  add(events, ['events']);
  return [...found.values()].toSorted((a, b) => a.length - b.length);
}

interface Branch {
  readonly below: Map<string | number, Branch>;
  fate: Fate | null;
}

/** The session without some fields, and with others emptied. Unchanged events stay the same objects. */
export function withoutFields(session: Session, fields: readonly (readonly [FieldPath, Fate])[]): Session {
  const root: Branch = { below: new Map(), fate: null };
  for (const [path, fate] of fields) {
    let here = root;
    for (const step of path) {
      const next = here.below.get(step) ?? { below: new Map(), fate: null };
      here.below.set(step, next);
      here = next;
    }
    here.fate = fate;
  }
  const header = root.below.get('header');
  const events = root.below.get('events');
  return {
    ...session,
    header: (header === undefined
      ? session.header
      : pruned(session.header as unknown as Value, header)) as Session['header'], // opening the session proves that this is a header
    events:
      events === undefined
        ? session.events
        : (pruned(session.events as readonly Value[], events) as readonly unknown[]), // a list stays a list
  };
}

function pruned(value: Value, branch: Branch): Value {
  if (Array.isArray(value)) {
    const list: readonly Value[] = value;
    return list.flatMap((element, index) => {
      const here = branch.below.get(index) ?? branch.below.get('*');
      if (here === undefined) return [element];
      if (here.fate === 'left out') return [];
      return [here.fate === 'emptied' ? emptied(element) : pruned(element, here)];
    });
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): (readonly [string, Value])[] => {
      const here = branch.below.get(key);
      if (here === undefined) return [[key, inner]];
      if (here.fate === 'left out') return [];
      return [[key, here.fate === 'emptied' ? emptied(inner) : pruned(inner, here)]];
    }),
  );
}

/** A value of the same type that holds nothing. */
export function emptied(value: Value): Value {
  if (typeof value === 'string') return '';
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  if (Array.isArray(value)) return [];
  return isRecord(value) ? {} : value;
}

/** The values of fields that hold no others. */
export function isEmptied(session: Session, path: FieldPath): boolean {
  let here: Value = session as unknown as Value; // plain data, walked along its own keys
  for (const step of path) {
    if (step === '*') return false;
    if (Array.isArray(here)) here = (here as readonly Value[])[Number(step)] ?? null;
    else here = isRecord(here) ? (here[step] ?? null) : null;
  }
  return here === null || JSON.stringify(here) === JSON.stringify(emptied(here));
}
