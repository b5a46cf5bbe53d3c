import { assumed } from '../../importing/import-report.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import { textAt } from '../../importing/values/where.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';

export const reading: ChatReading = {
  messages: {
    kind: { field: 'role', values: { user: 'input', assistant: 'llm', system: 'system', tool: 'result' } },
    text: 'content',
    time: 'time',
    calls: { list: 'calls', id: 'id', name: 'name', arguments: 'arguments' },
    results: {
      id: 'id',
      content: 'content',
      outcome: outcomeOf,
      assumed: assumed(
        'chat-transcript/outcome',
        () =>
          'A chat as text does not say whether a call failed: a result counts as an error where the program that wrote it begins it with its word for one.',
      ),
    },
  },
  session: {
    title: 'title',
    agent: 'program',
    startedAt: 'started_at',
    recording: { program: 'program' },
  },
};

/** How Claude Code and Zed begin a result that failed, and Claude Code one of a call that the user did not allow. */
const failed = /^(?:Error: |\*\*ERROR:\*\*\s)/;
const refused = /^(?:Interrupted by user|Interrupted · |User rejected |No \(tell Claude |Tool use rejected)/;

function outcomeOf(result: RecordValue, { found }: Spot): CallResult | undefined {
  const content = textAt(result, 'content') ?? '';
  const program = isRecord(found.holder.value) ? found.holder.value['program'] : undefined;
  if (program === undefined) return undefined;
  if (failed.test(content)) return { outcome: 'error', output: undefined, reason: content };
  return refused.test(content) ? { outcome: 'blocked_before', output: undefined, reason: content } : undefined;
}
