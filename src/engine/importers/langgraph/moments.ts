import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { TypeName } from '../../importing/messages/message-spelling.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, fieldAt, fits, findAt, recordAt, textAt } from '../../importing/values/where.ts';
import { isMessage, messagesIn, type PlacedMessage } from './messages.ts';

/** What one snapshot, or one part of a stream, records of a graph. */
export interface Moment {
  /** Subgraphs from the outermost inwards, each `name:id`; empty for the graph itself. */
  readonly path: readonly string[];
  readonly messages: readonly PlacedMessage[];
  /** Channels other than the messages. */
  readonly channels: RecordValue;
  /** Whether these are the values of all channels, not only of those just written. */
  readonly isWhole: boolean;
  /** Messages arrive in pieces, each a separate moment. */
  readonly isStreamed: boolean;
  readonly at: Placed | undefined;
  /** Why the graph waits, if it does: the next nodes, or its question to a person. */
  readonly waits: string | undefined;
  /** Errors of the nodes that failed, as text. */
  readonly errors: readonly string[];
  /** Fields beside the values that are not read. */
  readonly beside: readonly string[];
  /** The states of subgraphs that a snapshot contains, at any depth. */
  readonly inside: readonly Moment[];
  readonly place: Path;
}

/** What few moments have. */
const still = {
  path: [],
  messages: [],
  channels: {},
  isWhole: false,
  isStreamed: false,
  at: undefined,
  waits: undefined,
  errors: [],
  beside: [],
  inside: [],
} as const;

/** The moment in one printed value or one entry of a list; undefined where the value is unrelated to a graph. */
export function momentIn(value: Value, place: Path, typeName: TypeName): Moment | undefined {
  if (Array.isArray(value)) return inTuple(value, place, typeName);
  if (!isRecord(value)) return undefined;
  return (
    inPart(value, place, typeName) ??
    inSnapshot(value, place, typeName) ??
    inDebugEvent(value, place, typeName) ??
    inTaskResult(value, place, typeName) ??
    inValues(value, place, typeName) ??
    inUpdates(value, place, typeName)
  );
}

/**
 * A part of a stream in version 2, which names its mode: `{type, ns, data}`, with the interrupts beside the values. What `invoke`
 * returns in this version has only values and interrupts.
 * https://reference.langchain.com/python/langgraph/types/#langgraph.types.StreamPart
 */
function inPart(value: RecordValue, place: Path, typeName: TypeName): Moment | undefined {
  const isOutput = fits(value, { value: 'record', interrupts: 'list' });
  const ns = value['ns'] ?? null;
  const isPart = fits(value, { type: [...modes], data: 'there' }) && isPath(ns);
  if (!isOutput && !isPart) return undefined;
  const key = isOutput ? 'value' : 'data';
  const found = withPath(isPath(ns) ? ns : [], value[key] ?? null, [...place, key], typeName);
  const asked = elementsAt(value, 'interrupts').length > 0;
  return found && { ...found, waits: asked ? asksPerson : found.waits };
}

/** A list that is itself a conversation. */
export function conversation(value: Value, place: Path, typeName: TypeName): Moment | undefined {
  const messages = isPiece(value) ? undefined : messagesIn(value, place, typeName, true);
  return messages && { ...still, messages, isWhole: true, place };
}

function inSnapshot(value: RecordValue, place: Path, typeName: TypeName): Moment | undefined {
  // The values are the channels; for a graph with a single channel, that channel's value.
  if (!fits(value, { values: 'there', next: 'list' })) return undefined;
  const own = channelsIn(fieldAt(value, 'values') ?? null, [...place, 'values'], typeName);
  if (own === undefined) return undefined;
  const tasks = elementsAt(value, 'tasks');
  return {
    ...still,
    ...own,
    isWhole: true,
    at: timeOf(value, place),
    waits: waitIn(
      [...elementsAt(value, 'interrupts'), ...tasks.flatMap((task) => elementsAt(task, 'interrupts'))],
      elementsAt(value, 'next'),
    ),
    errors: tasks.flatMap((task) => {
      const error = findAt(task, 'error')?.value;
      if (error === undefined) return [];
      return [`${textAt(task, 'name') ?? 'a node'}: ${textAt(task, ['error', 'error.args.0']) ?? 'an error'}`];
    }),
    beside: Object.keys(value).filter((key) => !readOfSnapshot.has(key)),
    inside: entriesAt({ value, place }, 'tasks').flatMap((task) => inSubgraph(task, typeName)),
    place,
  };
}

