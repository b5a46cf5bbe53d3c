import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { counted, createImportReport, type ImportReport, assumed, info } from '../../importing/import-report.ts';
import { when, present } from '../../importing/voice/call-log.ts';
import { elementsAt, entriesAt, fieldAt, hasListAt, recordAt, textAt } from '../../importing/values/where.ts';
import { readCalls } from '../../importing/voice/read-tools.ts';
import { readEntry } from '../../importing/voice/read-voice.ts';
import type {
  RecordedEntry,
  TimedEntry,
  VoiceFormat,
  VoiceLog,
  VoiceReading,
} from '../../importing/voice/voice-format.ts';
import { voiceNotes } from '../../importing/voice/voice-notes.ts';
import { millisecondsIn } from '../../importing/voice/voice-times.ts';
import { factsOf, readEnd, startOf } from './call.ts';
import { callsIn, messageLog, result } from './messages.ts';
import type { Placed } from '../../importing/values/elements.ts';

/** One call, with the combined facts of all messages to a server about it, and the messages. */
interface ServerCall extends Placed {
  readonly messages: readonly Placed[];
}

/** Messages of Vapi to the server of a call, in the order in which they were sent. https://docs.vapi.ai/server-url/events */
export const serverCall: VoiceFormat<ServerCall> = {
  importer: 'vapi',
  title: ({ messages }) => {
    const id = textAt(messages[0]?.value, 'message.call.id');
    return id === undefined ? 'call' : `call ${id}`;
  },
  entries: ({ messages }) => messages.map(entryOf),
  log: describe,
  end: ({ call, log, report }) => readEnd(call, call.place, { log, report }),
  facts: ({ call, report }) => factsOf({ ...call, place: [] }, startIn(call, createImportReport()), report),
};

/** The log also contains the server's answers to `tool-calls`: `{results}`. */
function entryOf({ value, place }: Placed): RecordedEntry {
  if (hasListAt(value, 'results')) return { value, place };
  const message = recordAt(value, 'message');
  return message === undefined ? { value: null, place } : { value: message, place: [...place, 'message'] };
}

/** Combines all messages into one call object. Later messages contain more, and the report at the end contains the most. */
export function serverCallOf(messages: readonly Placed[]): ServerCall {
  const placed = messages.map(({ value, place }) => ({
    message: recordAt(value, 'message'),
    place: [...place, 'message'],
  }));
  const report = placed.findLast(({ message }) => typeOf(message) === 'end-of-call-report');
  const latest = placed.map(({ message }) => recordAt(message, 'call')).findLast((call) => call !== undefined);
  const ended = (name: string): string | undefined =>
    placed
      .filter(({ message }) => ['end-of-call-report', 'status-update'].includes(typeOf(message)))
      .map(({ message }) => textAt(message, name))
      .findLast((one) => one !== undefined);
  const facts = ['endedAt', 'cost', 'costBreakdown', 'analysis'].map((name) => [name, fieldAt(report?.message, name)]);
  const { artifact: _live, ...call } = latest ?? {};
  const value: RecordValue = {
    ...call,
    ...present(Object.fromEntries(facts) as { readonly [name: string]: Value | undefined }), // the values of four fields
    ...present({
      status: ended('status'),
      endedReason: ended('endedReason'),
      artifact: recordAt(report?.message, 'artifact'),
    }),
  };
  return { value, place: report?.place ?? [], messages };
}

