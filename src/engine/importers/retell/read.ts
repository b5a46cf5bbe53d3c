import { ok } from '../../../base/result.ts';
import { isRecord } from '../../model/value.ts';
import { counted, info, lost, notesOf } from '../../importing/import-report.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { entriesAt, fieldAt, findAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { addFilledVariables, readTranscriptText } from '../../importing/voice/call-records.ts';
import { callTitle, sessionEntry } from '../../importing/voice/read-voice.ts';
import type { VoiceFormat, VoiceReading } from '../../importing/voice/voice-format.ts';
import type { OpenCalls } from '../../importing/voice/voice-importer.ts';
import { millisecondsIn, secondsInto, voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { type Placed, groupedBy } from '../../importing/values/elements.ts';

/** A call with the fields of all its webhooks. */
interface RetellCall extends Placed {
  /** The webhook or call that contains the transcript. */
  readonly spoken: Placed;
  readonly webhooks: number;
}

const notes = notesOf('retell', {
  lost: {
    'transfer-target':
      '{# utterance} of the person to whom the call was transferred, neither the caller nor the agent: left out.',
    'nothing-said': 'The webhook’s record of the call contains no transcript.',
  },
  info: {
    other: '{# entry|# entries} about the course of the call, such as steps of its flow: not shown as turns.',
  },
});

const ids = ['call_id', 'chat_id'];

/**
 * Calls of Retell: the call object of its API, and webhooks about it.
 * https://docs.retellai.com/api-references/get-call; a chat has the same entries, each with its own time:
 * https://docs.retellai.com/api-references/get-chat
 */
const retell: VoiceFormat<RetellCall> = {
  importer: 'retell',
  title: callTitle(ids, 'agent_name'),
  entries: ({ spoken }) => entriesAt(spoken, listOf(spoken) ?? 'transcript_object'),
  log: {
    kind: 'role',
    unread: lost('retell/entry', '{# entry|# entries} of the transcript could not be read.'),
    // `start_timestamp` is in milliseconds since 1970. The times of words and tools are in seconds after it.
    time: (entry, reading) =>
      fieldAt(entry.value, 'created_timestamp') === undefined
        ? afterStart(entry, reading)
        : millisecondsIn('created_timestamp')(entry, reading),
    kinds: {
      user: { holds: 'words', by: 'user', text: 'content' },
      agent: { holds: 'words', by: 'agent', text: 'content' },
      // A message that the caller sent during the call.
      sms: { holds: 'words', by: 'user', text: 'content' },
      dtmf: { holds: 'words', by: 'user', text: ['digit', 'content'] },
      tool_call_invocation: { holds: 'calls', id: 'tool_call_id', name: 'name', arguments: 'arguments' },
      tool_call_result: {
        holds: 'results',
        id: 'tool_call_id',
        name: 'name',
        output: 'content',
        asText: true,
        failure: { field: 'successful', is: false, otherwise: 'the tool was not successful' },
      },
      transfer_target: { holds: 'nothing', note: notes['transfer-target'] },
    },
    otherwise: {
      holds: 'nothing',
      note: notes.other,
    },
  },
  end(reading) {
    const { call, entries, log, report } = reading;
    const hasText = listOf(call.spoken) === undefined && isText(call.spoken);
    if (entries.length === 0 && !hasText) notes['nothing-said'](call.place, report);
    if (call.webhooks > 1) webhooks(call.webhooks)(call.place, report);
    if (hasText) readText(reading);
    const variables = recordAt(call.value, 'collected_dynamic_variables') ?? {};
    const place = [...call.place, 'collected_dynamic_variables'];
    addFilledVariables(Object.entries(variables), place, 'retell', log, report);
  },
  facts: ({ call: { value, place }, report }) => {
    const instant = (name: string) => readInstant(secondsOf(numberAt(value, name)), [...place, name], report);
    return {
      context: {
        call_id: textAt(value, ids) ?? '',
        user: recordAt(value, 'retell_llm_dynamic_variables'),
        current_agent: textAt(value, 'agent_name') ?? textAt(value, 'agent_id'),
      },
      started_at: instant('start_timestamp'),
      recording: {
        platform: 'retell',
        type: textAt(value, ['call_type', 'chat_type']),
        status: textAt(value, ['call_status', 'chat_status']),
        ended_reason: textAt(value, 'disconnection_reason'),
        ended_at: instant('end_timestamp'),
        cost: recordAt(value, ['call_cost', 'chat_cost']),
        llm_token_usage: recordAt(value, 'llm_token_usage'),
        analysis: recordAt(value, ['call_analysis', 'chat_analysis']),
        metadata: fieldAt(value, 'metadata'),
      },
    };
  },
};

const secondsOf = (milliseconds: number | undefined) => (milliseconds === undefined ? undefined : milliseconds / 1000);

const afterStart = secondsInto((call) => secondsOf(numberAt(call, 'start_timestamp')), 'time_sec', 'words.0.start');

/** The field with the richest transcript as a list; the scrubbed one, without personal data, may be the only one that was kept. */
const listOf = ({ value }: Placed): string | undefined =>
  lists.find((name) => textAt(value, `${name}.0.role`) !== undefined);

const lists = [
  'transcript_with_tool_calls',
  'scrubbed_transcript_with_tool_calls',
  'transcript_object',
  'message_with_tool_calls',
];

const speaker = /^(Agent|User|Transfer Target): ?/gm;

/** Reads a transcript that is one text with lines `Agent: …` and `User: …`. Used only if there is no list. */
function readText({ call, log, report }: VoiceReading<RetellCall>): void {
  const place = [...call.spoken.place, 'transcript'];
  voiceNotes.transcriptText('retell/transcript-text', 'a line names')(place, report);
  readTranscriptText(
    textAt(call.spoken.value, 'transcript') ?? '',
    { speaker, by: { Agent: 'agent', User: 'user' } },
    place,
    log,
    () => notes['transfer-target'](place, report),
  );
}

const webhooks = (count: number) =>
  info('retell/webhooks', () => `${counted(count, 'webhook')} of one call: one session; the later ones add details.`);

/** All webhooks of one call become one session. Fields of later webhooks replace those of earlier ones. */
export const open: OpenCalls = (found) => {
  const records = found.map(({ value, place }): Placed => {
    const found = textAt(value, 'event') === undefined ? undefined : findAt(value, ['call', 'chat'], isRecord);
    return found === undefined ? { value, place } : { value: found.value, place: [...place, ...found.path] };
  });
  const calls = [...groupedBy(records, ({ value }) => textAt(value, ids)).values()];
  return ok({ sessions: calls.map((webhooks) => sessionEntry(retell, merged(webhooks))) });
};

function merged(records: readonly Placed[]): RetellCall {
  const latest = records.at(-1) ?? { value: {}, place: [] };
  const spoken = records.findLast((one) => listOf(one) !== undefined || isText(one)) ?? latest;
  const fields = records.flatMap(({ value }) =>
    Object.entries(isRecord(value) ? value : {}).filter(([, field]) => field !== null),
  );
  const value = Object.fromEntries(fields);
  return { value, place: latest.place, spoken, webhooks: records.length };
}

const isText = ({ value }: Placed): boolean => (textAt(value, 'transcript') ?? '').search(speaker) === 0;
