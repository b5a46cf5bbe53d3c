import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { keyOf } from '../../importing/messages/gemini-content.ts';
import {
  createCallLog,
  paramsOf,
  when,
  type CallLog,
  type RecordedCallHeader,
  type RecordedToolEnd,
} from '../../importing/transcript/call-log.ts';
import type { Read, ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { plusAny, tokensTold } from '../../importing/values/tokens.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { Entry, ModelUsage, ToolCall, ToolResult } from './format.ts';
import { conversationIn, isSocketLog, type Found } from './shapes.ts';
import { socketSession } from './socket-log.ts';

export const read: Read = ({ value }) => {
  const found = conversationIn(value);
  if (found === undefined && isSocketLog(value)) return ok({ sessions: [socketSession(value)] });
  if (found === undefined)
    return err({ code: 'import/empty', message: 'This looks like ElevenLabs, but nothing said is in it.' });
  const { conversation_id: id = '', agent_name: agent } = found.conversation;
  const title = `call ${id}${agent === undefined ? '' : ` with ${agent}`}`.trim();
  return ok({ sessions: [{ title, system: 'voice', open: () => ok(toSession(found, title)) }] });
};

function toSession(found: Found, title: string): ReadSession {
  const report = createImportReport();
  const log = createCallLog(report);
  const { transcript, metadata } = found.conversation;
  const start = metadata?.start_time_unix_secs;
  let agent = found.conversation.agent_id;
  transcript.forEach((value, index) => {
    const place = [...found.place, 'transcript', index];
    const entry = v.safeParse(Entry, value);
    if (!entry.success) return noteUnread(place, report);
    const { time_in_call_secs: after } = entry.output;
    const at = start === undefined || after === undefined ? undefined : readInstant(start + after, place, report);
    const speaker = entry.output.agent_metadata?.agent_id ?? agent;
    if (entry.output.role === 'agent' && speaker !== agent) {
      agent = speaker;
      log.add({ type: 'agent-switched', ...when(at), agent }, place);
    }
    emit(entry.output, at, (name) => [...place, isRecord(value) ? keyOf(value, name) : name], place, log, report);
  });
  return log.session(headerOf(found, title, report));
}

const noteUnread = (place: Path, report: ImportReport): void =>
  report.note(
    'lost',
    'elevenlabs/entry',
    place,
    (n) => `${counted(n, 'entry', 'entries')} of the transcript could not be read.`,
  );

/** `below`: where a field of the entry stands. */
function emit(
  entry: Entry,
  at: string | undefined,
  below: (name: string) => Path,
  place: Path,
  log: CallLog,
  report: ImportReport,
): void {
  const { role, message = '', original_message: intended, interrupted, tool_calls = [], tool_results = [] } = entry;
  if (role === 'user') log.add({ type: 'user-spoke', ...when(at), text: message }, place);
  else if (message !== '') {
    const whole = intended === undefined || intended === message ? {} : { intended };
    const cut = interrupted === true ? { interrupted: true } : {};
    const tokens = tool_calls.length > 0 ? undefined : tokensOf(entry);
    log.add(
      { type: 'agent-spoke', ...when(at), text: message, ...whole, ...cut, ...(tokens !== undefined && { tokens }) },
      place,
    );
  }
  const calls = tool_calls.flatMap((value, index) => {
    const where = [...below('tool_calls'), index];
    const call = v.safeParse(ToolCall, value);
    if (call.success) return [{ call: call.output, where }];
    report.note('lost', 'import/call', where, (n) => `${counted(n, 'call')} could not be read.`);
    return [];
  });
  if (calls.length > 0) {
    const planned = calls.map(({ call }) => call.tool_name ?? 'unknown');
    const tokens = tokensOf(entry);
    log.add({ type: 'model-called', ...when(at), planned, ...(tokens !== undefined && { tokens }) }, place);
  }
  for (const { call, where } of calls) {
    const { request_id: id, tool_name: tool, params_as_json: written } = call;
    log.called({ id, tool, params: paramsOf(openArguments(written, where, report), where, report), at, place: where });
  }
  tool_results.forEach((value, index) => {
    const where = [...below('tool_results'), index];
    log.returned({ ...endOf(value), at, place: where });
  });
}

/**
 * | in an entry of `tool_results` | outcome |
 * | --- | --- |
 * | `is_error: true` | errored, with its `result_value` |
 * | anything else | successful |
 */
function endOf(value: Value): Omit<RecordedToolEnd, 'at' | 'place'> {
  const result = v.safeParse(ToolResult, value);
  if (!result.success) return { id: undefined, tool: undefined, outcome: 'ok', output: value };
  const { request_id: id, tool_name: tool, result_value: output, is_error, error_type } = result.output;
  if (is_error === true) {
    const error =
      typeof output === 'string' && output !== '' ? output : (error_type ?? 'the result is marked as an error');
    return { id, tool, outcome: 'error', error };
  }
  return { id, tool, outcome: 'ok', ...(output !== undefined && { output }) };
}

/**
 * Of all models of one answer; what was read from a cache or written to it was part of the prompt. A side that one of
 * them does not tell is not known of the answer.
 */
function tokensOf({ llm_usage: usage }: Entry): RecordedTokens | undefined {
  const models = Object.values(usage?.model_usage ?? {}).map((value) => {
    const model = v.safeParse(ModelUsage, value);
    if (!model.success) return { prompt: undefined, completion: undefined };
    const { input, input_cache_read: readFrom, input_cache_write: written, output_total: output } = model.output;
    return { prompt: plusAny(input?.tokens, readFrom?.tokens, written?.tokens), completion: output?.tokens };
  });
  if (models.length === 0) return undefined;
  return tokensTold(sumOf(models.map(({ prompt }) => prompt)), sumOf(models.map(({ completion }) => completion)));
}

const sumOf = (counts: readonly (number | undefined)[]): number | undefined =>
  counts.reduce((sum, count) => (sum === undefined || count === undefined ? undefined : sum + count), 0);

function headerOf({ conversation, place }: Found, title: string, report: ImportReport): RecordedCallHeader {
  const { conversation_id: id, agent_id, agent_name, user_id, status, metadata, analysis } = conversation;
  const variables = conversation.conversation_initiation_client_data?.dynamic_variables ?? {};
  const startedAt = readInstant(metadata?.start_time_unix_secs, [...place, 'metadata'], report);
  const user: RecordValue = { ...variables, ...(user_id !== undefined && { user_id }) };
  return {
    title,
    importer: 'elevenlabs',
    context: {
      ...(id !== undefined && { call_id: id }),
      ...(Object.keys(user).length > 0 && { user }),
      current_agent: agent_name ?? agent_id,
    },
    ...(startedAt !== undefined && { started_at: startedAt }),
    recording: {
      platform: 'elevenlabs',
      ...(status !== undefined && { status }),
      ...(metadata?.termination_reason !== undefined && { ended_reason: metadata.termination_reason }),
      ...(metadata?.call_duration_secs !== undefined && { duration_secs: metadata.call_duration_secs }),
      ...(metadata?.cost !== undefined && { cost: metadata.cost }),
      ...(metadata?.error !== undefined && { error: metadata.error }),
      ...(analysis !== undefined && { analysis }),
    },
  };
}
