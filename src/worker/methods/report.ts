import { ok } from '../../base/result.ts';
import { Stopped, type Pace } from '../../base/pace.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type { OpenSession } from '../../engine/open-text.ts';
import { linesAround } from '../../engine/readers/lines.ts';
import type { Methods } from '../serve.ts';
import { asked, type Bench } from './bench.ts';

// Asked for when someone reads a report: no first script has to hold it.
const places = () => import('../../engine/note-place.ts');
const leavings = () => import('../../engine/left-out.ts');

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
      const all = await sessionsOfText(bench, ref, session, pace);
      return ok(await (await leavings()).leftOut(session.document.value, all, pace));
    }),
  };
}

/** What stands in a text and in another session of it is not left out. */
async function sessionsOfText(bench: Bench, { id }: SessionRef, session: OpenSession, pace: Pace) {
  const look = bench.look(id.split(':', 1)[0] ?? '');
  const sessions = [session.session];
  for (let entry = 0; look.ok && entry < look.value.entries.length; entry++) {
    const other = await look.value.session(entry);
    // Files of an archive have texts of their own.
    if (other.ok && other.value !== session && other.value.document.text === session.document.text) {
      sessions.push(other.value.session);
    }
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
  }
  return sessions;
}
