import { err, ok, type Result } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { Note, Problem } from '../../model/problem.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { textOf } from '../content/content.ts';
import type { Imported, ReadSession, SessionEntry, Sources } from '../importer.ts';
import { createImportReport, type ImportReport } from '../import-report.ts';
import { isNewestFirst, noteNewestFirst } from '../transcript/newest-first.ts';
import { createCallMatcher, type CallMatcher } from '../transcript/call-matcher.ts';
import { shortTitle } from '../transcript/title.ts';
import { toTaskSession } from '../transcript/to-task-session.ts';
import { emitMessage, type NormalizedMessage } from './normalized-message.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Placed } from '../values/elements.ts';

/** A conversation that its file contains as a list of messages. */
export interface Conversation<Message extends Placed = Placed> {
  readonly importer: string;
  /** A title made from facts; it is not shortened. */
  readonly name?: string | undefined;
  /** The title in the file; otherwise the user's first words. */
  readonly title?: string | undefined;
  /** The title if neither exists. */
  readonly untitled?: string | undefined;
  /** Appended to the title, for example the number of the branch. */
  readonly suffix?: string;
  readonly messages: readonly Message[];
  /** The place of a message's time, in formats that programs keep in tables: these may be listed newest first. */
  readonly timeKey?: string;
  /** Set for a conversation that was put together from the records of a log. */
  readonly assembled?: Assembled;
  /** Adds notes before any message is read. */
  begin?(report: ImportReport): void;
  /** The messages of one entry: usually one; none if it was noted and left out. */
  read(message: Message, report: ImportReport): readonly NormalizedMessage[];
  about(report: ImportReport): About;
  /** Adds entries or notes after all messages were added. */
  end?(matcher: CallMatcher, report: ImportReport): void;
  /** Adds the last notes, after the calls without results. */
  noteLast?(report: ImportReport): void;
}

/** How a conversation was put together from the records of a log. */
export interface Assembled {
  /** What was left out while it was put together. */
  readonly notes: readonly Note[];
  /** Translates a place in the conversation into one in the document. */
  readonly placeIn: (path: Path) => Path;
}

export type About = Partial<
  Pick<Transcript, 'model' | 'contextWindow' | 'startedAt' | 'agent' | 'user' | 'declared' | 'tools' | 'recording'>
>;

/** How many messages are examined for a title. */
const sample = 20;

export function conversationEntry<Message extends Placed>(listed: Conversation<Message>): SessionEntry {
  const { messages, timeKey, suffix = '' } = listed;
  const wereNewestFirst = timeKey !== undefined && isNewestFirst(messages, ({ value }) => timeUnder(timeKey, value));
  const conversation = wereNewestFirst ? { ...listed, messages: messages.toReversed() } : listed;
  const title = `${conversation.name ?? titleOf(conversation)}${suffix}`;
  return { title, system: 'task', open: () => ok(toSession(conversation, title, wereNewestFirst)) };
}

const timeUnder = (key: string, message: Value): Value | undefined => (isRecord(message) ? message[key] : undefined);

function titleOf<Message extends Placed>(conversation: Conversation<Message>): string {
  const { title, messages, read } = conversation;
  if (title !== undefined && title.trim() !== '') return shortTitle(title);
  for (const placed of messages.slice(0, sample)) {
    for (const { role, parts } of read(placed, createImportReport())) {
      const words = role === 'user' ? textOf(parts) : '';
      if (words.trim() !== '') return shortTitle(words);
    }
  }
  return conversation.untitled ?? 'conversation without a message of the user';
}

function toSession<Message extends Placed>(
  conversation: Conversation<Message>,
  title: string,
  wereNewestFirst: boolean,
): ReadSession {
  const { assembled } = conversation;
  const report = createImportReport(assembled?.notes, assembled?.placeIn);
  if (wereNewestFirst) noteNewestFirst(conversation.importer, report);
  conversation.begin?.(report);
  const matcher = createCallMatcher(report);
  const models = new Set<string>();
  for (const placed of conversation.messages) {
    for (const message of conversation.read(placed, report)) {
      if (message.model !== undefined) models.add(message.model);
      emitMessage(message, matcher, report);
    }
  }
  conversation.end?.(matcher, report);
  const { declared = [], recording = {}, ...about } = conversation.about(report);
  const entries = matcher.entries();
  conversation.noteLast?.(report);
  const [model] = models;
  const read = toTaskSession(
    {
      model: models.size === 1 ? model : undefined,
      ...about,
      title,
      importer: conversation.importer,
      declared,
      recording,
      entries,
    },
    report,
  );
  return assembled === undefined ? read : { ...read, sources: sourcesOf(read.sources, assembled.placeIn) };
}

const sourcesOf = ({ length, at, also }: Sources, placeIn: Assembled['placeIn']): Sources => ({
  length,
  at(event) {
    const place = at(event);
    return place && placeIn(place);
  },
  also: (event) => also?.(event).map(placeIn) ?? [],
});

/** The sessions of a file, or the message that it contains none. */
export const imported = (sessions: readonly SessionEntry[], message: string): Result<Imported, Problem> =>
  sessions.length > 0 ? ok({ sessions }) : err({ code: 'import/empty', message });
