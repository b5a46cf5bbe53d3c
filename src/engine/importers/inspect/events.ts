import type { PlacedTools } from '../../importing/describing/chat-reading.ts';
import { offeredAt, type OfferedTool } from '../../importing/tools/offered-tools.ts';
import type { Path } from '../../model/path.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { elementsAt, findAt, hasListAt, recordAt, textAt, fieldAt } from '../../importing/values/where.ts';
import type { StateEntry } from '../../importing/transcript/transcript.ts';

/** https://inspect.aisi.org.uk/reference/inspect_ai.event.html */
export type Event = RecordValue;

/** An event of a sample, with the spans that enclose it. */
export interface PlacedEvent {
  readonly event: Event;
  readonly place: Path;
  /** Its position among all events. */
  readonly index: number;
  /** The outermost span first. */
  readonly within: readonly Undertaking[];
}

/** A span or, in older logs, a step, a subtask or a tool call with nested events. */
export interface Undertaking {
  readonly kind: 'agent' | 'tool' | 'scorer' | 'other';
  readonly name: string;
  readonly place: Path;
  /** The id of the tool call that started this work. */
  call: string | undefined;
}

/** No log nests the events inside a tool deeper than this. */
const maxDepth = 20;

/** The events of a sample; older logs keep them under `transcript`. */
export function eventListOf({ value, place }: Placed): Placed {
  const where = hasListAt(value, 'events') ? ['events'] : ['transcript', 'events'];
  return { value: findAt(value, [where])?.value ?? null, place: [...place, ...where] };
}

/** All events of a list in order; nested events follow the event that contains them. */
export function eventsIn(all: Placed): readonly PlacedEvent[] {
  const found: PlacedEvent[] = [];
  const spans = new Map<string, readonly Undertaking[]>();
  /** Spans of tool calls by their names; the first `ended` of them have reached their `tool` event. */
  const begun = new Map<Value | undefined, { readonly spans: Undertaking[]; ended: number }>();

  const walk = (list: readonly Value[], listPlace: Path, around: readonly Undertaking[], depth: number): void => {
    let within = around;
    for (const [index, event] of list.entries()) {
      const kind = textAt(event, 'event');
      if (kind === undefined || !isRecord(event)) continue;
      const at = [...listPlace, index];
      const here = spans.get(textAt(event, 'span_id') ?? '') ?? within;
      const id = textAt(event, 'id');
      const entered = (): Undertaking => undertakingOf(event, at);
      if (kind === 'span_begin' && id !== undefined) {
        const own = entered();
        spans.set(id, [...(spans.get(textAt(event, 'parent_id') ?? '') ?? within), own].slice(-maxDepth));
        if (own.kind === 'tool') {
          const namesakes = begun.get(own.name) ?? { spans: [], ended: 0 };
          begun.set(own.name, namesakes);
          namesakes.spans.push(own);
        }
      } else if (kind === 'step') {
        within = event['action'] === 'end' ? within.slice(0, -1) : [...within, entered()].slice(-maxDepth);
      } else if (kind === 'tool') {
        const namesakes = begun.get(event['function']);
        const own = namesakes?.spans[namesakes.ended];
        if (own !== undefined) own.call = id;
        if (own !== undefined && namesakes !== undefined) namesakes.ended++;
      }
      found.push({ event, place: at, index: found.length, within: here });
      const nested = elementsAt(event, 'events');
      if (nested.length > 0 && depth < maxDepth) walk(nested, [...at, 'events'], [...here, entered()], depth + 1);
    }
  };
  walk(elementsAt(all.value, ''), all.place, [], 0);
  for (const { event } of found) {
    const own = spans.get(textAt(event, 'agent_span_id') ?? '')?.at(-1);
    if (own !== undefined) own.call = textAt(event, 'id');
  }
  return found;
}

const kinds: { readonly [type: string]: Undertaking['kind'] | undefined } = {
  agent: 'agent',
  subtask: 'agent',
  tool: 'tool',
  scorer: 'scorer',
  scorers: 'scorer',
};

function undertakingOf(event: Event, place: Path): Undertaking {
  const type = textAt(event, 'event');
  if (type === 'tool')
    return { kind: 'tool', name: textAt(event, 'function') ?? 'tool', place, call: textAt(event, 'id') };
  const kind = kinds[(type === 'subtask' ? type : textAt(event, 'type')) ?? ''] ?? 'other';
  return { kind, name: textAt(event, 'name') ?? kind, place, call: undefined };
}

