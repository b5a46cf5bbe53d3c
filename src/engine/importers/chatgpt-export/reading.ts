import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, Entry, MessageKind, Spot } from '../../importing/describing/chat-reading.ts';
import { findAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { readContent, textOf, type Part } from '../../importing/content/content.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { elementsOf, joinedEntries, type Placed } from '../../importing/values/elements.ts';
import { opened } from '../../importing/values/written-value.ts';
import { noteReasoning } from '../../importing/notes.ts';

export const reading: ChatReading = {
  messages: () => {
    /** The latest call by its tool. `file_search` answers calls of `file_search.msearch`, and `web.run` those of `web`. */
    const called = new Map<string, string>();
    return [
      {
        shape: { 'author.role': 'text' },
        kind: kindOf,
        time: 'create_time',
        model: 'metadata.model_slug',
        end: 'metadata.finish_details.type',
        parts: (message, { place, report }) => partsOf(message['content'] ?? null, [...place, 'content'], report),
        results: {
          name: (message) => {
            const name = textAt(message, 'author.name');
            return name === undefined ? undefined : (called.get(firstPart(name)) ?? name);
          },
          outcome: outcomeOf,
        },
        finish(message, record, { place }) {
          const made = withCall(message, record, place);
          // Files that a user attached come as answers of a tool that was not called.
          if (made.role === 'results') called.delete(firstPart(textAt(record, 'author.name') ?? ''));
          for (const { name } of made.calls ?? []) called.set(firstPart(name), name);
          return [made];
        },
      },
    ];
  },
  session: {
    tree: { parent: 'parent', message: 'message', current: 'current_node' },
    arrange: (messages) => withResultsTogether(messages),
    title: 'title',
    agent: () => 'ChatGPT',
    startedAt: 'create_time',
    recording: {
      conversation_id: 'conversation_id',
      gizmo_id: 'gizmo_id',
      default_model_slug: 'default_model_slug',
    },
  },
};

const firstPart = (name: string): string => name.replace(/\..*/s, '');

const reasoning: ReadonlySet<string> = new Set(['thoughts', 'reasoning_recap']);
/** What the user or ChatGPT wrote once for all conversations. */
const settings: ReadonlySet<string> = new Set(['user_editable_context', 'model_editable_context']);

function kindOf(message: RecordValue, { place, report }: Spot): MessageKind {
  const role = textAt(message, 'author.role');
  const kind = textAt(message, 'content.content_type') ?? '';
  const isSettings = settings.has(kind) || findAt(message, 'metadata.is_user_system_message')?.value === true;
  if (role === 'system' || isSettings) return 'system';
  if (reasoning.has(kind)) {
    noteReasoning([...place, 'content'], report);
    return 'skip';
  }
  if (role === 'tool') return 'result';
  return role === 'assistant' ? 'llm' : 'input';
}

/** The message is for the tool that is called, unless it is for all. */
function withCall(message: NormalizedMessage, { recipient }: RecordValue, place: Path): NormalizedMessage {
  if (message.role !== 'assistant' || typeof recipient !== 'string' || recipient === 'all') return message;
  const call = { id: undefined, name: recipient, input: opened(textOf(message.parts)), place };
  return { ...message, parts: [], calls: [call] };
}

const toolOf = (value: Value): string | undefined =>
  textAt(value, 'author.role') === 'tool' ? (textAt(value, 'author.name') ?? '') : undefined;

/** A tool often answers in several messages in a row, such as the pages that a search opened: all are of the call before. */
const withResultsTogether = (messages: readonly Placed[]): readonly Entry[] =>
  joinedEntries(messages, (last, { value }) => toolOf(value) !== undefined && toolOf(value) === toolOf(last));

/** Several messages of one tool: a list of what they say, or the first failure among them. */
function outcomeOf(message: RecordValue, { place, report, more }: Spot): CallResult {
  const results = [{ value: message, place }, ...more].map((one) => resultOf(one, report));
  const [first] = results;
  const failure = results.find(({ outcome }) => outcome !== 'ok');
  if (failure !== undefined) return failure;
  if (results.length === 1 && first !== undefined) return first;
  return { outcome: 'ok', output: results.flatMap(({ output }) => output ?? []) };
}

/**
 * | in a message of a tool | outcome |
 * | --- | --- |
 * | `content_type: system_error` | errored, with its text |
 * | `metadata.aggregate_result.status` that begins with `failed`, or is `cancelled` | errored, with what the code printed |
 * | anything else | successful, independent of its text |
 */
function resultOf({ value, place }: Placed, report: ImportReport): CallResult {
  const content = recordAt(value, 'content');
  const parts = partsOf(content ?? null, [...place, 'content'], report);
  const text = textOf(parts);
  const status = textAt(value, 'metadata.aggregate_result.status') ?? '';
  const isError = content?.['content_type'] === 'system_error';
  if (isError || status.startsWith('failed') || status === 'cancelled') {
    const name = textAt(value, ['metadata.aggregate_result.in_kernel_exception.name', 'content.name']);
    return { outcome: 'error', output: undefined, reason: text === '' ? (name ?? status) : text };
  }
  const isText = parts.every((part) => typeof part['text'] === 'string');
  return { outcome: 'ok', output: isText ? text : parts };
}

/** `{content_type: text, parts}`, `{content_type: code, text}`, and a dozen rarer kinds. */
function partsOf(content: Value, place: Spot['place'], report: ImportReport): readonly Part[] {
  if (!isRecord(content)) return [];
  const parts = findAt(content, 'parts', Array.isArray)?.value;
  if (parts !== undefined) {
    const all = elementsOf(parts).flatMap((part, index) => partOf(part, [...place, 'parts', index], report));
    return all.filter((part) => part['text'] !== '');
  }
  const words = textAt(content, ['text', 'result']);
  if (words !== undefined) return words === '' ? [] : [{ mimeType: 'text/plain', text: words }];
  return textAt(content, 'content_type') === undefined ? [] : readContent(content, place, report);
}

/** Pictures and sound are pointers into the export; what was spoken is beside its sound as words. */
function partOf(part: Value, place: Spot['place'], report: ImportReport): readonly Part[] {
  const kind = textAt(part, 'content_type');
  const text = kind === 'audio_transcription' ? textAt(part, 'text') : undefined;
  if (text !== undefined) return [{ mimeType: 'text/plain', text }];
  const file = textAt(part, 'asset_pointer');
  if (file === undefined) return readContent(part, place, report);
  return [{ mimeType: kind === 'image_asset_pointer' ? 'image/*' : 'audio/*', file }];
}
