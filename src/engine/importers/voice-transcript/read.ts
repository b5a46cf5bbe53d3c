import { isFlagged, isInterim } from '../../importing/transcript/speech-fragments.ts';
import { lost } from '../../importing/import-report.ts';
import { textAt } from '../../importing/values/where.ts';
import { saidEvent } from '../../importing/voice/call-log.ts';
import { readerOf } from '../../importing/voice/read-voice.ts';
import { beginUtterance, saidIn, type Utterance } from '../../importing/voice/utterance.ts';
import type { TimedEntry, VoiceFormat, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import { instantIn, voiceNotes } from '../../importing/voice/notes-and-times.ts';

/**
 * A live transcript of a recogniser with one fragment per line: `{role, content, timestamp}`, some with `is_final`. EVA writes
 * one for each call. https://github.com/ServiceNow/eva
 */
const voiceTranscript: VoiceFormat = {
  importer: 'voice-transcript',
  title: 'a call',
  entries: '',
  log: describe,
  facts: () => ({}),
};

/** All fragments of the user until the agent begins are one turn. Each line of the agent is a complete turn. */
function describe({ log, report }: VoiceReading): VoiceLog {
  const utterances: Utterance[] = [];

  const heard =
    (by: Utterance['by']) =>
    ({ value, at, place }: TimedEntry): void => {
      const text = textAt(value, 'content') ?? '';
      // Fragments begin with the blank between them. Interim results, and the results that replace them, are complete texts.
      const content = isFlagged(value) ? ` ${text.trim()}` : text;
      const last = utterances.at(-1);
      const goesOn = last?.by === by && (by === 'user' || last.guess !== undefined);
      const utterance = goesOn ? last : beginUtterance(by, { at, place });
      if (utterance.guess !== undefined) replaced(place, report);
      utterance.guess = isInterim(value) ? content : undefined;
      if (utterance.guess === undefined) utterance.texts.push(content);
      utterance.wordPlaces.push(place);
      if (goesOn) return;
      utterances.push(utterance);
      log.later(() => saidEvent(saidIn(utterance, [...utterance.texts, utterance.guess ?? ''].join('').trim())));
    };

  return {
    kind: ({ value }) => (textAt(value, 'content') === undefined ? undefined : textAt(value, 'role')),
    unread,
    time: instantIn('timestamp'),
    kinds: { user: heard('user'), assistant: heard('agent') },
    otherwise: { holds: 'nothing', note: unread },
    atEnd: () => {
      for (const { guess, texts, place } of utterances) {
        if (guess !== undefined) voiceNotes.notFinal('voice-transcript/not-final')(place, report);
        if (texts.length > 1) voiceNotes.fragments(place, report);
      }
    },
  };
}

const unread = lost('import/line', '{# line} of the transcript could not be read.');
const replaced = voiceNotes.guessReplaced('voice-transcript/interim', 'line');

export const open = readerOf(voiceTranscript);
