import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { outcomeOf, type MessageResult } from '../../importing/messages/any-message-parts.ts';
import { readContent, type Part } from '../../importing/messages/content.ts';
import { noteUnreadMessage } from '../../importing/transcript/conversation-entry.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import type { NormalizedMessage } from '../../importing/transcript/normalized-message.ts';
import { Attachment, Block, Message } from './format.ts';

/** One message of Claude holds all that it did until it had answered: words, calls, results, and words again. */
export function readMessage(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const { value, place } = placed;
  const parsed = v.safeParse(Message, value);
  if (!parsed.success) {
    noteUnreadMessage(placed, report);
    return [];
  }
  const message = parsed.output;
  const at = readInstant(message.created_at, [...place, 'created_at'], report);
  if (message.sender === 'assistant') return answersOf(message, at, place, report);
  const said = partsOf(message, place, report);
  return [{ role: 'user', parts: [...said, ...filesOf(message, place, report)], at, place }];
}

function partsOf({ content, text }: Message, place: Path, report: ImportReport): readonly Part[] {
  const parts = (content ?? []).flatMap((block, index) => readContent(block, [...place, 'content', index], report));
  const words = parts.filter((part) => part['text'] !== '');
  return words.length === 0 && text !== undefined && text !== '' ? [{ mimeType: 'text/plain', text }] : words;
}

function filesOf({ attachments = [], files = [] }: Message, place: Path, report: ImportReport): readonly Part[] {
  const read = (list: readonly Value[], key: string) =>
    list.flatMap((value, index): readonly Part[] => {
      const file = v.safeParse(Attachment, value);
      if (!file.success || file.output.file_name === undefined)
        return readContent(value, [...place, key, index], report);
      const { file_name, file_type, extracted_content: text } = file.output;
      const mimeType = file_type?.includes('/') === true ? file_type : 'application/octet-stream';
      return [{ mimeType, file: file_name, ...(text !== undefined && { text }) }];
    });
  return [...read(attachments, 'attachments'), ...read(files, 'files')];
}

/** A call ends what the model said in one go: what comes after its result is another answer. */
function answersOf(
  message: Message,
  at: string | undefined,
  place: Path,
  report: ImportReport,
): readonly NormalizedMessage[] {
  const blocks = message.content ?? [];
  if (blocks.length === 0) return [{ role: 'assistant', parts: partsOf(message, place, report), at, place }];
  const answers: Answer[] = [];
  let open: Answer | undefined;
  blocks.forEach((value, index) => {
    const where = [...place, 'content', index];
    if (open === undefined || (open.results.length > 0 && !isResult(value))) {
      // The first answer stands for its message, the others each for their first block.
      open = { parts: [], calls: [], results: [], isReasoning: false, place: answers.length === 0 ? place : where };
      answers.push(open);
    }
    addBlock(value, where, open, report);
  });
  return answers.map((answer, index) => ({
    role: isResults(answer) ? 'results' : 'assistant',
    ...answer,
    at: index === 0 ? at : undefined,
  }));
}

interface Answer {
  readonly parts: Part[];
  readonly calls: RequestedCall[];
  readonly results: MessageResult[];
  isReasoning: boolean;
  readonly place: Path;
}

/** Nothing but what calls of an earlier message came to. */
const isResults = ({ parts, calls, results, isReasoning }: Answer): boolean =>
  results.length > 0 && parts.length + calls.length === 0 && !isReasoning;

const isResult = (value: Value): boolean => {
  const block = v.safeParse(Block, value);
  return block.success && block.output.type === 'tool_result';
};

/**
 * | in a `tool_result` | outcome |
 * | --- | --- |
 * | `is_error: true` | errored, with its text |
 * | anything else | successful |
 */
function addBlock(value: Value, place: Path, answer: Answer, report: ImportReport): void {
  const parsed = v.safeParse(Block, value);
  if (!parsed.success) {
    answer.parts.push(...readContent(value, place, report));
    return;
  }
  const block = parsed.output;
  switch (block.type) {
    case 'thinking':
    case 'redacted_thinking':
      answer.isReasoning = true;
      return noteReasoning(place, report);
    case 'tool_use':
      answer.calls.push({ id: block.id, name: block.name ?? 'unknown', input: block.input, place });
      return;
    case 'tool_result': {
      const mark = { id: block.tool_use_id, name: block.name, place };
      const at = readInstant(block.stop_timestamp, [...place, 'stop_timestamp'], report);
      const result = outcomeOf(block.content, block.is_error === true, [...place, 'content'], report);
      answer.results.push({ mark, result: { ...result, ...(at !== undefined && { at }) } });
      return;
    }
    case 'token_budget':
    case 'flag':
      return report.note(
        'info',
        'claude-export/service',
        place,
        (n) => `${n} ${n === 1 ? 'block' : 'blocks'} of the service about limits and flags: nothing that was said.`,
      );
    default:
      answer.parts.push(...readContent(value, place, report).filter((part) => part['text'] !== ''));
  }
}
