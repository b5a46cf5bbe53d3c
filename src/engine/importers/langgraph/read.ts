import { ok } from '../../../base/result.ts';
import { isSame } from '../../model/equal.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { readAnyMessage, type AnyMessage } from '../../importing/messages/any-message.ts';
import type { TypeName } from '../../importing/messages/message-spelling.ts';
import { textOf } from '../../importing/content/content.ts';
import {
  createConversationTracker,
  noSeenMessages,
  type ConversationTracker,
  type SeenMessages,
} from '../../importing/messages/conversation-tracker.ts';
import { malformed, type Read } from '../../importing/importer.ts';
import { sessionOf, type JournalFormat } from '../../importing/journal/journal.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { assumed, counted, createImportReport, type ImportReport, info, lost } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { changedState } from '../../importing/transcript/changed-state.ts';
import { type TranscriptEntry, waiting } from '../../importing/transcript/transcript.ts';
import { withEarlierFirst, withoutChunks } from './chunks.ts';
import type { PlacedMessage } from './messages.ts';
import type { Moment } from './moments.ts';
import { noteChunks, noteErrors, noteRecording } from './notes.ts';
import { recordingIn, type Recording } from './recording.ts';
import { isOfNode, noteAgentAsUser, Updates } from './updates.ts';

export const read: Read = (document) => {
  const recording = recordingIn(document);
  if (recording === undefined) {
    return malformed(
      'This looks like state of LangGraph, but there is neither a snapshot nor a list of LangChain’s messages in it.',
    );
  }
  return ok({ sessions: [sessionOf(graph(recording, document.typeName), [])] });
};

const graph = (recording: Recording, typeName: TypeName): JournalFormat => ({
  importer: 'langgraph',
  titles: () =>
    recording.moments.slice(0, 20).flatMap(({ messages }) =>
      messages.slice(0, 20).map(({ value, place }) => {
        const message = readAnyMessage(value, place, createImportReport(), typeName);
        return message?.role === 'user' ? textOf(message.parts) : undefined;
      }),
    ),
  untitled: 'graph without a message of the user',
  read(_, report) {
    const reader: Reader = {
      report,
      typeName,
      seen: noSeenMessages(),
      contents: new Map(),
      owners: new Map(),
      updates: new Updates(),
    };
    const moments = withoutChunks(recording.moments);
    if (moments.length < recording.moments.length) noteChunks(recording, moments, report);
    const { steps } = taskOf(withEarlierFirst(moments), 0, reader);
    noteRecording(recording, report);
    return steps;
  },
  // Nodes may call several models: the session has none of its own.
  about: () => ({ model: undefined }),
});

interface Reader {
  readonly report: ImportReport;
  readonly typeName: TypeName;
  readonly seen: SeenMessages;
  /** The recorded content of each message, by the message's id. */
  readonly contents: Map<string, Value>;
  /** The task that requested a call, by the call's id. */
  readonly owners: Map<string, CallMatcher>;
  readonly updates: Updates;
}

/** Deeper subgraphs count as part of the subgraph above them. */
const maxDepth = 12;

/** The steps of a graph. Its subgraphs are separate tasks, each at the place where it first occurs. */
function taskOf(
  moments: readonly Moment[],
  depth: number,
  reader: Reader,
): { readonly steps: readonly TranscriptEntry[] } {
  const matcher = createCallMatcher(reader.report);
  const tracker = createConversationTracker(matcher, reader.report, reader.seen);
  const open = new Map<string, string>();
  const seenTasks = new Set<string>();
  let channels: RecordValue = {};
  let isWaiting = false;
  const hasWhole = moments.some(({ isWhole }) => isWhole);
  /** Messages of a subgraph's node appear in the subgraph, and a second time in the graph around it. */
  const emitters = new Set(
    moments.flatMap(({ path }) => path.slice(depth, depth + 1).map((id) => id.split(':', 1)[0])),
  );
  const mayBeRepeated = ({ writtenBy }: PlacedMessage): boolean => writtenBy === undefined || emitters.has(writtenBy);
  for (const moment of moments) {
    const id = depth < maxDepth ? moment.path[depth] : undefined;
    if (id !== undefined) {
      if (seenTasks.has(id)) continue;
      seenTasks.add(id);
      const own = moments.filter(({ path }) => path[depth] === id);
      const task = moment.path.slice(0, depth + 1).join('|');
      const inside = taskOf(own, depth + 1, reader);
      const agent = id.split(':', 1)[0] ?? id;
      matcher.addTask({
        id: task,
        agent,
        place: moment.place,
        // Read late, after the whole document was read: the results of its calls may come later.
        get entries() {
          return inside.steps;
        },
      });
      continue;
    }
    const at = moment.at && readInstant(moment.at.value, moment.at.place, reader.report);
    const wasAsked = isWaiting;
    isWaiting = moment.waits !== undefined;
    const addsOnly = !hasWhole && !moment.isStreamed && !moment.messages.some(mayBeRepeated);
    emitMessages(moment, at, { tracker, matcher, open, wasAsked, addsOnly }, reader);
    channels = emitChannels(moment, channels, matcher);
    noteErrors(moment, reader.report);
  }
  closeWaiting(
    moments.findLast(({ path }) => path.length <= depth),
    open,
    matcher,
  );
  return {
    get steps() {
      return matcher.entries();
    },
  };
}

