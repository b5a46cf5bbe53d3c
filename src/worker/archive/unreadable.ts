import type { Problem } from '../../engine/model/problem.ts';

/** A file that was changed or removed after it was chosen: browsers and Node throw a DOMException then. */
export const unreadable = (name: string, why: string): Problem => ({
  code: 'file/unreadable',
  message: `${name} could not be read (${why}). Check that it is still there, and open it again.`,
});
