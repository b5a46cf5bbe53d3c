import type { Forms } from './forms.ts';

/** A task is called by its operations; what is said about it is an expression. */
export const taskForms: Forms = {
  modules: [],
  read: (path) => (path.length === 0 ? null : { op: 'status', args: {}, rest: path }),
  write: () => 'A task has nothing to assign: its operations are what changes it.',
};
