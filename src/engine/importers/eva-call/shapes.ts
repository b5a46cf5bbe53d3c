import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { AuditEntry, AuditLog, CallerEvent, CallResult, PipelineEvent, ScenarioData } from './format.ts';

/** One of the files of a call. */
export type CallFile =
  | { readonly kind: 'audit'; readonly log: AuditLog }
  | { readonly kind: 'pipeline'; readonly lines: readonly Value[] }
  | { readonly kind: 'caller'; readonly lines: readonly Value[] }
  /** About the call, and nothing that was said in it. */
  | { readonly kind: 'result' }
  | { readonly kind: 'scenario' };

/** How many lines are looked at before a list is believed to be a log. */
const sample = 10;

export function callFileIn(value: Value): CallFile | undefined {
  if (Array.isArray(value)) {
    // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
    const lines = value as readonly Value[];
    const first = lines.slice(0, sample);
    if (first.length === 0) return undefined;
    if (first.every((line) => v.is(PipelineEvent, line))) return { kind: 'pipeline', lines };
    return first.every(isCallerEvent) && lines.some(isSpeech) ? { kind: 'caller', lines } : undefined;
  }
  if (v.is(CallResult, value)) return { kind: 'result' };
  if (v.is(ScenarioData, value)) return { kind: 'scenario' };
  const log = v.safeParse(AuditLog, value);
  if (!log.success) return undefined;
  const isOwn = log.output.transcript.slice(0, sample).some((entry) => v.is(AuditEntry, entry));
  return isOwn ? { kind: 'audit', log: log.output } : undefined;
}

const isCallerEvent = (line: Value): boolean => {
  const parsed = v.safeParse(CallerEvent, line);
  return parsed.success && (parsed.output.type ?? parsed.output.event_type) !== undefined;
};

const isSpeech = (line: Value): boolean => {
  const parsed = v.safeParse(CallerEvent, line);
  return parsed.success && (parsed.output.type === 'user_speech' || parsed.output.type === 'assistant_speech');
};
