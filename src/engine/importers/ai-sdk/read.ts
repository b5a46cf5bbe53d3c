import type { Value } from '../../model/value.ts';
import { conversationEntry, imported } from '../../importing/messages/conversation-entry.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { readModelMessage, readUiMessage, noteSummed, tokensOf } from './messages.ts';
import { conversationIn, pieceIn, type Conversation } from './shapes.ts';
import { readStream } from './stream.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { findAt, textAt, entriesAt } from '../../importing/values/where.ts';

export const read: Read = ({ value }) => {
  const found = conversationIn(value);
  return imported(found === undefined ? [] : [entryOf(found)], 'This looks like the AI SDK, but no message is in it.');
};

function entryOf({ messages, place, kind, steps = [] }: Conversation): SessionEntry {
  const all = messages.map((value, index): Placed => ({ value, place: [...place, index] }));
  const [first] = all;
  const shared = { importer: 'ai-sdk', about: () => ({}) };
  const kept = { ...shared, messages: all, timeKey: 'createdAt' };
  if (kind === 'ui') return conversationEntry({ ...kept, read: readUiMessage });
  if (kind === 'model') return conversationEntry({ ...kept, read: readModelMessage });
  const end = (_: unknown, report: ImportReport) => noteOneSided(report);
  if (kind === 'stream') {
    const asked = askedIn(all);
    // The answers are assembled from all pieces together.
    const streamed = first === undefined ? asked : [...asked, first];
    return conversationEntry({
      ...shared,
      messages: streamed,
      read: (placed, report) => (placed === first ? readStream(all, report) : readModelMessage(placed, report)),
      ...(asked.length === 0 && { end }),
    });
  }
  const answers = all.filter(isAnswer);
  return conversationEntry({
    ...shared,
    messages: all,
    read: (placed, report) =>
      readModelMessage(placed, report).map((one) => ({
        ...one,
        ...spentOn(answers.indexOf(placed), answers.length, steps, report),
      })),
    end,
  });
}

/** The first finished step of Mastra's stream contains the request: the user messages before its last answer. */
function askedIn(pieces: readonly Placed[]): readonly Placed[] {
  for (const { value, place } of pieces) {
    const messages = entriesAt({ value: pieceIn(value) ?? null, place: [...place, 'payload'] }, 'messages.all');
    if (messages.length === 0) continue;
    const end = Math.max(0, messages.findLastIndex(isAnswer));
    const before = messages.slice(0, end).findLastIndex((message) => textAt(message.value, 'role') !== 'user');
    return messages.slice(before + 1, end);
  }
  return [];
}

const isAnswer = ({ value }: Placed): boolean => textAt(value, 'role') === 'assistant';

const noteOneSided = (report: ImportReport): void =>
  report.note('lost', 'ai-sdk/no-input', null, () => 'The model’s side alone: what it was asked is not recorded.');

/**
 * The steps' facts about the answer with this number: each step produced one answer, and a single step belongs to the
 * last one.
 */
function spentOn(
  answer: number,
  answers: number,
  steps: readonly Value[],
  report: ImportReport,
): Partial<NormalizedMessage> {
  const isEach = steps.length === answers;
  const step = isEach ? steps[answer] : answer === answers - 1 ? steps.at(-1) : undefined;
  if (answer === -1 || step === undefined) return {};
  if (!isEach) noteSummed([], report);
  return {
    tokens: tokensOf(step, ['usage']),
    ended: textAt(step, 'finishReason'),
    model: textAt(step, 'response.modelId'),
    at: readInstant(findAt(step, 'response.timestamp')?.value, [], report),
  };
}
