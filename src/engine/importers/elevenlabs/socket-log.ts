import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { counted, info, notesOf } from '../../importing/import-report.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { loggedEntries, noteRecordsAround } from '../../importing/voice/logged-entries.ts';
import { readCalls, readResults } from '../../importing/voice/read-tools.ts';
import type {
  Calls,
  Results,
  TimedEntry,
  VoiceEntry,
  VoiceFormat,
  VoiceLog,
  VoiceReading,
} from '../../importing/voice/voice-format.ts';
import { loggedTime, voiceNotes } from '../../importing/voice/notes-and-times.ts';

/**
 * The messages of a conversation's socket in both directions, as a program logged them.
 * https://elevenlabs.io/docs/agents-platform/customization/events/client-events and the page about client-to-server events
 */
export const socketLog: VoiceFormat = {
  importer: 'elevenlabs',
  title: 'a conversation with an agent',
  entries: (call, report) => {
    const events = loggedEntries(call).filter(({ line }) => line !== undefined);
    const untyped = elementsOf(call.value).length - events.length;
    if (untyped > 0) withoutType(untyped)(null, report);
    return events;
  },
  log: describe,
  end: noteRecordsAround,
  facts: ({ entries, startedAt }) => {
    const variables = entries
      .filter(({ value }) => textAt(value, 'type') === 'conversation_initiation_client_data')
      .map(({ value }) => recordAt(value, 'dynamic_variables'))
      .findLast((found) => found !== undefined);
    const id = 'conversation_initiation_metadata_event.conversation_id';
    return {
      context: {
        call_id: entries.map(({ value }) => textAt(value, id)).findLast((found) => found !== undefined),
        user: Object.keys(variables ?? {}).length > 0 ? variables : undefined,
      },
      started_at: startedAt,
      recording: { platform: 'elevenlabs' },
    };
  },
};

const heard = 'user_transcription_event.user_transcript';
const answer = 'agent_response_event.agent_response';
const corrected = 'agent_response_correction_event.corrected_agent_response';

const progress = voiceNotes.progress('elevenlabs/progress', 'event', 'sound, pings, guesses, repetitions');
const nothing = { holds: 'nothing' } as const;

/** Some events refer to others: a correction refers to the previous answer, a result to its call. */
function describe({ entries }: VoiceReading): VoiceLog {
  const { heardOf, answeredByClient, hasWholeAnswers } = lookAhead(entries);
  /** The last text message of the client. Some servers send it back as a transcript. */
  let latestMessage: string | undefined;
  const called = new Set<string>();
  let pieces: { readonly text: string; readonly place: Path } | undefined;

  const user = (text: string | undefined, { at, place }: TimedEntry, { log, report }: VoiceReading): void => {
    if (text === undefined || text !== latestMessage) return log.said({ by: 'user', text, at, place });
    latestMessage = undefined;
    progress(place, report);
  };

  const toolCalled = (entry: TimedEntry, reading: VoiceReading): void => {
    const { value, place } = entry;
    const id = textAt(value, call.id);
    if (textAt(value, toolNames) === undefined) return unread(place, reading.report);
    if (id !== undefined && called.has(id)) return progress(place, reading.report);
    if (id !== undefined) called.add(id);
    if (fieldAt(value, 'client_tool_call') === undefined) notes['no-arguments'](place, reading.report);
    readCalls(call, entry, reading);
  };

  const returned = (entry: TimedEntry, reading: VoiceReading): void => {
    const id = textAt(entry.value, 'agent_tool_response.tool_call_id');
    if (id !== undefined && answeredByClient.has(id)) return progress(entry.place, reading.report);
    readResults(result, entry, reading);
  };

  /** Some clients receive only the pieces of answers. */
  const piece = ({ value, at, place }: TimedEntry, { log, report }: VoiceReading): void => {
    if (hasWholeAnswers) return progress(place, report);
    const [type, text = ''] = [textAt(value, 'text_response_part.type'), textAt(value, 'text_response_part.text')];
    if (type === 'start') pieces = { text, place };
    else if (type !== 'stop') pieces = { text: `${pieces?.text ?? ''}${text}`, place: pieces?.place ?? place };
    else {
      log.said({ by: 'agent', text: pieces?.text ?? '', at, place: pieces?.place ?? place });
      pieces = undefined;
    }
  };

  return {
    kind: 'type',
    unread: progress,
    time: loggedTime,
    kinds: {
      conversation_initiation_metadata: nothing,
      conversation_initiation_client_data: nothing,
      user_transcript: (entry, reading) => user(textAt(entry.value, heard), entry, reading),
      user_message: (entry, reading) => {
        user(textAt(entry.value, 'text'), entry, reading);
        latestMessage = textAt(entry.value, 'text');
      },
      agent_response: ({ value, at, place }, { log }) => {
        const intended = textAt(value, answer);
        const text = heardOf.get(value) ?? intended;
        const isCut = intended !== undefined && text !== intended;
        log.said({ by: 'agent', text, at, place, intended, interrupted: isCut });
      },
      agent_chat_response_part: piece,
      // A correction is shown with the corrected answer.
      agent_response_correction: nothing,
      interruption: { holds: 'interruption' },
      client_tool_call: toolCalled,
      agent_tool_request: toolCalled,
      client_tool_result: returned,
      agent_tool_response: returned,
      contextual_update: { holds: 'nothing', note: notes['contextual-update'] },
      mcp_tool_call: { holds: 'nothing', note: notes.mcp },
    },
    otherwise: { holds: 'nothing', note: progress },
  };
}

function lookAhead(entries: readonly VoiceEntry[]) {
  /** For each answer that was corrected later: the part that the caller heard. */
  const heardOf = new Map<Value, string>();
  const answeredByClient = new Set<string>();
  let latest: Value | undefined;
  for (const { value } of entries) {
    if (textAt(value, answer) !== undefined) latest = value;
    const correction = textAt(value, corrected);
    if (correction !== undefined && latest !== undefined) heardOf.set(latest, correction);
    const id = textAt(value, 'tool_call_id');
    if (textAt(value, 'type') === 'client_tool_result' && id !== undefined) answeredByClient.add(id);
  }
  return { heardOf, answeredByClient, hasWholeAnswers: latest !== undefined };
}

const toolNames = ['client_tool_call.tool_name', 'agent_tool_request.tool_name'];

/** A tool call. Events of tools that the service runs itself contain neither arguments nor outputs. */
const call: Calls = {
  holds: 'calls',
  id: ['client_tool_call.tool_call_id', 'agent_tool_request.tool_call_id'],
  name: toolNames,
  arguments: 'client_tool_call.parameters',
};

const result: Results = {
  holds: 'results',
  id: ['agent_tool_response.tool_call_id', 'tool_call_id'],
  name: ['agent_tool_response.tool_name', 'tool_name'],
  output: 'result',
  failure: {
    field: ['agent_tool_response.is_error', 'is_error'],
    is: true,
    otherwise: 'the result is marked as an error',
  },
};

const unread = voiceNotes.unread('elevenlabs/event', 'event');

const withoutType = (lines: number) =>
  info(
    'elevenlabs/untyped',
    () => `${counted(lines, 'line')} without a type, such as the caller’s audio: not shown as turns.`,
  );

const notes = notesOf('elevenlabs', {
  lost: {
    'no-arguments': '{# call} of tools that the service runs itself: their arguments and outputs are not recorded.',
    'contextual-update': '{# update} of the agent’s knowledge, not spoken: left out.',
    mcp: '{# event} about a tool of an MCP server, whose stages are not documented: left out.',
  },
});
