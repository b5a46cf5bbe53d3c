import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { callsIn, messageIn, noteSystem } from '../../importing/messages/message-list.ts';
import { createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { TranscriptEntry } from '../../importing/transcript/transcript.ts';
import { Message, ToolCall } from './format.ts';
import type { Run } from './format.ts';
import { resultOf } from './outcomes.ts';

export function titleOf({ suite_name, user_task_id, injection_task_id, attack_type, pipeline_name }: Run): string {
  const attack = attack_type === undefined ? '' : `, ${attack_type} ${injection_task_id ?? ''}`.trimEnd();
  return `${suite_name} ${user_task_id}${attack} (${pipeline_name})`;
}

export function toSession(run: Run): ReadSession {
  const report = createImportReport();
  const steps = stepsOf(run.messages, ['messages'], report);
  noteRun(run, report);
  return toTaskSession(
    {
      title: titleOf(run),
      importer: 'agentdojo',
      model: run.pipeline_name,
      declared: [],
      recording: recordingOf(run),
      entries: steps,
    },
    report,
  );
}

export function titleOfMessages(messages: readonly Value[]): string {
  const first = messages.find((message) => v.is(UserMessage, message));
  const words =
    first !== undefined && isRecord(first) ? textOf(readContent(first['content'], [], createImportReport())) : '';
  return words.trim() === '' ? 'messages of an AgentDojo run' : shortTitle(words);
}

const UserMessage = v.looseObject({ role: v.literal('user') });

/** Of messages that were copied without their run, nobody knows the task, the attack and how it ended. */
export function sessionOfMessages(messages: readonly Value[]): ReadSession {
  const report = createImportReport();
  const steps = stepsOf(messages, [], report);
  noteNoTimes(report);
  return toTaskSession(
    { title: titleOfMessages(messages), importer: 'agentdojo', declared: [], recording: {}, entries: steps },
    report,
  );
}

function stepsOf(messages: readonly Value[], place: Path, report: ImportReport): readonly TranscriptEntry[] {
  const matcher = createCallMatcher(report);
  messages.forEach((value, index) => readMessage(value, [...place, index], matcher, report));
  return matcher.entries();
}

function readMessage(value: Value, place: Path, matcher: CallMatcher, report: ImportReport): void {
  const message = messageIn(Message, value, place, 'messages', report);
  if (message === undefined) return;
  const isValue = message.role === 'tool' && isNoContent(message.content);
  const parts = isValue ? [] : readContent(message.content, [...place, 'content'], report);
  switch (message.role) {
    case 'system':
      noteSystem(place, report);
      return;
    case 'user':
      matcher.addInput({ message: parts, at: undefined, place });
      return;
    case 'assistant':
      matcher.addModelTurn(
        { message: parts, tokens: undefined, at: undefined, place },
        callsOf(message, place, report),
      );
      return;
    case 'tool':
      matcher.addResult(
        {
          id: message.tool_call_id,
          name: message.tool_call?.function,
          copy: message.tool_call && { name: message.tool_call.function, input: message.tool_call.args },
          place,
        },
        resultOf(message, textOf(parts), isValue ? message.content : undefined),
      );
  }
}

/** A record, a number or a list of them, as a function returned it. */
function isNoContent(content: Value | undefined): boolean {
  if (content === undefined || typeof content === 'string' || content instanceof Unknown) return false;
  if (!isList(content)) return true;
  const parts = [...content];
  return parts.length === 0 || !parts.every((part) => isRecord(part) && part['type'] === 'text');
}

function callsOf(message: Message, place: Path, report: ImportReport): RequestedCall[] {
  const read = (value: Value, where: Path): RequestedCall | undefined => {
    const call = v.safeParse(ToolCall, value);
    if (!call.success) return undefined;
    const { id, function: name, args } = call.output;
    return { id, name, input: args, place: where };
  };
  return callsIn(message.tool_calls, [...place, 'tool_calls'], read, report);
}

/** The benchmark's own judgement, which rules cannot see but people want to. */
function recordingOf(run: Run): RecordValue {
  const { messages: _messages, ...about } = run;
  return Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined)) as RecordValue; // every field above is a Value
}

function noteRun(run: Run, report: ImportReport): void {
  // An aborted run is recorded as `security: true` although nothing was reached.
  if (run.attack_type !== undefined && run.security !== undefined && run.error === undefined) {
    const outcome = run.security
      ? 'reached its goal (“security” is true)'
      : 'did not reach its goal (“security” is false)';
    report.note('info', 'agentdojo/attack', ['security'], () => `The attack “${run.attack_type}” ${outcome}.`);
  }
  if (run.error !== undefined) {
    report.note('info', 'agentdojo/aborted', ['error'], () => `The run was aborted: “${run.error?.slice(0, 300)}”.`);
  }
  noteNoTimes(report);
}

const noteNoTimes = (report: ImportReport): void =>
  report.note('info', 'import/no-times', null, () => 'The format records no time and no tokens per message.');
