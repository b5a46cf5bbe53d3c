import { sessionFile } from './session-file/index.ts';

/** Takes the registry's place in a page in one file, which opens the session that was put into it. */
export const importers = [sessionFile];
