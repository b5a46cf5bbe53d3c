import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { Call, MockConversation, ServerAnswer, ServerMessage, serverTypes, typeOf } from './format.ts';
import type { Path } from '../../model/path.ts';

export interface Placed {
  readonly value: Value;
  readonly place: Path;
}

/** What one file, or one entry of it, holds. */
export type Found =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'mock'; readonly conversation: MockConversation };

export function foundIn(value: Value): Found | undefined {
  const mock = v.safeParse(MockConversation, value);
  if (mock.success) return { kind: 'mock', conversation: mock.output };
  if (!isRecord(value) || !isCall(value)) return undefined;
  const call = v.safeParse(Call, value);
  return call.success ? { kind: 'call', call: call.output } : undefined;
}

/** An artifact with something said in it, or messages that know how many seconds after the start they were said. */
function isCall(value: RecordValue): boolean {
  const { artifact, messages } = value;
  if (
    isRecord(artifact) &&
    ['messages', 'transcript', 'messagesOpenAIFormatted'].some((key) => isSaid(artifact[key]))
  ) {
    return true;
  }
  const { transcript, orgId } = value;
  if (typeof transcript === 'string' && typeof orgId === 'string' && /^(AI|User): /.test(transcript)) return true;
  // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
  const first = Array.isArray(messages) ? (messages as readonly Value[]).slice(0, 20) : [];
  return first.some((message) => isRecord(message) && 'secondsFromStart' in message && 'role' in message);
}

const isSaid = (telling: Value | undefined): boolean =>
  (Array.isArray(telling) || typeof telling === 'string') && telling.length > 0;

/** Server messages by the call that they are of; answers belong to the call of the message before them. */
export function serverCallsIn(value: Value): readonly (readonly Placed[])[] {
  // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
  const list = Array.isArray(value) ? (value as readonly Value[]) : undefined;
  const placed: readonly Placed[] = list?.map((entry, index) => ({ value: entry, place: [index] })) ?? [
    { value, place: [] },
  ];
  if (!placed.slice(0, 3).some((entry) => isServerMessage(entry.value))) return [];
  const calls = new Map<string, Placed[]>();
  let latest = '';
  for (const entry of placed) {
    latest = isAnswer(entry.value) ? latest : (callIdOf(entry.value) ?? '');
    const known = calls.get(latest);
    if (known === undefined) calls.set(latest, [entry]);
    else known.push(entry);
  }
  return [...calls.values()];
}

const isServerMessage = (value: Value): boolean => {
  const parsed = v.safeParse(ServerMessage, value);
  return parsed.success && serverTypes.has(typeOf(parsed.output.message));
};

const isAnswer = (value: Value): boolean => v.is(ServerAnswer, value);

const callIdOf = (value: Value): string | undefined => {
  const parsed = v.safeParse(ServerMessage, value);
  return parsed.success ? parsed.output.message.call?.id : undefined;
};
