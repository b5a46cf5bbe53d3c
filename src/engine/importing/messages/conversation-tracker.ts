import { toJson } from '../../model/json.ts';
import type { AnyMessage } from './any-message.ts';
import type { Path } from '../../model/path.ts';
import type { MessageResult } from './any-message-parts.ts';
import { textOf } from '../content/content.ts';
import { type ImportReport, notesOf } from '../import-report.ts';
import { noteSystem } from '../notes.ts';
import { emitMessage } from './normalized-message.ts';
import type { CallMatcher } from '../transcript/call-matcher.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';

/** Facts that the recording has about a message, apart from the message itself. */
export interface Circumstances {
  readonly at?: string | undefined;
  readonly tookMs?: number | undefined;
  readonly tokens?: RecordedTokens | undefined;
  readonly model?: string | undefined;
  /** A placeholder for a missing text. */
  readonly otherwise?: string | undefined;
  /** Other places from which the message was assembled. */
  readonly alsoAt?: readonly Path[] | undefined;
}

/**
 * Traces and checkpoints repeat a conversation from its beginning each time that it continues. The new part of each
 * repetition is added once, to the matcher of the agent that has the conversation.
 */
export interface ConversationTracker {
  /** The user's question at the beginning of the recording; a prompt made from it is not another input. */
  addQuestion(message: AnyMessage, circumstances: Circumstances): void;
  /** A whole conversation up to some moment, or its new messages. */
  addConversation(messages: readonly AnyMessage[], circumstances?: Circumstances): void;
  /** The model was called, but its answer is not recorded here: the conversation may show it later. */
  expectAnswer(message: AnyMessage, circumstances: Circumstances): void;
  /** A separate record showed the tool’s use, so messages with its result only repeat it. */
  sawToolRecord(): void;
  /** All following messages come after the model's last answer, recorded or not. */
  settle(): void;
  /** A new answer of the model: added even if it repeats an earlier one. */
  addAnswer(message: AnyMessage, circumstances: Circumstances): void;
}

/** The shared data of the agents of one recording: a supervisor's helpers often receive its whole conversation. */
export interface SeenMessages {
  readonly counts: Map<string, number>;
  /** Of calls. */
  readonly ids: Set<string>;
}

export const noSeenMessages = (): SeenMessages => ({ counts: new Map(), ids: new Set() });

