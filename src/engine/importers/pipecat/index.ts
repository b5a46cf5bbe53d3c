import { ok } from '../../../base/result.ts';
import type { Value } from '../../model/value.ts';
import type { Importer } from '../importer.ts';
import { titleOf, toSession } from './to-session.ts';

/** A log that its reader knows is nobody else’s. */
export const pipecat: Importer = {
  id: 'pipecat',
  title: 'Pipecat log',
  claim: ({ syntax, value }) => (syntax === 'loguru' && Array.isArray(value) ? 'certain' : 'no'),
  read({ value }) {
    // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
    const records = Array.isArray(value) ? (value as readonly Value[]) : [];
    const title = titleOf(records);
    return ok({ sessions: [{ title, system: 'voice', open: () => ok(toSession(records, title)) }] });
  },
};
