import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { Event, type Sample } from './format.ts';

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

/** The place of a sample’s events. */
export const eventsPlace = ({ events }: Sample, place: Path): Path =>
  events === undefined ? [...place, 'transcript', 'events'] : [...place, 'events'];

/** All events of a sample in order; nested events follow the event that contains them. */
export function eventsOf(sample: Sample, where: Path): readonly PlacedEvent[] {
  const { events = sample.transcript?.events ?? [] } = sample;
  const found: PlacedEvent[] = [];
  const spans = new Map<string, readonly Undertaking[]>();
  /** Spans of tool calls whose `tool` event has not been reached yet. */
  const begun: Undertaking[] = [];

  const walk = (list: readonly Value[], listPlace: Path, around: readonly Undertaking[], depth: number): void => {
    let within = around;
    for (const [index, value] of list.entries()) {
      const parsed = v.safeParse(Event, value);
      if (!parsed.success) continue;
      const event = parsed.output;
      const at = [...listPlace, index];
      const here = (event.span_id === undefined ? undefined : spans.get(event.span_id)) ?? within;
      const entered = (): Undertaking => undertakingOf(event, at);
      if (event.event === 'span_begin' && event.id !== undefined) {
        const own = entered();
        spans.set(event.id, [...(spans.get(event.parent_id ?? '') ?? within), own].slice(-maxDepth));
        if (own.kind === 'tool') begun.push(own);
      } else if (event.event === 'step') {
        within = event.action === 'end' ? within.slice(0, -1) : [...within, entered()].slice(-maxDepth);
      } else if (event.event === 'tool') {
        const own = begun.findIndex(({ name }) => name === event.function);
        for (const span of begun.splice(own, own === -1 ? 0 : 1)) span.call = event.id;
      }
      found.push({ event, place: at, within: here });
      if (event.events !== undefined && depth < maxDepth) {
        walk(event.events, [...at, 'events'], [...here, entered()], depth + 1);
      }
    }
  };
  walk(events, where, [], 0);
  for (const { event } of found) {
    const own = spans.get(event.agent_span_id ?? '')?.at(-1);
    if (own !== undefined) own.call = event.id;
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

function undertakingOf({ event, id, type, name, function: called }: Event, place: Path): Undertaking {
  if (event === 'tool') return { kind: 'tool', name: called ?? 'tool', place, call: id };
  const kind = kinds[event === 'subtask' ? event : (type ?? '')] ?? 'other';
  return { kind, name: name ?? kind, place, call: undefined };
}
