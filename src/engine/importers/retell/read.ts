import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import {
  createCallLog,
  paramsOf,
  when,
  type CallLog,
  type RecordedCallHeader,
} from '../../importing/transcript/call-log.ts';
import { addFilledVariables } from '../../importing/transcript/filled-variables.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import type { Read, ReadSession, SessionEntry } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { Entry, Word } from './format.ts';
import { callsIn } from './calls.ts';
import { speaker, type Found } from './shapes.ts';

export const read: Read = ({ value }) => {
  const calls = callsIn(value);
  if (calls.length === 0)
    return err({ code: 'import/empty', message: 'This looks like a call of Retell, but nothing said is in it.' });
  return ok({ sessions: calls.map(entryOf) });
};

function entryOf(found: Found): SessionEntry {
  const { call_id: id, agent_name: agent } = found.call;
  const title = `call ${id}${agent === undefined ? '' : ` with ${agent}`}`;
  return { title, system: 'voice', open: () => ok(toSession(found, title)) };
}

function toSession(found: Found, title: string): ReadSession {
  const report = createImportReport();
  const log = createCallLog(report);
  const { entries, entriesPlace, call } = found;
  const parsed = entries.map((value) => v.safeParse(Entry, value));
  parsed.forEach((entry, index) => {
    const place = [...entriesPlace, index];
    if (!entry.success) return noteUnread(place, report);
    const at = timeOf(entry.output, call.start_timestamp, place, report);
    const before = parsed[index - 1];
    const goesOn = before?.success === true && isCall(before.output);
    // Calls behind each other were asked for at once.
    if (isCall(entry.output) && !goesOn) {
      const end = parsed.findIndex((one, other) => other > index && !(one.success && isCall(one.output)));
      const run = parsed.slice(index, end === -1 ? undefined : end);
      const planned = run.flatMap((one) => (one.success ? [one.output.name ?? 'unknown'] : []));
      log.add({ type: 'model-called', ...when(at), planned }, place);
    }
    emit(entry.output, at, place, log, report);
  });
  if (entries.length === 0 && found.text === undefined) noteSilent(found, report);
  if (found.told > 1) noteWebhooks(found, report);
  if (found.text !== undefined) emitText(found.text, entriesPlace, log, report);
  const { collected_dynamic_variables: collected = {} } = call;
  addFilledVariables(Object.entries(collected), [...found.place, 'collected_dynamic_variables'], 'retell', log, report);
  return log.session(headerOf(found, title, report));
}

const isCall = ({ role }: Entry): boolean => role === 'tool_call_invocation';

const noteUnread = (place: Path, report: ImportReport): void =>
  report.note(
    'lost',
    'retell/entry',
    place,
    (n) => `${counted(n, 'entry', 'entries')} of the transcript could not be read.`,
  );

/** Words and tools count seconds since the call began. */
function timeOf(
  { words = [], time_sec }: Entry,
  start: number | undefined,
  place: Path,
  report: ImportReport,
): string | undefined {
  const first = v.safeParse(Word, words[0]);
  const after = time_sec ?? (first.success ? first.output.start : undefined);
  return start === undefined || after === undefined
    ? undefined
    : readInstant(Math.round(start + after * 1000) / 1000, place, report);
}

/**
 * | in the transcript | outcome of a tool |
 * | --- | --- |
 * | `tool_call_result` with `successful: false` | errored, with its content |
 * | any other `tool_call_result` | successful |
 */
