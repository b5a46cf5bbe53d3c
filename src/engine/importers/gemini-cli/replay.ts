import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { Change, Message } from './format.ts';
import type { Placed } from '../../importing/values/elements.ts';

/**
 * The final state of the messages. In the line format, a message is rewritten in full whenever one of its calls makes
 * progress, and `$rewindTo` removes a message with all that follow it. After a compression, `$set` replaces the messages
 * that the model sees. This does not change the conversation, but some messages may occur only there.
 */
export function messagesAtEnd(lines: readonly Placed[], report: ImportReport): readonly Placed[] {
  const messages: Placed[] = [];
  const ids: string[] = [];
  const known = new Map<string, number>();
  const add = (one: Placed, isNewer: boolean) => {
    const message = v.safeParse(Message, one.value);
    const id = (message.success ? message.output.id : undefined) ?? `at ${one.place.join('.')}`;
    const index = known.get(id);
    if (index === undefined) {
      known.set(id, messages.push(one) - 1);
      ids.push(id);
    } else if (isNewer) {
      messages[index] = one;
      noteRewritten(one.place, report);
    }
  };
  for (const line of lines) {
    const change = v.safeParse(Change, line.value);
    if (!change.success) add(line, true);
    else if ('$set' in change.output) {
      noteFacts(line.place, report);
      change.output.$set.messages?.forEach((value, index) =>
        add({ value, place: [...line.place, '$set', 'messages', index] }, false),
      );
    } else {
      // Gemini CLI reads its own file this way: an unknown message id removes all messages.
      const from = known.get(change.output.$rewindTo) ?? 0;
      noteRewound(messages.length - from, line.place, report);
      messages.length = from;
      for (const id of ids.splice(from)) known.delete(id);
    }
  }
  return messages;
}

const noteRewritten = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'gemini-cli/rewritten',
    place,
    (n) => `${counted(n, 'message')} recorded again with more content: shown once, as last recorded.`,
  );

const noteFacts = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'gemini-cli/facts',
    place,
    (n) => `${counted(n, 'line')} with facts about the chat, or with what the model was to see from there on: no turn.`,
  );

const noteRewound = (messages: number, place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'gemini-cli/rewound',
    place,
    (n) =>
      `The user went back ${n === 1 ? 'once' : `${n} times`}, the first time by ${counted(messages, 'message')}: what was taken back is left out.`,
  );
