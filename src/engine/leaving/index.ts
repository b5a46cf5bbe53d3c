/** All of the module for a late import. */
export { leave, leaveAsTest } from './leave.ts';
