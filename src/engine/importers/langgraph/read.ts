import { ok } from '../../../base/result.ts';
import { isSame } from '../../model/equal.ts';
import { groupedBy } from '../../importing/values/elements.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { readAnyMessage, type AnyMessage } from '../../importing/messages/any-message.ts';
import type { TypeName } from '../../importing/messages/message-spelling.ts';
import { textOf } from '../../importing/content/content.ts';
import {
  type Circumstances,
  createConversationTracker,
  noSeenMessages,
} from '../../importing/messages/conversation-tracker.ts';
import { malformed, type Read } from '../../importing/importer.ts';
import { sessionOf, type JournalFormat } from '../../importing/journal/journal.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport, type ImportReport, info, lost, notesOf } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { changedState } from '../../importing/transcript/changed-state.ts';
import { waiting } from '../../importing/transcript/transcript.ts';
import { withEarlierFirst, withoutChunks } from './chunks.ts';
import type { PlacedMessage } from './messages.ts';
import type { Moment } from './moments.ts';
import { recordingIn, type Recording } from './recording.ts';
import { isOfNode, noteAgentAsUser, Updates } from './updates.ts';

export const read: Read = (document) => {
  const recording = recordingIn(document);
  if (recording === undefined) {
    return malformed(
      'This looks like LangGraph state, but it contains neither a snapshot nor a list of LangChain messages.',
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
    const moments = withoutChunks(recording.moments);
    const joined = recording.moments.length - moments.length;
    if (joined > 0) noteStreamed(joined)(recording.moments[0]?.place ?? null, report);
    const entries = new GraphReader(wholeOf(typeName, report)).read(withEarlierFirst(moments), 0).entries();
    noteRecording(recording, report);
    return entries;
  },
  // Nodes may call several models: the session has none of its own.
  about: () => ({ model: undefined }),
});

/** What the graph and its subgraphs share. */
const wholeOf = (typeName: TypeName, report: ImportReport) => ({
  typeName,
  report,
  seen: noSeenMessages(),
  /** The recorded content of each message, by the message's id. */
  contents: new Map<string, Value>(),
  /** The graph that requested a call, by the call's id. */
  owners: new Map<string, CallMatcher>(),
  updates: new Updates(),
});

/** Deeper subgraphs count as part of the subgraph above them. */
const maxDepth = 12;

/** Reads the steps of one graph. Its subgraphs are separate tasks, each at the place where it first occurs. */
class GraphReader {
  readonly #whole: ReturnType<typeof wholeOf>;
  readonly #matcher;
  readonly #tracker;
  /** The name of each call, by its id; empty once it has a result. */
  readonly #calls = new Map<string, string>();
  /** Whether the graph waited before for a person's answer. */
  #wasAsked = false;

  constructor(whole: ReturnType<typeof wholeOf>) {
    this.#whole = whole;
    this.#matcher = createCallMatcher(whole.report);
    this.#tracker = createConversationTracker(this.#matcher, whole.report, whole.seen);
  }

  read(moments: readonly Moment[], depth: number): CallMatcher {
    const { report } = this.#whole;
    const subgraphs = new Set<string>();
    let channels: RecordValue = {};
    const hasWhole = moments.some(({ isWhole }) => isWhole);
    /** Messages of a subgraph's node appear in the subgraph, and a second time in the graph around it. */
    const emitters = new Set(
      moments.flatMap(({ path }) => path.slice(depth, depth + 1).map((id) => id.split(':', 1)[0])),
    );
    const mayBeRepeated = ({ writtenBy }: PlacedMessage): boolean => writtenBy === undefined || emitters.has(writtenBy);
    const bySubgraph = groupedBy(moments, ({ path }) => path[depth]);
    for (const moment of moments) {
      const id = depth < maxDepth ? moment.path[depth] : undefined;
      if (id === undefined) {
        const at = moment.at && readInstant(moment.at.value, moment.at.place, report);
        const addsOnly = !hasWhole && !moment.isStreamed && !moment.messages.some(mayBeRepeated);
        this.#addMessages(moment, at, addsOnly);
        this.#wasAsked = moment.waits !== undefined;
        channels = this.#addChannels(moment, channels);
        for (const error of moment.errors) noteFailedNode(error)(moment.place, report);
      } else if (!subgraphs.has(id)) {
        subgraphs.add(id);
        this.#addSubgraph(moment, bySubgraph.get(id) ?? [], depth);
      }
    }
    this.#closeWaiting(moments.findLast(({ path }) => path.length <= depth));
    return this.#matcher;
  }

