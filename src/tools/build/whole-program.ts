/** Entry of the bundle `program.mjs`: what the small script `contextscope.mjs` loads when it needs it (`vite.cli.config.ts`). */
export { start } from '../cli/program.ts';
export { checkSetup, RecordedJudge, startBackground } from '../gate/engine.ts';
