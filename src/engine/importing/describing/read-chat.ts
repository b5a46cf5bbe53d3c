import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import { createImportReport, type ImportReport } from '../import-report.ts';
import { unreadableEntry, type Read, type SessionEntry } from '../importer.ts';
import { countIn } from '../messages/any-message.ts';
import { conversationEntry, imported, type About } from '../messages/conversation-entry.ts';
import { elementsOf } from '../values/elements.ts';
import { branchesOf, noteOtherBranches } from './branches-of.ts';
import { conversationsIn, shapesOf, type ChatFormat } from './chat-format.ts';
import type { ChatReading, Entry, FoundConversation, MessageReading, SessionReading, Spot } from './chat-reading.ts';
import { textBy, timeBy } from './fields.ts';
import { readMessage } from './read-message.ts';
import { present } from '../values/present.ts';
import { factsAt, findAt, type Where } from '../values/where.ts';
import { noteSystem } from '../notes.ts';
import { emitMessage } from '../messages/normalized-message.ts';
import { offeredAt, offeredTools, type OfferedTool } from '../tools/offered-tools.ts';
import { contextWindowIn } from '../transcript/context-window.ts';
import { createCallMatcher } from '../transcript/call-matcher.ts';

/** Reads the conversations of a described format. */
export function readerOf(format: ChatFormat, { messages, session = {} }: ChatReading): Read {
  return (document) =>
    imported(
      assembled(conversationsIn(document, format), session).flatMap((found) =>
        found.messages.length === 0
          ? unreadable(format, found)
          : branchesOf(found, session.tree).map((branch) => entryOf(format, messages, session, branch, document)),
      ),
      `This looks like ${format.title}, but it contains no message.`,
    );
}

const assembled = (found: readonly FoundConversation[], { assemble }: SessionReading): readonly FoundConversation[] =>
  assemble === undefined ? found : found.flatMap(assemble);

/** An unreadable session keeps its line in the list, so that the others keep their numbers. */
function unreadable({ counted = 'entry' }: ChatFormat, { holder }: FoundConversation): SessionEntry {
  const message = `This ${counted} (${holder.place.join('.')}) cannot be read: it contains no message.`;
  return unreadableEntry('task', message, counted);
}

function entryOf(
  format: ChatFormat,
  described: ChatReading['messages'],
  session: SessionReading,
  found: FoundConversation,
  document: Document,
) {
  const { holder, messages, suffix, others = 0 } = found;
  const facts = isRecord(holder.value) ? holder.value : {};
  const spot = (report: ImportReport, { place, more = [] }: Omit<Entry, 'value'> = holder): Spot => ({
    place,
    report,
    document,
    found,
    more,
    nested(inner) {
      const matcher = createCallMatcher(report);
      for (const one of inner) for (const message of read(one, report)) emitMessage(message, matcher, report);
      return matcher.entries();
    },
  });
  /** The readings of each pass over the conversation, by its report: they may remember earlier messages of that pass. */
  const begun = new WeakMap<ImportReport, readonly MessageReading[]>();
  const readingsFor = (report: ImportReport): readonly MessageReading[] => {
    const readings = begun.get(report) ?? readingsOf(described, found, document);
    begun.set(report, readings);
    return readings;
  };
  const read = (message: Entry, report: ImportReport) =>
    readMessage(message, shapesOf(format), readingsFor(report), spot(report, message));
  return conversationEntry({
    importer: format.id,
    name: session.name?.(facts, spot(createImportReport())),
    title: textBy(session.title, facts, spot(createImportReport())),
    untitled: typeof session.untitled === 'function' ? session.untitled(facts) : session.untitled,
    ...(suffix !== undefined && { suffix }),
    ...(found.assembled !== undefined && { assembled: found.assembled }),
    messages: session.arrange?.(messages, found) ?? messages,
    ...(session.timeKey !== undefined && { timeKey: session.timeKey }),
    read,
    about: (report) => aboutOf(session, facts, spot(report), messages),
    end(matcher, report) {
      const { system, totals } = session;
      const instructions = findAt(facts, system, (one) => one !== '');
      const where = instructions && [...holder.place, ...instructions.path];
      if (where !== undefined && Array.isArray(instructions?.value))
        elementsOf(instructions.value).forEach((_, index) => noteSystem([...where, index], report));
      else if (where !== undefined) noteSystem(where, report);
      const places = typeof totals === 'function' ? undefined : totals;
      const { prompt, completion } = (typeof totals === 'function' ? totals(found) : undefined) ?? {
        prompt: countAt(facts, places?.prompt),
        completion: countAt(facts, places?.completion),
      };
      // Programs that counted nothing write zeros.
      if (prompt !== undefined && completion !== undefined && prompt + completion > 0) {
        const around = findAt(facts, places?.prompt)?.path.slice(0, -1) ?? [];
        matcher.addTotals({ prompt, completion }, [...holder.place, ...around]);
      }
      if (others > 0) noteOtherBranches(format.id, others, found, report);
      session.notes?.(found, report);
    },
    noteLast: (report) => session.lastNotes?.(found, report),
  });
}

function readingsOf(
  messages: ChatReading['messages'],
  found: FoundConversation,
  document: Document,
): readonly MessageReading[] {
  if (typeof messages === 'function') return messages(found, document);
  // `isArray` does not narrow readonly lists.
  return Array.isArray(messages) ? (messages as readonly MessageReading[]) : [messages as MessageReading];
}

const countAt = (facts: RecordValue, where: Where | undefined): number | undefined =>
  countIn(findAt(facts, where)?.value);

function aboutOf(
  session: SessionReading,
  facts: RecordValue,
  spot: Spot,
  messages: readonly { readonly value: Value }[],
): About {
  const { agent, user, model, contextWindow, startedAt, recording = {} } = session;
  const records = [facts, ...messages.map(({ value }) => value)];
  return {
    ...present({
      agent: textBy(agent, facts, spot),
      user: textBy(user, facts, spot),
      model: textBy(model, facts, spot),
      startedAt: timeBy(startedAt, facts, spot),
      contextWindow: contextWindow === undefined ? undefined : contextWindowIn(records, contextWindow),
    }),
    declared: namesBy(session.declared, facts, spot),
    tools: toolsBy(session.tools, facts, spot),
    recording: typeof recording === 'function' ? recording(facts, spot) : factsAt(facts, recording),
  };
}

const toolsBy = (field: SessionReading['tools'], facts: RecordValue, spot: Spot): readonly OfferedTool[] =>
  typeof field === 'function'
    ? (field(facts, spot) ?? []).flatMap((list) => offeredTools(list))
    : offeredAt({ value: facts, place: spot.place }, field ?? []);

const namesBy = (field: SessionReading['declared'], facts: RecordValue, spot: Spot): readonly string[] =>
  typeof field === 'function'
    ? (field(facts, spot) ?? [])
    : elementsOf(findAt(facts, field)?.value ?? null).filter((one) => typeof one === 'string');
