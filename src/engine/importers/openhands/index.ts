import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Importer, SessionEntry } from '../importer.ts';
import { createNoting, type Noting } from '../noting.ts';
import { createPairing, type Pairing } from '../pairing.ts';
import { shortTitle } from '../title.ts';
import { toTaskSession } from '../to-task-session.ts';
import { Instance, OldEvent, SdkEvent } from './format.ts';
import { readOldEvents } from './old-events.ts';
import { readSdkEvents } from './sdk-events.ts';

export const openhands: Importer = {
  id: 'openhands',
  title: 'OpenHands events',
  claim: ({ value }) => (recordingsIn(value).length > 0 ? 'certain' : 'no'),
  read({ value }) {
    const found = recordingsIn(value);
    if (found.length === 0) {
      const message = 'This looks like a log of OpenHands, but it holds no events.';
      return err({ code: 'import/malformed', message });
    }
    return ok({ sessions: found.map(entryOf) });
  },
};

interface Recording {
  readonly title: string;
  readonly events: readonly Value[];
  readonly placeOf: (event: number) => Path;
  readonly read: (events: readonly Value[], placeOf: (event: number) => Path, pairing: Pairing, noting: Noting) => void;
  readonly about: RecordValue;
}

function recordingsIn(value: Value): readonly Recording[] {
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
  title: shortTitle(title),
  events,
  placeOf,
  read: readOldEvents,
  about,
});

const sdkRecording = (events: readonly Value[], placeOf: Recording['placeOf']): Recording => ({
  title: shortTitle(titleIn(events)),
  events,
  placeOf,
  read: readSdkEvents,
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
  if (!event.success || event.output.source === undefined || event.output.timestamp === undefined) return false;
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

const entryOf = (recording: Recording): SessionEntry => ({
  title: recording.title,
  system: 'task',
  open() {
    const { events, placeOf, read, title, about } = recording;
    const noting = createNoting();
    const pairing = createPairing(noting);
    read(events, placeOf, pairing, noting);
    const steps = pairing.steps();
    const first = steps.find((step) => step.kind === 'said' || step.kind === 'generated');
    return ok(
      toTaskSession(
        {
          title,
          importer: 'openhands',
          agent: 'OpenHands',
          startedAt: first?.at,
          declared: [],
          recording: about,
          steps,
        },
        noting,
      ),
    );
  },
});
