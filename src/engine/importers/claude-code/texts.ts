import { failed, refused, stopped } from '../../importing/transcript/call-ends.ts';
import { textBetween } from '../../../base/scan.ts';
import { isRefused } from '../../importing/content/claude-refusals.ts';
import type { BlockResult } from '../../importing/messages/anthropic-blocks.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { entry, isList, isRecord, type Value } from '../../model/value.ts';
import { notesOf } from '../../importing/import-report.ts';

/** The text of a user's line. Undefined if the line is a tool result or contains no text. */
export function promptOf(content: Value): string | undefined {
  if (typeof content === 'string') return content === '' ? undefined : content;
  if (!isList(content)) return undefined;
  const blocks = [...content];
  if (blocks.some((block) => isRecord(block) && entry(block, 'type') === 'tool_result')) return undefined;
  const texts = blocks.flatMap((block) => {
    const text = isRecord(block) ? entry(block, 'text') : undefined;
    return typeof text === 'string' ? [text] : [];
  });
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** Claude Code writes this text as a user message after the user interrupted it. */
export const isInterruption = (text: string): boolean => text.startsWith('[Request interrupted by user');

/** Commands of Claude Code and of the user's own shell, with their output. Only the user sees them. */
export const isLocalOutput = (text: string): boolean =>
  /^\s*<(?:local-command-|bash-(?:input|stdout|stderr))/.test(text);

const command = /<command-name>([^<]*)<\/command-name>/;

/** If the line is a command in tags: `/name arguments`, as the user typed it. */
export function commandIn(text: string): string | undefined {
  const start = text.slice(0, 200_000);
  const name = command.exec(start)?.[1]?.trim();
  if (name === undefined || name === '' || !/^\s*<command-/.test(start)) return undefined;
  const args = textBetween(start, '<command-args>', '</command-args>')?.trim() ?? '';
  return args === '' ? name : `${name} ${args}`;
}

/**
 * | in the tool result | outcome |
 * | --- | --- |
 * | it begins with Claude Code's own sentence that the user does not want to proceed, or take this action right now | restricted: the user refused; the user's text is the reason |
 * | `permission_denials` (stream) names the call | restricted |
 * | an error that says that a permission was denied or not granted yet, or that a hook blocked the call | restricted |
 * | any other result with `is_error` that the user interrupted; any other with `is_error` | errored: stopped; failed, with its text |
 * | anything else | successful; an exit code in the text is no error unless `is_error` is set |
 */
export function outcomeOf(result: BlockResult, isDenied: boolean): CallResult {
  const { text, isError, output } = result;
  const reason = text.length > longest ? `${text.slice(0, longest)}…` : text;
  if (isDenied || isRefused(text, isError)) return refused(reason || 'the permission was denied');
  if (!isError) return { outcome: 'ok', output };
  return text.startsWith(interrupted) ? stopped(text) : failed(text || 'the result is marked as an error');
}

const interrupted = '[Request interrupted by user';

const longest = 2000;

/** Notes for lines that become no turn, or become a different turn than their type suggests. */
export const notes = notesOf('claude-code', {
  lost: {
    line: '{# line} of an unknown kind left out.',
    begun: '{# answer} whose lines count only the start of their output: the count is unknown.',
    'no-prompt': 'The stream contains only the agent’s side: its input is not recorded.',
    other: '{# line} of an unknown kind left out.',
    'gate-other': '{# decision} of the gate about no prompt, call, result or answer: left out.',
  },
  info: {
    gate: 'The log of a gate: what hooks of the agent were given, with the decisions. The agent’s own transcript may have more turns.',
    branches: 'The user went back and continued differently: each branch of the conversation is a separate session.',
    synthetic: '{# answer} written by the program, not the model, such as an error of the service: no tokens.',
    structured: '{# result} with a second, structured copy for the program: the model’s copy is shown.',
    summary: '{# summary|# summaries} of the compacted conversation, for the model: not an input of the user.',
    meta: '{# message} that the program wrote to the model in the user’s place: left out.',
    interrupted: 'The user interrupted the agent {once|# times}.',
    local: '{# line} of local commands and their output: left out.',
    notification: '{# notification} of background tasks, written by the program, shown as input.',
    command: '{# command} in tags, shown as the user typed it.',
    compacted: 'The conversation was compacted {once|# times}: the model no longer saw its earlier part.',
    progress: '{# line} of progress of hooks, commands and agents: left out.',
    shown: '{# line} about a sub-agent’s work: its calls are shown, but text between them may be missing.',
    snapshot: '{# snapshot} of files for undoing, without their content: left out.',
    attachment: '{# line} that the program added for the model (reminders, files, lists of tools): left out.',
    queue: '{# line} of the queue of messages: left out.',
    system: '{# line} about the program itself (hooks, durations, errors): left out.',
    title: '{# title or summary|# titles or summaries} for the list of sessions.',
    result: 'The token totals are from {# line} at the end of a run.',
    pieces: '{# piece} of answers that other lines contain whole: left out.',
  },
  assumed: {
    unsent: '{# sub-agent} that no call in the recording started: shown at the end of the session.',
    queued:
      '{# message} typed while the agent was at work, shown where queued: the time when the model received it is not recorded.',
  },
});
