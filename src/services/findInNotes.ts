import type { UserNote } from '../engine/model/user-note.ts';
import type { Output } from '../worker/protocol.ts';

/** The turns that a search finds, with those whose notes contain the text. */
export function withNoted(found: Output<'find'>, notes: readonly UserNote[]): Output<'find'> {
  if (found.wanted.kind === 'expression' || notes.length === 0) return found;
  const text = found.wanted.text.toLowerCase();
  const known = new Set(found.turns);
  const more = notes.filter((note) => !known.has(note.turn) && note.text.toLowerCase().includes(text));
  if (more.length === 0) return found;
  const turns = new Set([...found.turns, ...more.map(({ turn }) => turn)]);
  return { ...found, turns: [...turns].toSorted((a, b) => a - b) };
}
