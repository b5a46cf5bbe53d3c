import type { Value } from '../../model/value.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** One of the files of a call. `result` and `scenario` describe the call and contain no transcript. */
interface Found extends Placed {
  readonly kind: 'audit' | 'pipeline' | 'caller' | 'result' | 'scenario';
}

/** A list is recognised as a log from at most this many lines. */
const sample = 10;

const auditTypes = new Set(['user', 'assistant', 'llm_call', 'tool_call', 'tool_response']);
const pipelineTypes =
  /^(turn_start|turn_end|transcript|tts_text|llm_response|user_started_speaking|user_stopped_speaking)$/;

const has = (value: Value, ...names: readonly string[]): boolean =>
  names.every((name) => fieldAt(value, name) !== undefined);
const typeOf = (value: Value): string => textAt(value, 'type') ?? '';

const isPipelineEvent = (line: Value): boolean =>
  pipelineTypes.test(typeOf(line)) && recordAt(line, 'data') !== undefined && has(line, 'timestamp');
const isCallerEvent = (line: Value): boolean =>
  has(line, 'timestamp', 'sequence') && (textAt(line, 'type') ?? textAt(line, 'event_type')) !== undefined;
const isSpeech = (line: Value): boolean =>
  isCallerEvent(line) && ['user_speech', 'assistant_speech'].includes(typeOf(line));
const isAuditEntry = (one: Value): boolean => auditTypes.has(textAt(one, 'message_type') ?? '') && has(one, 'value');

function kindOf(value: Value): Found['kind'] | undefined {
  const lines = elementsOf(value);
  const first = lines.slice(0, sample);
  if (first.length > 0) {
    if (first.every(isPipelineEvent)) return 'pipeline';
    return first.every(isCallerEvent) && lines.some(isSpeech) ? 'caller' : undefined;
  }
  const texts = ['record_id', 'audit_log_path', 'transcript_path'];
  if (texts.every((name) => textAt(value, name) !== undefined) && typeof fieldAt(value, 'completed') === 'boolean') {
    return 'result';
  }
  const tables = ['reservations', 'journeys'];
  if (textAt(value, '_current_date') !== undefined && tables.every((name) => recordAt(value, name) !== undefined))
    return 'scenario';
  return elementsAt(value, 'transcript').slice(0, sample).some(isAuditEntry) ? 'audit' : undefined;
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
