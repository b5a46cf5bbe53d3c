import type { Value } from '../../model/value.ts';
import { type ImportReport } from '../../importing/import-report.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { fieldAt, numberAt, textAt } from '../../importing/values/where.ts';
import type { Calls, Content, Results, VoiceEntry, VoiceLog } from '../../importing/voice/voice-format.ts';
import { agentSwitches } from '../../importing/voice/call-records.ts';
import { voiceNotes } from '../../importing/voice/notes-and-times.ts';

/** Calls have the form `{id, function: {name, arguments}}`; in `toolCallList` they are flat. */
export const callsIn = (list: string): Calls => ({
  holds: 'calls',
  list,
  shownAt: 'list',
  id: 'id',
  name: ['function.name', 'name'],
  arguments: ['function.arguments', 'function.parameters', 'parameters', 'arguments'],
});

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | `error` of a result | errored, with that text |
 * | `result` of a result, or the content of a `tool` message | successful |
 *
 * Vapi restricts no tool call. `endedReason` is the reason why the whole call ended, so it belongs to the recording's facts.
 */
export const result: Results = {
  holds: 'results',
  id: 'tool_call_id',
  name: 'name',
  output: outputOf,
  failure: { field: 'error' },
};

function outputOf({ value, place }: VoiceEntry, report: ImportReport): Value | undefined {
  const output = fieldAt(value, ['result', 'content']) ?? undefined;
  const isParts = typeof output === 'string' || Array.isArray(output);
  return isParts ? textOf(readContent(output, place, report)) : output;
}

const answer: Content = { holds: 'words', by: 'agent', text: ['message', 'content'], skipEmpty: true };
const unread = voiceNotes.unread('import/message', 'message');

/** Newer recordings have it in each message of an assistant. */
const assistantOf = (entry: Value): string | undefined => textAt(entry, 'assistantName');

const kinds: VoiceLog['kinds'] = {
  system: { holds: 'nothing', note: voiceNotes.systemMessage },
  user: { holds: 'words', by: 'user', text: ['message', 'content'] },
  assistant: [answer, callsIn('tool_calls')],
  // The text of this message is a remark of the platform and is not spoken.
  tool_calls: callsIn('tool_calls'),
  tool: result,
  tool_call_result: result,
};

/** Numbers below this are seconds since the call began; larger ones are milliseconds since 1970. */
const firstMilliseconds = 1e11;

/** A list of messages, in any of its three spellings. `startedAt`: when the call began, as UTC ISO 8601. */
export const messageLog = (startedAt: string | undefined): VoiceLog => ({
  kind: 'role',
  kinds: { ...kinds, bot: [agentSwitches(assistantOf), answer, callsIn('tool_calls')] },
  otherwise: { holds: 'nothing', note: unread },
  unread,
  time: ({ value, place }, { report }) => {
    const time = numberAt(value, 'time');
    if (time !== undefined && time >= firstMilliseconds) return readInstant(time / 1000, [...place, 'time'], report);
    const seconds = numberAt(value, 'secondsFromStart') ?? time;
    if (seconds === undefined || !Number.isFinite(seconds)) return undefined;
    if (startedAt !== undefined) return readInstant(Date.parse(startedAt) / 1000 + seconds, place, report);
    startUnknown(place, report);
    return undefined;
  },
});

const startUnknown = voiceNotes.noStart('vapi/no-start', 'seconds');
