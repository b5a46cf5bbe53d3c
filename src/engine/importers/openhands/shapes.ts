import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type ListValue, type RecordValue, type Value } from '../../model/value.ts';
import { Instance, OldEvent, SdkEvent } from './format.ts';
import { byNumber, oldestFirst, placedIn, withoutPairs, type PlacedEvent } from './order.ts';

export interface Recording {
  /** Events up to 1.0, or those of the software agent SDK. */
  readonly form: 'old' | 'sdk';
  readonly title: string;
  /** In the order in which they happened. */
  readonly events: readonly PlacedEvent[];
  /** Whether the list has them in another order. */
  readonly isReordered: boolean;
  readonly about: RecordValue;
}

export function recordingsIn(value: Value): readonly Recording[] {
  if (isList(value)) {
    const log = logIn(value, []);
    return log === undefined ? [...value].flatMap((one, index) => instance(one, [index])) : [log];
  }
  if (isSdkEvent(value)) return [recordingOf('sdk', [{ value, place: [] }])];
  if (isOldEvent(value)) return [recordingOf('old', [{ value, place: [] }])];
  return [...instance(value, []), ...inEnvelope(value)].slice(0, 1);
}

/** Keys under which servers return a list of events: of a conversation, of its download, of a search. */
const envelopes = ['events', 'trajectory', 'items'];

function inEnvelope(value: Value): readonly Recording[] {
  if (!isRecord(value)) return [];
  return envelopes.flatMap((key) => {
    const list = value[key];
    return list !== undefined && isList(list) ? (logIn(list, [key]) ?? []) : [];
  });
}

function logIn(list: ListValue, place: Path): Recording | undefined {
  const first = [...list].slice(0, 20);
  if (first.some(isSdkEvent)) return recordingOf('sdk', placedIn(list, place));
  return isOldLog(first) ? recordingOf('old', placedIn(list, place)) : undefined;
}

function instance(value: Value, place: Path): readonly Recording[] {
  const parsed = v.safeParse(Instance, value);
  if (!parsed.success || !isRecord(value)) return [];
  const { issue, instance_id } = parsed.output;
  const history = withoutPairs(placedIn(parsed.output.history, [...place, 'history']));
  if (!isOldLog(history.slice(0, 20).map((event) => event.value))) return [];
  // The facts that the resolver or benchmark records about the run: its purpose, its result, its cost.
  const about = Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'history'));
  return [recordingOf('old', history, about, issue?.title ?? instance_id)];
}

function recordingOf(
  form: Recording['form'],
  listed: readonly PlacedEvent[],
  about: RecordValue = {},
  title?: string,
): Recording {
  const events = form === 'old' ? byNumber(listed) : oldestFirst(listed);
  return { form, title: title ?? titleIn(events), events, isReordered: events !== listed, about };
}

/** The first words of the user. */
function titleIn(events: readonly PlacedEvent[]): string {
  for (const { value: event } of events.slice(0, 30)) {
    if (!isRecord(event)) continue;
    const message = event['action'] === 'message' || event['kind'] === 'MessageEvent';
    if (!message) continue;
    const text = findText(event);
    if (text !== undefined) return text;
  }
  return 'OpenHands conversation';
}

function findText({ message, content, args, llm_message }: RecordValue): string | undefined {
  if (typeof message === 'string' && message !== '') return message;
  if (typeof content === 'string') return content;
  const inner = args ?? llm_message;
  const innerContent = inner !== undefined && isRecord(inner) ? inner['content'] : undefined;
  if (typeof innerContent === 'string') return innerContent;
  const [part] = innerContent !== undefined && isList(innerContent) ? [...innerContent] : [];
  const text = part !== undefined && isRecord(part) ? part['text'] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Every event has a kind of the SDK's; those of A2A have one too. */
function isSdkEvent(value: Value): boolean {
  const event = v.safeParse(SdkEvent, value);
  if (!event.success || event.output.source === undefined) return false;
  // A log without times is recognised only by its most common kinds.
  if (event.output.timestamp === undefined) return /^(?:Message|Action|Observation)Event$/.test(event.output.kind);
  return /(?:Event|Observation)$/.test(event.output.kind) || event.output.kind.startsWith('Condensation');
}

/** An action and an observation, at least one of which says where it comes from or what it is about. */
function isOldLog(events: readonly Value[]): boolean {
  const kinds = events.map((value) => v.safeParse(OldEvent, value));
  if (kinds.length === 0 || !kinds.every((event) => event.success)) return false;
  const read = events.filter(isRecord);
  // A step of SWE-agent has both.
  const isEvent = ({ action, observation }: RecordValue) =>
    (typeof action === 'string') !== (typeof observation === 'string');
  return read.length > 1 && read.every(isEvent) && read.some(({ observation }) => typeof observation === 'string');
}

/** A single event must have more fields: its arguments, and its number in a log. */
function isOldEvent(value: Value): boolean {
  if (!isRecord(value) || typeof value['id'] !== 'number' || typeof value['source'] !== 'string') return false;
  const { action, args, observation, extras } = value;
  return (typeof action === 'string' && isRecord(args)) || (typeof observation === 'string' && isRecord(extras));
}
