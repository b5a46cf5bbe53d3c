import { ok } from '../../../base/result.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Read } from '../../importing/importer.ts';
import { readLines } from './lines.ts';
import { titleOf, toSession } from './to-session.ts';
import { sessionOfWire, titleOfWire, wireEntries } from './wire.ts';

export const read: Read = ({ value }) => {
  const wire = wireEntries(elementsOf(value));
  if (wire.length > 0) {
    return ok({ sessions: [{ title: titleOfWire(wire), system: 'task', open: () => ok(sessionOfWire(wire)) }] });
  }
  const lines = readLines(value);
  return ok({ sessions: [{ title: titleOf(lines.entries), system: 'task', open: () => ok(toSession(lines)) }] });
};