  #addSubgraph({ path, place }: Moment, moments: readonly Moment[], depth: number): void {
    const inside = new GraphReader(this.#whole).read(moments, depth + 1);
    const id = path.slice(0, depth + 1).join('|');
    this.#matcher.addTask({
      id,
      agent: path[depth]?.split(':', 1)[0] ?? id,
      place,
      // Read late, after the whole document was read: the results of its calls may come later.
      get entries() {
        return inside.entries();
      },
    });
  }

  /**
   * Adds each message once. Messages with an id are identified by it; messages without one by how often a state repeats them;
   * a message that a node wrote is always new. `addsOnly`: nodes wrote the messages, and no state or subgraph contains them too.
   */
  #addMessages(moment: Moment, at: string | undefined, addsOnly: boolean): void {
    const { updates, contents, report } = this.#whole;
    const messages = moment.messages.flatMap((one) => {
      const message = this.#messageOf(one);
      return message === undefined ? [] : [{ ...one, message }];
    });
    for (const { message } of messages) this.#trackCalls(message);
    let unnamed: AnyMessage[] = [];
    const flush = () => {
      if (unnamed.length > 0) this.#tracker.addConversation(unnamed, { at });
      unnamed = [];
    };
    const repeated = addsOnly ? updates.repeated(moment.messages) : 0;
    for (const [index, { message, pieces }] of messages.entries()) {
      const { id } = message;
      updates.remember(message);
      if (this.#isAnsweredElsewhere(message, at)) continue;
      if (id === undefined) {
        if (!addsOnly) unnamed.push(message);
        else if (index >= repeated) this.#addNew(message, { at });
        continue;
      }
      flush();
      const said = saidIn(message);
      if (!contents.has(id)) this.#addNew(message, { at, alsoAt: pieces });
      else if (!isSame(contents.get(id) ?? null, said)) {
        // A message that is replaced before its calls ran changes their arguments, for example after a person's review.
        const changed = message.calls.filter((call) => this.#matcher.replaceInput(call));
        (changed.length > 0 ? notes.regiven : notes.replaced)(message.place, report);
      }
      contents.set(id, said);
    }
    flush();
  }

  /** A text that a node wrote belongs to the agent, even where its role is that of a person. */
  #messageOf({ value, place, writtenBy, isJoined }: PlacedMessage): AnyMessage | undefined {
    const { updates, report, typeName } = this.#whole;
    const written = readAnyMessage(value, place, report, typeName);
    if (written === undefined) {
      notes['import/message'](place, report);
      return undefined;
    }
    const message =
      isJoined === true ? { ...written, calls: written.calls.map((call) => ({ ...call, place })) } : written;
    if (message.role !== 'user' || writtenBy === undefined || !isOfNode(message, writtenBy, updates, this.#wasAsked))
      return message;
    noteAgentAsUser(message.place, report);
    return { ...message, role: 'assistant' };
  }

  #addNew(message: AnyMessage, circumstances: Circumstances): void {
    if (message.role === 'system') this.#tracker.addConversation([message]);
    else this.#tracker.addAnswer(message, circumstances);
  }

  /** A call of a subgraph may get its result from the graph around it: handoffs work this way. */
  #isAnsweredElsewhere({ results, id }: AnyMessage, at: string | undefined): boolean {
    const [only, ...others] = results;
    if (only?.mark.id === undefined || others.length > 0) return false;
    const owner = this.#whole.owners.get(only.mark.id);
    if (owner === undefined || owner === this.#matcher) return false;
    if (owner.hasOpenCall(only.mark)) owner.addResult(only.mark, { at, ...only.result });
    if (id !== undefined) this.#whole.contents.set(id, null);
    return true;
  }

  #trackCalls({ calls, results }: AnyMessage): void {
    const { owners } = this.#whole;
    for (const { id, name } of calls) {
      if (id === undefined) continue;
      if (!this.#calls.has(id)) this.#calls.set(id, name);
      if (!owners.has(id)) owners.set(id, this.#matcher);
    }
    for (const { mark } of results) if (mark.id !== undefined) this.#calls.set(mark.id, '');
  }

  /**
   * | in the recording | outcome |
   * | --- | --- |
   * | `ToolMessage(status='error')` | errored, with its content |
   * | any other `ToolMessage` or `FunctionMessage` | successful, independent of its text |
   * | a call without a result, and the last snapshot has interrupts or nodes in `next` | pending: it waits |
   */
  #closeWaiting(last: Moment | undefined): void {
    if (last?.waits === undefined) return;
    for (const [id, name] of this.#calls) {
      const mark = { id, name, place: last.place };
      if (name !== '' && this.#matcher.hasOpenCall(mark)) this.#matcher.addResult(mark, waiting(last.waits));
    }
  }

  /** Adds the channels beside the messages, where they changed. */
  #addChannels({ channels, isWhole, place }: Moment, before: RecordValue): RecordValue {
    const state = changedState(before, channels, isWhole);
    if (state.length > 0) this.#matcher.addState({ state, place });
    return isWhole ? channels : { ...before, ...channels };
  }
}

function noteRecording({ moments, isReversed, others }: Recording, report: ImportReport): void {
  const beside = new Set(moments.flatMap((moment) => moment.beside));
  const holder = moments.find((moment) => moment.beside.length > 0);
  if (holder !== undefined) noteBeside([...beside])(holder.place, report);
  if (isReversed) notes['newest-first'](null, report);
  if (others[0] !== undefined) noteOthers(others.length)([others[0]], report);
}

const noteFailedNode = (error: string) =>
  info(
    'langgraph/node-failed',
    (n) => `${counted(n, 'node')} of the graph failed, the first being ${error.slice(0, 200)}.`,
  );
const noteStreamed = (pieces: number) =>
  info(
    'langgraph/streamed',
    () => `Messages were streamed in pieces: ${counted(pieces, 'piece')} added to the first piece of the message.`,
  );
const noteBeside = (fields: readonly string[]) =>
  info('langgraph/beside', () => `LangGraph’s own fields of a step are left out: ${fields.join(', ')}.`);
const noteOthers = (values: number) =>
  lost('langgraph/other-values', () => `${counted(values, 'value')} without content of a graph: left out.`);
const notes = notesOf('langgraph', {
  assumed: {
    'newest-first': 'The newest snapshot is first: they are read in reverse order.',
    replaced:
      '{# message} with an earlier id and other content: the first version is shown, although the graph replaced it.',
  },
  info: {
    regiven: '{# message} replaced before {its|their} calls ran: these are shown as they then were.',
  },
  lost: {
    'import/message': '{# message} could not be read.',
  },
});

/** The pieces of a streamed message, joined, have other fields than the message that the graph keeps, but say the same. */
const saidIn = ({ role, parts, calls, results }: AnyMessage): Value => [
  role,
  parts,
  calls.map(({ id = null, name, input = null }) => [id, name, input]),
  results.map(({ result: { outcome, output = null } }) => [outcome, output]),
];
