import { notesOf } from '../../importing/import-report.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { paramsOf } from '../../importing/voice/call-log.ts';
import { fieldAt } from '../../importing/values/where.ts';
import { readerOf } from '../../importing/voice/read-voice.ts';
import { addWords, beginUtterance, saidIn, type Utterance } from '../../importing/voice/utterance.ts';
import type { TimedEntry, VoiceFormat, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import { instantIn, voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { describeChats } from './chat-log.ts';
import { callIn, heardIn, kindOf, spokenIn, tokensIn } from './records.ts';

/** The index of the first record that prints a chat. */
const firstChat = ({ value }: Placed): number => elementsOf(value).findIndex((record) => kindOf(record) === 'chat');

const notes = notesOf('pipecat', {
  info: {
    'other-record': '{# record} about the program itself: not shown as turns.',
    before: 'The first chat of the log repeats earlier messages: their times, and the start of the call, are unknown.',
  },
  lost: {
    unheard: 'The agent spoke {# time} without a text in the log: the words are unknown.',
  },
});

/**
 * The log of a program that uses Pipecat, divided into records by its text reader. https://github.com/pipecat-ai/pipecat
 * Printed chats contain the most, so they are read if the log has them. Otherwise the records of speech are read.
 */
const pipecat: VoiceFormat = {
  importer: 'pipecat',
  title: 'a call',
  entries: '',
  log: (reading) => ({
    kind: ({ value }) => kindOf(value),
    unread: notes['other-record'],
    time: instantIn('time'),
    otherwise: { holds: 'nothing', note: notes['other-record'] },
    ...(firstChat(reading.call) === -1 ? describeSpeech(reading) : describeChats(reading)),
  }),
  end: ({ call, report }) => {
    const first = firstChat(call);
    if (first !== -1) notes.before([first, 'value'], report);
  },
  facts: ({ call, startedAt }) => ({
    started_at: firstChat(call) === -1 ? startedAt : undefined,
    recording: { platform: 'pipecat' },
  }),
};

/** Reads a log without printed chats. */
function describeSpeech({ log, report }: VoiceReading): Pick<VoiceLog, 'kinds' | 'atEnd'> {
  let speaking: Utterance | undefined;
  /** The time at which the caller began to speak, even if no words were recognised. */
  let userStarted: string | undefined;
  let isBotSpeaking = false;

  const end = (): void => {
    const utterance = speaking;
    speaking = undefined;
    if (utterance === undefined) return;
    const { by, texts, place } = utterance;
    if (by === 'user' && texts.length > 1) voiceNotes.fragments(place, report);
    if (by === 'agent' && texts.length === 0) notes.unheard(place, report);
    const text = texts.length === 0 ? undefined : texts.map((part) => part.trim()).join(' ');
    log.said({ ...saidIn(utterance, text), alsoAt: [] });
  };

  const turnOf = (by: Utterance['by'], entry: Pick<TimedEntry, 'at' | 'place'>): Utterance => {
    if (speaking?.by === by) return speaking;
    end();
    speaking = beginUtterance(by, entry);
    if (by === 'user') userStarted = undefined;
    return speaking;
  };

  return {
    kinds: {
      heard: ({ value, at, place }) =>
        addWords(turnOf('user', { at: userStarted ?? at, place }), heardIn(value) ?? '', place),
      speaks: ({ value, at, place }) => addWords(turnOf('agent', { at, place }), spokenIn(value) ?? '', place),
      calls: ({ value, at, place }) => {
        end();
        log.called({ ...callIn(value), params: paramsOf(fieldAt(value, 'value'), place, report), at, place });
      },
      tokens: ({ value, at, place }) => {
        const turn = turnOf('agent', { at, place });
        const { prompt, completion } = tokensIn(value);
        turn.tokens = {
          prompt: (turn.tokens?.prompt ?? 0) + prompt,
          completion: (turn.tokens?.completion ?? 0) + completion,
        };
      },
      botStarted: ({ at, place }) => {
        isBotSpeaking = true;
        turnOf('agent', { at, place });
      },
      botStopped: () => {
        isBotSpeaking = false;
      },
      userStarted: ({ at }) => {
        userStarted = at;
        if (isBotSpeaking && speaking?.by === 'agent') speaking.interrupted = true;
      },
      userStopped: { holds: 'nothing' },
    },
    atEnd: end,
  };
}

export const open = readerOf(pipecat);
