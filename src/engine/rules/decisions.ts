import { defaultDecisions, type Decisions } from '../model/decisions.ts';
import type { OpenSession } from '../open-text.ts';

/** The decisions for a session: the defaults, then what its recording settles, then what the user has chosen. */
export function decisionsOf({ session }: OpenSession, chosen: Partial<Decisions> = {}): Decisions {
  return { ...defaultDecisions, ...session.header.decisions, ...chosen };
}
