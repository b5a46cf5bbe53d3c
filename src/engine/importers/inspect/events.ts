import type { Path } from '../../model/path.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { elementsAt, findAt, hasListAt, textAt } from '../../importing/values/where.ts';

/** https://inspect.aisi.org.uk/reference/inspect_ai.event.html */
export type Event = RecordValue;

/** An event of a sample, with the spans that enclose it. */
export interface PlacedEvent {
  readonly event: Event;
  readonly place: Path;
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
  /** Spans of tool calls whose `tool` event has not been reached yet. */
  const begun: Undertaking[] = [];

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
        if (own.kind === 'tool') begun.push(own);
      } else if (kind === 'step') {
        within = event['action'] === 'end' ? within.slice(0, -1) : [...within, entered()].slice(-maxDepth);
      } else if (kind === 'tool') {
        const own = begun.findIndex(({ name }) => name === event['function']);
        for (const span of begun.splice(own, own === -1 ? 0 : 1)) span.call = id;
      }
      found.push({ event, place: at, within: here });
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
