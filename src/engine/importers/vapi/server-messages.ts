import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { createCallLog, when } from '../../importing/transcript/call-log.ts';
import type { CallLog } from '../../importing/transcript/call-log.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { endCall, headerOf } from './call.ts';
import { Message, ServerAnswer, ServerMessage as ServerMessageSchema, typeOf } from './format.ts';
import type { Artifact, Call, ServerMessage } from './format.ts';
import { readCalls, readMessage } from './messages.ts';
import type { Reading } from './messages.ts';
import { endOf } from './outcomes.ts';
import type { Placed } from './shapes.ts';

/** What the server of one call was told, in the order in which it was. */
export function fromServerMessages(messages: readonly Placed[], title: string): ReadSession {
  const report = createImportReport();
  const log = createCallLog(report);
  const calls = messages.flatMap(({ value }) => messageIn(value)?.call ?? []);
  const endReport = messages.map(({ value }) => messageIn(value)).findLast((message) => message && isReport(message));
  const started = [...calls, ...(endReport ? [endReport] : [])].find((call) => call.startedAt !== undefined);
  const startedAt = readInstant(started?.startedAt, [], report);
  const reader = new ServerReader({ log, report, startedAt });
  for (const { value, place } of messages) reader.read(value, place);
  reader.end();
  const { artifact: _live, ...latest }: Call = calls.at(-1) ?? {};
  const call: Call = {
    ...latest,
    ...factsOf(endReport),
    ...reader.ended,
    ...(reader.report && { artifact: reader.report.artifact }),
  };
  endCall(call, reader.report?.place ?? [], log, report);
  return log.session(headerOf(call, title, startedAt, [], report));
}

const isReport = (message: ServerMessage): boolean => typeOf(message) === 'end-of-call-report';

/** What a report says of the whole call. */
function factsOf(report: ServerMessage | undefined): Call {
  const { endedAt, cost, costBreakdown, analysis } = report ?? {};
  return {
    ...(endedAt !== undefined && { endedAt }),
    ...(cost !== undefined && { cost }),
    ...(costBreakdown !== undefined && { costBreakdown }),
    ...(analysis !== undefined && { analysis }),
  };
}

const messageIn = (value: Value): ServerMessage | undefined => {
  const parsed = v.safeParse(ServerMessageSchema, value);
  return parsed.success ? parsed.output.message : undefined;
};

