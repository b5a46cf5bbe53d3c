import type { ReadSession } from '../../importing/importer.ts';
import { conversationIn } from '../../importing/messages/conversation-in.ts';
import { textOf } from '../../importing/content/content.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import { lineEntries } from '../../importing/values/line-entries.ts';
import type { Document } from '../../readers/document.ts';
import { Event } from './format.ts';
import { EventEmitter } from './event-emitter.ts';

/** The first user message, from any input of the run. */
export function titleOf({ value, typeName }: Pick<Document, 'value' | 'typeName'>): string {
  for (const { line, place } of lineEntries(Event, value).entries.slice(0, 20)) {
    const messages = conversationIn(line.data.input, 'input', place, createImportReport(), typeName);
    const words = textOf(messages.find(({ role }) => role === 'user')?.parts ?? []);
    if (words.trim() !== '') return shortTitle(words);
  }
  return 'run of LangChain';
}

export function toSession({ value, typeName }: Document): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const { entries, unread } = lineEntries(Event, value);
  const emitter = new EventEmitter(matcher, report, typeName);
  for (const entry of entries) emitter.emit(entry);
  emitter.end();
  for (const place of unread) {
    report.note(
      'lost',
      'langchain-events/other',
      place,
      (n) => `${counted(n, 'value')} that ${n === 1 ? 'is' : 'are'} no event: left out.`,
    );
  }
  report.note('info', 'import/no-times', null, () => 'The events of a run carry no times.');
  const [model] = emitter.models;
  return toTaskSession(
    {
      title: titleOf({ value, typeName }),
      importer: 'langchain-events',
      model: emitter.models.size === 1 ? model : undefined,
      declared: [],
      recording: {},
      entries: matcher.entries(),
    },
    report,
  );
}
