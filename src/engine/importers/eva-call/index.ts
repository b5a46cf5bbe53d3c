import type { Value } from '../../model/value.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, fits, type Shape, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** One of the files of a call. `result` and `scenario` describe the call and contain no transcript. */
interface Found extends Placed {
  readonly kind: 'audit' | 'pipeline' | 'caller' | 'result' | 'scenario';
}

/** A list is recognised as a log from at most this many lines. */
const sample = 10;

const auditEntry: Shape = {
  message_type: ['user', 'assistant', 'llm_call', 'tool_call', 'tool_response'],
  value: 'there',
};
const pipelineEvent: Shape = {
  type: 'turn_start turn_end transcript tts_text llm_response user_started_speaking user_stopped_speaking'.split(' '),
  data: 'record',
  timestamp: 'there',
};
const callerEvent: Shape = { timestamp: 'there', sequence: 'there' };
const speech: Shape = { ...callerEvent, type: ['user_speech', 'assistant_speech'] };
const result: Shape = { record_id: 'text', audit_log_path: 'text', transcript_path: 'text', completed: 'flag' };
const scenario: Shape = { _current_date: 'text', reservations: 'record', journeys: 'record' };

function kindOf(value: Value): Found['kind'] | undefined {
  const lines = elementsOf(value);
  const first = lines.slice(0, sample);
  if (first.length > 0) {
    if (first.every((line) => fits(line, pipelineEvent))) return 'pipeline';
    const isOfCaller = first.every(
      (line) => fits(line, callerEvent) && textAt(line, ['type', 'event_type']) !== undefined,
    );
    return isOfCaller && lines.some((line) => fits(line, speech)) ? 'caller' : undefined;
  }
  if (fits(value, result)) return 'result';
  if (fits(value, scenario)) return 'scenario';
  const entries = elementsAt(value, 'transcript').slice(0, sample);
  return entries.some((entry) => fits(entry, auditEntry)) ? 'audit' : undefined;
}

export const evaCall = voiceImporter({
  id: 'eva-call',
  title: 'EVA call',
  find: (value): readonly Found[] => {
    const kind = kindOf(value);
    return kind === undefined ? [] : [{ kind, value, place: [] }];
  },
  load: async () => (await import('./read.ts')).open,
});