/** `get_state(config, subgraphs=True)`: the task of a subgraph has the snapshot of it, which may have further ones inside. */
function inSubgraph({ value: task, place }: Placed, typeName: TypeName): readonly Moment[] {
  const state = recordAt(task, 'state');
  const snapshot = state && inSnapshot(state, [...place, 'state'], typeName);
  if (snapshot === undefined) return [];
  const id = `${textAt(task, 'name') ?? 'a subgraph'}:${textAt(task, 'id') ?? ''}`;
  return [snapshot, ...snapshot.inside].map((moment) => ({ ...moment, path: [id, ...moment.path], inside: [] }));
}

/** Until 2024 a snapshot had no time field: the id of its checkpoint was a time. */
function timeOf(snapshot: RecordValue, place: Path): Placed | undefined {
  const time = findAt(
    snapshot,
    ['created_at', 'config.configurable.thread_ts'],
    (one) => typeof one === 'string' && (one === snapshot['created_at'] || /^\d{4}-\d\d-\d\dT/.test(one)),
  );
  return time && { value: time.value, place: [...place, ...time.path] };
}

/**
 * The key that a graph returns beside its state when it asks a person:
 * https://docs.langchain.com/oss/python/langgraph/interrupts
 */
const asksKey = '__interrupt__';
const asksPerson = 'the graph was interrupted to ask a person';

/** The fields that are read. From tasks only failures, questions and subgraphs are read. */
const readOfSnapshot: ReadonlySet<string> = new Set(['values', 'next', 'created_at', 'tasks', 'interrupts']);

function waitIn(interrupts: readonly Value[], next: readonly Value[]): string | undefined {
  const nodes = next.filter((node) => typeof node === 'string' && node !== '__start__' && node !== '__end__');
  if (interrupts.length === 0 && nodes.length === 0) return undefined;
  return interrupts.length > 0 ? asksPerson : `the graph stopped before ${nodes.join(', ')}`;
}

/** Events of the mode debug. */
function inDebugEvent(value: RecordValue, place: Path, typeName: TypeName): Moment | undefined {
  const types = ['checkpoint', 'task', 'task_result'];
  if (!fits(value, { type: types, timestamp: 'text', payload: 'record' })) return undefined;
  const { type, timestamp = null } = value;
  const key = type === 'checkpoint' ? 'values' : 'input';
  // The result of a task is in the checkpoint that follows.
  const own =
    type === 'task_result'
      ? undefined
      : channelsIn(fieldAt(value, `payload.${key}`) ?? null, [...place, 'payload', key], typeName);
  const at = { value: timestamp, place: [...place, 'timestamp'] };
  const { errors = [] } = inTaskResult(recordAt(value, 'payload') ?? {}, place, typeName) ?? {};
  return { ...still, ...own, isWhole: type === 'checkpoint', at, errors, place };
}

/** What a node returned, in the mode tasks: `{id, name, result, error, interrupts}`. */
function inTaskResult(value: RecordValue, place: Path, typeName: TypeName): Moment | undefined {
  if (!fits(value, { id: 'text', name: 'text', interrupts: 'list' }) || !('result' in value)) return undefined;
  const [node, error] = [textAt(value, 'name') ?? '', textAt(value, 'error')];
  const { messages, channels } = channelsIn(value['result'] ?? null, [...place, 'result'], typeName) ?? still;
  return {
    ...still,
    messages: messages.map((message) => ({ ...message, writtenBy: node })),
    channels,
    waits: waitIn(elementsAt(value, 'interrupts'), []),
    errors: error === undefined ? [] : [`${node}: ${error}`],
    place,
  };
}

/** `{messages: […], …}`: the state of a graph. */
function inValues(value: RecordValue, place: Path, typeName: TypeName): Moment | undefined {
  if (messagesIn(value['messages'], place, typeName, true) === undefined) return undefined;
  const { [asksKey]: asks, ...state } = value;
  const own = channelsIn(state, place, typeName);
  return own && { ...still, ...own, isWhole: true, waits: asks === undefined ? undefined : asksPerson, place };
}

