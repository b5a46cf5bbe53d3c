import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import { formatPath, type Path } from '../../model/path.ts';
import { isRecord } from '../../model/value.ts';
import type { Importer, SessionEntry } from '../importer.ts';
import { firstFault } from '../schema.ts';
import { Log, Sample } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const inspect: Importer = {
  id: 'inspect',
  title: 'Inspect log',
  claim: ({ value }) => (v.is(Log, value) || isSampleAlone(value) ? 'certain' : 'no'),
  read({ value }) {
    if (isSampleAlone(value)) return ok({ sessions: [entryOf(value, [], alone)] });
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
    return ok({ sessions: log.samples.map((sample, index) => entryOf(sample, ['samples', index], log)) });
  },
};

/** An `.eval` archive holds each sample as a file of its own, which says nothing of the log. */
const alone: Log = { version: 2, status: 'unknown', eval: {}, samples: [] };

const isSampleAlone = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['epoch'] === 'number' &&
  'target' in value &&
  'model_usage' in value &&
  v.is(Sample, value);

/** A sample that cannot be read keeps its line in the list, so that the others keep their numbers. */
function entryOf(value: unknown, place: Path, log: Log): SessionEntry {
  const parsed = v.safeParse(Sample, value);
  if (parsed.success) {
    const sample = parsed.output;
    return { title: titleOf(sample, log), system: 'task', open: () => ok(toSession(sample, log, place)) };
  }
  const message = `The sample at ${formatPath(place)} of this log cannot be read: ${firstFault(parsed.issues)}.`;
  return { title: 'unreadable sample', system: 'task', open: () => err({ code: 'import/malformed', message }) };
}
