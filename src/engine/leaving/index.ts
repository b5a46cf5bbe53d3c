/** All of the module for a late import. */
export { leave, leaveAsTest } from './leave.ts';
export { marksIn, placeOf } from './preview.ts';
