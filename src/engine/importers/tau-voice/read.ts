import { notesOf } from '../../importing/import-report.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { saidEvent } from '../../importing/voice/call-log.ts';
import { elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';
import { readerOf } from '../../importing/voice/read-voice.ts';
import { saidIn, type Utterance } from '../../importing/voice/utterance.ts';
import type { Calls, Results, VoiceFormat, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import { instantIn, voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { Floor } from './floor.ts';

const calls: Calls = {
  holds: 'calls',
  list: 'agent_tool_calls',
  shownAt: 'list',
  id: 'id',
  name: 'name',
  arguments: 'arguments',
};

/**
 * | in the result | outcome |
 * | --- | --- |
 * | `error: true` | errored, with its content |
 * | anything else | successful |
 */
const results: Results = {
  holds: 'results',
  list: 'agent_tool_results',
  id: 'id',
  output: 'content',
  asText: true,
  failure: { field: 'error', is: true, otherwise: '' },
};

/**
 * A full-duplex call of tau²-bench: both sides may speak at once, and the call is divided into ticks of a fixed length.
 * https://github.com/sierra-research/tau2-bench/blob/main/src/tau2/data_model/message.py (`Tick`)
 */
const tauVoice: VoiceFormat = {
  importer: 'tau-voice',
  title: ({ value }) => {
    const id = fieldAt(value, 'task_id');
    const task = typeof id === 'string' || typeof id === 'number' ? `task ${id}` : textAt(value, 'id');
    return task === undefined ? 'full-duplex call' : `full-duplex call, ${task}`;
  },
  entries: 'ticks',
  log: describe,
  facts: ({ call: { value }, report }) => ({
    started_at: readInstant(fieldAt(value, 'start_time'), ['start_time'], report),
    ...(textAt(value, 'id') !== undefined && { context: { call_id: textAt(value, 'id') ?? '' } }),
    recording: {
      benchmark: 'tau2-bench',
      task_id: fieldAt(value, 'task_id') ?? null,
      trial: fieldAt(value, 'trial') ?? null,
      seed: fieldAt(value, 'seed') ?? null,
      ended_reason: textAt(value, 'termination_reason') ?? null,
      duration: fieldAt(value, 'duration') ?? null,
    },
  }),
};

function describe({ log, report }: VoiceReading): VoiceLog {
  const floor = new Floor();
  return {
    kind: ({ value }) => (fieldAt(value, 'tick_id') === undefined ? undefined : 'tick'),
    unread: voiceNotes.unread('tau-voice/tick', 'tick'),
    time: instantIn('timestamp'),
    kinds: {
      tick: [
        ({ value, at, place }) => {
          for (const by of ['user', 'agent'] as const) {
            const chunk = fieldAt(value, `${by}_chunk`);
            const utterance = floor.hear(by, chunk, Number(place.at(-1)), at, [...place, `${by}_chunk`]);
            if (utterance !== undefined)
              log.later(() => saidEvent({ ...saidIn(utterance, wordsOf(utterance)), alsoAt: utterance.wordPlaces }));
          }
        },
        calls,
        results,
        ({ value, place }) => {
          const effects = ['source_effects', 'speech_effects'].map(
            (name) => fieldAt(value, `user_chunk.${name}`) ?? null,
          );
          if (effects.some((effect) => effect !== null)) notes.effects([...place, 'user_chunk'], report);
          if (elementsAt(value, 'user_tool_calls').length > 0)
            notes['user-calls']([...place, 'user_tool_calls'], report);
        },
      ],
    },
    otherwise: { holds: 'nothing' },
    atEnd: () => {
      for (const { utterance } of floor.spoken) {
        if (wordsOf(utterance) === undefined) notes['no-words'](utterance.place, report);
      }
    },
  };
}

/** Undefined if the recording contains only the fact that someone spoke. */
const wordsOf = ({ texts }: Utterance): string | undefined => texts.join('').replace(/\s+/g, ' ').trim() || undefined;

const notes = notesOf('tau-voice', {
  lost: {
    'no-words': '{# utterance} without words: the recording only has that someone spoke.',
  },
  info: {
    effects: '{# tick} with noises of the caller or the line: not shown as turns.',
    'user-calls': '{# tick} in which the simulated caller uses its own tools: these calls are left out.',
  },
});

export const open = readerOf(tauVoice);