interface EmitOptions {
  readonly tracker: ConversationTracker;
  readonly matcher: CallMatcher;
  readonly open: Map<string, string>;
  /** Whether the graph waited before for a person's answer. */
  readonly wasAsked: boolean;
  /** The messages are what nodes wrote, and no state or subgraph contains them too. */
  readonly addsOnly: boolean;
}

/**
 * Each message appears once. Messages with an id are identified by it; messages without one by how often a state repeats them;
 * a message that a node wrote is always new.
 */
function emitMessages(
  moment: Moment,
  at: string | undefined,
  { tracker, matcher, open, wasAsked, addsOnly }: EmitOptions,
  reader: Reader,
): void {
  const messages = moment.messages.flatMap(({ value, place, isJoined, pieces, writtenBy }) => {
    const written = readAnyMessage(value, place, reader.report, reader.typeName);
    const read = written && asWritten(written, writtenBy, wasAsked, reader);
    const message = read && isJoined ? { ...read, calls: read.calls.map((call) => ({ ...call, place })) } : read;
    if (message !== undefined) return [{ message, value, pieces }];
    noteUnread(place, reader.report);
    return [];
  });
  for (const { message } of messages) trackCalls(message, open, matcher, reader);
  let unnamed: AnyMessage[] = [];
  const flush = () => {
    if (unnamed.length > 0) tracker.addConversation(unnamed, { at });
    unnamed = [];
  };
  const repeated = addsOnly ? reader.updates.repeated(moment.messages) : 0;
  for (const [index, { message, value, pieces }] of messages.entries()) {
    const { id } = message;
    reader.updates.remember(message);
    if (isAnsweredElsewhere(message, matcher, at, reader)) continue;
    if (id === undefined) {
      if (!addsOnly) unnamed.push(message);
      else if (index >= repeated && message.role === 'system') tracker.addConversation([message]);
      else if (index >= repeated) tracker.addAnswer(message, { at });
      continue;
    }
    flush();
    const known = reader.contents.get(id);
    if (known === undefined) {
      if (message.role === 'system') tracker.addConversation([message]);
      else tracker.addAnswer(message, { at, alsoAt: pieces });
    } else if (!isSame(known, value)) emitReplaced(message, matcher, reader.report);
    reader.contents.set(id, value);
  }
  flush();
}

/** A text that a node wrote belongs to the agent, even where its role is that of a person. */
function asWritten(message: AnyMessage, node: string | undefined, wasAsked: boolean, reader: Reader): AnyMessage {
  if (message.role !== 'user' || node === undefined || !isOfNode(message, node, reader.updates, wasAsked))
    return message;
  noteAgentAsUser(message.place, reader.report);
  return { ...message, role: 'assistant' };
}

/** A call of a subgraph may get its result from the graph around it: handoffs work this way. */
function isAnsweredElsewhere(
  { results, id }: AnyMessage,
  matcher: CallMatcher,
  at: string | undefined,
  reader: Reader,
): boolean {
  const [only, ...others] = results;
  const owner = only?.mark.id === undefined || others.length > 0 ? undefined : reader.owners.get(only.mark.id);
  if (only === undefined || owner === undefined || owner === matcher) return false;
  if (owner.hasOpenCall(only.mark)) owner.addResult(only.mark, { at, ...only.result });
  if (id !== undefined) reader.contents.set(id, null);
  return true;
}

function trackCalls(
  { calls, results }: AnyMessage,
  open: Map<string, string>,
  matcher: CallMatcher,
  reader: Reader,
): void {
  for (const { id, name } of calls) {
    if (id === undefined) continue;
    if (!open.has(id)) open.set(id, name);
    if (!reader.owners.has(id)) reader.owners.set(id, matcher);
  }
  for (const { mark } of results) if (mark.id !== undefined) open.set(mark.id, '');
}

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | `ToolMessage(status='error')` | errored, with its content |
 * | any other `ToolMessage` or `FunctionMessage` | successful, whatever its text says |
 * | a call without a result, and the last snapshot has interrupts or nodes in `next` | pending: it waits |
 */
function closeWaiting(last: Moment | undefined, open: ReadonlyMap<string, string>, matcher: CallMatcher): void {
  if (last?.waits === undefined) return;
  for (const [id, name] of open) {
    const mark = { id, name, place: last.place };
    if (name === '' || !matcher.hasOpenCall(mark)) continue;
    matcher.addResult(mark, waiting(last.waits));
  }
}

/** The channels beside the messages, where they changed. */
function emitChannels({ channels, isWhole, place }: Moment, before: RecordValue, matcher: CallMatcher): RecordValue {
  const state = changedState(before, channels, isWhole);
  if (state.length > 0) matcher.addState({ state, place });
  return isWhole ? channels : { ...before, ...channels };
}

/** A message that is replaced before its calls ran changes the calls' arguments, for example after a person's review. */
function emitReplaced({ calls, place }: AnyMessage, matcher: CallMatcher, report: ImportReport): void {
  const replacedCalls = calls.filter((call) => matcher.replaceInput(call));
  if (replacedCalls.length > 0) noteReplacedCalls(place, report);
  else noteReplaced(place, report);
}

const noteReplacedCalls = info(
  'langgraph/regiven',
  (n) =>
    `${counted(n, 'message')} replaced before ${n === 1 ? 'its' : 'their'} calls ran: these are shown as they then were.`,
);
const noteReplaced = assumed(
  'langgraph/replaced',
  (n) => `${counted(n, 'message')} with an earlier id and other content: the first is shown, the graph replaced it.`,
);
const noteUnread = lost('import/message', (n) => `${counted(n, 'message')} could not be read.`);
