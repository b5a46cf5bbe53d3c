import type { Value } from '../../model/value.ts';
import { elementsOf, groupedBy, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, fieldAt, hasListAt, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** https://docs.vapi.ai/server-url/events. A type may include a condition, as in `transcript[transcriptType="final"]`. */
const serverTypes =
  /^(assistant-request|assistant-speech|assistant\.started|conversation-update|end-of-call-report|function-call|handoff-destination-request|hang|knowledge-base-request|language-change-detected|model-output|phone-call-control|speech-update|status-update|tool-calls|tool-calls-result|transcript|transfer-destination-request|transfer-update|user-interrupted|voice-input|voice-request)(\[|$)/;

/** A call, a test conversation, the messages to a server about one call, or a list entry that is not readable as one of these. */
interface Found extends Placed {
  readonly kind: 'call' | 'mock' | 'server' | 'unreadable';
  /** The messages to the server, in the order in which they were sent. */
  readonly messages: readonly Placed[];
}

function find(value: Value): readonly Found[] {
  const entries = oneOrMany(value);
  if (entries.slice(0, 3).some((entry) => serverTypes.test(textAt(entry.value, 'message.type') ?? ''))) {
    return serverCalls(entries).map((messages) => ({ kind: 'server', value, place: [], messages }));
  }
  const found = (one: Placed): Found => ({ ...one, kind: kindOf(one.value) ?? 'unreadable', messages: [] });
  if (kindOf(value) !== undefined) return [found({ value, place: [] })];
  return kindOf(elementsOf(value)[0] ?? null) === undefined ? [] : entries.map(found);
}

function kindOf(value: Value): 'call' | 'mock' | undefined {
  if (textAt(value, 'type') === 'chat.mockConversation' && hasListAt(value, 'messages')) return 'mock';
  return isCall(value) ? 'call' : undefined;
}

/** A call has an artifact with words, or messages with their time in seconds after the start. */
function isCall(value: Value): boolean {
  const transcripts = ['messages', 'transcript', 'messagesOpenAIFormatted'].map((name) =>
    fieldAt(value, `artifact.${name}`),
  );
  if (transcripts.some((one) => elementsOf(one ?? null).length > 0 || (typeof one === 'string' && one !== '')))
    return true;
  if (isChat(value)) return true;
  const transcript = textAt(value, 'transcript') ?? '';
  if (textAt(value, 'orgId') !== undefined && /^(AI|User): /.test(transcript)) return true;
  const first = elementsAt(value, 'messages').slice(0, 20);
  return first.some((message) => ['secondsFromStart', 'role'].every((name) => fieldAt(message, name) !== undefined));
}

/** A chat of the API has what was asked apart from what was answered. */
const isChat = (value: Value): boolean =>
  textAt(value, 'orgId') !== undefined &&
  fieldAt(value, 'input') !== undefined &&
  elementsAt(value, 'output').some((message) => textAt(message, 'role') !== undefined);

/** Groups messages to a server by their call. Answers of the server belong to the message before them. */
function serverCalls(entries: readonly Placed[]): readonly (readonly Placed[])[] {
  let latest = '';
  const calls = groupedBy(entries, ({ value }) => {
    if (!hasListAt(value, 'results')) latest = textAt(value, 'message.call.id') ?? '';
    return latest;
  });
  return [...calls.values()];
}

export const vapi = voiceImporter({
  id: 'vapi',
  title: 'Vapi call',
  find,
  load: async () => (await import('./read.ts')).open,
});
