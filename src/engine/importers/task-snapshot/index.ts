import { snapshotLikeness } from '../../systems/task/running/snapshot/likeness.ts';
import type { Importer } from '../../importing/importer.ts';

/**
 * A pasted task context, as JSON or as Python prints it. The object is described by the Common Agent Specification
 * (https://commonagents.info, page *Task Context*, v1beta1); the system itself knows how to read it back.
 */
export const taskSnapshot: Importer = {
  id: 'task-snapshot',
  title: 'Task context snapshot',
  claim: ({ value }) => snapshotLikeness(value),
  countsGaps: true,
  statesOutcomes: true,
  holdsContext: true,
  load: async () => (await import('./read.ts')).read,
};
