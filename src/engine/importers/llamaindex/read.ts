import * as v from 'valibot';
import { conversationEntry, imported } from '../../importing/messages/conversation-entry.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { readEntry, newIn } from './events.ts';
import { AgentOutput } from './format.ts';
import { recordingsIn, type Recording } from './shapes.ts';

export const read: Read = ({ value }) =>
  imported(recordingsIn(value).map(entryOf), 'This looks like LlamaIndex, but no message is in it.');

function entryOf({ name, entries }: Recording): SessionEntry {
  const outputs = entries.flatMap(({ value }) => {
    const output = v.safeParse(AgentOutput, value);
    return output.success ? (output.output.current_agent_name ?? []) : [];
  });
  const [agent] = outputs;
  return conversationEntry({
    importer: 'llamaindex',
    messages: newIn(entries),
    read: readEntry,
    about: () => ({ agent, user: name }),
  });
}
