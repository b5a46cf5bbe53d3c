import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value, valueAt } from '../../model/value.ts';
import { malformed, type Read, type ReadSession, type SessionEntry } from '../../importing/importer.ts';
import { type Entry, entriesIn, withRefusals } from './entries.ts';
import { type Conversation, conversationsIn, indexOfConversation } from './exchanges.ts';
import { refusalsBetween } from './format.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { note, noteFormat } from './notes.ts';
import { fieldAt, recordAt, textAt } from '../../systems/a2a/wire/field.ts';
import type { A2aHeader, Protocol } from '../../systems/a2a/header.ts';
import { historyText } from '../../systems/a2a/part.ts';
import { isNewSpelling } from '../../systems/a2a/wire/spelling.ts';
import { readWireMessage } from '../../systems/a2a/wire/read-content.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { findAt } from '../../importing/values/where.ts';
import { Replayer } from './replayer.ts';
import { withFullestMessages } from './fullest.ts';
import { EventEmitter } from './event-emitter.ts';

export const read: Read = (document) => {
  const { value } = document;
  const { entries: found, strangers } = entriesIn(value);
  const entries = withRefusals(found, refusalsBetween(document));
  const sessions = conversationsIn(entries).map((conversation, index) =>
    entryOf(conversation, value, index === 0 ? strangers : []),
  );
  if (sessions.length > 0) return ok({ sessions });
  return malformed(
    'This looks like the A2A protocol, but it holds no task, message, status or artifact that can be read.',
  );
};

const entryOf = (conversation: Conversation, document: Value, strangers: readonly Path[]): SessionEntry => ({
  title: titleOf(conversation),
  system: 'a2a',
  open: () => ok(toSession(conversation, document, strangers)),
});

/** Notes records that belong to no task: settings of the protocol, and records of other formats. */
function noteStrangers(strangers: readonly Path[], document: Value, report: ImportReport): void {
  const asked = new Set<Value>();
  for (const place of strangers) {
    const value = valueAt(document, place) ?? null;
    const record: RecordValue = isRecord(value) ? value : {};
    const id = fieldAt(record, 'id') ?? null;
    const isRequest = settings.test(textAt(record, 'method') ?? '');
    if (isRequest && id !== null) asked.add(id);
    const isAnswer =
      fieldAt(record, 'jsonrpc') !== undefined && textAt(record, 'method') === undefined && asked.has(id);
    note(isRequest || isAnswer || isCard(record) ? 'a2a-protocol/settings' : 'a2a-protocol/stranger', place, report);
  }
}

/** `tasks/pushNotificationConfig/set`, `agent/getAuthenticatedExtendedCard` and their names in version 1.0. */
const settings = /pushNotificationConfig|ExtendedCard|ExtendedAgentCard/i;

const isCard = (record: RecordValue): boolean =>
  isList(fieldAt(record, 'skills') ?? null) && isRecord(fieldAt(record, 'capabilities') ?? null);

/** The first text of the conversation, or its task if there is none. */
function titleOf(conversation: Conversation): string {
  const [first] = conversation;
  const owner = first?.task ?? first?.entry.context;
  const words = conversation.slice(0, 50).flatMap(({ entry }) => messagesIn(entry).map(wordsOf));
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

function toSession(recorded: Conversation, document: Value, strangers: readonly Path[]): ReadSession {
  const report = createImportReport();
  const conversation = withFullestMessages(recorded, report);
  const header: A2aHeader = {
    title: titleOf(conversation),
    importer: 'a2a-protocol',
    protocol: protocolOf(conversation),
  };
  const emitter = new EventEmitter(document, header, report);
  const replayer = new Replayer(emitter, indexOfConversation(conversation), report);
  for (const exchanged of conversation) replayer.follow(exchanged);
  replayer.end();
  noteStrangers(strangers, document, report);
  const { events, sources, also } = emitter;
  const isThere = (place: Path) => valueAt(document, place) !== undefined;
  noteFormat(
    events.some((event) => 'tokens' in event),
    report,
  );
  return {
    session: { system: 'a2a', header, events: events, notes: report.notes() },
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
  const isNew = conversation.some(({ entry: { value, method = '' } }) => {
    const isRenamed = /^[A-Z]/.test(method);
    return isRenamed || isNewSpelling(stateIn(value)) || isNewSpelling(fieldAt(value, 'role'));
  });
  const isOld = conversation.some(({ entry: { value, method = '' } }) => {
    const state = stateIn(value);
    return (
      method.includes('/') || (state !== undefined && !isNewSpelling(state)) || textAt(value, 'kind') !== undefined
    );
  });
  return isOld && !isNew ? '0.3' : '1.0';
}

const stateIn = (value: RecordValue): Value | undefined => fieldAt(recordAt(value, 'status'), 'state');
