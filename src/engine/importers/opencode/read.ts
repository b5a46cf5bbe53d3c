import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import { answersInPieces, addText, type GatheredAnswer } from '../../importing/journal/answers-in-pieces.ts';
import { addNote, notesOf } from '../../importing/journal/journal.ts';
import { present } from '../../importing/values/present.ts';
import { conversationEntry, imported } from '../../importing/messages/conversation-entry.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { noteReasoning, noteUnreadMessage, noteUnreadPart } from '../../importing/notes.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import {
  plusAny,
  recordedTokens,
  type CallResult,
  type RecordedTokens,
} from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { countAt, entriesAt, fieldAt, fits, numberAt, textAt } from '../../importing/values/where.ts';
import { message, messagesIn } from './shapes.ts';

export const read: Read = ({ value }) => {
  const messages = messagesIn(value);
  if (messages === undefined) return imported([], 'This looks like opencode, but no session is in it.');
  const session = isRecord(value) ? value : undefined;
  const entry = conversationEntry({
    importer: 'opencode',
    title: textAt(session, 'info.title'),
    messages,
    read: readMessage,
    about: (report) => ({
      agent: 'opencode',
      startedAt: timeAt(session, 'info.time.created', ['info', 'time', 'created'], report),
      recording: present({ session: textAt(session, 'info.id') }),
    }),
  });
  return imported([entry], '');
};

/** Times are in milliseconds since 1970. */
function timeAt(record: Value | undefined, where: string, place: Path, report: ImportReport): string | undefined {
  const time = numberAt(record, where);
  return time === undefined ? undefined : readInstant(time / 1000, place, report);
}

const notes = notesOf('opencode', {
  program: [
    'info',
    (n) =>
      `${counted(n, 'part')} about the program itself (snapshots, patches, retries, compaction): not shown as turns.`,
  ],
  injected: ['info', (n) => `${counted(n, 'text')} that the program wrote for the model: not said by anybody.`],
  agent: [
    'info',
    (n) => `What ${counted(n, 'sub-agent')} did is in a session of its own, which can be exported by itself.`,
  ],
});

function readMessage({ value, place }: Placed, report: ImportReport): readonly NormalizedMessage[] {
  if (!fits(value, message)) {
    noteUnreadMessage(place, report);
    return [];
  }
  const at = timeAt(value, 'info.time.created', [...place, 'info'], report);
  const parts = entriesAt({ value, place }, 'parts');
  const steps = stepsOf(parts, place, report);
  if (textAt(value, 'info.role') === 'user') {
    const content = steps.flatMap((step) => step.parts);
    // The program wrote all of it.
    return content.length === 0 && parts.length > 0 ? [] : [{ role: 'user', parts: content, at, place }];
  }
  const failure = textAt(value, ['info.error.data.message', 'info.error.name']);
  if (failure !== undefined) noteFailure(failure, [...place, 'info', 'error'], report);
  const [created, completed] = [numberAt(value, 'info.time.created'), numberAt(value, 'info.time.completed')];
  const tookMs = steps.length > 1 || created === undefined || completed === undefined ? undefined : completed - created;
  const isCounted = steps.some(({ tokens }) => tokens !== undefined);
  return steps.map(({ thinks, ...step }, index) => ({
    ...step,
    role: 'assistant',
    isReasoning: thinks,
    tokens: isCounted || index < steps.length - 1 ? step.tokens : tokensAt(value, 'info.tokens'),
    placeholder: failure === undefined ? undefined : `[${failure}]`,
    model: textAt(value, 'info.modelID'),
    at,
    tookMs,
    alsoAt: undefined,
  }));
}

const noteFailure = (failure: string, place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'opencode/failed',
    place,
    (n) => `${counted(n, 'answer')} of the model failed, the first with “${failure.slice(0, 200)}”.`,
  );

/** One request to the model, from `step-start` to `step-finish`. */
interface Step extends GatheredAnswer {
  ended?: string | undefined;
}

