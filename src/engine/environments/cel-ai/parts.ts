import { asDoubles } from '../../model/all-double.ts';
import { countedOutcome } from '../../model/capabilities-view.ts';
import type { Invocation } from '../../model/history.ts';
import { parseInstant } from '../../model/instant.ts';
import { toJson } from '../../model/json.ts';
import { materialise } from '../../model/materialise.ts';
import { below, formatPath, type Path } from '../../model/path.ts';
import { entry as entryOf, isMap, Timestamp, Unknown, type MapValue, type Value } from '../../model/value.ts';
import { findingsIn, type Category } from './detector.ts';
import type { Entry } from './entries.ts';
import { Message, notRecorded, partlyKnown, SearchedMessage, type ReadField } from './message.ts';
import type { Reading } from './reading.ts';

export type PartKind = 'prompt' | 'attachment' | 'tool_call';

export function kindOf({ source }: Entry): PartKind {
  if (source.kind === 'call') return 'tool_call';
  return source.kind === 'content' && isFile(source.content) ? 'attachment' : 'prompt';
}

const isFile = (content: MapValue): boolean => {
  const file = entryOf(content, 'file');
  const text = entryOf(content, 'text');
  return file !== undefined && file !== null && typeof text !== 'string' && !(text instanceof Unknown);
};

/** One of the four kinds of parts. */
export function partOf(entry: Entry, path: Path, reading: Reading): Message {
  const kind = kindOf(entry);
  return new Message('Part', path, (field) =>
    field === kind ? contentOf(entry, below(path, kind), reading) : undefined,
  );
}

export class AgentMessage extends SearchedMessage {
  readonly entries: readonly Entry[];
  readonly reading: Reading;

  constructor(entries: readonly Entry[], path: Path, reading: Reading) {
    super('AgentMessage', path, readerOf(entries, path, reading));
    this.entries = entries;
    this.reading = reading;
  }

  override findings(category: Category, label: string | null): Value | null {
    return findingsIn(this.entries, category, label, this.reading)?.value ?? null;
  }
}

function readerOf(entries: readonly Entry[], path: Path, reading: Reading): ReadField {
  const [first] = entries;
  return (field) => {
    if (first === undefined) return undefined;
    switch (field) {
      case 'role':
        return first.role;
      case 'parts':
        return entries.map((entry, index) => partOf(entry, below(below(path, 'parts'), index), reading));
      case 'metadata':
        return first.metadata === null ? undefined : asDoubles(first.metadata);
      case 'time':
        return timestampOf(first.at);
      default:
        return undefined;
    }
  };
}

export function timestampOf(at: string | undefined): Timestamp | typeof notRecorded {
  const milliseconds = at === undefined ? undefined : parseInstant(at);
  if (milliseconds === undefined) return notRecorded;
  const seconds = Math.floor(milliseconds / 1000);
  return new Timestamp(BigInt(seconds), (milliseconds - seconds * 1000) * 1_000_000);
}

function contentOf(entry: Entry, path: Path, reading: Reading): Message {
  const { source, at } = entry;
  switch (source.kind) {
    case 'call':
      return new ToolCall(entry, source, path, reading);
    case 'text':
      return textPart(source.text, at, path);
    case 'unrecorded':
      return partlyKnown('ContentPart', path, {});
    case 'content':
      return contentPart(source.content, at, path);
  }
}

const textPart = (text: string, at: string | undefined, path: Path): Message =>
  new Message('ContentPart', path, (field) => {
    if (field === 'type') return 'text';
    if (field === 'mime_type') return 'text/plain';
    if (field === 'content') return text;
    if (field === 'time') return timestampOf(at);
    return field === 'id' ? notRecorded : undefined;
  });

/** A recorded part: `mimeType`, and `text` or `file`. */
function contentPart(content: MapValue, at: string | undefined, path: Path): Message {
  const mime = entryOf(content, 'mimeType');
  const text = entryOf(content, 'text');
  const isText = typeof text === 'string' || text instanceof Unknown;
  return new Message('ContentPart', path, (field) => {
    switch (field) {
      case 'type':
        if (!isText) return 'file';
        return mime === 'application/json' ? 'json' : 'text';
      case 'mime_type':
        return typeof mime === 'string' ? mime : isText ? 'text/plain' : notRecorded;
      case 'content':
        return typeof text === 'string' ? text : isText ? notRecorded : undefined;
      case 'id':
        return notRecorded;
      case 'data':
        return isText ? undefined : notRecorded;
      case 'time':
        return timestampOf(at);
      default:
        return undefined;
    }
  });
}

