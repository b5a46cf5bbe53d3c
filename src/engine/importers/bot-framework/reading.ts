import { type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type {
  ChatReading,
  Entry,
  FoundConversation,
  MessageKind,
  Spot,
} from '../../importing/describing/chat-reading.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { refused } from '../../importing/transcript/call-ends.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';

export const reading: ChatReading = {
  messages: (found) => [
    {
      kind: kindsOf(found),
      text: 'text',
      parts: (activity) => cardsIn(activity),
      time: 'timestamp',
      finish: (message, activity, spot) => [isStep(activity) ? stepOf(message, activity, spot) : message],
    },
  ],
  session: {
    agent: (_, { found }) =>
      nameOf(
        'bot',
        found.messages.map(({ value }) => value),
      ),
    user: (_, { found }) =>
      nameOf(
        'user',
        found.messages.map(({ value }) => value),
      ),
    arrange: stepsJoined,
    recording: (_, { found }) => {
      const id = textAt(found.messages[0]?.value, 'conversation.id');
      return id === undefined ? {} : { conversation: id };
    },
  },
};

const notes = notesOf('bot-framework', {
  info: {
    activity: '{#|#} {activity|activities} that no one said (joins, typing, traces, events): not shown as turns.',
  },
  lost: {
    edited: '{# message} that {was|were} changed or deleted later: shown as first sent.',
  },
  assumed: {
    sides:
      '{# message} without the role of its sender: who answers a message by its id, is named a bot, or does not speak first is shown as the bot.',
  },
});

/** `user` and `bot`, or their numbers in Copilot Studio. */
function roleIn(record: Value | undefined): 'user' | 'bot' | undefined {
  const role = fieldAt(record, 'role');
  if (role === undefined || role === null) return undefined;
  return role === 'user' || role === 1 ? 'user' : 'bot';
}

/** Who speaks each message. Roles are optional: without them, the sides are assumed. */
function kindsOf({ messages }: FoundConversation): (activity: RecordValue, spot: Spot) => MessageKind {
  const said = messages.map(({ value }) => value).filter((value) => textAt(value, 'type') === 'message');
  const roles = new Map<string, 'user' | 'bot'>();
  const learn = (id: string | undefined, role: 'user' | 'bot' | undefined) =>
    id !== undefined && role !== undefined && !roles.has(id) && roles.set(id, role);
  for (const one of said) learn(textAt(one, 'from.id'), roleIn(fieldAt(one, 'from')));
  for (const one of said) learn(textAt(one, 'recipient.id'), roleIn(fieldAt(one, 'recipient')));
  const isKnown = new Set(roles.keys());
  for (const one of said) if (textAt(one, 'replyToId') !== undefined) learn(textAt(one, 'from.id'), 'bot');
  for (const one of said) if (/\bbot\b/i.test(textAt(one, 'from.name') ?? '')) learn(textAt(one, 'from.id'), 'bot');
  const otherwise = [...roles.values()].includes('bot') ? 'input' : 'llm';
  const first = textAt(said[0], 'from.id');
  return (activity, { place, report }) => {
    if (isStep(activity)) return 'call';
    const isEdit = activity['type'] === 'messageUpdate' || activity['type'] === 'messageDelete';
    if (activity['type'] !== 'message') {
      (isEdit ? notes.edited : notes.activity)(place, report);
      return 'skip';
    }
    const id = textAt(activity, 'from.id');
    const role = roleIn(activity['from']);
    if (role === undefined && (id === undefined || !isKnown.has(id))) notes.sides(place, report);
    const known = role ?? (id === undefined ? undefined : roles.get(id));
    if (known !== undefined) return known === 'user' ? 'input' : 'llm';
    return roles.size === 0 && id === first ? 'input' : otherwise;
  };
}

/** The words on cards, and what the user filled in: kept as they are. */
const cardsIn = (activity: RecordValue) => {
  const cards = elementsAt(activity, 'attachments').map((card) => ({
    mimeType: textAt(card, 'contentType') ?? 'application/octet-stream',
    file: fieldAt(card, ['content', 'contentUrl', 'name']) ?? null,
  }));
  const filled = (textAt(activity, 'text') ?? '') === '' ? recordAt(activity, 'value') : undefined;
  return filled === undefined ? cards : [...cards, { mimeType: 'application/json', file: filled }];
};

/**
 * Copilot Studio’s orchestrator runs tools, topics and searches as steps of a plan. Each step is an event when it begins, one with
 * its arguments, and one when it ends. The transcript does not have the answers of its model.
 * https://learn.microsoft.com/en-us/microsoft-copilot-studio/analytics-sessions-transcripts
 */
const isStep = (activity: Value): boolean =>
  textAt(activity, 'type') === 'event' &&
  /^DynamicPlanStep(?:Triggered|BindUpdate|Finished|Blocked)$/.test(textAt(activity, names) ?? '');

const names = ['valueType', 'name'];

function stepsJoined(activities: readonly Placed[]): readonly Entry[] {
  const steps = new Map<string, Placed[]>();
  return activities.flatMap((activity) => {
    if (!isStep(activity.value)) return [activity];
    const [plan, task] = ['value.planIdentifier', 'value.taskDialogId'].map((name) => textAt(activity.value, name));
    const id = textAt(activity.value, 'value.stepId') ?? `${plan} ${task}`;
    const begun = steps.get(id);
    begun?.push(activity);
    if (begun !== undefined) return [];
    const more: Placed[] = [];
    steps.set(id, more);
    return [{ ...activity, more }];
  });
}

function stepOf(message: NormalizedMessage, first: RecordValue, { more, place, report }: Spot): NormalizedMessage {
  const events = [{ value: first, place }, ...more];
  const of = (kind: string) => events.findLast(({ value }) => textAt(value, names) === `DynamicPlanStep${kind}`);
  const end = of('Finished');
  const call: RequestedCall = {
    id: undefined,
    name: textAt(first, 'value.taskDialogId') ?? 'unknown step',
    input: fieldAt(of('BindUpdate')?.value, 'value.arguments'),
    place,
    result: resultOf(end, of('Blocked')?.value, report),
  };
  return { ...message, calls: [call], alsoAt: more.map((one) => one.place) };
}

function resultOf(end: Placed | undefined, blocked: Value | undefined, report: ImportReport): CallResult | undefined {
  if (blocked !== undefined)
    return refused(
      textAt(blocked, ['value.messageBlockedError.message', 'value.messageBlockedError.code']) ??
        'the step was blocked',
    );
  if (end === undefined) return undefined;
  const observation = fieldAt(end.value, 'value.observation') ?? null;
  const isFailed = (textAt(end.value, 'value.state') ?? 'completed') !== 'completed';
  const error = isFailed ? (fieldAt(end.value, 'value.error') ?? observation) : observation;
  return outcomeOf(error, isFailed, [...end.place, 'value'], report);
}

function nameOf(role: string, activities: readonly Value[]): string | undefined {
  const said = activities.find((activity) => textAt(activity, 'from.role') === role);
  return textAt(said, 'from.name') || undefined;
}
