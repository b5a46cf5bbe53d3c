import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { Change, Choice, Event, type Sample } from './format.ts';

/** What the events of a sample know of its messages, which tell the conversation but neither times nor costs. */
export interface Facts {
  /** Of the answer with this id; where messages have no ids, of the next answer in order. */
  modelCall(id: string | undefined): Event | undefined;
  toolCall(id: string | undefined): Event | undefined;
  /** What was decided about a call, if that was not to let it run. */
  refusal(id: string | undefined): Event | undefined;
  /** Changes of the store while this call, or before any call, was made. */
  storeChanges(id: string | undefined): readonly StoreChange[];
  readonly limits: readonly Path[];
  /** Events that say nothing of the conversation, but of what went on beside it. */
  readonly others: readonly Path[];
  /** Names of the functions that the model was offered when it gave any of these answers. */
  offered(ids: ReadonlySet<string>): readonly string[];
  /** Model calls whose answer is in no message: of graders, or of agents that keep their own conversation. */
  unheard(ids: ReadonlySet<string>): readonly Path[];
}

export interface StoreChange {
  readonly state: readonly { readonly key: string; readonly value: Value | undefined }[];
  readonly place: Path;
}

export function factsOf(sample: Sample, place: Path): Facts {
  const isOld = sample.events === undefined;
  const list = sample.events ?? sample.transcript?.events ?? [];
  const where = isOld ? [...place, 'transcript', 'events'] : [...place, 'events'];
  const byMessage = new Map<string, Event>();
  const unnamed: Event[] = [];
  const answered: { readonly id: string | undefined; readonly place: Path; readonly tools: readonly Value[] }[] = [];
  const tools = new Map<string, Event>();
  const refusals = new Map<string, Event>();
  const changes = new Map<string | undefined, StoreChange[]>();
  const limits: Path[] = [];
  const others: Path[] = [];
  let call: string | undefined;
  for (const { event, place: eventPlace } of eventsIn(list, where, 0)) {
    switch (event.event) {
      case 'model': {
        const choice = v.safeParse(Choice, event.output?.choices?.[0]);
        const id = choice.success ? choice.output.message.id : undefined;
        if (id === undefined) unnamed.push(event);
        else byMessage.set(id, event);
        answered.push({ id, place: eventPlace, tools: event.tools ?? [] });
        break;
      }
      case 'tool':
        call = event.id;
        if (call !== undefined) tools.set(call, event);
        break;
      case 'approval':
        if (event.decision !== undefined && refusing.has(event.decision) && event.call?.id !== undefined) {
          refusals.set(event.call.id, event);
        }
        break;
      case 'store': {
        const state = changesIn(event);
        if (state.length > 0) changes.set(call, [...(changes.get(call) ?? []), { state, place: eventPlace }]);
        break;
      }
      case 'sample_limit':
        limits.push(eventPlace);
        break;
      // Its value is among the facts about the recording.
      case 'score':
      case 'sample_init':
      case 'span_begin':
      case 'span_end':
      case 'step':
      case 'state':
        break;
      default:
        others.push(eventPlace);
    }
  }
  return {
    modelCall: (id) => (id === undefined ? undefined : byMessage.get(id)) ?? unnamed.shift(),
    toolCall: (id) => (id === undefined ? undefined : tools.get(id)),
    refusal: (id) => (id === undefined ? undefined : refusals.get(id)),
    storeChanges: (id) => changes.get(id) ?? [],
    limits,
    others,
    offered: (ids) =>
      answered
        .filter(({ id }) => id === undefined || ids.has(id))
        .flatMap(({ tools: offers }) => offers.flatMap(nameIn)),
    unheard: (ids) => answered.filter(({ id }) => id !== undefined && !ids.has(id)).map((one) => one.place),
  };
}

interface PlacedEvent {
  readonly event: Event;
  readonly place: Path;
}

/** Deeper than any log nests what went on inside a tool. */
const deepest = 20;

function eventsIn(list: readonly Value[], where: Path, depth: number): readonly PlacedEvent[] {
  return list.flatMap((value, index) => {
    const parsed = v.safeParse(Event, value);
    if (!parsed.success) return [];
    const event = parsed.output;
    const place = [...where, index];
    const inner = depth < deepest ? eventsIn(event.events ?? [], [...place, 'events'], depth + 1) : [];
    return [{ event, place }, ...inner];
  });
}

function nameIn(tool: Value): readonly string[] {
  const name = isRecord(tool) ? tool['name'] : undefined;
  return typeof name === 'string' ? [name] : [];
}

const refusing = new Set(['reject', 'terminate', 'escalate']);

/** A whole key of the store was set or taken away; changes further inside are not told apart. */
function changesIn({ changes }: Event): StoreChange['state'] {
  return (changes ?? []).flatMap((value) => {
    const change = v.safeParse(Change, value);
    if (!change.success) return [];
    const { op, path, value: written } = change.output;
    const key = path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!path.startsWith('/') || path.indexOf('/', 1) !== -1) return [];
    return op === 'remove' ? [{ key, value: undefined }] : [{ key, value: written }];
  });
}
