import type { Importer } from '../importer.ts';
import { conversationsIn, type ChatFormat } from './chat-format.ts';

/** An importer that is a description. */
export const chatImporter = (format: ChatFormat): Importer => ({
  id: format.id,
  title: format.title,
  messageShape: format,
  claim: (document) => (conversationsIn(document, format, true).length > 0 ? (format.claim ?? 'certain') : 'no'),
  async load() {
    const { reading } = format;
    const [{ readerOf }, described] = await Promise.all([
      import('./read-chat.ts'),
      typeof reading === 'function' ? reading() : reading,
    ]);
    return readerOf(format, described);
  },
});
