import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { Instance, OldEvent, SdkEvent } from './format.ts';

export interface Recording {
  /** Up to 1.0, or those of the software agent SDK. */
  readonly form: 'old' | 'sdk';
  readonly title: string;
  readonly events: readonly Value[];
  readonly placeOf: (event: number) => Path;
  readonly about: RecordValue;
}

export function recordingsIn(value: Value): readonly Recording[] {
  if (!isList(value)) return isSdkEvent(value) ? [sdkRecording([value], () => [])] : instance(value, []);
  const entries = [...value];
  const first = entries.slice(0, 20);
  if (first.some(isSdkEvent)) return [sdkRecording(entries, (index) => [index])];
  if (isOldLog(first)) return [oldRecording(entries, (index) => [index], titleIn(entries), {})];
  return entries.flatMap((one, index) => instance(one, [index]));
}

function instance(value: Value, place: Path): readonly Recording[] {
  const parsed = v.safeParse(Instance, value);
  if (!parsed.success || !isOldLog(parsed.output.history.slice(0, 20))) return [];
  const { history, issue, instance_id, metrics, success, error, git_patch } = parsed.output;
  const about = {
    issue: issue?.number ?? null,
    instance: instance_id ?? null,
    success: success ?? null,
    error: error ?? null,
    cost: metrics?.accumulated_cost ?? null,
    git_patch: git_patch ?? null,
  };
  const title = issue?.title ?? instance_id ?? titleIn(history);
  return [oldRecording(history, (index) => [...place, 'history', index], title, about)];
}

const oldRecording = (
  events: readonly Value[],
  placeOf: Recording['placeOf'],
  title: string,
  about: RecordValue,
): Recording => ({
  form: 'old',
  title,
  events,
  placeOf,
  about,
});

const sdkRecording = (events: readonly Value[], placeOf: Recording['placeOf']): Recording => ({
  form: 'sdk',
  title: titleIn(events),
  events,
  placeOf,
  about: {},
});

/** The first words of the user. */
function titleIn(events: readonly Value[]): string {
  for (const event of events.slice(0, 30)) {
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
  const held = inner !== undefined && isRecord(inner) ? inner['content'] : undefined;
  if (typeof held === 'string') return held;
  const [part] = held !== undefined && isList(held) ? [...held] : [];
  const text = part !== undefined && isRecord(part) ? part['text'] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Every event has a kind of the SDK's; those of A2A have one too. */
function isSdkEvent(value: Value): boolean {
  const event = v.safeParse(SdkEvent, value);
  if (!event.success || event.output.source === undefined) return false;
  // A log whose times were taken out is told by the commonest kinds alone.
  if (event.output.timestamp === undefined) return /^(?:Message|Action|Observation)Event$/.test(event.output.kind);
  return /(?:Event|Observation)$/.test(event.output.kind) || event.output.kind.startsWith('Condensation');
}

/** An action and an observation, at least one of which says where it comes from or what it is about. */
function isOldLog(events: readonly Value[]): boolean {
  const kinds = events.map((value) => v.safeParse(OldEvent, value));
  if (kinds.length === 0 || !kinds.every((event) => event.success)) return false;
  const read = events.filter(isRecord);
  const isEvent = (event: RecordValue) =>
    typeof event['action'] === 'string' || typeof event['observation'] === 'string';
  return read.length > 1 && read.every(isEvent) && read.some(({ observation }) => typeof observation === 'string');
}
