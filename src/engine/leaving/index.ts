/** All of the module for a late import. */
export { hideInText } from './hide-in-text.ts';
export { leave, leaveAsTest } from './leave.ts';
export { reviewOf } from './review.ts';
export { marksIn, placeOf } from './preview.ts';