function emit(entry: Entry, at: string | undefined, place: Path, log: CallLog, report: ImportReport): void {
  const { role, tool_call_id: id, name: tool, arguments: written } = entry;
  const text = typeof entry.content === 'string' ? entry.content : textOf(readContent(entry.content, place, report));
  switch (role) {
    case 'user':
      return log.add({ type: 'user-spoke', ...when(at), text }, place);
    case 'agent':
      return log.add({ type: 'agent-spoke', ...when(at), text }, place);
    case 'dtmf':
      return log.add({ type: 'user-spoke', ...when(at), text: entry.digit ?? text }, place);
    case 'tool_call_invocation': {
      const params = paramsOf(openArguments(written, [...place, 'arguments'], report), place, report);
      return log.called({ id, tool, params, at, place });
    }
    case 'tool_call_result': {
      if (entry.successful === false) {
        return log.returned({
          id,
          tool,
          outcome: 'error',
          error: text === '' ? 'the tool was not successful' : text,
          at,
          place,
        });
      }
      return log.returned({
        id,
        tool,
        outcome: 'ok',
        output: text,
        at,
        place,
      });
    }
    case 'transfer_target':
      return noteTransferTarget(place, report);
    default:
      report.note(
        'info',
        'retell/other',
        place,
        (n) =>
          `${counted(n, 'entry', 'entries')} about the call’s own course (steps of its flow and the like): no turns.`,
      );
  }
}

/** `Agent: …`, `User: …`, turn by turn. */
function emitText(text: string, place: Path, log: CallLog, report: ImportReport): void {
  report.note(
    'assumed',
    'retell/transcript-text',
    place,
    () => 'The transcript is one text: it is divided where a line names a speaker, and holds no times and no tools.',
  );
  const marks = [...text.matchAll(speaker)];
  for (const [index, mark] of marks.entries()) {
    const said = text.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim();
    if (mark[1] === 'Transfer Target') noteTransferTarget(place, report);
    else if (said !== '') log.add({ type: mark[1] === 'User' ? 'user-spoke' : 'agent-spoke', text: said }, place);
  }
}

const noteTransferTarget = (place: Path, report: ImportReport): void =>
  report.note(
    'lost',
    'retell/transfer-target',
    place,
    (n) =>
      `${counted(n, 'utterance')} of whoever the call was transferred to, neither the caller nor the agent: left out.`,
  );

function headerOf({ call, place }: Found, title: string, report: ImportReport): RecordedCallHeader {
  const { call_id, agent_id, agent_name, start_timestamp: start, end_timestamp: end } = call;
  const instant = (time: number | undefined, key: string) =>
    readInstant(time === undefined ? undefined : time / 1000, [...place, key], report);
  const startedAt = instant(start, 'start_timestamp');
  const endedAt = instant(end, 'end_timestamp');
  const agent = agent_name ?? agent_id;
  const { call_type: type, call_status: status, disconnection_reason: reason } = call;
  return {
    title,
    importer: 'retell',
    context: {
      call_id,
      ...(call.retell_llm_dynamic_variables !== undefined && { user: call.retell_llm_dynamic_variables }),
      ...(agent !== undefined && { current_agent: agent }),
    },
    ...(startedAt !== undefined && { started_at: startedAt }),
    recording: {
      platform: 'retell',
      ...(type !== undefined && { type }),
      ...(status !== undefined && { status }),
      ...(reason !== undefined && { ended_reason: reason }),
      ...(endedAt !== undefined && { ended_at: endedAt }),
      ...(call.call_cost !== undefined && { cost: call.call_cost }),
      ...(call.llm_token_usage !== undefined && { llm_token_usage: call.llm_token_usage }),
      ...(call.call_analysis !== undefined && { analysis: call.call_analysis }),
      ...(call.metadata !== undefined && { metadata: call.metadata }),
    },
  };
}

const noteSilent = ({ place }: Found, report: ImportReport): void =>
  report.note(
    'lost',
    'retell/nothing-said',
    place,
    () => 'What the webhook tells of the call holds nothing that was said.',
  );

const noteWebhooks = ({ told, place }: Found, report: ImportReport): void =>
  report.note(
    'info',
    'retell/webhooks',
    place,
    () => `${counted(told, 'webhook')} of one call: one session, of which the later ones say more.`,
  );
