import { ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { taskLogOf } from './tasks.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const { tasks, unread } = taskLogOf(value);
  return ok({
    sessions: tasks.map((task) => ({
      title: titleOf(task),
      system: 'task',
      open: () => ok(toSession(task, unread)),
    })),
  });
};
