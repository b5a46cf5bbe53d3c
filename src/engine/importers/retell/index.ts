import type { Importer } from '../../importing/importer.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { callIn, isOwnWebhook, isWebhookLog } from './shapes.ts';

export const retell: Importer = {
  id: 'retell',
  title: 'Retell call',
  claim: ({ value }) =>
    isWebhookLog(elementsOf(value)) || isOwnWebhook(value) || callIn(value) !== undefined ? 'certain' : 'no',
  load: async () => (await import('./read.ts')).read,
};
