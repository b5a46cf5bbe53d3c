import type { Path } from '../../model/path.ts';
import { entry, isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { isSame } from '../../model/equal.ts';
import { createCallLog } from '../../importing/transcript/call-log.ts';
import type { CallLog, RecordedCallHeader } from '../../importing/transcript/call-log.ts';
import { addFilledVariables } from '../../importing/transcript/filled-variables.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { Artifact, Call } from './format.ts';
import { readMessages } from './messages.ts';
import type { Reading } from './messages.ts';
import { readTranscriptText } from './transcript-text.ts';

export function fromCall(call: Call, place: Path, title: string): ReadSession {
  const report = createImportReport();
  const log = createCallLog(report);
  const startedAt = readInstant(call.startedAt, [...place, 'startedAt'], report);
  readSpoken(call, place, { log, report, startedAt });
  endCall(call, place, log, report);
  return log.session(headerOf(call, title, startedAt, place, report));
}

/** A call says the same thing several times: the richest telling is read, and the others are left. */
function readSpoken({ messages, artifact, transcript }: Call, place: Path, reading: Reading): void {
  const tellings: readonly (readonly [Value | undefined, Path])[] = [
    [artifact?.messages, [...place, 'artifact', 'messages']],
    [messages, [...place, 'messages']],
    [Array.isArray(artifact?.transcript) ? artifact.transcript : undefined, [...place, 'artifact', 'transcript']],
    [artifact?.messagesOpenAIFormatted, [...place, 'artifact', 'messagesOpenAIFormatted']],
    [typeof artifact?.transcript === 'string' ? artifact.transcript : undefined, [...place, 'artifact', 'transcript']],
    [artifact === undefined ? transcript : undefined, [...place, 'transcript']],
  ];
  const held = tellings.filter(([telling]) => isSaid(telling));
  const [first, ...others] = held;
  if (first === undefined) return;
  const [telling, where] = first;
  if (typeof telling === 'string') readTranscriptText(telling, where, reading);
  else if (Array.isArray(telling)) readMessages(telling as readonly Value[], where, reading); // a list of the document
  for (const [, other] of others) {
    reading.report.note(
      'info',
      'vapi/told-again',
      other,
      (n) => `${counted(n, 'other telling')} of the same call ${n === 1 ? 'is' : 'are'} not read.`,
    );
  }
}

const isSaid = (telling: Value | undefined): boolean =>
  (Array.isArray(telling) || typeof telling === 'string') && telling.length > 0;

/** What is known only of the end: which assistants took over, which variables were extracted. */
export function endCall({ artifact, assistantOverrides }: Call, place: Path, log: CallLog, report: ImportReport): void {
  if (artifact === undefined) return;
  const activations = [...place, 'artifact', 'assistantActivations'];
  for (const [index, agent] of assistantsIn(artifact).entries()) {
    if (index === 0) continue;
    report.note(
      'assumed',
      'vapi/switch-time',
      activations,
      (n) => `When ${counted(n, 'assistant')} took over is not on record: shown after the last turn.`,
    );
    log.add({ type: 'agent-switched', agent }, activations);
  }
  const given = assistantOverrides?.variableValues ?? {};
  const values = [...place, 'artifact', 'variableValues'];
  const filled = Object.entries(artifact.variableValues ?? {}).filter(([key, value]) => {
    const before = entry(given, key);
    return before === undefined || !isSame(before, value);
  });
  addFilledVariables(filled, values, 'vapi', log, report);
}

const assistantsIn = ({ assistantActivations = [] }: Artifact): readonly string[] =>
  assistantActivations
    .map((activation) => (isRecord(activation) ? activation['assistantName'] : undefined))
    .filter((name) => typeof name === 'string');

export function headerOf(
  call: Call,
  title: string,
  startedAt: string | undefined,
  place: Path,
  report: ImportReport,
): RecordedCallHeader {
  const { assistant } = call;
  return {
    title,
    importer: 'vapi',
    context: contextOf(call),
    ...(startedAt !== undefined && { started_at: startedAt }),
    ...(assistant?.model?.model !== undefined && { model: assistant.model.model }),
    recording: recordingOf(call, place, report),
  };
}

/** The variables that a call is started with are what its context knows of the user. */
function contextOf(call: Call): RecordValue {
  const { orgId, workflowId, customer, assistant, assistantOverrides, artifact } = call;
  const id = call.id ?? call.callId;
  const user = { ...(customer && { customer }), ...assistantOverrides?.variableValues };
  const agent = (artifact && assistantsIn(artifact)[0]) ?? assistant?.name;
  return {
    ...(id !== undefined && { call_id: id }),
    ...(orgId !== undefined && { tenant_id: orgId }),
    ...(workflowId !== undefined && { workflow_id: workflowId }),
    ...(Object.keys(user).length > 0 && { user }),
    ...(agent !== undefined && { current_agent: agent }),
  };
}

function recordingOf(call: Call, place: Path, report: ImportReport): RecordValue {
  const { type, status, endedReason, endedAt, cost, costBreakdown, analysis } = call;
  return {
    platform: 'vapi',
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(endedReason !== undefined && { ended_reason: endedReason }),
    ...(endedAt !== undefined && { ended_at: readInstant(endedAt, [...place, 'endedAt'], report) ?? null }),
    ...(cost !== undefined && { cost }),
    ...(costBreakdown !== undefined && { cost_breakdown: costBreakdown }),
    ...(analysis !== undefined && { analysis }),
  };
}