function stepsOf(parts: readonly Placed[], place: Path, report: ImportReport): readonly Step[] {
  const steps: Step[] = [];
  const gathered = answersInPieces((step) => steps.push(step));
  gathered.at(place);
  let hasBegun = false;
  for (const { value, place: where } of parts) {
    const type = textAt(value, 'type');
    if (type === undefined || !isRecord(value)) {
      noteUnreadPart(where, report);
      continue;
    }
    // Text after calls is the model's next answer, even without a separator.
    const isNext = type === 'step-start' ? hasBegun : type === 'text' && gathered.at(where).calls.length > 0;
    if (isNext) gathered.close();
    hasBegun ||= type === 'step-start';
    if (type !== 'step-start' || isNext) addPart(value, type, where, gathered.at(where), report);
  }
  gathered.close();
  return steps;
}

function addPart(part: RecordValue, type: string, place: Path, step: Step, report: ImportReport): void {
  switch (type) {
    case 'step-start':
      return;
    case 'text': {
      if (part['synthetic'] === true) return addNote(notes.injected, place, report);
      const text = textAt(part, 'text') ?? '';
      return text === '' ? undefined : addText(text, place, step);
    }
    case 'reasoning':
      step.thinks = true;
      return noteReasoning(place, report);
    case 'tool':
      step.calls.push(callOf(part, place, report));
      return;
    case 'file': {
      const mimeType = textAt(part, 'mime') ?? 'application/octet-stream';
      step.parts.push({ mimeType, file: textAt(part, ['url', 'filename']) ?? '' });
      return;
    }
    case 'step-finish':
      step.ended = textAt(part, 'reason');
      step.tokens = tokensAt(part, 'tokens');
      return;
    default:
      addNote(notes.program, place, report);
  }
}

/** Tokens read from a cache or written to it are part of the prompt; thoughts are counted separately. */
function tokensAt(record: Value, where: string): RecordedTokens | undefined {
  const count = (name: string) => countAt(record, `${where}.${name}`);
  return recordedTokens(
    plusAny(count('input'), count('cache.read'), count('cache.write')),
    plusAny(count('output'), count('reasoning')),
  );
}

/** A tool part is a call and its result. `task` is a sub-agent, which has a session of its own. */
function callOf(part: RecordValue, place: Path, report: ImportReport): RequestedCall {
  const name = textAt(part, 'tool') ?? 'unknown';
  const to = name === 'task' ? 'agent' : 'tool';
  if (to === 'agent') addNote(notes.agent, place, report);
  const result = resultOf(part, [...place, 'state'], report);
  return { id: textAt(part, ['callID']), name, to, input: fieldAt(part, 'state.input'), place, result };
}

/** https://github.com/sst/opencode/blob/dev/packages/opencode/src/permission/index.ts */
const rejected = /^The user rejected permission to use this/;

/**
 * | `state` of a tool part | outcome |
 * | --- | --- |
 * | `status: completed` | successful |
 * | `status: error` with opencode's own sentence that the user rejected permission | restricted |
 * | any other `status: error` | errored, with its `error` |
 * | `pending`, `running` | no result |
 */
function resultOf(part: RecordValue, place: Path, report: ImportReport): CallResult | undefined {
  const status = textAt(part, 'state.status');
  const [start, end] = [numberAt(part, 'state.time.start'), numberAt(part, 'state.time.end')];
  const at = timeAt(part, 'state.time.end', place, report);
  const tookMs = start === undefined || end === undefined ? undefined : end - start;
  if (status === 'completed') return { outcome: 'ok', output: fieldAt(part, 'state.output'), at, tookMs };
  if (status !== 'error') return undefined;
  const words = textAt(part, 'state.error') ?? '';
  const reason = words === '' ? 'the recording says that it failed, not why' : words;
  return { outcome: rejected.test(words) ? 'blocked_before' : 'error', output: undefined, reason, at, tookMs };
}
