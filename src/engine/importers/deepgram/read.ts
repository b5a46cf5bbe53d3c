import { offeredAt } from '../../importing/tools/offered-tools.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { type ImportReport, assumed, lost, notesOf } from '../../importing/import-report.ts';
import { type CallLog } from '../../importing/voice/call-log.ts';
import { elementsAt, entriesAt, fieldAt, hasListAt, textAt } from '../../importing/values/where.ts';
import { loggedEntries, noteRecordsAround } from '../../importing/voice/logged-entries.ts';
import { readCalls } from '../../importing/voice/read-tools.ts';
import { readerOf } from '../../importing/voice/read-voice.ts';
import { addWords, beginUtterance, saidIn, type Utterance } from '../../importing/voice/utterance.ts';
import type { Calls, TimedEntry, VoiceFormat, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import { loggedTime, voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { noteSystem } from '../../importing/notes.ts';

const progress = voiceNotes.progress('deepgram/progress', 'message', 'who speaks, settings, repetitions');
const leftOut = { holds: 'nothing', note: progress } as const;

const functions: Calls = { holds: 'calls', list: 'functions', id: 'id', name: 'name', arguments: 'arguments' };
/** A request of the first version of the agent contains one function, and its fields have different names. */
const oneFunction: Calls = { holds: 'calls', id: 'function_call_id', name: 'function_name', arguments: 'input' };

/** Messages that become a turn. The others need no time. */
const timed = new Set(['ConversationText', 'FunctionCallRequest', 'FunctionCallResponse', 'Results', 'TurnInfo']);

/**
 * Server and client messages of Deepgram's sockets: those of its voice agent,
 * https://developers.deepgram.com/docs/voice-agent-outputs, and those of its recogniser alone,
 * https://developers.deepgram.com/docs/live-streaming-audio, https://developers.deepgram.com/docs/flux/quickstart.
 */
const deepgram: VoiceFormat = {
  importer: 'deepgram',
  title: 'a call with Deepgram',
  entries: loggedEntries,
  log: describe,
  facts: ({ entries, startedAt }) => {
    const settings = entries.filter(({ value }) => isSettings(value));
    const tools = settings.flatMap(({ value }) => elementsAt(value, `${think}.functions`));
    const ids = entries.flatMap(({ value }) =>
      ['Welcome', 'Metadata'].includes(textAt(value, 'type') ?? '') ? (textAt(value, 'request_id') ?? []) : [],
    );
    return {
      model: settings.map(({ value }) => textAt(value, `${think}.provider.model`)).findLast(Boolean),
      started_at: startedAt,
      tools: [...new Set(tools.flatMap((tool) => textAt(tool, 'name') ?? []))],
      recording: { platform: 'deepgram', request_id: ids[0] },
    };
  },
  end: noteRecordsAround,
};

const think = 'agent.think';

const isSettings = (value: Value): boolean =>
  ['Settings', 'SettingsConfiguration'].includes(textAt(value, 'type') ?? '');

/** The agent's answer arrives sentence by sentence. It ends when its sound is done or someone else speaks. */
function describe({ log, report }: VoiceReading): VoiceLog {
  const recogniser = createRecogniser(log, report);
  let answer: Utterance | undefined;

  const endAnswer = (isCut: boolean): void => {
    if (answer === undefined) return;
    if (answer.texts.length > 1) notes.sentences(answer.place, report);
    answer.interrupted = isCut;
    log.said(saidIn(answer, answer.texts.join(' ')));
    answer = undefined;
  };

  const words = ({ value, at, place }: TimedEntry): void => {
    const text = textAt(value, 'content') ?? textAt(value, 'message') ?? '';
    if (textAt(value, 'role') === 'user') {
      endAnswer(false);
      return log.said({ by: 'user', text, at, place });
    }
    answer ??= beginUtterance('agent', { at, place });
    addWords(answer, text, place);
  };

  const settings = ({ value, place }: TimedEntry): void => {
    const prompt = [...place, 'agent', 'think', 'prompt'];
    log.offered(offeredAt({ value, place }, `${think}.functions`));
    if (textAt(value, `${think}.prompt`) !== undefined) noteSystem(prompt, report);
    for (const { place: earlier } of entriesAt({ value, place }, 'agent.context.messages'))
      notes.context(earlier, report);
  };

  return {
    kind: 'type',
    unread: lost('deepgram/message', '{# message} without a type left out.'),
    time: (entry, reading) => (timed.has(textAt(entry.value, 'type') ?? '') ? loggedTime(entry, reading) : undefined),
    kinds: {
      ConversationText: words,
      UserStartedSpeaking: [() => endAnswer(true), leftOut],
      AgentAudioDone: [() => endAnswer(false), leftOut],
      FunctionCallRequest: (entry, reading) => {
        endAnswer(false);
        readCalls(hasListAt(entry.value, 'functions') ? functions : oneFunction, entry, reading);
      },
      FunctionCallResponse: [
        { holds: 'nothing', note: voiceNotes.outcomeUnknown('deepgram/outcome', 'Responses') },
        { holds: 'results', id: ['id', 'function_call_id'], name: 'name', output: ['content', 'output'] },
      ],
      // It is not recorded whether the function had begun.
      FunctionCallCancelled: ({ value, at, place }) => {
        for (const one of entriesAt({ value, place }, 'functions'))
          log.returned({
            id: textAt(one.value, 'id'),
            tool: textAt(one.value, 'name'),
            outcome: 'error',
            error: 'the call was cancelled',
            at,
            place: one.place,
          });
      },
      Settings: settings,
      SettingsConfiguration: settings,
      Results: recogniser.result,
      TurnInfo: recogniser.turn,
      UtteranceEnd: [() => recogniser.utteranceEnd(), leftOut],
      Welcome: { holds: 'nothing' },
      Error: trouble('error'),
      Warning: trouble('warning'),
    },
    otherwise: leftOut,
    atEnd: () => {
      endAnswer(false);
      recogniser.end();
    },
  };
}

const notes = notesOf('deepgram', {
  lost: {
    context: '{# message} of an earlier conversation in the settings: left out.',
  },
  info: {
    sentences: '{# answer} of the agent came in several messages; each is one turn.',
  },
});

const trouble =
  (noun: 'error' | 'warning') =>
  ({ value, place }: TimedEntry, { report }: VoiceReading): void => {
    const words = textAt(value, 'description') ?? textAt(value, 'message');
    voiceNotes.serviceTrouble(`deepgram/${noun}`, noun, words)(place, report);
  };

/**
 * Joins results of the recogniser. A final result is a part of an utterance, which ends with `speech_final` or
 * `UtteranceEnd`. The next result replaces a result that is not final.
 */
function createRecogniser(log: CallLog, report: ImportReport) {
  /** By channel, because an utterance of one side does not end an utterance of the other. */
  const open = new Map<number, Utterance>();

  const close = (channel: number): void => {
    const utterance = open.get(channel);
    open.delete(channel);
    const text = [...(utterance?.texts ?? []), utterance?.guess ?? ''].join(' ').trim();
    if (utterance !== undefined && text !== '') log.said(saidIn(utterance, text));
  };

  const utteranceEnd = (): void => {
    for (const channel of open.keys()) close(channel);
  };

  return {
    result({ value, at, place }: TimedEntry): void {
      const best = textAt(value, 'channel.alternatives.0.transcript');
      if (best === undefined) return voiceNotes.unread('deepgram/result', 'result')(place, report);
      const channel = channelOf(value, place, report);
      const text = best.trim();
      const isFinal = fieldAt(value, 'is_final') === true;
      const known = open.get(channel);
      if (text !== '') {
        const utterance = known ?? beginUtterance('user', { at, place });
        if (utterance.guess !== undefined) replaced(place, report);
        utterance.wordPlaces.push(place);
        utterance.guess = isFinal ? undefined : text;
        if (isFinal) utterance.texts.push(text);
        open.set(channel, utterance);
      } else if (isFinal && known !== undefined) known.guess = undefined;
      if (fieldAt(value, 'speech_final') === true) close(channel);
    },
    /** Each message has all words of the turn so far. */
    turn({ value, at, place }: TimedEntry): void {
      const text = textAt(value, 'transcript') ?? '';
      const utterance = open.get(0) ?? beginUtterance('user', { at, place });
      if (utterance.guess !== undefined) replaced(place, report);
      utterance.guess = text === '' ? undefined : text;
      utterance.wordPlaces.splice(0, Infinity, place);
      open.set(0, utterance);
      if (textAt(value, 'event') === 'EndOfTurn') close(0);
    },
    utteranceEnd,
    /** Adds the words that never became final, because the recogniser did hear them. */
    end(): void {
      for (const { guess, wordPlaces } of open.values()) {
        if (guess !== undefined) voiceNotes.notFinal('deepgram/not-final')(wordPlaces.at(-1) ?? [], report);
      }
      utteranceEnd();
    },
  };
}

const replaced = voiceNotes.guessReplaced('deepgram/interim', 'result');

/** `channel_index` contains the index of the channel and the number of channels. */
function channelOf(value: Value, place: Path, report: ImportReport): number {
  const [index, count] = elementsAt(value, 'channel_index');
  if (typeof index !== 'number' || typeof count !== 'number' || count < 2) return 0;
  const message = `The audio has ${count} channels without speakers: all are shown as the caller’s words.`;
  assumed('deepgram/channels', () => message)(place, report);
  return index;
}

export const open = readerOf(deepgram);
