import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { outcomeOf, type MessageResult } from '../../importing/messages/any-message-parts.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { readContent, type Part } from '../../importing/messages/content.ts';
import { noteUnreadMessage } from '../../importing/transcript/conversation-entry.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import type { NormalizedMessage } from '../../importing/transcript/normalized-message.ts';
import { Message } from './format.ts';
import { itemIn } from './items.ts';

export function readMessage(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const { value, place } = placed;
  const parsed = v.safeParse(Message, value);
  if (!parsed.success) {
    noteUnreadMessage(placed, report);
    return [];
  }
  const { role, key, items, metadata, ended, model, author } = parsed.output;
  const read: Read = { parts: [], calls: [], results: [], isReasoning: false };
  items.forEach((item, index) => addItem(item, [...place, key, index], read, report));
  const parts = author === undefined ? read.parts : read.parts.map((part) => ({ ...part, metadata: { name: author } }));
  switch (role) {
    case 'system':
    case 'developer':
      return [{ role: 'system', parts: [], place }];
    case 'assistant': {
      const usage = metadata?.['usage'] ?? metadata?.['Usage'];
      return [{ ...read, role, parts, ended, tokens: tokensOf(usage) ?? dotNetTokens(usage), model, place }];
    }
    case 'tool':
      return [{ role: 'results', parts: [], results: read.results, place }];
    default:
      return [{ role: 'user', parts, results: read.results, place }];
  }
}

/** `{InputTokenCount, OutputTokenCount}`, as the connector of OpenAI has it in C#. */
const dotNetTokens = (usage: Value | undefined) =>
  usage !== undefined && isRecord(usage)
    ? tokensOf({ input_tokens: usage['InputTokenCount'] ?? null, output_tokens: usage['OutputTokenCount'] ?? null })
    : undefined;

interface Read {
  readonly parts: Part[];
  readonly calls: RequestedCall[];
  readonly results: MessageResult[];
  isReasoning: boolean;
}

function addItem(value: Value, place: Path, read: Read, report: ImportReport): void {
  const item = itemIn(value);
  if (item === undefined) return noteUnread(place, report);
  const { id, name } = item;
  switch (item.kind) {
    case 'text':
      read.parts.push(...readContent(item.text, place, report).filter((part) => part['text'] !== ''));
      return;
    case 'call':
      read.calls.push({ id, name: name ?? 'unknown', input: openArguments(item.input, place, report), place });
      return;
    case 'result':
      report.note(
        'assumed',
        'semantic-kernel/outcome',
        place,
        () => 'Results do not say whether a call failed: each counts as successful, whatever its text says.',
      );
      read.results.push({ mark: { id, name, place }, result: outcomeOf(item.result, false, place, report) });
      return;
    case 'reasoning':
      read.isReasoning = true;
      return noteReasoning(place, report);
    default:
      if (item.file === undefined) read.parts.push(...readContent(value, place, report));
      else
        read.parts.push({
          mimeType: item.mimeType ?? (item.kind === 'image' ? 'image/*' : 'application/octet-stream'),
          file: item.file,
        });
  }
}

const noteUnread = (place: Path, report: ImportReport): void =>
  report.note('lost', 'import/part', place, (n) => `${counted(n, 'part')} of a message could not be read.`);
