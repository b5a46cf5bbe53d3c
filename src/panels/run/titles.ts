import type { OpenSource } from '../../state/view/sessions.ts';

/** Longer titles are not readable in a list. */
const maxTitleLength = 120;

/** The title, with the first number that makes it unique in the list if it is used already. */
export function uniqueTitle(wanted: string, sources: readonly OpenSource[]): string {
  const title = wanted.trim().replaceAll(/\s+/g, ' ').slice(0, maxTitleLength);
  const taken = new Set(sources.flatMap(({ opened }) => opened.sessions.map((session) => session.title)));
  if (!taken.has(title)) return title;
  const base = title.replace(/ \d+$/, '');
  let number = 2;
  while (taken.has(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}
