import type { Session } from '../model/session.ts';
import { isRecord } from '../model/value.ts';

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
    header: header === undefined ? session.header : pruned(session.header, header),
    events: events === undefined ? session.events : pruned(session.events, events),
  };
}

/** Opening the session afterwards proves that it is still one: a system refuses what lacks a field. */
function pruned<Part>(value: Part, branch: Branch): Part {
  const part = (inner: unknown, here: Branch | undefined): readonly unknown[] => {
    if (here === undefined) return [inner];
    if (here.fate === 'left out') return [];
    return [here.fate === 'emptied' ? emptied(inner) : pruned(inner, here)];
  };
  if (Array.isArray(value)) {
    const list = (value as readonly unknown[]).flatMap((element, index) =>
      part(element, branch.below.get(index) ?? branch.below.get('*')),
    );
    return list as Part; // a list stays one
  }
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).flatMap(([key, inner]) =>
    part(inner, branch.below.get(key)).map((kept) => [key, kept] as const),
  );
  return Object.fromEntries(fields) as Part; // a record stays one
}

/** A value of the same type that holds nothing. */
export function emptied(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (typeof value === 'number' || typeof value === 'bigint') return 0;
  if (typeof value === 'boolean') return false;
  if (Array.isArray(value)) return [];
  return isRecord(value) ? {} : value;
}

/** The values of fields that hold no others. */
export function isEmptied(session: Session, path: FieldPath): boolean {
  let here: unknown = session;
  for (const step of path) {
    if (step === '*') return false;
    if (Array.isArray(here)) here = (here as readonly unknown[])[Number(step)] ?? null;
    else here = isRecord(here) ? (here[step] ?? null) : null;
  }
  if (Array.isArray(here)) return here.length === 0;
  return isRecord(here) ? Object.keys(here).length === 0 : here === emptied(here);
}
