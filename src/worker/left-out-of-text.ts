import { Stopped, type Pace } from '../base/pace.ts';
import { leftOut, type LeftOut } from '../engine/left-out.ts';
import type { OpenSession } from '../engine/open-text.ts';
import type { Look } from './look.ts';

/** What the text of a session holds and none of the sessions made of it does: what stands in another one is not left out. */
export async function leftOutOfText(look: Look, session: OpenSession, pace: Pace): Promise<LeftOut> {
  const sessions = [session.session];
  for (let entry = 0; entry < look.entries.length; entry++) {
    const other = await look.session(entry);
    // Files of an archive have texts of their own.
    if (other.ok && other.value !== session && other.value.document.text === session.document.text) {
      sessions.push(other.value.session);
    }
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
  }
  return leftOut(session.document.value, sessions, pace);
}
