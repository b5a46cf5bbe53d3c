import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type Value } from '../../model/value.ts';
import { branchesOf as branchesOfTree } from '../../importing/transcript/branches.ts';
import { Header, Line, OwnMessage } from './format.ts';

/** A line, or a message without a line around it. */
export interface Entry {
  readonly value: Value;
  readonly place: Path;
  readonly isMessage: boolean;
}

export interface Lines {
  readonly header: Header | undefined;
  readonly entries: readonly Entry[];
}

/**
 * A session's file; a part of it; or only its messages, as a list or as the context that pi sends to a model (`{messages:
 * […]}`).
 */
export function linesOf(value: Value): Lines | undefined {
  const held = isRecord(value) ? entry(value, 'messages') : undefined;
  const list = held ?? value;
  if (!isList(list)) return undefined;
  const values = [...list];
  const header = v.safeParse(Header, values[0]);
  if (!header.success && !values.slice(0, sample).some(isOwn)) return undefined;
  const place: Path = held === undefined ? [] : ['messages'];
  const entries = values.map((one, index) => ({ value: one, place: [...place, index], isMessage: isBare(one) }));
  return { header: header.success ? header.output : undefined, entries };
}

/** How many entries are checked. */
const sample = 40;

export const holdsMessage = (value: Value): boolean => {
  const line = v.safeParse(Line, value);
  return line.success && line.output.type === 'message' && isBare(line.output.message);
};

const isBare = (value: Value | undefined): boolean => isRecord(value) && typeof entry(value, 'role') === 'string';

function isOwn(value: Value): boolean {
  const line = v.safeParse(Line, value);
  return v.is(OwnMessage, line.success && line.output.type === 'message' ? line.output.message : value);
}

/** Each path through the session's tree. Where two lines have the same parent, the user went back to that parent. */
export const branchesOf = (entries: readonly Entry[]): readonly (readonly Entry[])[] =>
  branchesOfTree(entries, ({ value }) => {
    const line = v.safeParse(Line, value);
    return line.success
      ? { id: line.output.id, parent: line.output.parentId, isPrompt: true }
      : { id: undefined, parent: undefined, isPrompt: false };
  });
