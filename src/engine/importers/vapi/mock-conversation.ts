import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { createCallLog } from '../../importing/transcript/call-log.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { MockMessage } from './format.ts';
import type { MockConversation } from './format.ts';
import { readCalls, readMessage } from './messages.ts';
import type { Reading } from './messages.ts';

/** A test as the call that it asks for. What the assistant says is left to the model: a test only judges it. */
export function fromMockConversation(
  { messages, description }: MockConversation,
  place: Path,
  title: string,
): ReadSession {
  const report = createImportReport();
  const log = createCallLog(report);
  report.note(
    'assumed',
    'vapi/expected',
    [...place, 'messages'],
    () =>
      'This is a test, not a recording: where the assistant is judged, its words are unknown, and the calls are those that are expected.',
  );
  messages.forEach((value, index) =>
    readTurn(value, [...place, 'messages', index], { log, report, startedAt: undefined }),
  );
  return log.session({
    title,
    importer: 'vapi',
    recording: { platform: 'vapi', type: 'chat.mockConversation', ...(description !== undefined && { description }) },
  });
}

function readTurn(value: Value, place: Path, reading: Reading): void {
  const parsed = v.safeParse(MockMessage, value);
  const plan = parsed.success && parsed.output.role === 'assistant' ? parsed.output.judgePlan : undefined;
  if (plan === undefined) return readMessage(value, place, reading);
  const { toolCalls = [], type, content } = plan;
  if (toolCalls.length > 0) return readCalls(toolCalls, [...place, 'judgePlan', 'toolCalls'], undefined, reading);
  // An exact judgement says the very words.
  const words =
    type === 'exact' ? textOf(readContent(content, [...place, 'judgePlan', 'content'], reading.report)) : '';
  return reading.log.add({ type: 'agent-spoke', ...(words !== '' && { text: words }) }, place);
}
