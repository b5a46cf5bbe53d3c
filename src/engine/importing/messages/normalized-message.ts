import type { MessageResult } from './any-message-parts.ts';
import type { Path } from '../../model/path.ts';
import type { Part } from '../content/content.ts';
import type { ImportReport } from '../import-report.ts';
import type { CallMatcher, RequestedCall } from '../transcript/call-matcher.ts';
import type { DelegatedTask, StateEntry, RecordedTokens } from '../transcript/transcript.ts';
import { noteSystem } from '../notes.ts';
import type { OfferedTool } from '../tools/offered-tools.ts';

/** An entry of a list of messages, in the form that all such lists share. An absent field is not recorded. */
export interface NormalizedMessage {
  /** `results` holds only results of calls, `calls` only calls that no answer of the model requested. */
  readonly role: 'system' | 'user' | 'assistant' | 'results' | 'calls';
  readonly parts: readonly Part[];
  readonly calls?: readonly RequestedCall[];
  /** The number of unreadable calls; the message still requested them. */
  readonly unread?: number;
  readonly results?: readonly MessageResult[];
  /** Sub-agents that no call started; they worked before the message. */
  readonly tasks?: readonly DelegatedTask[];
  readonly isReasoning?: boolean;
  /** The text of its reasoning, where it is readable. */
  readonly thinking?: string | undefined;
  /** The placeholder in brackets for an answer without text and calls, if there is a specific one. */
  readonly placeholder?: string | undefined;
  /** The finish reason in the provider’s word. */
  readonly ended?: string | undefined;
  readonly tokens?: RecordedTokens | undefined;
  readonly model?: string | undefined;
  /** UTC ISO 8601. */
  readonly at?: string | undefined;
  readonly tookMs?: number | undefined;
  /** State beside the messages, from this message on. */
  readonly state?: StateEntry['state'];
  /** The tools that the model was offered when it wrote the message. */
  readonly tools?: readonly OfferedTool[] | undefined;
  readonly place: Path;
  /** Other places from which it was assembled: the pieces of a stream. */
  readonly alsoAt?: readonly Path[] | undefined;
}

/** Adds one message: an answer before the results in it, results before the user's text beside them. */
export function emitMessage(message: NormalizedMessage, matcher: CallMatcher, report: ImportReport): void {
  const { role, parts, calls = [], results = [], tasks = [], state, at, place, alsoAt } = message;
  for (const task of tasks) matcher.addTask(task);
  if (state !== undefined) matcher.addState({ state, place });
  if (message.tools !== undefined) matcher.addTools(message.tools);
  if (role === 'system') return noteSystem(place, report);
  if (role === 'assistant') emitAnswer(message, matcher);
  if (role === 'calls') for (const call of calls) matcher.addCall(call);
  for (const { mark, result } of results) matcher.addResult(mark, { at, ...result });
  if (role === 'user' && (parts.length > 0 || results.length === 0))
    matcher.addInput({ message: parts, at, place, alsoAt });
}

function emitAnswer(message: NormalizedMessage, matcher: CallMatcher): void {
  const {
    parts,
    calls = [],
    unread = 0,
    isReasoning,
    thinking,
    ended,
    tokens,
    model,
    at,
    tookMs,
    place,
    alsoAt,
  } = message;
  const isSilent = parts.length === 0 && calls.length + unread === 0;
  const otherwise = isSilent
    ? (message.placeholder ?? (isReasoning === true ? '[reasoning]' : '[no text]'))
    : undefined;
  matcher.addModelTurn(
    { message: parts, otherwise, thinking, ended, tokens, model, at, tookMs, place, alsoAt },
    calls,
    unread,
  );
}
