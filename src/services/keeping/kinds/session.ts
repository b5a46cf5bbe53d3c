import * as v from 'valibot';
import { systemIds } from '../../../engine/model/session.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A session that is kept on this device. Its packed text is stored beside the record, under the same id. */
export const schema = v.object({
  name: v.string(),
  /** The text is that of session files, or the script of a run. */
  what: v.picklist(['sessions', 'run']),
  /** What the list of sessions shows before the text is read. */
  opened: v.object({
    importer: v.string(),
    importerTitle: v.string(),
    bytes: v.number(),
    sessions: v.array(v.object({ title: v.string(), system: v.picklist(systemIds) })),
  }),
  /** Of the packed text. */
  bytes: count,
  /** Milliseconds since 1970. */
  keptAt: v.number(),
  /** Of a run: the number of steps before its cursor. */
  step: v.exactOptional(count),
});

export const upgrades = [];
