import { ok } from '../../base/result.ts';
import { linesAround } from '../../engine/readers/lines.ts';
import type { Methods } from '../serve.ts';
import { asked, type Bench } from './bench.ts';

// Asked for when someone reads a report: no first script has to hold it.
const places = () => import('../../engine/note-place.ts');
const leavings = () => import('../left-out-of-text.ts');

/** Lines around a place, and characters in all: a line may be 10 MB long. */
const margin = 2;
const maxExcerpt = 4_000;

export function reportMethods(bench: Bench): Pick<Methods, 'placeInSource' | 'leftOut'> {
  return {
    placeInSource: asked(bench, async ({ document, lines }, { place }) => {
      const range = (await places()).rangeOfPlace(place, document, lines);
      return ok(range === null ? null : linesAround(lines, [range], margin, maxExcerpt));
    }),
    leftOut: asked(bench, async (session, { session: ref }, pace) => {
      const look = bench.look(ref.id.split(':', 1)[0] ?? '');
      if (!look.ok) return look;
      return ok(await (await leavings()).leftOutOfText(look.value, session, pace));
    }),
  };
}
