import { isSessionFile, isSessionStream } from '../../model/session-file.ts';
import { isRecord } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';

/** Our own `*.ctx.json`: the format is defined where it is written, in `model/session-file.ts`. */
export const sessionFile: Importer = {
  id: 'session-file',
  title: 'Contextscope session',
  claim: ({ value }) => (isSessionFile(value) || isSessionStream(value) ? 'certain' : 'no'),
  holdsContext: true,
  goesOn: (record) => !isSessionFile(record),
  withoutEvents: (file) => (isRecord(file) ? { ...file, events: [] } : file),
  load: async () => (await import('./read.ts')).read,
};
