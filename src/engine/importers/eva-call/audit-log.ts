import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { createCallLog, paramsOf, when } from '../../importing/transcript/call-log.ts';
import type { CallLog } from '../../importing/transcript/call-log.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { AuditEntry, ModelCall, ModelResponse, PlannedTool, ToolCall, ToolResponse } from './format.ts';
import type { AuditLog } from './format.ts';
import { readMilliseconds } from './milliseconds.ts';
import { endOf } from './outcomes.ts';

/** A response of the model that nobody has spoken yet. */
interface Held {
  readonly text: string;
  readonly call: ModelCall | undefined;
  readonly at: string | undefined;
  readonly place: Path;
}

export function fromAuditLog(log: AuditLog, title: string): ReadSession {
  const report = createImportReport();
  const reader = new AuditReader(log, report);
  log.transcript.forEach((value, index) => reader.entry(value, ['transcript', index]));
  reader.end();
  if ((log.conversation_messages?.length ?? 0) > 0) {
    report.note(
      'info',
      'eva-call/repeated',
      ['conversation_messages'],
      () =>
        'The messages and prompts repeat what the transcript says; they are not read, and system prompts are no turns.',
    );
  }
  const [first] = reader.agents;
  return reader.log.session({
    title,
    importer: 'eva-call',
    ...(reader.model !== undefined && { model: reader.model }),
    context: first === undefined ? {} : { current_agent: first },
    recording: { benchmark: 'eva' },
  });
}

class AuditReader {
  readonly log: CallLog;
  readonly agents: string[] = [];
  model: string | undefined;
  readonly #report: ImportReport;
  readonly #prompts: readonly Value[];
  #calls = 0;
  #held: Held | undefined;

  constructor({ llm_prompts = [] }: AuditLog, report: ImportReport) {
    this.log = createCallLog(report);
    this.#report = report;
    this.#prompts = llm_prompts;
  }

  entry(value: Value, place: Path): void {
    const parsed = v.safeParse(AuditEntry, value);
    if (!parsed.success) return this.#unread(place);
    const entry = parsed.output;
    const at = readMilliseconds(entry.timestamp, [...place, 'timestamp'], this.#report);
    switch (entry.message_type) {
      case 'user':
        this.#release();
        if (typeof entry.value !== 'string') return this.#unread(place);
        return this.log.add({ type: 'user-spoke', ...when(at), text: entry.value }, place);
      case 'llm_call':
        return this.#responded(entry.value, at, place);
      case 'assistant':
        return typeof entry.value === 'string' ? this.#spoken(entry.value, at, place) : this.#unread(place);
      case 'tool_call':
        return this.#called(entry.value, at, place);
      default:
        return this.#returned(entry.value, at, place);
    }
  }

  end(): void {
    this.#release();
  }

  #responded(value: Value, at: string | undefined, place: Path): void {
    this.#release();
    const parsed = v.safeParse(ModelResponse, value);
    if (!parsed.success) return this.#unread(place);
    const { agent, response: text = '' } = parsed.output;
    if (agent !== undefined && agent !== this.agents.at(-1)) {
      if (this.agents.length > 0) this.log.add({ type: 'agent-switched', ...when(at), agent }, place);
      this.agents.push(agent);
    }
    this.#held = { text, call: this.#nextCall(text, place), at, place };
  }

  /** The transcript and the prompts are two lists of the same calls; they are matched only where they agree. */
  #nextCall(text: string, place: Path): ModelCall | undefined {
    const parsed = v.safeParse(ModelCall, this.#prompts[this.#calls]);
    this.#calls++;
    const call = parsed.success && (parsed.output.response ?? '') === text ? parsed.output : undefined;
    if (call === undefined) {
      this.#report.note(
        'lost',
        'eva-call/no-prompt',
        place,
        (n) => `${counted(n, 'model call')} without its entry in “llm_prompts”: how long it took is unknown.`,
      );
    }
    this.model ??= call?.model;
    if (call?.status !== undefined && call.status !== 'success') {
      const why = call.error_type ?? call.status;
      this.#report.note('info', 'eva-call/model-failed', place, (n) => `${counted(n, 'model call')} failed: “${why}”.`);
    }
    return call;
  }

  /** What the agent says is what the model wrote just before, or a fixed text. */
  #spoken(text: string, at: string | undefined, place: Path): void {
    const held = this.#held?.text === text ? this.#held : undefined;
    if (held === undefined) this.#release();
    this.#held = undefined;
    this.log.add({ type: 'agent-spoke', ...when(at), text, ...tookOf(held?.call) }, place);
  }

  /** It was not spoken: the model asked for tools, or the caller had gone on speaking. */
  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) return;
    const { text, call, at, place } = held;
    const planned = plannedIn(call);
    if (text !== '') {
      this.#report.note(
        'info',
        'eva-call/not-spoken',
        place,
        (n) =>
          `${counted(n, 'response')} of the model never spoken, because the caller went on: shown as a model call.`,
      );
    }
    this.log.add(
      {
        type: 'model-called',
        ...when(at),
        ...(text !== '' && { text }),
        ...(planned.length > 0 && { planned }),
        ...tookOf(call),
      },
      place,
    );
  }

  #called(value: Value, at: string | undefined, place: Path): void {
    this.#release();
    const parsed = v.safeParse(ToolCall, value);
    if (!parsed.success) return this.#unread(place);
    const { tool, parameters } = parsed.output;
    const params = paramsOf(parameters, [...place, 'value', 'parameters'], this.#report);
    this.log.called({ id: undefined, tool, params, at, place });
  }

  #returned(value: Value, at: string | undefined, place: Path): void {
    const parsed = v.safeParse(ToolResponse, value);
    if (!parsed.success) return this.#unread(place);
    const { tool, response } = parsed.output;
    this.log.returned({ id: undefined, tool, ...endOf(response), at, place });
  }

  #unread(place: Path): void {
    this.#report.note(
      'lost',
      'import/message',
      place,
      (n) => `${counted(n, 'entry', 'entries')} of “transcript” could not be read.`,
    );
  }
}

const tookOf = (call: ModelCall | undefined) =>
  call?.latency_ms === undefined || !(call.latency_ms >= 0 && call.latency_ms < Number.POSITIVE_INFINITY)
    ? {}
    : { took_ms: call.latency_ms };

const plannedIn = (call: ModelCall | undefined): readonly string[] =>
  (call?.response_message?.tool_calls ?? []).flatMap((tool) => {
    const parsed = v.safeParse(PlannedTool, tool);
    return parsed.success ? [parsed.output.function.name] : [];
  });