class ServerReader {
  /** What the latest status said. */
  readonly ended: { status?: string; endedReason?: string } = {};
  /** What was told when the call was over. */
  report: { readonly artifact: Artifact; readonly place: Path } | undefined;
  readonly #reading: Reading;
  readonly #log: CallLog;
  readonly #report: ImportReport;
  /** What was said while the call went on, which a report tells again. */
  readonly #said = new Set<string>();
  readonly #called = new Set<string>();
  /** What the transcriber had heard so far of something that is still being said. */
  #partial:
    | { readonly role: string; readonly text: string; readonly at: string | undefined; readonly place: Path }
    | undefined;
  #agent: string | undefined;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#log = reading.log;
    this.#report = reading.report;
  }

  read(value: Value, place: Path): void {
    const answer = v.safeParse(ServerAnswer, value);
    if (answer.success) return this.#results(answer.output.results, [...place, 'results'], undefined);
    const message = messageIn(value);
    if (message === undefined) return this.#unread(place);
    const inside = [...place, 'message'];
    const at = readInstant(milliseconds(message.timestamp), [...inside, 'timestamp'], this.#report);
    switch (typeOf(message)) {
      case 'transcript':
        return this.#transcript(message, at, inside);
      case 'tool-calls':
        return this.#calls(message, at, inside);
      case 'function-call':
        return this.#functionCall(message, at, inside);
      case 'tool-calls-result':
        return this.#results([message.toolCallResult ?? {}], [...inside, 'toolCallResult'], at);
      case 'end-of-call-report':
        this.#emit(message.status, message.endedReason);
        return this.#readEndReport(message.artifact, inside);
      case 'status-update':
        return this.#emit(message.status, message.endedReason);
      case 'user-interrupted':
        return this.#log.interrupted();
      default:
        return this.#report.note(
          'info',
          'vapi/other-message',
          inside,
          (n) => `${counted(n, 'message')} about speech, connection or the state of the conversation so far; no turns.`,
        );
    }
  }

  end(): void {
    const partial = this.#partial;
    this.#partial = undefined;
    if (partial === undefined) return;
    this.#report.note(
      'assumed',
      'vapi/partial',
      partial.place,
      (n) => `${counted(n, 'transcript')} never became final: shown as far as it had been heard.`,
    );
    this.#speak(partial.role, partial.text, partial.at, partial.place);
  }

  #emit(status: string | undefined, endedReason: string | undefined): void {
    if (status !== undefined) this.ended.status = status;
    if (endedReason !== undefined) this.ended.endedReason = endedReason;
  }

  /** A partial transcript is replaced by each that follows, until one is final. */
  #transcript(message: ServerMessage, at: string | undefined, place: Path): void {
    const { role = 'user', transcript: text = '', transcriptType, assistantName, type } = message;
    if (assistantName !== undefined && assistantName !== this.#agent) {
      this.#agent = assistantName;
      this.#log.add({ type: 'agent-switched', ...when(at), agent: assistantName }, place);
    }
    if (this.#partial !== undefined && this.#partial.role !== role) this.end();
    const isPartial = transcriptType === 'partial' || type.includes('partial');
    const since = this.#partial?.at ?? at;
    if (this.#partial !== undefined) this.#noteReplaced(this.#partial.place);
    this.#partial = isPartial ? { role, text, at: since, place } : undefined;
    if (!isPartial) this.#speak(role, text, since, place);
  }

  #noteReplaced(place: Path): void {
    this.#report.note(
      'info',
      'vapi/partial-replaced',
      place,
      (n) => `${counted(n, 'partial transcript')} that a later one replaced: no turns.`,
    );
  }

  #speak(role: string, text: string, at: string | undefined, place: Path): void {
    const by = role === 'user' ? 'user' : 'assistant';
    this.#said.add(`${by} ${text}`);
    this.#log.add({ type: by === 'user' ? 'user-spoke' : 'agent-spoke', ...when(at), text }, place);
  }

  #calls({ toolCallList, toolCalls }: ServerMessage, at: string | undefined, place: Path): void {
    const calls = toolCallList ?? toolCalls ?? [];
    for (const call of calls) this.#called.add(idOf(call));
    readCalls(calls, [...place, toolCallList === undefined ? 'toolCalls' : 'toolCallList'], at, this.#reading);
  }

  #functionCall({ functionCall }: ServerMessage, at: string | undefined, place: Path): void {
    if (functionCall === undefined) return this.#unread(place);
    const { name = '', parameters = {} } = functionCall;
    readCalls([{ name, parameters }], place, at, this.#reading);
  }

  #results(results: readonly Value[], place: Path, at: string | undefined): void {
    results.forEach((value, index) => {
      const where = place.at(-1) === 'results' ? [...place, index] : place;
      const parsed = v.safeParse(Message, isRecord(value) ? { role: 'tool', ...value } : value);
      if (!parsed.success) return this.#unread(where);
      const { toolCallId, name, result, error } = parsed.output;
      const end = endOf({ result, error }, where, this.#report);
      return this.#log.returned({ id: toolCallId, tool: name, ...end, at, place: where });
    });
  }

  /** Of what a report tells, only what nobody told before. */
  #readEndReport(artifact: Artifact | undefined, place: Path): void {
    if (artifact === undefined) return;
    this.report = { artifact, place };
    artifact.messages?.forEach((value, index) => {
      const where = [...place, 'artifact', 'messages', index];
      const parsed = v.safeParse(Message, value);
      if (!parsed.success) return this.#unread(where);
      const { role, message = '', toolCalls = [], toolCallId } = parsed.output;
      const by = role === 'user' ? 'user' : 'assistant';
      const isKnown =
        this.#said.has(`${by} ${message}`) ||
        (toolCallId !== undefined && this.#called.has(toolCallId)) ||
        (toolCalls.length > 0 && toolCalls.every((call) => this.#called.has(idOf(call))));
      return isKnown ? undefined : readMessage(value, where, this.#reading);
    });
  }

  #unread(place: Path): void {
    this.#report.note('lost', 'import/message', place, (n) => `${counted(n, 'message')} could not be read.`);
  }
}

const idOf = (call: Value): string => (isRecord(call) && typeof call['id'] === 'string' ? call['id'] : '');

/** Timestamps of server messages are in milliseconds. */
const milliseconds = (written: Value | undefined): Value | undefined =>
  typeof written === 'number' ? written / 1000 : written;
