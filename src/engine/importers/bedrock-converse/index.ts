import type { Importer } from '../../importing/importer.ts';
import { conversationIn } from './shapes.ts';

export const bedrockConverse: Importer = {
  id: 'bedrock-converse',
  title: 'Amazon Bedrock Converse',
  claim: ({ value }) => (conversationIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
