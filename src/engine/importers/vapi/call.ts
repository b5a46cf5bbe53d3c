import { isSame } from '../../model/equal.ts';
import { entry, type RecordValue, type Value } from '../../model/value.ts';
import { createImportReport, type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { when } from '../../importing/voice/call-log.ts';
import { elementsAt, entriesAt, fieldAt, placedAt, recordAt, textAt } from '../../importing/values/where.ts';
import { addFilledVariables, readTranscriptText } from '../../importing/voice/call-records.ts';
import { callTitle } from '../../importing/voice/read-voice.ts';
import type { CallFacts, VoiceFormat, VoiceReading } from '../../importing/voice/voice-format.ts';
import { voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { messageLog } from './messages.ts';

/** The call object of Vapi. https://docs.vapi.ai/api-reference/calls/get */
export const vapiCall: VoiceFormat = {
  importer: 'vapi',
  title: callTitle(['id', 'callId'], 'assistant.name'),
  entries: (call) => {
    const chat = chatOf(call);
    const [richest] = transcriptsOf(call);
    if (chat.length > 0) return chat;
    return richest === undefined ? [] : entriesAt(richest, '');
  },
  log: ({ call, report }) => messageLog(startOf(call, report)),
  end: (reading) => {
    const { call, log, report } = reading;
    const [richest, ...others] = chatOf(call).length > 0 ? [] : transcriptsOf(call);
    if (typeof richest?.value === 'string') {
      voiceNotes.transcriptText('vapi/transcript-text', 'it names')(richest.place, report);
      readTranscriptText(richest.value, { speaker, by }, richest.place, log);
    }
    for (const other of others) notes['told-again'](other.place, report);
    readEnd(reading);
  },
  facts: factsOf,
};

const speaker = /(?:^|\s)(AI|Assistant|Bot|User|Customer):\s/g;
const by = { AI: 'agent', Assistant: 'agent', Bot: 'agent', User: 'user', Customer: 'user' } as const;

export const startOf = ({ value, place }: Placed, report: ImportReport): string | undefined =>
  readInstant(fieldAt(value, 'startedAt'), [...place, 'startedAt'], report);

/**
 * A chat of the API: the messages before, what was asked, and the answers. https://docs.vapi.ai/api-reference/chats/get
 * The messages may already end with what was asked.
 */
function chatOf(call: Placed): readonly Placed[] {
  const before = entriesAt(call, 'messages');
  const answers = entriesAt(call, 'output');
  const input = textAt(call.value, 'input');
  if (answers.length === 0) return [];
  if (input === undefined) return [...before, ...entriesAt(call, 'input'), ...answers];
  const last = before.at(-1)?.value;
  const isRepeated = textAt(last, 'role') === 'user' && textAt(last, ['content', 'message']) === input;
  const asked = { value: { role: 'user', content: input }, place: [...call.place, 'input'] };
  return isRepeated ? [...before, ...answers] : [...before, asked, ...answers];
}

/** A call contains its transcript in several forms. The form with the most information comes first. */
function transcriptsOf({ value, place }: Placed): readonly Placed[] {
  const lists = ['artifact.messages', 'messages', 'artifact.transcript', 'artifact.messagesOpenAIFormatted'];
  const text = recordAt(value, 'artifact') === undefined ? 'transcript' : 'artifact.transcript';
  return [
    ...lists.filter((list) => elementsAt(value, list).length > 0),
    ...[text].filter((field) => (textAt(value, field) ?? '') !== ''),
  ].map((field) => placedAt({ value, place }, field));
}

const notes = notesOf('vapi', {
  info: {
    'told-again': '{# other account} of the same call {is|are} not read.',
  },
  assumed: {
    'switch-time': 'The time when {# assistant} took over is not recorded: shown after the last turn.',
  },
});

/** Reads facts that are recorded only at the end: later assistants of the call, and the variables that the call filled. */
export function readEnd({ call: { value, place }, entries, log, report }: VoiceReading): void {
  const activations = [...place, 'artifact', 'assistantActivations'];
  const isNamed = entries.some((one) => textAt(one.value, 'assistantName') !== undefined);
  for (const agent of isNamed ? [] : assistantsIn(value).slice(1)) {
    notes['switch-time'](activations, report);
    log.add({ type: 'agent-switched', ...when(undefined), agent }, activations);
  }
  const initial = recordAt(value, 'assistantOverrides.variableValues') ?? {};
  const filled = Object.entries(recordAt(value, 'artifact.variableValues') ?? {}).filter(([key, variable]) => {
    const before = entry(initial, key);
    return before === undefined || !isSame(before, variable);
  });
  addFilledVariables(filled, [...place, 'artifact', 'variableValues'], 'vapi', log, report);
}

const assistantsIn = (call: Value): readonly string[] =>
  elementsAt(call, 'artifact.assistantActivations').flatMap((activation) => textAt(activation, 'assistantName') ?? []);

/** The variables at the start of a call become the `user` of its context. */
export function factsOf({ call, report }: VoiceReading): CallFacts {
  const { value, place } = call;
  const customer = recordAt(value, 'customer');
  const user: RecordValue = { ...(customer && { customer }), ...recordAt(value, 'assistantOverrides.variableValues') };
  const ended = fieldAt(value, 'endedAt');
  return {
    context: {
      call_id: textAt(value, ['id', 'callId']),
      tenant_id: textAt(value, 'orgId'),
      workflow_id: textAt(value, 'workflowId'),
      user: Object.keys(user).length > 0 ? user : undefined,
      current_agent: assistantsIn(value)[0] ?? textAt(value, 'assistant.name'),
    },
    started_at: startOf(call, createImportReport()),
    model: textAt(value, 'assistant.model.model'),
    recording: {
      platform: 'vapi',
      type: textAt(value, 'type'),
      status: textAt(value, 'status'),
      ended_reason: textAt(value, 'endedReason'),
      ended_at: ended === undefined ? undefined : (readInstant(ended, [...place, 'endedAt'], report) ?? null),
      cost: fieldAt(value, 'cost'),
      cost_breakdown: recordAt(value, 'costBreakdown'),
      analysis: recordAt(value, 'analysis'),
    },
  };
}
