import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { MessageResult } from '../../importing/messages/any-message-parts.ts';
import { readContent, textOf, type Part } from '../../importing/messages/content.ts';
import { noteUnreadMessage } from '../../importing/transcript/conversation-entry.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { mcpResult } from '../../importing/messages/mcp-result.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import type { NormalizedMessage } from '../../importing/transcript/normalized-message.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { Content, McpResult, Message } from './format.ts';

export function readMessage(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const { value, place } = placed;
  const message = v.safeParse(Message, value);
  if (!message.success) {
    noteUnreadMessage(placed, report);
    return [];
  }
  const { role, created, content } = message.output;
  const at = readInstant(created, [...place, 'created'], report);
  const read: Read = { parts: [], calls: [], results: [], isReasoning: false, unread: 0 };
  content.forEach((one, index) => addContent(one, [...place, 'content', index], read, report));
  // Requests of the program to the user (confirmations, notifications) stand in messages of their own.
  if (isEmpty(read) && content.length > 0) return [];
  const isResults = role === 'user' && read.results.length > 0 && read.parts.length === 0;
  return [{ role: isResults ? 'results' : role, ...read, at, place }];
}

interface Read {
  readonly parts: Part[];
  readonly calls: RequestedCall[];
  readonly results: MessageResult[];
  isReasoning: boolean;
  unread: number;
}

const isEmpty = ({ parts, calls, results, isReasoning, unread }: Read): boolean =>
  parts.length + calls.length + results.length + unread === 0 && !isReasoning;

function addContent(value: Value, place: Path, read: Read, report: ImportReport): void {
  const parsed = v.safeParse(Content, value);
  if (!parsed.success) return noteUnreadPart(place, report);
  const { type, id, text, data, mimeType, toolCall, toolResult } = parsed.output;
  switch (type) {
    case 'text':
      if (text !== undefined && text !== '') read.parts.push({ mimeType: 'text/plain', text });
      return;
    case 'image':
      read.parts.push({ mimeType: mimeType ?? 'image/*', ...(data !== undefined && { file: data }) });
      return;
    case 'thinking':
    case 'redactedThinking':
    case 'reasoning':
      read.isReasoning = true;
      return noteReasoning(place, report);
    case 'toolRequest':
    case 'frontendToolRequest': {
      const call = toolCall?.value;
      if (call === undefined) {
        read.unread++;
        return noteBadCall(place, report);
      }
      const input = openArguments(call.arguments, [...place, 'toolCall'], report);
      read.calls.push({ id, name: call.name, input, place });
      return;
    }
    case 'toolResponse':
      read.results.push({
        mark: { id, name: undefined, place },
        result: resultOf(toolResult, [...place, 'toolResult'], report),
      });
      return;
    default:
      report.note(
        'info',
        'goose/program',
        place,
        (n) => `${counted(n, 'part')} about the program itself (confirmations, notifications, summaries): no turns.`,
      );
  }
}

const noteUnreadPart = (place: Path, report: ImportReport): void =>
  report.note('lost', 'import/part', place, (n) => `${counted(n, 'part')} of a message could not be read.`);

const noteBadCall = (place: Path, report: ImportReport): void =>
  report.note(
    'lost',
    'import/call',
    place,
    (n) => `${counted(n, 'call')} that goose itself could not read: its result has no name.`,
  );

/** https://github.com/block/goose/blob/main/crates/goose/src/agents/tool_execution.rs */
const declined = /^The user has declined to run this tool/;

/**
 * | in a `toolResponse` | outcome |
 * | --- | --- |
 * | goose's own sentence that the user has declined | restricted |
 * | `status: error`, or `isError: true` of its value | errored, with its text |
 * | anything else | successful |
 */
function resultOf(result: v.InferOutput<typeof Content>['toolResult'], place: Path, report: ImportReport): CallResult {
  const { status, value, error } = result ?? {};
  if (status === 'error')
    return { outcome: 'error', output: undefined, reason: error ?? 'the result is marked as an error' };
  const mcp = v.safeParse(McpResult, value);
  // Each part may be for the user or for the model only; those for the user repeat the others.
  const content = (mcp.success ? mcp.output.content : elementsOf(value ?? null)).filter(isForModel);
  const words = textOf(readContent(content, place, report));
  if (declined.test(words)) return { outcome: 'blocked_before', output: undefined, reason: words };
  const { structuredContent, isError } = mcp.success ? mcp.output : {};
  return mcpResult(content, structuredContent, isError === true, [...place, 'value'], report);
}

function isForModel(part: Value): boolean {
  const annotations = isRecord(part) ? part['annotations'] : undefined;
  const audience = annotations !== undefined && isRecord(annotations) ? annotations['audience'] : undefined;
  const list = elementsOf(audience ?? null);
  return list.length === 0 || list.includes('assistant');
}
