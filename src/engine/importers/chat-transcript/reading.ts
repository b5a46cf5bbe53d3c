import { assumed } from '../../importing/import-report.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import { textAt } from '../../importing/values/where.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';

export const reading: ChatReading = {
  messages: {
    kind: { field: 'role', values: { user: 'input', assistant: 'llm', system: 'system', tool: 'result' } },
    text: 'content',
    reasoning: 'reasoning',
    time: 'time',
    calls: { list: 'calls', id: 'id', name: 'name', arguments: 'arguments' },
    results: {
      id: 'id',
      content: 'content',
      outcome: outcomeOf,
      assumed: assumed(
        'chat-transcript/outcome',
        'A chat as text does not say whether a call failed: a result counts as an error if it begins with the program’s word for one.',
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

/** How Claude Code and Zed begin a result that failed or was interrupted, perhaps while it ran, or all that Claude Code shows of it. */
const failed =
  /^(?:(?:Waiting|Running)…\s+)?(?:Error: |Interrupted by user|Interrupted · |\*\*ERROR:\*\*\s|(?:Error [a-z]+ing (?:files?|notebook)|File (?:must be read first|not found)|Invalid tool parameters|Tool execution failed)$)/;
/** How Claude Code and Zed begin the result of a call that the user did not allow. */
const refused =
  /^(?:(?:Waiting|Running)…\s+)?(?:User rejected |No \(tell Claude |Tool use rejected|\*\*ERROR:\*\*\s+Permission to run tool denied by user)/;

function outcomeOf(result: RecordValue, { found }: Spot): CallResult | undefined {
  const content = textAt(result, 'content') ?? '';
  const program = isRecord(found.holder.value) ? found.holder.value['program'] : undefined;
  if (program === undefined) return undefined;
  if (refused.test(content)) return { outcome: 'blocked_before', output: undefined, reason: content };
  return failed.test(content) ? { outcome: 'error', output: undefined, reason: content } : undefined;
}
