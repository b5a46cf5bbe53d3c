import type { RecordValue, Value } from '../../model/value.ts';
import { notesOf } from '../../importing/import-report.ts';
import { type Said, when } from '../../importing/voice/call-log.ts';
import { present } from '../../importing/values/present.ts';
import { elementsAt, entriesAt, fieldAt, hasListAt, recordAt, textAt } from '../../importing/values/where.ts';
import { readCalls } from '../../importing/voice/read-tools.ts';
import { callTitle, readEntry } from '../../importing/voice/read-voice.ts';
import type { TimedEntry, VoiceFormat, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import { millisecondsIn, voiceNotes } from '../../importing/voice/notes-and-times.ts';
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
  title: callTitle('id'),
  entries: ({ messages }) => messages.map(entryOf),
  log: describe,
  end: readEnd,
  facts: factsOf,
};

/** The log also contains the server's answers to `tool-calls`: `{results}`. */
function entryOf({ value, place }: Placed): Placed {
  if (hasListAt(value, 'results')) return { value, place };
  const message = recordAt(value, 'message');
  return message === undefined ? { value: null, place } : { value: message, place: [...place, 'message'] };
}

/** Combines all messages into one call object. Later messages contain more, and the report at the end contains the most. */
export function serverCallOf(messages: readonly Placed[]): ServerCall {
  const entries = messages.map(entryOf);
  const report = entries.findLast(({ value }) => typeOf(value) === 'end-of-call-report');
  const ends = entries.filter(({ value }) => ['end-of-call-report', 'status-update'].includes(typeOf(value)));
  const last = (name: string) => ends.map(({ value }) => textAt(value, name)).findLast((one) => one !== undefined);
  const { endedAt, cost, costBreakdown, analysis } = recordAt(report?.value, '') ?? {};
  const latest = entries.map(({ value }) => recordAt(value, 'call')).findLast((call) => call !== undefined);
  const { artifact: _live, ...call } = latest ?? {};
  const starts = [...entries.map(({ value }) => fieldAt(value, 'call.startedAt')), fieldAt(report?.value, 'startedAt')];
  const value: RecordValue = {
    ...call,
    ...present({
      startedAt: starts.find((one) => one !== undefined),
      endedAt,
      cost,
      costBreakdown,
      analysis,
      status: last('status'),
      endedReason: last('endedReason'),
      artifact: recordAt(report?.value, 'artifact'),
    }),
  };
  return { value, place: report?.place ?? [], messages };
}

const typeOf = (message: Value | undefined): string => (textAt(message, 'type') ?? '').replace(/\[.*$/s, '');

const unread = voiceNotes.unread('import/message', 'message');

/** Transcripts and messages differ in spaces, marks and capitals. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** How many transcripts a message of the report may skip. */
const searched = 20;

function describe({ call, log, report }: VoiceReading<ServerCall>): VoiceLog {
  const messages = messageLog(startOf(call, report));
  /** Utterances and calls from the messages during the call. The report at the end repeats them. */
  const known: { readonly user: string[]; readonly agent: string[] } = { user: [], agent: [] };
  /** How many of these the report has repeated so far. */
  const repeated = { user: 0, agent: 0 };
  const called = new Set<string>();
  /** The transcript so far of an utterance that has not ended. */
  let partial: Said | undefined;
  let agent: string | undefined;

  const speak = (words: Said): void => {
    known[words.by].push(lettersOf(words.text ?? ''));
    log.said(words);
  };

  /** A message of the report joins several transcripts of one speaker. Both are in the same order. */
  const isKnownWords = (by: 'user' | 'agent', message: string): boolean => {
    const letters = lettersOf(message);
    const from = repeated[by];
    if (letters === '') return false;
    for (let start = from; start < Math.min(known[by].length, from + searched); start++) {
      let rest = letters;
      let end = start;
      for (let one = known[by][end]; one !== undefined && rest !== '' && rest.startsWith(one); one = known[by][end]) {
        rest = rest.slice(one.length);
        end++;
      }
      if (rest !== '') continue;
      repeated[by] = end;
      return true;
    }
    return false;
  };

  const endPartial = (): void => {
    if (partial === undefined) return;
    notes.partial(partial.place, report);
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
    const by = (textAt(value, 'role') ?? 'user') === 'user' ? 'user' : 'agent';
    if (partial !== undefined && partial.by !== by) endPartial();
    const words = { by, text: textAt(value, 'transcript') ?? '', at: partial?.at ?? at, place } as const;
    const isPartial =
      textAt(value, 'transcriptType') === 'partial' || textAt(value, 'type')?.includes('partial') === true;
    if (partial !== undefined) notes['partial-replaced'](partial.place, report);
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
        isKnownWords(by, textAt(one.value, 'message') ?? '') ||
        called.has(textAt(one.value, 'tool_call_id') ?? 'no id') ||
        (toolCalls.length > 0 && toolCalls.every((id) => called.has(id)));
      if (!isKnown) readEntry(messages, one, reading);
    }
  };

  return {
    kind: ({ value }) => (hasListAt(value, 'results') ? 'results' : typeOf(value) || undefined),
    unread,
    time: (entry, reading) =>
      hasListAt(entry.value, 'results') ? undefined : millisecondsIn('timestamp')(entry, reading),
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
    otherwise: { holds: 'nothing', note: notes['other-message'] },
    atEnd: endPartial,
  };
}

const notes = notesOf('vapi', {
  assumed: {
    partial: '{# transcript} never became final: shown as far as recognised.',
  },
  info: {
    'partial-replaced': '{# partial transcript} that a later one replaced: not shown as turns.',
    'other-message': '{# message} about speech, connection or the state of the conversation: not shown as turns.',
  },
});
