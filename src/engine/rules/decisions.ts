import { defaultDecisions, type Decisions } from '../model/decisions.ts';
import type { OpenSession } from '../opening/open-session.ts';

/**
 * The decisions for a session. The user's choices override those that the recording determines, and these override the
 * defaults.
 */
export function decisionsOf({ session }: OpenSession, chosen: Partial<Decisions> = {}): Decisions {
  return { ...defaultDecisions, ...session.header.decisions, ...chosen };
}
