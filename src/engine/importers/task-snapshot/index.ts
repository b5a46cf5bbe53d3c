import { ok } from '../../../base/result.ts';
import { fromSnapshot, snapshotLikeness } from '../../systems/task/snapshot/from-snapshot.ts';
import type { Importer } from '../importer.ts';

/**
 * A pasted task context, as JSON or as Python prints it. The object is described by the Common Agent Specification
 * (https://commonagents.info, page *Task Context*, v1beta1); the system itself knows how to read it back.
 */
export const taskSnapshot: Importer = {
  id: 'task-snapshot',
  title: 'Task context snapshot',
  claim: ({ value }) => snapshotLikeness(value),
  read({ value }) {
    const read = fromSnapshot(value);
    if (!read.ok) return read;
    const { session, sources } = read.value;
    const named = { ...session, header: { ...session.header, importer: 'task-snapshot' } };
    const { title } = session.header;
    return ok({ sessions: [{ title, system: 'task', open: () => ok({ session: named, sources }) }] });
  },
};
