import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { isList } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { SessionEntry, Read } from '../../importing/importer.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { Context, StoredTask } from './format.ts';
import { contextSession, storedSession, titleOfContext, titleOfStored } from './to-session.ts';
import { isContextOrTask } from './shapes.ts';

export const read: Read = ({ value }) => {
  if (isContextOrTask(value)) return ok({ sessions: [entryOf(value, [], value)] });
  const list: readonly Value[] = isList(value) ? [...value] : [];
  if (list.length > 0) return ok({ sessions: list.map((element, index) => entryOf(element, [index], value)) });
  return err({ code: 'import/malformed', message: 'This looks like a context of a2akit, but it holds no task.' });
};

/** An element that is neither a context nor a stored task becomes an unreadable entry, so that the others keep their numbers. */
function entryOf(value: Value, place: Path, document: Value): SessionEntry {
  const context = v.safeParse(Context, value);
  if (context.success) {
    const { output } = context;
    return { title: titleOfContext(output), system: 'a2a', open: () => ok(contextSession(output, place, document)) };
  }
  const stored = v.safeParse(StoredTask, value);
  if (stored.success) {
    const { output } = stored;
    return { title: titleOfStored(output), system: 'a2a', open: () => ok(storedSession(output, place, document)) };
  }
  const message = `Entry ${String(place[0] ?? 0)} is no context of a2akit: ${firstFault(context.issues)}.`;
  return { title: 'unreadable entry', system: 'a2a', open: () => err({ code: 'import/malformed', message }) };
}
