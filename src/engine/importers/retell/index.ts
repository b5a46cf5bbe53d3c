import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { textAt, fieldAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** A list is recognised by at most this many of its first elements. */
const sample = 20;

/** A call, a webhook about a call, or a list of webhooks. */
function find(value: Value): readonly Placed[] {
  const list = elementsOf(value);
  if (list.length > 0 && list.slice(0, sample).every(isWebhook)) {
    return list.flatMap((one, index) => (hasCall(one) ? [{ value: one, place: [index] }] : []));
  }
  return isWebhook(value) || isOwnCall(textAt(value, 'event') === undefined ? value : fieldAt(value, ['call', 'chat']))
    ? [{ value, place: [] }]
    : [];
}

const hasCall = (value: Value): boolean =>
  textAt(value, 'event') !== undefined && textAt(value, 'call.call_id') !== undefined;

/** `{event: "call_ended", call}` */
function isWebhook(value: Value): boolean {
  return hasCall(value) && textAt(value, 'event')?.startsWith('call_') === true && hasKind(fieldAt(value, 'call'));
}

/** A call of the API, or a chat. Its transcript is a list, or a text whose lines begin with the speaker. */
function isOwnCall(call: Value | undefined): boolean {
  if (textAt(call, ['call_id', 'chat_id']) === undefined) return false;
  const lists = [
    'transcript_with_tool_calls',
    'transcript_object',
    'scrubbed_transcript_with_tool_calls',
    'message_with_tool_calls',
  ];
  if (lists.some((name) => textAt(call, `${name}.0.role`) !== undefined)) return true;
  return hasKind(call) && /^(Agent|User|Transfer Target): ?/.test(textAt(call, 'transcript') ?? '');
}

const hasKind = (call: Value | undefined): boolean =>
  call !== undefined &&
  isRecord(call) &&
  ['agent_id', 'call_type', 'call_status'].some((name) => textAt(call, name) !== undefined);

export const retell = voiceImporter({
  id: 'retell',
  title: 'Retell call',
  find,
  load: async () => (await import('./read.ts')).open,
});
