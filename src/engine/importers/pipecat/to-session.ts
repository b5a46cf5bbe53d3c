import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { createCallLog } from '../../importing/voice/call-log.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { ChatLog, chatIn } from './chat-log.ts';
import { ChatMessage, LogRecord, says } from './format.ts';
import { SpokenLog } from './spoken-log.ts';

export function toSession(records: readonly Value[], title: string): ReadSession {
  const report = createImportReport();
  const log = createCallLog(report);
  const printed = records.findIndex(printsChat);
  const reader = printed === -1 ? new SpokenLog(log, report) : new ChatLog(log, report);
  let startedAt: string | undefined;
  records.forEach((value, index) => {
    const parsed = v.safeParse(LogRecord, value);
    const at = parsed.success ? readInstant(parsed.output.time, [index, 'time'], report) : undefined;
    startedAt ??= at;
    if (parsed.success && reader.read(parsed.output, at, [index])) return;
    report.note(
      'info',
      'pipecat/other-record',
      [index],
      (n) =>
        `${counted(n, 'record')} about the program’s own workings ${n === 1 ? 'makes' : 'make'} no turn; left out.`,
    );
  });
  reader.end();
  if (printed !== -1) {
    report.note(
      'info',
      'pipecat/before',
      [printed, 'value'],
      () =>
        'The first chat of the log tells what was said before it: those moments, and when the call began, are unknown.',
    );
  }
  return log.session({
    title,
    importer: 'pipecat',
    ...(startedAt !== undefined && printed === -1 && { started_at: startedAt }),
    recording: { platform: 'pipecat' },
  });
}

const printsChat = (value: Value): boolean => {
  const parsed = v.safeParse(LogRecord, value);
  return parsed.success && chatIn(parsed.output) !== undefined;
};

/** What the caller said first. */
export function titleOf(records: readonly Value[]): string {
  for (const value of records) {
    const parsed = v.safeParse(LogRecord, value);
    if (!parsed.success) continue;
    const heard = says.heard.exec(parsed.output.message)?.[1];
    const said =
      heard ??
      chatIn(parsed.output)
        ?.map(saidIn)
        .find((text) => text !== undefined);
    if (said !== undefined) return shortTitle(said);
  }
  return 'a call';
}

function saidIn(value: Value): string | undefined {
  const parsed = v.safeParse(ChatMessage, value);
  if (!parsed.success || parsed.output.role !== 'user') return undefined;
  return typeof parsed.output.content === 'string' ? parsed.output.content : undefined;
}
