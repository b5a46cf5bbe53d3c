import * as v from 'valibot';
import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { createCallLog } from '../../importing/transcript/call-log.ts';
import type { Read, ReadSession } from '../../importing/importer.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { noteLines } from '../../importing/values/event-time.ts';
import { loggedEvent } from '../../importing/values/logged-event.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { Message } from './format.ts';
import { Reading } from './reading.ts';

export const read: Read = ({ value }) => {
  const title = titleOf(value);
  return ok({ sessions: [{ title, system: 'voice', open: () => ok(toSession(value, title)) }] });
};

function titleOf(value: Value): string {
  for (const one of elementsOf(value)) {
    const message = v.safeParse(Message, loggedEvent(one)?.event);
    if (!message.success || message.output.role !== 'user') continue;
    if (typeof message.output.content === 'string') return shortTitle(message.output.content);
  }
  return 'a call with Deepgram';
}

function toSession(value: Value, title: string): ReadSession {
  const report = createImportReport();
  const log = createCallLog(report);
  const reading = new Reading(log, report);
  const places: Path[] = [];
  elementsOf(value).forEach((written, index) => {
    const { event = null, inside = [], line = {} } = loggedEvent(written) ?? {};
    const message = v.safeParse(Message, event);
    places.push([index, ...inside]);
    if (message.success) return reading.read(message.output, line, [index, ...inside]);
    report.note('lost', 'deepgram/message', [index], (n) => `${counted(n, 'message')} without a type left out.`);
  });
  reading.end();
  noteLines(places, report);
  const { model, tools, startedAt, request } = reading;
  return log.session({
    title,
    importer: 'deepgram',
    ...(model !== undefined && { model }),
    ...(startedAt !== undefined && { started_at: startedAt }),
    tools: [...tools],
    recording: { platform: 'deepgram', ...(request !== undefined && { request_id: request }) },
  });
}
