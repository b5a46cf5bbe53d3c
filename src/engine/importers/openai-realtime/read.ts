import { offeredAt } from '../../importing/tools/offered-tools.ts';
import { toJson } from '../../model/json.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { counted, info, notesOf } from '../../importing/import-report.ts';
import { countAt, elementsAt, entriesAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { present } from '../../importing/values/present.ts';
import { loggedEntries, noteRecordsAround } from '../../importing/voice/logged-entries.ts';
import { callIn, readResults } from '../../importing/voice/read-tools.ts';
import { readerOf } from '../../importing/voice/read-voice.ts';
import type {
  Calls,
  Results,
  TimedEntry,
  VoiceEntry,
  VoiceFormat,
  VoiceLog,
  VoiceReading,
} from '../../importing/voice/voice-format.ts';
import { loggedTime, voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { noteSystem } from '../../importing/notes.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { recordedTokens } from '../../importing/transcript/transcript.ts';

/** The caller's words as text. This event follows the item, and often the answer too. */
const heard = 'conversation.item.input_audio_transcription.completed';
/** Server events that contain an item, in the older and the newer version of the API. */
const serverItems = ['conversation.item.created', 'conversation.item.added', 'conversation.item.done'];

const call: Calls = { holds: 'calls', id: 'call_id', name: 'name', arguments: 'arguments' };
const result: Results = { holds: 'results', id: 'call_id', output: 'output' };
/** A tool of an MCP server, which the service itself calls. https://platform.openai.com/docs/guides/realtime-mcp */
const hostedCall: Calls = { ...call, id: 'id' };
const hostedResult: Results = { ...result, id: 'id', failure: { field: 'error.message' } };

/**
 * Server and client events of OpenAI's Realtime API.
 * https://platform.openai.com/docs/api-reference/realtime-server-events
 */
const realtime: VoiceFormat = {
  importer: 'openai-realtime',
  title: 'a conversation in real time',
  entries: (log) => loggedEntries(log).filter(({ value }) => isRecord(value)),
  log: describe,
  end: noteRecordsAround,
  facts: ({ entries, startedAt }) => {
    const sessions = entries.flatMap(({ value }) => recordAt(value, 'session') ?? []);
    const tools = sessions.flatMap((session) =>
      elementsAt(session, 'tools').flatMap((tool) => textAt(tool, 'name') ?? []),
    );
    return {
      ...present({
        started_at: startedAt,
        model: sessions.map((session) => textAt(session, 'model')).findLast((model) => model !== undefined),
      }),
      tools: [...new Set(tools)],
      recording: { platform: 'openai' },
    };
  },
};

type Known = ReturnType<typeof lookAhead>;

/** Information from later events that is needed to read earlier events. */
function lookAhead(events: readonly VoiceEntry[]) {
  const eventsOf = (type: string) => events.filter(({ value }) => textAt(value, 'type') === type);
  const idsIn = (type: string, at: string) =>
    new Set(eventsOf(type).map(({ value }) => textAt(value, at) || undefined));
  const withItems = events.map(({ value }) => recordAt(value, 'item')).filter((item) => item !== undefined);
  const outputs = [
    ...eventsOf('response.output_item.done').flatMap(({ value }) => recordAt(value, 'item') ?? []),
    ...eventsOf('response.done').flatMap(({ value }) => elementsAt(value, 'response.output')),
  ];
  return {
    /** The caller's words, by the id of the item. */
    transcripts: new Map(
      eventsOf(heard).map(({ value, place }) => [textAt(value, 'item_id'), { text: transcriptOf(value), place }]),
    ),
    /** Items that the caller interrupted. */
    truncated: idsIn('conversation.item.truncated', 'item_id'),
    /** Items that belong to a response. */
    answered: new Set(outputs.map((item) => textAt(item, 'id') || undefined)),
    /** Responses that one event contains completely. */
    done: idsIn('response.done', 'response.id'),
    /** Items that a separate event contains or announces, as the last one of them has it. */
    items: new Map(withItems.map((item) => [textAt(item, 'id'), item])),
  };
}

const transcriptOf = (event: Value): string => (textAt(event, 'transcript') ?? '').trim();

/** Written or spoken words. Undefined if only sound is recorded. */
function wordsOf(item: Value | undefined, { transcripts }: Known): string | undefined {
  const parts = elementsAt(item, 'content').flatMap((part) => textAt(part, 'text') ?? textAt(part, 'transcript') ?? []);
  const text = parts.join('\n').trim();
  return text === '' ? transcripts.get(textAt(item, 'id') ?? '')?.text : text;
}

const progress = voiceNotes.progress('openai-realtime/progress', 'event', 'sound, pieces, limits, repetitions');
const leftOut = { holds: 'nothing', note: progress } as const;

function describe(reading: VoiceReading): VoiceLog {
  const { entries, log, report } = reading;
  const known = lookAhead(entries);
  /** The server repeats the items that the client adds. */
  const hasServerItems = entries.some(({ value }) => serverItems.includes(textAt(value, 'type') ?? ''));
  /** Ids of the items that were read. Results have a key of their call id and output. */
  const read = new Set<string>();

  /** Reads an item that the caller or the program added to the conversation. */
  const added = (entry: TimedEntry): void => {
    const item = recordAt(entry.value, 'item');
    const place = [...entry.place, 'item'];
    const [type, id, callId] = [textAt(item, 'type'), textAt(item, 'id'), textAt(item, 'call_id')];
    if (item === undefined || type === undefined) return unread(place, report);
    // The client's item and the server's copy of it have different ids.
    const isResult = type === 'function_call_output';
    const key = isResult ? `result ${callId} ${toJson(item['output'] ?? null)}` : id;
    if (key !== undefined && (read.has(key) || known.answered.has(key))) return progress(place, report);
    if (key !== undefined) read.add(key);
    if (isResult) {
      voiceNotes.outcomeUnknown('openai-realtime/outcome', 'Outputs')(place, report);
      return readResults(result, { value: item, at: entry.at, place }, reading);
    }
    if (!['message', 'function_call', 'mcp_call', 'mcp_list_tools'].includes(type))
      return otherItem(type)(place, report);
    const role = textAt(item, 'role');
    if (role === 'system') return noteSystem(place, report);
    if (role !== 'user') return void answer([{ value: item, place }], { ...entry, place });
    const text = wordsOf(item, known);
    if (text === undefined) notes['no-transcript'](place, report);
    // A separate event contains the transcript of sound.
    const spoken = known.transcripts.get(id ?? '');
    log.said({ by: 'user', text, at: entry.at, place: spoken?.text === text ? (spoken?.place ?? place) : place });
  };

  const response = (entry: TimedEntry): void => {
    const place = [...entry.place, 'response'];
    if (recordAt(entry.value, 'response') === undefined) return unread(place, report);
    const field = (name: string) => textAt(entry.value, `response.${name}`);
    const status = field('status');
    const isCut = status === 'cancelled' || field('status_details.reason') === 'turn_detected';
    const hasAnswer = answer(entriesAt(entry, 'response.output'), { ...entry, place }, isCut);
    if (status === 'failed' || (!hasAnswer && isCut)) {
      const reason = field('status_details.error.message') ?? field('status_details.reason') ?? status;
      noAnswer(reason)(place, report);
    }
  };

  /** Reads the outputs of one response: words, then tool calls. The second argument is the event with the response's tokens. */
  const answer = (outputs: readonly Placed[], { value, at, place }: TimedEntry, isCut = false): boolean => {
    const items = outputs.filter((one) => textAt(one.value, 'type') !== undefined);
    const spoken = items.filter((one) => textAt(one.value, 'type') === 'message');
    const hosted = items.filter((one) => textAt(one.value, 'type') === 'mcp_call');
    const calls = items
      .flatMap((one) => {
        if (hosted.includes(one)) return callIn(hostedCall, one, report) ?? [];
        return textAt(one.value, 'type') === 'function_call' ? (callIn(call, one, report) ?? []) : [];
      })
      .map((one) => ({ ...one, at }));
    const usage = (name: string) => countAt(value, `response.usage.${name}`);
    const tokens = recordedTokens(usage('input_tokens'), usage('output_tokens'));
    const text = spoken.flatMap((one) => wordsOf(one.value, known) ?? []).join('\n');
    const interrupted = isCut || spoken.some((one) => known.truncated.has(textAt(one.value, 'id') ?? ''));
    if (text !== '') {
      const spent = calls.length === 0 ? tokens : undefined;
      log.said({ by: 'agent', text, at, place: spoken[0]?.place ?? place, interrupted, tokens: spent });
    }
    if (calls.length > 0) log.asked(calls, { at, place, tokens });
    for (const one of hosted) {
      const whole = known.items.get(textAt(one.value, 'id')) ?? (isRecord(one.value) ? one.value : {});
      const hasEnded = [fieldAt(whole, 'output'), fieldAt(whole, 'error')].some(
        (end) => end !== undefined && end !== null,
      );
      if (hasEnded) readResults(hostedResult, { value: whole, at, place: one.place }, reading);
    }
    return text !== '' || calls.length > 0;
  };

  /** Reads a partial event of an answer whose end was not recorded. */
  const piece = (entry: TimedEntry): void => {
    const { value, place } = entry;
    const id = textAt(value, 'item_id') ?? '';
    if (known.answered.has(id) || known.done.has(textAt(value, 'response_id') ?? '')) return progress(place, report);
    notes['no-end'](place, report);
    read.add(id);
    const item: RecordValue =
      textAt(value, 'type') === 'response.function_call_arguments.done'
        ? { arguments: '', ...known.items.get(id), ...value, type: 'function_call' }
        : { type: 'message', content: [{ text: textAt(value, ['transcript', 'text']) ?? '' }] };
    answer([{ value: { ...item, id }, place }], entry);
  };

  return {
    kind: ({ value }) => (recordAt(value, 'session') === undefined ? textAt(value, 'type') : 'session'),
    unread,
    time: loggedTime,
    kinds: {
      session: ({ value, place }) => {
        log.offered(offeredAt({ value, place }, 'session.tools'));
        if ((textAt(value, 'session.instructions') ?? '') !== '')
          noteSystem([...place, 'session', 'instructions'], report);
      },
      ...Object.fromEntries(serverItems.map((type) => [type, added])),
      'conversation.item.create': hasServerItems ? leftOut : added,
      'response.done': response,
      'response.output_item.done': (entry) => {
        if (known.done.has(textAt(entry.value, 'response_id') ?? '')) return progress(entry.place, report);
        const item = { value: fieldAt(entry.value, 'item') ?? null, place: [...entry.place, 'item'] };
        answer([item], { ...entry, value: {} });
      },
      [heard]: ({ value, at, place }) => {
        if (known.items.has(textAt(value, 'item_id') ?? '')) return progress(place, report);
        log.said({ by: 'user', text: transcriptOf(value), at, place });
      },
      // The names of the older and the newer version of the API.
      'response.audio_transcript.done': piece,
      'response.output_audio_transcript.done': piece,
      'response.text.done': piece,
      'response.output_text.done': piece,
      'response.function_call_arguments.done': piece,
      error: ({ value, place }) =>
        voiceNotes.serviceTrouble('openai-realtime/error', 'error', textAt(value, 'error.message'))(place, report),
    },
    otherwise: leftOut,
  };
}

const unread = voiceNotes.unread('openai-realtime/event', 'event');

const notes = notesOf('openai-realtime', {
  lost: {
    'no-transcript': '{# utterance} recorded only as audio, without a transcript.',
  },
  assumed: {
    'no-end': '{# piece} of answers whose end is not recorded: shown as far as recorded, with unknown tokens.',
  },
});

const otherItem = (type: string) =>
  info(
    'openai-realtime/item',
    (n) => `${counted(n, 'item')} of a kind that is not shown as turns (first: ${type}): left out.`,
  );

const noAnswer = (why: string | undefined) =>
  info('openai-realtime/no-answer', (n) => `${counted(n, 'response')} without a result, the first because: ${why}.`);

export const open = readerOf(realtime);
