import * as v from 'valibot';
import { conversationEntry, imported } from '../../importing/messages/conversation-entry.ts';
import type { Read } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { callsIn } from '../../importing/transcript/message-list.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { Answer, Message, ToolCall } from './format.ts';
import { noteReasoning, noteUnreadMessage } from '../../importing/notes.ts';
import { oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { tokensTold } from '../../importing/transcript/transcript.ts';

/** The lines of one answer. */
interface Pieces extends Placed {
  readonly pieces: readonly Placed[];
}

export const read: Read = ({ value }) => {
  const messages = answersIn(oneOrMany(value));
  const entry = conversationEntry({
    importer: 'ollama',
    title: 'answer of Ollama',
    messages,
    read: readAnswer,
    about: () => ({}),
    end(_, report) {
      report.note(
        'lost',
        'ollama/no-input',
        null,
        () => 'Ollama’s answers hold what the model said only: what it was asked is not recorded.',
      );
    },
  });
  return imported(messages.length === 0 ? [] : [entry], 'This looks like Ollama, but no answer is in it.');
};

/** Lines belong to one answer until one of them is the last. */
function answersIn(lines: readonly Placed[]): readonly Pieces[] {
  const answers: (Placed & { readonly pieces: Placed[] })[] = [];
  let isOpen = false;
  for (const line of lines) {
    const last = answers.at(-1);
    if (isOpen && last !== undefined) last.pieces.push(line);
    else answers.push({ ...line, pieces: [line] });
    const answer = v.safeParse(Answer, line.value);
    isOpen = answer.success ? !answer.output.done : isOpen;
  }
  return answers;
}

function readAnswer(
  { place, ...entry }: Placed & { readonly pieces?: readonly Placed[] },
  report: ImportReport,
): readonly NormalizedMessage[] {
  const calls: RequestedCall[] = [];
  let text = '';
  let isReasoning = false;
  let last: Answer | undefined;
  for (const piece of entry.pieces ?? []) {
    const answer = v.safeParse(Answer, piece.value);
    if (!answer.success) {
      noteUnreadMessage(piece.place, report);
      continue;
    }
    last = answer.output;
    const message = v.safeParse(Message, last.message);
    const { content, thinking = '', tool_calls } = message.success ? message.output : {};
    text += content ?? last.response ?? '';
    if (thinking !== '' || (last.thinking ?? '') !== '') {
      if (!isReasoning) noteReasoning(piece.place, report);
      isReasoning = true;
    }
    calls.push(...callsIn(tool_calls, [...piece.place, 'message', 'tool_calls'], callOf, report));
  }
  if (last === undefined) return [];
  const {
    model,
    created_at,
    prompt_eval_count: prompt,
    eval_count: completion,
    total_duration: nanos,
    done_reason: ended,
  } = last;
  const parts = text === '' ? [] : [{ mimeType: 'text/plain', text }];
  const tokens = tokensTold(prompt, completion);
  const at = readInstant(created_at, [...place, 'created_at'], report);
  const tookMs = nanos === undefined ? undefined : Math.round(nanos / 1e6);
  const alsoAt = entry.pieces?.slice(1).map((piece) => piece.place);
  return [{ role: 'assistant', parts, calls, isReasoning, ended, tokens, model, at, tookMs, place, alsoAt }];
}

function callOf(value: Placed['value'], place: Placed['place']): RequestedCall | undefined {
  const call = v.safeParse(ToolCall, value);
  if (!call.success) return undefined;
  const { name, arguments: input } = call.output.function;
  return { id: call.output.id, name, input, place };
}
