/** All of the module for a late import. */
export { hideInText } from './hide-in-text.ts';
export { leave, leaveAsTest } from './leave.ts';
export { marksIn, placeOf } from './preview.ts';
