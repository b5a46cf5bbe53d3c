import { err, ok } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { info, notesOf } from '../../importing/import-report.ts';
import { saidEvent, when, type PlacedEvent } from '../../importing/voice/call-log.ts';
import { present } from '../../importing/values/present.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { sessionEntry } from '../../importing/voice/read-voice.ts';
import { addWords, beginUtterance, saidIn, type Utterance } from '../../importing/voice/utterance.ts';
import type { TimedEntry, VoiceFormat, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import type { OpenCalls } from '../../importing/voice/voice-importer.ts';
import { millisecondsIn, voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { auditLog } from './audit-log.ts';

/** One of the files of a call. `result` and `scenario` describe the call and contain no transcript. */
interface Found extends Placed {
  readonly kind: 'audit' | 'pipeline' | 'caller' | 'result' | 'scenario';
}

const notes = notesOf('eva-call', {
  lost: {
    'import/line': '{# line} of the log could not be read.',
  },
  info: {
    'callers-side':
      'These are the events of the simulated caller: its own words as it meant them, the agent’s as it heard them. Tools and model calls are in the audit log.',
    'no-tools': 'A pipeline log holds neither tool calls nor model times; the audit log of the same call does.',
  },
});

/** `elevenlabs_events.jsonl`: the simulated caller's side, with the agent's words as the caller recognised them. */
const callerEvents: VoiceFormat = {
  importer: 'eva-call',
  title: 'a call',
  entries: '',
  log: {
    kind: ({ value }) => {
      if (fieldAt(value, 'timestamp') === undefined || fieldAt(value, 'sequence') === undefined) return undefined;
      const type = textAt(value, 'type') ?? 'other';
      return type.endsWith('_speech') && textAt(value, 'data.text') === undefined ? 'other' : type;
    },
    unread: notes['import/line'],
    time: millisecondsIn('timestamp'),
    kinds: {
      user_speech: { holds: 'words', by: 'user', text: 'data.text' },
      assistant_speech: { holds: 'words', by: 'agent', text: 'data.text' },
      connection_state: { holds: 'nothing' },
    },
    otherwise: {
      holds: 'nothing',
      note: info('eva-call/audio', '{# line} about audio: not shown as turns.'),
    },
  },
  end: ({ report }) => notes['callers-side'](null, report),
  facts: ({ entries }) => {
    const reasons = entries.map(({ value }) =>
      textAt(value, 'type') === 'connection_state' ? fieldAt(value, 'data.details.reason') : undefined,
    );
    return {
      recording: { benchmark: 'eva', ended_reason: reasons.findLast((reason) => reason !== undefined) ?? null },
    };
  },
};

/**
 * `pipecat_logs.jsonl`: the frames of the pipeline. Words and fragments are joined to utterances; a response of the model
 * begins the next utterance of the agent.
 */
const pipelineLog: VoiceFormat = {
  importer: 'eva-call',
  title: 'a call',
  entries: '',
  log: describePipeline,
  end: ({ report }) => notes['no-tools'](null, report),
  facts: ({ entries }) => ({
    context: present({
      call_id: entries.map(({ value }) => textAt(value, 'conversation_id')).find((id) => id !== undefined),
    }),
    recording: { benchmark: 'eva' },
  }),
};

function describePipeline({ log, report }: VoiceReading): VoiceLog {
  /** A model response that the agent has not begun to speak. */
  let response: TimedEntry | undefined;
  let agent: Utterance | undefined;
  let latest: Utterance | undefined;

  const begin = (by: Utterance['by'], entry: TimedEntry): Utterance => {
    const utterance = beginUtterance(by, entry);
    if (by === 'agent') {
      utterance.intended = response && frameOf(response);
      if (response !== undefined) utterance.wordPlaces.push(response.place);
      [agent, response] = [utterance, undefined];
    }
    latest = utterance;
    log.later(() => eventOf(utterance));
    return utterance;
  };
  const addUnspoken = (): void => {
    if (response !== undefined) begin('agent', response);
  };
  const frameOf = ({ value }: TimedEntry): string => textAt(value, 'data.frame') ?? '';

  return {
    kind: ({ value }) =>
      fieldAt(value, 'timestamp') === undefined || recordAt(value, 'data') === undefined
        ? undefined
        : textAt(value, 'type'),
    unread: notes['import/line'],
    time: millisecondsIn('timestamp'),
    kinds: {
      llm_response: (entry) => {
        addUnspoken();
        response = entry;
      },
      tts_text: (entry) => {
        const utterance = response !== undefined || agent === undefined ? begin('agent', entry) : agent;
        addWords(utterance, frameOf(entry), entry.place);
      },
      transcript: (entry) => {
        const utterance = latest?.by === 'user' ? latest : begin('user', entry);
        addWords(utterance, frameOf(entry), entry.place);
        if (utterance.texts.length === 2) voiceNotes.fragments(utterance.place, report);
      },
      turn_end: (entry) => {
        const isCut = fieldAt(entry.value, 'data.was_interrupted') === true;
        if (isCut && !frameOf(entry).startsWith('CancelFrame') && agent !== undefined) agent.interrupted = true;
      },
      turn_start: { holds: 'nothing' },
      user_started_speaking: { holds: 'nothing' },
      user_stopped_speaking: { holds: 'nothing' },
    },
    otherwise: { holds: 'nothing', note: notes['import/line'] },
    atEnd: addUnspoken,
  };
}

/** If no word of a model response was spoken, it is a model call and not an answer. */
function eventOf(utterance: Utterance): PlacedEvent {
  const { by, at, place, texts, intended, wordPlaces } = utterance;
  const text = spokenOf(texts.join(by === 'user' ? '' : ' '));
  if (by === 'agent' && text === '') {
    return { event: { type: 'model-called', ...when(at), ...present({ text: intended }) }, place, alsoAt: [] };
  }
  const isLess = intended !== undefined && spokenOf(intended) !== text;
  return saidEvent({ ...saidIn(utterance, text), alsoAt: wordPlaces, intended: isLess ? intended : undefined });
}

/** Normalises white space, because it is not spoken. */
const spokenOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

const companions: { readonly [K in 'result' | 'scenario']: Problem } = {
  result: {
    code: 'eva-call/result',
    message:
      'This is the result of a call of EVA: it contains numbers but no conversation. Open audit_log.json of the same folder, or transcript.jsonl, pipecat_logs.jsonl or elevenlabs_events.jsonl.',
  },
  scenario: {
    code: 'eva-call/scenario',
    message:
      'This is the database that the tools used in a call of EVA, as it was before or after the call. It has no conversation. Open audit_log.json of the same folder.',
  },
};

const formats = { audit: auditLog, pipeline: pipelineLog, caller: callerEvents };

/** A document is one file of a call. */
export const open: OpenCalls<Found> = ([file]) => {
  if (file === undefined) return ok({ sessions: [] });
  if (file.kind === 'result' || file.kind === 'scenario') return err(companions[file.kind]);
  return ok({ sessions: [sessionEntry(formats[file.kind], file)] });
};
