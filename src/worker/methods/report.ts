import { ok } from '../../base/result.ts';
import { sessionFile } from '../../engine/importers/session-file/index.ts';
import type { Note } from '../../engine/model/problem.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { linesAround } from '../../engine/readers/lines.ts';
import type { Methods } from '../serve.ts';
import { asked, type OpenSources } from './open-sources.ts';

// Loaded when the user opens a report, so that the first scripts stay small.
const places = () => import('../../engine/opening/note-place.ts');
const leavings = () => import('../left-out-of-text.ts');

/** Number of lines around a place, and of characters in all: a line may be 10 MB long. */
const margin = 2;
const maxExcerpt = 4_000;

export function reportMethods(sources: OpenSources): Pick<Methods, 'placeInSource' | 'leftOut'> {
  return {
    placeInSource: asked(sources, async (open, { place, inWhole = false }) => {
      const { lines } = open;
      const document = (inWhole ? open.document.partOf : undefined) ?? open.document;
      const range = isElsewhere(open, place) ? null : (await places()).rangeOfPlace(place, document, lines);
      return ok(range === null ? null : linesAround(lines, [range], margin, maxExcerpt));
    }),
    leftOut: asked(sources, async (session, { session: ref }, pace) => {
      const look = sources.look(ref.id.split(':', 1)[0] ?? '');
      if (!look.ok) return look;
      return ok(await (await leavings()).leftOutOfText(look.value, session, pace));
    }),
  };
}

/** A saved session brings its notes along. Their places refer to the text that it was imported from. */
function isElsewhere({ importer, session, document }: OpenSession, place: string): boolean {
  const names = (notes: readonly Note[]) => notes.some((note) => note.place === place || note.alsoAt?.includes(place));
  return importer.id === sessionFile.id && names(session.notes) && !names(document.notes);
}