/** Facts that only a sample’s events record: its messages hold the conversation, but neither times nor tokens. */
export interface Facts {
  /** By the id of the call. */
  readonly tools: ReadonlyMap<string | undefined, Event>;
  /** The approval event that stopped a call, by the call's id. */
  readonly refusals: ReadonlyMap<string | undefined, Event>;
  /** The arguments with which an approver let a call run, by the call's id. */
  readonly modified: ReadonlyMap<string | undefined, Value>;
  /** Changes of the store during a call, by its id; without an id, those before any call. */
  readonly changes: ReadonlyMap<string | undefined, readonly StoreChange[]>;
  readonly limits: readonly Path[];
  /** Events that are not part of the conversation. */
  readonly others: readonly Path[];
  /** Tools that the model could call in the sample's own conversation. */
  readonly offered: readonly OfferedTool[];
  /** Tools that a solver gave the sample, before the model could call them. */
  readonly stated: readonly PlacedTools[];
}

export type StoreChange = Pick<StateEntry, 'state' | 'place'>;

export function factsOf(events: readonly PlacedEvent[], isHeard: (call: PlacedEvent) => boolean): Facts {
  const offered: OfferedTool[] = [];
  const stated: PlacedTools[] = [];
  const tools = new Map<string | undefined, Event>();
  const refusals = new Map<string | undefined, Event>();
  const modified = new Map<string | undefined, Value>();
  const changes = new Map<string | undefined, StoreChange[]>();
  const limits: Path[] = [];
  const others: Path[] = [];
  let call: string | undefined;
  for (const placed of events) {
    const { event, place } = placed;
    switch (event['event']) {
      case 'model':
        if (isHeard(placed)) offered.push(...offeredAt({ value: event, place }, 'tools'));
        break;
      case 'tool':
        call = textAt(event, 'id');
        if (call !== undefined) tools.set(call, event);
        break;
      case 'approval': {
        const asked = textAt(event, 'call.id');
        const decision = textAt(event, 'decision') ?? '';
        if (asked === undefined) break;
        // An approver that escalates leaves the decision to the next one.
        if (decision === 'reject' || decision === 'terminate') refusals.set(asked, event);
        else if (decision !== 'escalate') refusals.delete(asked);
        const changed = recordAt(event, 'modified.arguments');
        if (decision === 'modify' && changed !== undefined) modified.set(asked, changed);
        break;
      }
      case 'store': {
        const state = changesIn(event);
        const known = changes.get(call) ?? [];
        if (state.length > 0) changes.set(call, known);
        if (state.length > 0) known.push({ state, place });
        break;
      }
      case 'sample_limit':
        limits.push(place);
        break;
      // `recordingOf` already includes the score’s value.
      case 'score':
      case 'sample_init':
      case 'span_begin':
      case 'span_end':
      case 'step':
        break;
      case 'state':
        stated.push(...statedTools(placed));
        break;
      default:
        others.push(place);
    }
  }
  return { tools, refusals, modified, changes, limits, others, offered, stated };
}

/** Additions to the list of tools: the whole list, or one of its elements. */
const statedTools = ({ event, place }: PlacedEvent): readonly PlacedTools[] =>
  elementsAt(event, 'changes').flatMap((change) => {
    const value = fieldAt(change, 'value');
    const [whole, element] = /^\/tools(\/[\d-]{1,9})?$/.exec(textAt(change, 'path') ?? '') ?? [];
    if (value === undefined || whole === undefined) return [];
    return [{ value: element === undefined ? value : [value], place, isInText: true }];
  });

/**
 * Report only keys of the store that were set or removed as a whole; ignore changes inside a key’s value.
 * https://datatracker.ietf.org/doc/html/rfc6902
 */
function changesIn(event: Event): StoreChange['state'] {
  return elementsAt(event, 'changes').flatMap((change) => {
    const [op, path] = [textAt(change, 'op'), textAt(change, 'path')];
    if (op === undefined || path?.startsWith('/') !== true || path.indexOf('/', 1) !== -1) return [];
    const key = path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    return [{ key, value: op === 'remove' ? undefined : fieldAt(change, 'value') }];
  });
}
