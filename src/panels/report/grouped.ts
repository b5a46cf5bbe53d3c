import type { Note } from '../../engine/model/problem.ts';

/** Worst first: what is lost matters more than what is merely worth knowing. */
const titles = [
  ['lost', 'Lost'],
  ['repaired', 'Repaired'],
  ['assumed', 'Assumed'],
  ['info', 'Worth knowing'],
] as const;

export function grouped(notes: readonly Note[]) {
  return titles.flatMap(([severity, title]) => {
    const group = notes.filter((note) => note.severity === severity);
    return group.length === 0 ? [] : [{ severity, title, notes: group }];
  });
}
