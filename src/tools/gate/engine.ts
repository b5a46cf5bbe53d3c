/** What the hook loads when it judges itself, or is the process in the background: a script of its own in the bundle. */
export { startBackground } from './background.ts';
export { checkSetup } from './check-setup.ts';
export { RecordedJudge } from './recorded-judge.ts';
