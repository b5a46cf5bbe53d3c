import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Importer, SessionEntry } from '../importer.ts';
import { firstFault } from '../schema.ts';
import { Log, Sample } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const inspect: Importer = {
  id: 'inspect',
  title: 'Inspect log',
  claim: ({ value }) => (v.is(Log, value) ? 'certain' : 'no'),
  read({ value }) {
    const parsed = v.safeParse(Log, value);
    if (!parsed.success) {
      return err({
        code: 'import/malformed',
        message: `This looks like a log of Inspect, but ${firstFault(parsed.issues)}.`,
      });
    }
    const log = parsed.output;
    if (log.samples.length === 0) {
      const message = 'This log of Inspect holds no sample: its header may have been written alone.';
      return err({ code: 'import/empty', message });
    }
    return ok({ sessions: log.samples.map((sample, index) => entryAt(sample, index, log)) });
  },
};

/** A sample that cannot be read keeps its line in the list, so that the others keep their numbers. */
function entryAt(value: unknown, index: number, log: Log): SessionEntry {
  const parsed = v.safeParse(Sample, value);
  if (parsed.success) {
    const sample = parsed.output;
    const place = ['samples', index];
    return { title: titleOf(sample, log), system: 'task', open: () => ok(toSession(sample, log, place)) };
  }
  const message = `Sample ${index} of this log cannot be read: ${firstFault(parsed.issues)}.`;
  return { title: 'unreadable sample', system: 'task', open: () => err({ code: 'import/malformed', message }) };
}
