import * as v from 'valibot';
import type { Importer } from '../../importing/importer.ts';
import { Log } from './format.ts';
import { areEventsAlone, areMessagesAlone, isSampleAlone } from './shapes.ts';

export const inspect: Importer = {
  id: 'inspect',
  title: 'Inspect log',
  claim: ({ value }) =>
    v.is(Log, value) || isSampleAlone(value) || areMessagesAlone(value) || areEventsAlone(value) ? 'certain' : 'no',
  load: async () => (await import('./read.ts')).read,
};
