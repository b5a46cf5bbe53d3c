import type { TurnIndex } from '../../engine/model/history.ts';
import type { UserNote } from '../../engine/model/user-note.ts';
import type { TurnRange } from '../../state/sight.ts';
import type { Choice, HiddenKind, Part } from '../../worker/leaving-protocol.ts';
import type { SessionOutline } from '../../worker/protocol.ts';
import { kindTitles } from '../hiddenKinds.ts';

/** What the user has chosen in the dialog, as it is written there. */
export interface Chosen {
  readonly part: Part['kind'];
  readonly first: TurnIndex;
  readonly last: TurnIndex;
  readonly at: TurnIndex;
  /** Kinds of values that stay. All others are hidden. */
  readonly shown: ReadonlySet<HiddenKind>;
  /** Separated by commas. */
  readonly names: string;
  readonly paths: string;
  readonly onlyRead: boolean;
  /** Notes of the user do not leave. */
  readonly withoutNotes: boolean;
}

export const firstChosen = ({ turns }: SessionOutline, turn: TurnIndex, range: TurnRange | null): Chosen => ({
  part: 'whole',
  first: range?.first ?? 0,
  last: range?.last ?? Math.max(0, turns - 1),
  at: Math.max(0, turn),
  shown: new Set(),
  names: '',
  paths: '',
  onlyRead: false,
  withoutNotes: false,
});

// The keys of the table are its kinds, though the type of `Object.keys` does not say so.
export const listedKinds = Object.keys(kindTitles) as readonly Exclude<HiddenKind, 'path'>[];

export function choiceOf(
  { part, first, last, at, shown, names, paths, onlyRead, withoutNotes }: Chosen,
  userNotes: readonly UserNote[],
): Choice {
  return {
    part: partOf(part, first, last, at),
    kinds: listedKinds.filter((kind) => !shown.has(kind)),
    names: listed(names),
    paths: listed(paths),
    onlyRead: onlyRead && (part === 'whole' || part === 'turns'),
    userNotes: withoutNotes ? [] : userNotes,
  };
}

function partOf(kind: Part['kind'], first: TurnIndex, last: TurnIndex, at: TurnIndex): Part {
  if (kind === 'turns') return { kind, from: Math.min(first, last), to: Math.max(first, last) + 1 };
  return kind === 'smallest' ? { kind, turns: [at] } : { kind };
}

const listed = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
