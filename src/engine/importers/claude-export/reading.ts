import { info } from '../../importing/import-report.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import { textAt } from '../../importing/values/where.ts';
import { readContent, type Part } from '../../importing/content/content.ts';
import { elementsOf } from '../../importing/values/elements.ts';

export const reading: ChatReading = {
  messages: {
    kind: { field: 'sender', values: { assistant: 'llm' }, otherwise: 'input' },
    time: 'created_at',
    items: {
      list: 'content',
      kind: {
        field: 'type',
        values: {
          thinking: 'reasoning',
          redacted_thinking: 'reasoning',
          tool_use: 'call',
          tool_result: 'result',
          token_budget: 'skip',
          flag: 'skip',
        },
        otherwise: 'content',
        absent: 'content',
      },
      areAnswers: true,
      calls: { id: 'id', name: 'name', arguments: 'input', unnamed: 'unknown' },
      results: { id: 'tool_use_id', name: 'name', content: 'content', flag: 'is_error', time: 'stop_timestamp' },
      skipped: info(
        'claude-export/service',
        '{#|#} {block|blocks} of the service about limits and flags: not part of the conversation.',
      ),
    },
    // All that was said, in one; older exports have nothing else.
    orText: 'text',
    parts: filesOf,
  },
  session: {
    tree: { id: 'uuid', parent: 'parent_message_uuid', current: 'current_leaf_message_uuid' },
    title: 'name',
    agent: () => 'Claude',
    model: 'model',
    startedAt: 'created_at',
    recording: { uuid: 'uuid' },
  },
};

/** Texts of files that the user gave, with what the model saw of them. */
function filesOf(message: RecordValue, { place, report }: Spot): readonly Part[] {
  return ['attachments', 'files'].flatMap((key) =>
    elementsOf(message[key] ?? null).flatMap((value: Value, index): readonly Part[] => {
      const file = textAt(value, 'file_name');
      if (file === undefined) return readContent(value, [...place, key, index], report);
      const type = textAt(value, 'file_type');
      const text = textAt(value, 'extracted_content');
      const mimeType = type?.includes('/') === true ? type : 'application/octet-stream';
      return [{ mimeType, file, ...(text !== undefined && { text }) }];
    }),
  );
}