export function createConversationTracker(
  matcher: CallMatcher,
  report: ImportReport,
  shared: SeenMessages = noSeenMessages(),
): ConversationTracker {
  const own = noSeenMessages();
  /** The user's messages before any prompt was made from them. */
  let question: string | undefined;
  let pending: { readonly message: AnyMessage; readonly circumstances: Circumstances } | undefined;
  const { ids } = shared;
  /** Results that no call waits for are repetitions: calls lost their ids, or had a record of their own. */
  let isRepeating = false;

  const settle = (): void => {
    const waiting = pending;
    pending = undefined;
    if (waiting === undefined) return;
    notes['no-answer'](waiting.message.place, report);
    emitAnswer(waiting.message, waiting.circumstances);
  };

  const emit = (message: AnyMessage, circumstances: Circumstances): void => {
    if (message.role === 'assistant' && pending !== undefined) {
      const waiting = pending;
      pending = undefined;
      emitAnswer({ ...message, place: waiting.message.place }, waiting.circumstances);
      return;
    }
    settle();
    // The results in an answer are of calls that it made: the provider ran these tools.
    if (message.role === 'assistant') emitAnswer(message, circumstances);
    for (const result of message.results) emitResult(result, circumstances);
    if (message.role === 'user') emitInput(message, circumstances);
  };

  const emitResult = ({ mark, result }: MessageResult, { at }: Circumstances): void => {
    // A span of the tool may have added it already; some frameworks change the call's id there.
    const isKnown = mark.id !== undefined && ids.has(mark.id);
    const isToldHere = !isRepeating && mark.id !== undefined && own.ids.has(mark.id);
    if (matcher.hasOpenCall(mark) || isToldHere || !(isKnown || isRepeating))
      matcher.addResult(mark, { at, ...result });
    else notes['result-repeated'](mark.place, report);
  };

  const emitInput = ({ parts, place }: AnyMessage, { at, alsoAt }: Circumstances): void => {
    if (parts.length === 0) return;
    const asked = question;
    question = undefined;
    if (asked !== undefined && textOf(parts).includes(asked)) notes['prompt-around-input'](place, report);
    else matcher.addInput({ message: parts, at, place, alsoAt });
  };

  const emitAnswer = (message: AnyMessage, { otherwise, ...circumstances }: Circumstances): void => {
    for (const { id } of message.calls) {
      if (id === undefined || id === '') isRepeating = true;
      else {
        ids.add(id);
        own.ids.add(id);
      }
    }
    // An explicit placeholder already explains the missing text; drop the finish reason.
    const ended = otherwise === undefined ? message.ended : undefined;
    const tokens = circumstances.tokens ?? message.tokens;
    const model = circumstances.model ?? message.model;
    const answer = { ...message, ...circumstances, results: [], tokens, model, ended, placeholder: otherwise };
    emitMessage(answer, matcher, report);
  };

  return {
    settle,
    sawToolRecord() {
      settle();
      isRepeating = true;
    },
    expectAnswer(message, circumstances) {
      settle();
      pending = { message, circumstances };
    },
    addQuestion(message, circumstances) {
      own.counts.set(keyOf(message), 1);
      matcher.addInput({ message: message.parts, at: circumstances.at, place: message.place });
      const words = textOf(message.parts).trim();
      if (words !== '') question = words;
    },
    addConversation(messages, circumstances = {}) {
      const here = new Map<string, number>();
      for (const message of messages) {
        if (message.role === 'system') {
          noteSystem(message.place, report);
          continue;
        }
        const key = keyOf(message);
        const nth = (here.get(key) ?? 0) + 1;
        here.set(key, nth);
        const { counts } = message.role === 'user' ? own : shared;
        if (nth <= (counts.get(key) ?? 0)) continue;
        counts.set(key, nth);
        emit(message, circumstances);
      }
    },
    addAnswer(message, circumstances) {
      settle();
      const { counts } = message.role === 'user' ? own : shared;
      const whole = keyOf(message);
      const pieces = (message.pieces ?? []).map(keyOf).filter((key) => key !== whole);
      for (const key of [whole, ...pieces]) counts.set(key, (counts.get(key) ?? 0) + 1);
      emit(message, circumstances);
    },
  };
}

/**
 * Messages are the same if their texts and calls are the same: ids differ between a model's response and its repetition.
 * Results are distinguished by the call's id, if there is one. Calls that the provider itself ran, and answered within the
 * message, do not count: some libraries write them only where the message is repeated.
 */
function keyOf({ role, parts, calls, results }: AnyMessage): string {
  const hosted = new Set(role === 'assistant' ? results.map(({ mark }) => mark.id) : []);
  const asked = calls.filter(({ id }) => !hosted.has(id)).map(({ name, input }) => [name, toJson(input ?? null)]);
  const came = (role === 'assistant' ? [] : results).map(
    ({ mark, result }) => mark.id ?? mark.approval ?? [mark.name ?? '', toJson(result.output ?? null)],
  );
  const others = parts.filter((part) => typeof part['text'] !== 'string').map((part) => toJson(part));
  return JSON.stringify([role, textOf(parts).trim(), asked, came, others]);
}

const notes = notesOf('import', {
  info: {
    'prompt-around-input': '{# message} to the model only {wraps|wrap} an earlier text of the user: not another input.',
    'result-repeated': '{# result} among the messages {repeats|repeat} the call’s own record.',
  },
  lost: {
    'no-answer': '{# model call} {has|have} no answer in the recording: shown without text.',
  },
});
