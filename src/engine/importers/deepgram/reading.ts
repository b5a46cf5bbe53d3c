import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { RecordValue } from '../../model/value.ts';
import { paramsOf, type CallLog, when } from '../../importing/transcript/call-log.ts';
import { noteSystem } from '../../importing/messages/message-list.ts';
import { eventTime } from '../../importing/values/event-time.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { FunctionCall, Settings, type Message } from './format.ts';
import { Heard } from './heard.ts';

/** What the agent says, sentence by sentence, until its sound is done or somebody else speaks. */
interface Answer {
  readonly texts: string[];
  readonly at: string | undefined;
  readonly places: Path[];
  isCut: boolean;
}

/** Reads the messages in their order. */
export class Reading {
  model: string | undefined;
  request: string | undefined;
  startedAt: string | undefined;
  readonly tools = new Set<string>();
  readonly #log: CallLog;
  readonly #report: ImportReport;
  readonly #heard: Heard;
  #answer: Answer | undefined;

  constructor(log: CallLog, report: ImportReport) {
    this.#log = log;
    this.#report = report;
    this.#heard = new Heard(log, report);
  }

  read(message: Message, line: RecordValue, place: Path): void {
    const { type, role, content } = message;
    switch (type) {
      case 'ConversationText':
      case 'InjectUserMessage':
      case 'InjectAgentMessage': {
        const text = typeof content === 'string' ? content : (message.message ?? '');
        // What the client injects is said back as conversation.
        if (type !== 'ConversationText') return this.#progress(place);
        return role === 'user' ? this.#user(text, line, place) : this.#agent(text, line, place);
      }
      case 'UserStartedSpeaking':
        if (this.#answer !== undefined) this.#answer.isCut = true;
        this.#endAnswer();
        return this.#progress(place);
      case 'AgentAudioDone':
        this.#endAnswer();
        return this.#progress(place);
      case 'FunctionCallRequest':
        return this.#asked(message, this.#timeOf(line, place), place);
      case 'FunctionCallResponse':
        return this.#returned(message, this.#timeOf(line, place), place);
      case 'Settings':
      case 'SettingsConfiguration':
        return this.#settings(message, place);
      case 'Results':
        return this.#heard.results(message, this.#timeOf(line, place), place);
      case 'UtteranceEnd':
        this.#heard.utteranceEnd();
        return this.#progress(place);
      case 'Metadata':
        this.request ??= message.request_id;
        return this.#progress(place);
      case 'Welcome':
        this.request ??= message.request_id;
        return;
      case 'Error':
      case 'Warning':
        return this.#trouble(message, place);
      default:
        return this.#progress(place);
    }
  }

  /** Nothing more comes. */
  end(): void {
    this.#endAnswer();
    this.#heard.end();
  }

  #timeOf(line: RecordValue, place: Path): string | undefined {
    const at = eventTime(line, place.slice(0, 1), this.#report);
    this.startedAt ??= at;
    return at;
  }

  #user(text: string, line: RecordValue, place: Path): void {
    this.#endAnswer();
    this.#log.add({ type: 'user-spoke', ...when(this.#timeOf(line, place)), text }, place);
  }

  #agent(text: string, line: RecordValue, place: Path): void {
    const at = this.#timeOf(line, place);
    this.#answer ??= { texts: [], at, places: [], isCut: false };
    this.#answer.texts.push(text);
    this.#answer.places.push(place);
  }

  #endAnswer(): void {
    const { texts, at, places, isCut } = this.#answer ?? { texts: [], at: undefined, places: [], isCut: false };
    this.#answer = undefined;
    const [first, ...others] = places;
    if (first === undefined) return;
    if (others.length > 0) {
      this.#report.note(
        'info',
        'deepgram/sentences',
        first,
        (n) => `${counted(n, 'answer')} of the agent came in several messages; each is one turn.`,
      );
    }
    const event = {
      type: 'agent-spoke',
      ...when(at),
      text: texts.join(' '),
      ...(isCut && { interrupted: true }),
    } as const;
    this.#log.add(event, first, others);
  }

  #asked(message: Message, at: string | undefined, place: Path): void {
    this.#endAnswer();
    const { functions, function_name: name, function_call_id: id, input } = message;
    const asked = functions ?? [{ name: name ?? null, id: id ?? null, arguments: input ?? null }];
    const calls = asked.flatMap((value, index) => {
      const call = v.safeParse(FunctionCall, value);
      const where = functions === undefined ? place : [...place, 'functions', index];
      if (call.success) return [{ call: call.output, where }];
      this.#report.note('lost', 'import/call', where, (n) => `${counted(n, 'call')} could not be read.`);
      return [];
    });
    if (calls.length === 0) return;
    this.#log.add({ type: 'model-called', ...when(at), planned: calls.map(({ call }) => call.name) }, place);
    for (const { call, where } of calls) {
      const read = openArguments(call.arguments, [...where, 'arguments'], this.#report);
      const params = paramsOf(read, where, this.#report);
      this.#log.called({ id: call.id, tool: call.name, params, at, place: where });
    }
  }

  /** A response has no outcome but its text: it counts as successful. */
  #returned(message: Message, at: string | undefined, place: Path): void {
    this.#report.note(
      'assumed',
      'deepgram/outcome',
      place,
      () =>
        'Responses of functions do not say whether the call failed: each counts as successful, whatever its text says.',
    );
    const { id, function_call_id, name: tool, content } = message;
    const output = content ?? message.output;
    this.#log.returned({
      id: id ?? function_call_id,
      tool,
      outcome: 'ok',
      ...(output !== undefined && { output }),
      at,
      place,
    });
  }

  #settings({ agent }: Message, place: Path): void {
    const settings = v.safeParse(Settings, agent);
    const think = settings.success ? settings.output.think : undefined;
    this.model = think?.provider?.model ?? this.model;
    for (const value of think?.functions ?? []) {
      const tool = v.safeParse(FunctionCall, value);
      if (tool.success) this.tools.add(tool.output.name);
    }
    if (think?.prompt !== undefined) noteSystem([...place, 'agent', 'think', 'prompt'], this.#report);
  }

  #trouble({ type, description, message }: Message, place: Path): void {
    const words = description ?? message ?? 'without words';
    this.#report.note(
      'info',
      type === 'Error' ? 'deepgram/error' : 'deepgram/warning',
      place,
      (n) =>
        `${counted(n, type === 'Error' ? 'error' : 'warning')} of the service, the first being “${words.slice(0, 200)}”.`,
    );
  }

  #progress(place: Path): void {
    this.#report.note(
      'info',
      'deepgram/progress',
      place,
      (n) => `${counted(n, 'message')} about how it came to pass (who speaks, settings, repetitions): no turns.`,
    );
  }
}
