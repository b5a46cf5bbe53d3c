import type { OpenSource } from '../../state/view.ts';

/** More is not read in a list. */
const longest = 120;

/** The title, or the title with the first number that makes it another one than all titles in the list. */
export function uniqueTitle(wanted: string, sources: readonly OpenSource[]): string {
  const title = wanted.trim().replaceAll(/\s+/g, ' ').slice(0, longest);
  const taken = new Set(sources.flatMap(({ opened }) => opened.sessions.map((session) => session.title)));
  if (!taken.has(title)) return title;
  const base = title.replace(/ \d+$/, '');
  let number = 2;
  while (taken.has(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}
