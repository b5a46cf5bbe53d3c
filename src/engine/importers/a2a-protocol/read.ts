import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value, valueAt } from '../../model/value.ts';
import { malformed, type Read, type ReadSession } from '../../importing/importer.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { findAt } from '../../importing/values/where.ts';
import type { Protocol } from '../../systems/a2a/header.ts';
import { historyText } from '../../systems/a2a/part.ts';
import { fieldAt, recordAt, textAt } from '../../systems/a2a/wire/field.ts';
import { readWireMessage } from '../../systems/a2a/wire/read-content.ts';
import { isNewSpelling } from '../../systems/a2a/wire/spelling.ts';
import { type Conversation, conversationsIn, Overview } from './conversations.ts';
import { type Entry, entriesIn, withRefusals } from './entries.ts';
import { EventEmitter } from './event-emitter.ts';
import { refusalsBetween } from './http-refusals.ts';
import { notes, noteFormat } from './notes.ts';
import { Replay } from './replay.ts';

export const read: Read = (document) => {
  const { entries, strangers } = entriesIn(document.value);
  const conversations = conversationsIn(withRefusals(entries, refusalsBetween(document)));
  if (conversations.length === 0)
    return malformed(
      'This looks like the A2A protocol, but it holds no task, message, status or artifact that can be read. Paste the JSON of a task, a message or a stream of events.',
    );
  const sessions = conversations.map((conversation, index) => {
    const title = titleOf(conversation);
    const others = index === 0 ? strangers : [];
    return { title, system: 'a2a' as const, open: () => ok(toSession(title, conversation, document.value, others)) };
  });
  return ok({ sessions });
};

/** The first text of the conversation, or its task if there is none. */
function titleOf(conversation: Conversation): string {
  const [first] = conversation;
  const owner = first?.task ?? first?.context;
  const words = conversation.slice(0, 50).flatMap((entry) => messagesIn(entry).map(wordsOf));
  const untitled = owner === undefined ? 'A2A conversation' : `A2A task ${owner}`;
  return shortTitle(words.find((text) => text !== '') ?? untitled);
}

function wordsOf(said: Value): string {
  const message = readWireMessage(said, '', { id: '', role: 'user' }, () => undefined);
  return message === null ? '' : historyText(message.parts).trim();
}

const messagesIn = ({ kind, value }: Entry): readonly Value[] =>
  kind === 'asked' || kind === 'message'
    ? [value]
    : ['history.0', 'status.message', 'artifact'].map((where) => findAt(value, where)?.value ?? null);

function toSession(
  title: string,
  conversation: Conversation,
  document: Value,
  strangers: readonly Path[],
): ReadSession {
  const report = createImportReport();
  const overview = new Overview(conversation, (place) => notes.fuller(place, report));
  const header = { title, importer: 'a2a-protocol', protocol: protocolOf(conversation) };
  const emitter = new EventEmitter(document, header, overview, report);
  const replay = new Replay(emitter, overview, report);
  for (const entry of conversation) replay.follow(entry);
  replay.end();
  noteStrangers(strangers, document, report);
  const { events, sources, also } = emitter;
  noteFormat(
    events.some((event) => 'tokens' in event),
    report,
  );
  const isThere = (place: Path) => valueAt(document, place) !== undefined;
  return {
    session: { system: 'a2a', header, events, notes: report.notes() },
    sources: {
      length: sources.length,
      at(event) {
        const source = sources[event];
        return source === undefined || source === null || isThere(source) ? source : null;
      },
      also: (event) => (also.get(event) ?? []).filter(isThere),
    },
  };
}

/** Version 1.0 writes states and roles in upper case; this is the most reliable difference between the versions. */
function protocolOf(conversation: Conversation): Protocol {
  const stateIn = (value: RecordValue) => fieldAt(recordAt(value, 'status'), 'state');
  const isNew = conversation.some(
    ({ value, method = '' }) =>
      /^[A-Z]/.test(method) || isNewSpelling(stateIn(value)) || isNewSpelling(fieldAt(value, 'role')),
  );
  const isOld = conversation.some(
    ({ value, method = '' }) =>
      method.includes('/') || stateIn(value) !== undefined || textAt(value, 'kind') !== undefined,
  );
  return isOld && !isNew ? '0.3' : '1.0';
}

/** Notes records that belong to no task: settings of the protocol, and records of other formats. */
function noteStrangers(strangers: readonly Path[], document: Value, report: ImportReport): void {
  const asked = new Set<Value>();
  for (const place of strangers) {
    const value = valueAt(document, place) ?? null;
    const record: RecordValue = isRecord(value) ? value : {};
    const [id, method] = [fieldAt(record, 'id') ?? null, textAt(record, 'method')];
    const isRequest = settings.test(method ?? '');
    if (isRequest && id !== null) asked.add(id);
    const isAnswer = fieldAt(record, 'jsonrpc') !== undefined && method === undefined && asked.has(id);
    notes[isRequest || isAnswer || isCard(record) ? 'settings' : 'stranger'](place, report);
  }
}

/** `tasks/pushNotificationConfig/set`, `agent/getAuthenticatedExtendedCard` and their names in version 1.0. */
const settings = /pushNotificationConfig|ExtendedCard|ExtendedAgentCard/i;

const isCard = (record: RecordValue): boolean =>
  isList(fieldAt(record, 'skills') ?? null) && isRecord(fieldAt(record, 'capabilities') ?? null);