export class ToolCall extends SearchedMessage {
  readonly #entry: Entry;
  readonly #reading: Reading;
  readonly #call: Call;

  constructor(entry: Entry, call: Call, path: Path, reading: Reading) {
    super('ToolCall', path, callReader(call, entry.at, path, reading));
    this.#entry = entry;
    this.#reading = reading;
    this.#call = call;
  }

  get spec(): Message {
    const path = [`${formatPath(this.path)}.spec()`];
    return this.#reading.toolOf(this.#call.invocation, this.#entry.turn, path);
  }

  override findings(category: Category, label: string | null): Value | null {
    return findingsIn([this.#entry], category, label, this.#reading)?.value ?? null;
  }
}

type Call = Entry['source'] & { readonly kind: 'call' };

function callReader(
  { invocation, hasRun }: Call,
  at: string | undefined,
  path: Path,
  { decisions, results }: Reading,
): ReadField {
  const outcome = hasRun ? countedOutcome(invocation, decisions) : null;
  // Of a call that waited, the recording does not hold what came of it.
  const isOpen = outcome === 'no-result' || outcome === 'pending';
  return (field) => {
    switch (field) {
      case 'name':
        return invocation.function;
      case 'params':
        return invocation.input === undefined ? notRecorded : asDoubles(invocation.input);
      case 'result':
        if (isOpen) return notRecorded;
        return outcome === 'successful'
          ? resultPart(results.outputOf(invocation, decisions), at, below(path, field))
          : undefined;
      case 'error':
        if (isOpen) return notRecorded;
        return outcome === 'errored' || outcome === 'restricted'
          ? errorPart(invocation, below(path, field))
          : undefined;
      case 'time':
        return timestampOf(at);
      default:
        return notRecorded;
    }
  };
}

export type ResultType = 'text' | 'json';

/** The type of a result; undefined where none is recorded. */
export function resultTypeOf(invocation: Invocation, { decisions, results }: Reading): ResultType | undefined {
  if (countedOutcome(invocation, decisions) !== 'successful') return undefined;
  const result = results.outputOf(invocation, decisions);
  if (result === undefined || result instanceof Unknown) return undefined;
  return typeof result === 'string' ? 'text' : 'json';
}

export const mimeOf = (type: ResultType): string => (type === 'text' ? 'text/plain' : 'application/json');

function resultPart(result: Value | undefined, at: string | undefined, path: Path): Message {
  if (result === undefined || result instanceof Unknown) return partlyKnown('ContentPart', path, {});
  const type: ResultType = typeof result === 'string' ? 'text' : 'json';
  return new Message('ContentPart', path, (field) => {
    switch (field) {
      case 'type':
        return type;
      case 'mime_type':
        return mimeOf(type);
      case 'content':
        return textOfResult(result);
      case 'structured_content':
        return isMap(result) ? asDoubles(result) : undefined;
      case 'time':
        return timestampOf(at);
      default:
        return field === 'id' ? notRecorded : undefined;
    }
  });
}

const textOfResult = (result: Value): string => (typeof result === 'string' ? result : toJson(materialise(result)));

function errorPart({ reason, output }: Invocation, path: Path): Message {
  const recorded = output !== undefined && output !== null && isMap(output) ? entryOf(output, 'error') : undefined;
  const text = reason ?? (typeof recorded === 'string' ? recorded : undefined);
  return partlyKnown('ErrorPart', path, { error_message: text });
}

/** All texts of a part that a detector reads. */
export function textsOf({ source }: Entry, { decisions, results }: Reading): readonly string[] {
  switch (source.kind) {
    case 'text':
      return [source.text];
    case 'unrecorded':
      return [];
    case 'content': {
      const text = entryOf(source.content, 'text');
      return typeof text === 'string' ? [text] : [];
    }
    case 'call': {
      const { invocation, hasRun } = source;
      const result = hasRun ? results.outputOf(invocation, decisions) : undefined;
      return [
        invocation.function,
        ...(invocation.input === undefined || invocation.input instanceof Unknown
          ? []
          : [textOfResult(invocation.input)]),
        ...(result === undefined || result === null || result instanceof Unknown ? [] : [textOfResult(result)]),
      ];
    }
  }
}
