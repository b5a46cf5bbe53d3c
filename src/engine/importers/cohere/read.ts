import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { conversationEntry, imported } from '../../importing/transcript/conversation-entry.ts';
import type { Read } from '../../importing/importer.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import { AnswerV1, AnswerV2, MessageV1 } from './format.ts';
import { readAnswerV1, readAnswerV2, readHistory } from './messages.ts';

export const read: Read = ({ value }) => {
  const first = v.safeParse(AnswerV1, value);
  const second = v.safeParse(AnswerV2, value);
  if (!first.success && !second.success) return imported([], 'This looks like Cohere, but no answer is in it.');
  const history = first.success ? beforeAnswer(first.output) : [];
  const answer: Placed = { value, place: [] };
  const entry = conversationEntry({
    importer: 'cohere',
    messages: [...history, answer],
    read(placed, report) {
      if (placed !== answer) return readHistory(placed, report);
      if (first.success) return [readAnswerV1(first.output, [], report)];
      return second.success ? [readAnswerV2(second.output, [], report)] : [];
    },
    about: () => ({}),
    end(_, report) {
      if (history.length > 0) return;
      report.note('lost', 'cohere/no-input', null, () => 'The answer is there without what was asked.');
    },
  });
  return imported([entry], '');
};

/** The history ends with the answer itself, which is told with its tokens. */
function beforeAnswer({ chat_history: history = [], text }: AnswerV1): readonly Placed[] {
  const last = history.at(-1);
  const messages = last !== undefined && isAnswer(last, text) ? history.slice(0, -1) : history;
  return messages.map((value, index) => ({ value, place: ['chat_history', index] }));
}

function isAnswer(value: Value, text: string): boolean {
  const message = v.safeParse(MessageV1, value);
  return message.success && message.output.role === 'CHATBOT' && (message.output.message ?? '') === text;
}
