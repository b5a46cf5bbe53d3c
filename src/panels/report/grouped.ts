import type { Note } from '../../engine/model/problem.ts';

/** Most severe first. */
const kinds = [
  ['lost', 'Lost', 'in the text, but not in the session'],
  ['repaired', 'Repaired', 'the text was faulty and has been repaired'],
  ['assumed', 'Assumed', 'not recorded, so a choice was made'],
  ['info', 'Worth knowing', 'as the format has it; no turn is missing'],
] as const;

export interface NoteGroup {
  readonly severity: Note['severity'];
  readonly title: string;
  /** Explains the title. */
  readonly meaning: string;
  readonly notes: readonly Note[];
}

export function grouped(notes: readonly Note[]): readonly NoteGroup[] {
  return kinds.flatMap(([severity, title, meaning]) => {
    const group = notes.filter((note) => note.severity === severity);
    return group.length === 0 ? [] : [{ severity, title, meaning, notes: group }];
  });
}

/** The report as text, for copying. */
export const reportText = (summary: string, notes: readonly Note[]): string =>
  [
    summary,
    ...grouped(notes).flatMap(({ title, notes: group }) => [
      '',
      title,
      ...group.map(({ message, place }) => `- ${message}${place === undefined ? '' : ` (${place})`}`),
    ]),
    '',
  ].join('\n');
