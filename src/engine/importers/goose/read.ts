import { conversationEntry, imported } from '../../importing/transcript/conversation-entry.ts';
import type { Read } from '../../importing/importer.ts';
import { readMessage } from './messages.ts';
import { sessionIn } from './shapes.ts';

export const read: Read = ({ value }) => {
  const found = sessionIn(value);
  if (found === undefined) return imported([], 'This looks like goose, but no message is in it.');
  const { header, headerPlace, messages } = found;
  const { accumulated_input_tokens: prompt, accumulated_output_tokens: completion } = header ?? {};
  const entry = conversationEntry({
    importer: 'goose',
    title: header?.description ?? header?.name,
    messages,
    read: readMessage,
    about: () => ({ agent: 'goose', recording: header?.id === undefined ? {} : { session: header.id } }),
    end(matcher) {
      if (prompt !== undefined && completion !== undefined) matcher.addTotals({ prompt, completion }, headerPlace);
    },
  });
  return imported([entry], '');
};
