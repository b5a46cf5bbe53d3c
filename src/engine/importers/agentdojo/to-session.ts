import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { callsIn, messageIn, noteSystem } from '../../importing/messages/message-list.ts';
import { createNoting } from '../../importing/noting.ts';
import type { Noting } from '../../importing/noting.ts';
import { createPairing } from '../../importing/transcript/pairing.ts';
import type { Pairing, PlannedCall } from '../../importing/transcript/pairing.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { Step } from '../../importing/transcript/transcript.ts';
import { Message, ToolCall } from './format.ts';
import type { Run } from './format.ts';
import { resultOf } from './outcomes.ts';

export function titleOf({ suite_name, user_task_id, injection_task_id, attack_type, pipeline_name }: Run): string {
  const attack = attack_type === undefined ? '' : `, ${attack_type} ${injection_task_id ?? ''}`.trimEnd();
  return `${suite_name} ${user_task_id}${attack} (${pipeline_name})`;
}

export function toSession(run: Run): ReadSession {
  const noting = createNoting();
  const steps = stepsOf(run.messages, ['messages'], noting);
  noteRun(run, noting);
  return toTaskSession(
    {
      title: titleOf(run),
      importer: 'agentdojo',
      model: run.pipeline_name,
      declared: [],
      recording: recordingOf(run),
      steps,
    },
    noting,
  );
}

export function titleOfMessages(messages: readonly Value[]): string {
  const first = messages.find((message) => v.is(UserMessage, message));
  const words = first !== undefined && isRecord(first) ? textOf(readContent(first['content'], [], createNoting())) : '';
  return words.trim() === '' ? 'messages of an AgentDojo run' : shortTitle(words);
}

const UserMessage = v.looseObject({ role: v.literal('user') });

/** Of messages that were copied without their run, nobody knows the task, the attack and how it ended. */
export function sessionOfMessages(messages: readonly Value[]): ReadSession {
  const noting = createNoting();
  const steps = stepsOf(messages, [], noting);
  noteNoTimes(noting);
  return toTaskSession(
    { title: titleOfMessages(messages), importer: 'agentdojo', declared: [], recording: {}, steps },
    noting,
  );
}

function stepsOf(messages: readonly Value[], place: Path, noting: Noting): readonly Step[] {
  const pairing = createPairing(noting);
  messages.forEach((value, index) => readMessage(value, [...place, index], pairing, noting));
  return pairing.steps();
}

function readMessage(value: Value, place: Path, pairing: Pairing, noting: Noting): void {
  const message = messageIn(Message, value, place, 'messages', noting);
  if (message === undefined) return;
  const isValue = message.role === 'tool' && isNoContent(message.content);
  const parts = isValue ? [] : readContent(message.content, [...place, 'content'], noting);
  switch (message.role) {
    case 'system':
      noteSystem(place, noting);
      return;
    case 'user':
      pairing.said({ message: parts, at: undefined, place });
      return;
    case 'assistant':
      pairing.generated({ message: parts, tokens: undefined, at: undefined, place }, callsOf(message, place, noting));
      return;
    case 'tool':
      pairing.result(
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

function callsOf(message: Message, place: Path, noting: Noting): PlannedCall[] {
  const read = (value: Value, where: Path): PlannedCall | undefined => {
    const call = v.safeParse(ToolCall, value);
    if (!call.success) return undefined;
    const { id, function: name, args } = call.output;
    return { id, name, input: args, place: where };
  };
  return callsIn(message.tool_calls, [...place, 'tool_calls'], read, noting);
}

/** The benchmark's own judgement, which rules cannot see but people want to. */
function recordingOf(run: Run): RecordValue {
  const { messages: _messages, ...about } = run;
  return Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined)) as RecordValue; // every field above is a Value
}

function noteRun(run: Run, noting: Noting): void {
  // An aborted run is recorded as `security: true` although nothing was reached.
  if (run.attack_type !== undefined && run.security !== undefined && run.error === undefined) {
    const outcome = run.security
      ? 'reached its goal (“security” is true)'
      : 'did not reach its goal (“security” is false)';
    noting.note('info', 'agentdojo/attack', ['security'], () => `The attack “${run.attack_type}” ${outcome}.`);
  }
  if (run.error !== undefined) {
    noting.note('info', 'agentdojo/aborted', ['error'], () => `The run was aborted: “${run.error?.slice(0, 300)}”.`);
  }
  noteNoTimes(noting);
}

const noteNoTimes = (noting: Noting): void =>
  noting.note('info', 'import/no-times', null, () => 'The format records no time and no tokens per message.');