/** `{node: {messages: …}}`: the output of each node. */
function inUpdates(value: RecordValue, place: Path, typeName: TypeName): Moment | undefined {
  const entries = Object.entries(value);
  // A run of LangSmith has its inputs beside its own fields, and no node.
  if (entries.length === 0 || entries.length > 40 || value['run_type'] !== undefined) return undefined;
  const written = entries.flatMap(([node, output]) => {
    const found = isRecord(output)
      ? messagesIn(output['messages'], [...place, node, 'messages'], typeName, true)
      : undefined;
    return found === undefined || !isRecord(output) ? [] : [{ node, output, found }];
  });
  const waits = asksKey in value ? asksPerson : undefined;
  if (written.length === 0 && waits === undefined) return undefined;
  return {
    ...still,
    messages: written.flatMap(({ node, found }) => found.map((message) => ({ ...message, writtenBy: node }))),
    channels: Object.assign({}, ...written.map(({ output }) => withoutMessages(output))) as RecordValue,
    waits,
    place,
  };
}

/**
 * `(path, update)`, `(message, metadata)` and `(path, (message, metadata))`; of a stream in several modes `(mode, chunk)` and
 * `(path, mode, chunk)`.
 */
function inTuple(tuple: readonly Value[], place: Path, typeName: TypeName): Moment | undefined {
  const [first, second, third] = tuple;
  if (tuple.length === 3 && third !== undefined && isMode(second) && isPath(first)) {
    return withPath(first, third, [...place, 2], typeName);
  }
  if (tuple.length === 2 && second !== undefined && isMode(first)) return momentIn(second, [...place, 1], typeName);
  if (tuple.length !== 2 || first === undefined || second === undefined) return undefined;
  if (isRecord(second) && isMessage(first, typeName)) return streamed(first, [...place, 0], [], second, place);
  if (!isPath(first)) return undefined;
  return withPath(first, second, [...place, 1], typeName);
}

/** A chunk of a subgraph: a piece of a message with its metadata, or the same values as any graph. */
function withPath(path: readonly string[], chunk: Value, place: Path, typeName: TypeName): Moment | undefined {
  if (Array.isArray(chunk)) {
    const [message, metadata] = chunk as readonly Value[]; // narrowed to any[]
    if (message === undefined || metadata === undefined || !isRecord(metadata) || !isMessage(message, typeName))
      return undefined;
    return streamed(message, [...place, 0], path, metadata, place.slice(0, -1));
  }
  const inner = momentIn(chunk, place, typeName);
  return inner && { ...inner, path };
}

const isPath = (value: Value | undefined): value is readonly string[] =>
  Array.isArray(value) && (value as readonly Value[]).every((step) => typeof step === 'string'); // narrowed to any[]

/** `(message, metadata)` of the mode messages. */
const isPiece = (value: Value): boolean =>
  isList(value) && value.length === 2 && textAt([...value][1], 'langgraph_node') !== undefined;

const isMode = (value: Value | undefined): boolean => typeof value === 'string' && modes.has(value);

/** Modes whose chunks look the same in a stream of several modes as in a stream of that mode alone. */
const modes: ReadonlySet<string> = new Set(['values', 'updates', 'messages', 'tasks', 'checkpoints', 'debug']);

/** The last step of the path is the node itself, where the message comes from inside that node. */
function streamed(value: Value, where: Path, path: readonly string[], metadata: RecordValue, place: Path): Moment {
  const node = metadata['langgraph_node'];
  const isOwn = typeof node === 'string' && path.at(-1)?.startsWith(`${node}:`) === true;
  const messages = [{ value, place: where }];
  return { ...still, path: isOwn ? path.slice(0, -1) : path, messages, isStreamed: true, place };
}

function channelsIn(values: Value, place: Path, typeName: TypeName) {
  const alone = messagesIn(values, place, typeName, false);
  if (alone !== undefined) return { messages: alone, channels: {} };
  if (!isRecord(values)) return undefined;
  const messages = messagesIn(values['messages'], [...place, 'messages'], typeName, false);
  return messages === undefined ? { messages: [], channels: values } : { messages, channels: withoutMessages(values) };
}

const withoutMessages = (values: RecordValue): RecordValue =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== 'messages'));
