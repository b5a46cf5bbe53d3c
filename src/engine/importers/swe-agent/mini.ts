import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readContent, textOf, type Part } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { callsIn, messageIn } from '../../importing/transcript/message-list.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { FunctionCall, Info, MiniAction, MiniMessage, type MiniTrajectory } from './format.ts';
import { miniOutcomeOf, restricted } from './outcomes.ts';
import { textBetween } from '../../../base/scan.ts';
import { type CallResult, recordedTokens } from '../../importing/transcript/transcript.ts';
import { noteSystem } from '../../importing/notes.ts';

export const titleOfMini = ({ instance_id, messages }: MiniTrajectory): string => {
  const user = messages.slice(0, 10).map((value) => v.safeParse(MiniMessage, value));
  const task = user.find((message) => message.success && message.output.role === 'user');
  const text = task?.success === true ? textOf(readContent(task.output.content, [], createImportReport())) : '';
  return instance_id ?? (text === '' ? 'mini-swe-agent trajectory' : shortTitle(text));
};

export function sessionOfMini(trajectory: MiniTrajectory): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const open: OpenCommand[] = [];
  let model: string | undefined;
  trajectory.messages.forEach((value, index) => {
    const place = ['messages', index];
    const message = messageIn(MiniMessage, value, place, 'messages', report);
    if (message === undefined) return;
    model ??= message.extra?.response?.model;
    readMessage(message, place, open, matcher, report);
  });
  const info = v.safeParse(Info, trajectory.info);
  const { exit_status, submission, model_stats } = info.success ? info.output : {};
  return toTaskSession(
    {
      title: titleOfMini(trajectory),
      importer: 'swe-agent',
      agent: trajectory.trajectory_format === 'swe-agent-log' ? 'SWE-agent' : 'mini-swe-agent',
      model,
      declared: [],
      recording: {
        instance: trajectory.instance_id ?? null,
        exit_status: exit_status ?? null,
        submission: submission ?? null,
        cost: model_stats?.instance_cost ?? null,
      },
      entries: matcher.entries(),
    },
    report,
  );
}

/** A command without an id, whose result is a user message. */
interface OpenCommand {
  readonly name: string;
  /** Only the text of the answer contains the command, so only the text of the next message contains its result. */
  readonly isWritten: boolean;
}

/** `open`: the commands of the last answer. */
function readMessage(
  message: MiniMessage,
  place: Path,
  open: OpenCommand[],
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const parts = readContent(message.content, [...place, 'content'], report);
  const { extra } = message;
  const at =
    message.timestamp === undefined
      ? readInstant(extra?.timestamp, [...place, 'extra', 'timestamp'], report)
      : readInstant(message.timestamp, [...place, 'timestamp'], report);
  switch (message.role) {
    case 'system':
      return noteSystem(place, report);
    case 'assistant': {
      const asked = callsOf(message, place, report);
      const calls = asked.length > 0 || extra?.actions !== undefined ? asked : writtenIn(parts, place);
      const isWritten = asked.length === 0;
      open.splice(
        0,
        open.length,
        ...calls.filter(({ id }) => id === undefined).map(({ name }) => ({ name, isWritten })),
      );
      const usage = extra?.response?.usage;
      const tokens = recordedTokens(usage?.prompt_tokens, usage?.completion_tokens);
      return matcher.addModelTurn({ message: parts, otherwise: '[no text]', tokens, at, place }, calls);
    }
    case 'tool': {
      const result = { ...miniOutcomeOf(message, textOf(parts)), at };
      return matcher.addResult({ id: message.tool_call_id, name: undefined, place }, result);
    }
    case 'user': {
      const isResult = extra?.returncode !== undefined || open[0]?.isWritten === true;
      const command = isResult ? open.shift() : undefined;
      if (command === undefined) return matcher.addInput({ message: parts, at, place });
      const result =
        extra?.returncode === undefined ? observedIn(textOf(parts)) : miniOutcomeOf(message, textOf(parts));
      return matcher.addResult({ id: undefined, name: command.name, place }, { ...result, at });
    }
    default:
      return report.note(
        'info',
        'swe-agent/exit',
        place,
        () => `The run ended as “${extra?.exit_status ?? message.role}”.`,
      );
  }
}

function writtenIn(parts: readonly Part[], place: Path): readonly RequestedCall[] {
  const command = commandIn(textOf(parts));
  return command === undefined
    ? []
    : [{ id: undefined, name: 'bash', input: { command }, place: [...place, 'content'] }];
}

function callsOf(message: MiniMessage, place: Path, report: ImportReport): readonly RequestedCall[] {
  const asked = callsIn(
    message.tool_calls,
    [...place, 'tool_calls'],
    (value: Value, where: Path): RequestedCall | undefined => {
      const call = v.safeParse(FunctionCall, value);
      if (!call.success) return undefined;
      const { name, arguments: written } = call.output.function;
      return {
        id: call.output.id,
        name,
        input: openArguments(written, [...where, 'function', 'arguments'], report),
        place: where,
      };
    },
    report,
  );
  if (asked.length > 0) return asked;
  const actions = message.extra?.actions;
  return callsIn(
    actions,
    [...place, 'extra', 'actions'],
    (value: Value, where: Path): RequestedCall | undefined => {
      const action = v.safeParse(MiniAction, value);
      return action.success
        ? { id: action.output.tool_call_id, name: 'bash', input: { command: action.output.command }, place: where }
        : undefined;
    },
    report,
  );
}

/**
 * In version 1 of mini-swe-agent, the model writes its command into the text, between marks. The result is the next
 * message in the user's place. https://mini-swe-agent.com/latest/advanced/control_flow/
 */
const block = /```bash[ \t]*\n([\s\S]*?)\n?```/g;

/** The command of an answer. The program refuses an answer with no command or with several, so nothing was run. */
function commandIn(text: string): string | undefined {
  const found = [...text.matchAll(block)];
  return found.length === 1 ? found[0]?.[1] : undefined;
}

/**
 * | in the message | outcome |
 * | --- | --- |
 * | `<returncode>` that is not 0 | errored, with the printed output |
 * | the program's sentence that the command timed out | errored |
 * | the program's sentence that the user rejected the command | restricted |
 * | anything else | successful |
 */
function observedIn(text: string): CallResult {
  if (/^\s*(?:Command not executed|The user rejected)/.test(text)) return restricted('blocked_before', text);
  if (/^\s*The last command[\s\S]{0,4000}? timed out/.test(text))
    return { outcome: 'error', output: undefined, reason: text };
  const code = /<returncode>\s*(-?\d+)\s*<\/returncode>/.exec(text)?.[1];
  const printed = textBetween(text, '<output>', '</output>')?.replace(/^\n/, '').replace(/\n$/, '') ?? text;
  return code === undefined || code === '0'
    ? { outcome: 'ok', output: printed }
    : { outcome: 'error', output: printed, reason: `exit code ${code}` };
}