const typeOf = (message: Value | undefined): string => (textAt(message, 'type') ?? '').replace(/\[.*$/s, '');

function startIn({ messages }: ServerCall, report: ImportReport): string | undefined {
  const calls = messages.map(({ value }) => fieldAt(value, 'message.call'));
  const ends = messages
    .map(({ value }) => fieldAt(value, 'message'))
    .filter((message) => typeOf(message) === 'end-of-call-report');
  const started = [...calls, ...ends.slice(-1)].find((one) => fieldAt(one, 'startedAt') !== undefined);
  return startOf(started, [], report);
}

const unread = voiceNotes.unread('import/message', 'message');

/** The transcript so far of an utterance that has not ended. */
interface Partial {
  readonly role: string;
  readonly text: string;
  readonly at: string | undefined;
  readonly place: Path;
}

function describe({ call, log, report }: VoiceReading<ServerCall>): VoiceLog {
  const messages = messageLog(startIn(call, report));
  /** Utterances and calls from the messages during the call. The report at the end repeats them. */
  const knownWords = new Set<string>();
  const called = new Set<string>();
  let partial: Partial | undefined;
  let agent: string | undefined;

  const speak = ({ role, text, at, place }: Partial): void => {
    const by = role === 'user' ? 'user' : 'agent';
    knownWords.add(`${by} ${text}`);
    log.said({ by, text, at, place });
  };

  const endPartial = (): void => {
    if (partial === undefined) return;
    notFinal(partial.place, report);
    speak(partial);
    partial = undefined;
  };

  /** Each transcript replaces the partial one before it, until one is final. */
  const transcript = ({ value, at, place }: TimedEntry): void => {
    const name = textAt(value, 'assistantName');
    if (name !== undefined && name !== agent) {
      agent = name;
      log.add({ type: 'agent-switched', ...when(at), agent }, place);
    }
    const [role, text] = [textAt(value, 'role') ?? 'user', textAt(value, 'transcript') ?? ''];
    if (partial !== undefined && partial.role !== role) endPartial();
    const words: Partial = { role, text, at: partial?.at ?? at, place };
    const isPartial =
      textAt(value, 'transcriptType') === 'partial' || textAt(value, 'type')?.includes('partial') === true;
    if (partial !== undefined) replaced(partial.place, report);
    partial = isPartial ? words : undefined;
    if (!isPartial) speak(words);
  };

  const calls = (entry: TimedEntry, reading: VoiceReading): void => {
    const list = hasListAt(entry.value, 'toolCallList') ? 'toolCallList' : 'toolCalls';
    for (const one of elementsAt(entry.value, list)) called.add(textAt(one, 'id') ?? '');
    readCalls(callsIn(list), entry, reading);
  };

  const functionCall = (entry: TimedEntry, reading: VoiceReading): void => {
    const recorded = recordAt(entry.value, 'functionCall');
    if (recorded === undefined) return unread(entry.place, report);
    const one: RecordValue = { name: recorded['name'] ?? '', parameters: recordAt(recorded, 'parameters') ?? {} };
    readCalls({ ...callsIn('functionCall'), list: undefined }, { ...entry, value: one }, reading);
  };

  /** Reads only entries of the report that earlier messages did not contain. */
  const endReport = (entry: TimedEntry, reading: VoiceReading): void => {
    for (const one of entriesAt(entry, 'artifact.messages')) {
      const by = textAt(one.value, 'role') === 'user' ? 'user' : 'agent';
      const toolCalls = elementsAt(one.value, 'tool_calls').map((tool) => textAt(tool, 'id') ?? '');
      const isKnown =
        knownWords.has(`${by} ${textAt(one.value, 'message') ?? ''}`) ||
        called.has(textAt(one.value, 'tool_call_id') ?? 'no id') ||
        (toolCalls.length > 0 && toolCalls.every((id) => called.has(id)));
      if (!isKnown) readEntry(messages, one, reading);
    }
  };

  return {
    kind: ({ value }) => (hasListAt(value, 'results') ? 'results' : typeOf(value) || undefined),
    unread,
    time: ({ value, place }, reading) =>
      hasListAt(value, 'results') ? undefined : millisecondsIn('timestamp')({ value, place }, reading),
    kinds: {
      transcript,
      'tool-calls': calls,
      'function-call': functionCall,
      'tool-calls-result': { ...result, list: 'toolCallResult' },
      results: { ...result, list: 'results' },
      'end-of-call-report': endReport,
      'status-update': { holds: 'nothing' },
      'user-interrupted': { holds: 'interruption' },
    },
    otherwise: { holds: 'nothing', note: otherMessage },
    atEnd: endPartial,
  };
}

const notFinal = assumed(
  'vapi/partial',
  (n) => `${counted(n, 'transcript')} never became final: shown as far as it had been heard.`,
);

const replaced = info(
  'vapi/partial-replaced',
  (n) => `${counted(n, 'partial transcript')} that a later one replaced: not shown as turns.`,
);

const otherMessage = info(
  'vapi/other-message',
  (n) => `${counted(n, 'message')} about speech, connection or the state of the conversation so far; no turns.`,
);
