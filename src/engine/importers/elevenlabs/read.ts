import { ok } from '../../../base/result.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { type ImportReport, notesOf } from '../../importing/import-report.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { countAt, elementsAt, entriesAt, fieldAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { agentSwitches } from '../../importing/voice/call-records.ts';
import { present } from '../../importing/values/present.ts';
import { callTitle, sessionEntry } from '../../importing/voice/read-voice.ts';
import type { Placed } from '../../importing/values/elements.ts';
import type { Content, VoiceEntry, VoiceFormat } from '../../importing/voice/voice-format.ts';
import type { OpenCalls } from '../../importing/voice/voice-importer.ts';
import { socketLog } from './socket-log.ts';
import { plusAny, recordedTokens } from '../../importing/transcript/transcript.ts';

interface Found extends Placed {
  readonly kind: 'conversation' | 'socket';
}

const tools: readonly Content[] = [
  {
    holds: 'calls',
    list: 'tool_calls',
    id: 'request_id',
    name: 'tool_name',
    arguments: 'params_as_json',
    tokens: tokensOf,
  },
  {
    holds: 'results',
    list: 'tool_results',
    id: 'request_id',
    name: 'tool_name',
    output: 'result_value',
    failure: {
      // A blocked call did not work, whether or not it is marked as an error.
      field: [(result) => (fieldAt(result, 'is_blocked') === true ? true : fieldAt(result, 'is_error'))],
      is: true,
      reason: ['raw_error_message', 'error_type'],
      otherwise: 'the result is marked as an error',
    },
  },
];

function noteBlocked(call: Placed, report: ImportReport): void {
  for (const entry of entriesAt(call, 'transcript')) {
    for (const result of entriesAt(entry, 'tool_results'))
      if (fieldAt(result.value, 'is_blocked') === true) notes.blocked(result.place, report);
  }
}

const notes = notesOf('elevenlabs', {
  assumed: {
    blocked:
      '{# call} that ElevenLabs blocked: shown as failed, because a voice session knows a blocked call only by the flags that it requires.',
  },
  lost: {
    entry: '{# entry|# entries} of the transcript could not be read.',
  },
});

/**
 * Conversations with agents of ElevenLabs, from the API or from the webhook after a call.
 * https://elevenlabs.io/docs/api-reference/conversations/get
 * The JavaScript library writes the same fields in camelCase.
 */
const conversation: VoiceFormat<Found> = {
  importer: 'elevenlabs',
  title: callTitle('conversation_id', 'agent_name'),
  entries: 'transcript',
  log: ({ call }) => ({
    kind: 'role',
    unread: notes.entry,
    time: ({ value, place }, { report }) => {
      const [start, after] = [startOf(call.value), numberAt(value, 'time_in_call_secs')];
      return start === undefined || after === undefined ? undefined : readInstant(start + after, place, report);
    },
    kinds: {
      user: [{ holds: 'words', by: 'user', text: 'message' }, ...tools],
      agent: [
        // A different id means that the call was transferred.
        agentSwitches((entry) => textAt(entry, 'agent_metadata.agent_id'), textAt(call.value, 'agent_id')),
        {
          holds: 'words',
          by: 'agent',
          text: 'message',
          intended: 'original_message',
          interrupted: 'interrupted',
          // If an answer has calls, its tokens are shown at the calls.
          tokens: (entry) => (elementsAt(entry.value, 'tool_calls').length > 0 ? undefined : tokensOf(entry)),
          skipEmpty: true,
        },
        ...tools,
      ],
    },
    otherwise: { holds: 'nothing', note: notes.entry },
  }),
  facts: ({ call: { value, place }, report }) => {
    noteBlocked({ value, place }, report);
    const variables = recordAt(value, 'conversation_initiation_client_data.dynamic_variables');
    const user: RecordValue = { ...variables, ...present({ user_id: textAt(value, 'user_id') }) };
    return {
      context: {
        call_id: textAt(value, 'conversation_id'),
        user: Object.keys(user).length > 0 ? user : undefined,
        current_agent: textAt(value, 'agent_name') ?? textAt(value, 'agent_id') ?? '',
      },
      started_at: readInstant(startOf(value), [...place, 'metadata'], report),
      recording: {
        platform: 'elevenlabs',
        status: textAt(value, 'status'),
        ended_reason: textAt(value, 'metadata.termination_reason'),
        duration_secs: fieldAt(value, 'metadata.call_duration_secs'),
        cost: fieldAt(value, 'metadata.cost'),
        error: fieldAt(value, 'metadata.error'),
        analysis: recordAt(value, 'analysis'),
      },
    };
  },
};

const startOf = (call: Value): number | undefined => numberAt(call, 'metadata.start_time_unix_secs');

/**
 * Sums the tokens of all models of one answer. Tokens read from or written to a cache belong to the prompt. If one model has no
 * count for a side (input or output), that side of the answer is unknown.
 */
function tokensOf({ value }: VoiceEntry) {
  const models = Object.values(recordAt(value, 'llm_usage.model_usage') ?? {});
  if (models.length === 0) return undefined;
  const count = (model: Value, name: string) => countAt(model, `${name}.tokens`);
  const prompts = models.map((model) =>
    plusAny(count(model, 'input'), count(model, 'input_cache_read'), count(model, 'input_cache_write')),
  );
  return recordedTokens(
    sumOf(prompts),
    sumOf(models.map((model) => count(model, 'output_total'))),
    sumOf(models.map((model) => count(model, 'input_cache_read') ?? 0)),
  );
}

const sumOf = (counts: readonly (number | undefined)[]): number | undefined =>
  counts.reduce((sum, count) => (sum === undefined || count === undefined ? undefined : sum + count), 0);

export const open: OpenCalls<Found> = (found) =>
  ok({ sessions: found.map((call) => sessionEntry(call.kind === 'socket' ? socketLog : conversation, call)) });
