import type { Opened } from '../../worker/protocol.ts';

/** Sessions whose title holds every typed word, with their place in the file. */
export function matching(sessions: Opened['sessions'], filter: string) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return sessions
    .map(({ title }, entry) => ({ title, entry }))
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
}
