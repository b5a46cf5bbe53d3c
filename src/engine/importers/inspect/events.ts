import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { Event, type Sample } from './format.ts';

/** An event of a sample, and what was going on around it. */
export interface PlacedEvent {
  readonly event: Event;
  readonly place: Path;
  /** The outermost first. */
  readonly within: readonly Undertaking[];
}

/** A span or, in older logs, a step, a subtask or a call that holds what went on inside. */
export interface Undertaking {
  readonly kind: 'agent' | 'tool' | 'scorer' | 'other';
  readonly name: string;
  readonly place: Path;
  /** Of the call that it is the work of. */
  call: string | undefined;
}

/** Deeper than any log nests what went on inside a tool. */
const deepest = 20;

/** Where a sample keeps them. */
export const eventsPlace = ({ events }: Sample, place: Path): Path =>
  events === undefined ? [...place, 'transcript', 'events'] : [...place, 'events'];

/** All events of a sample in their order; what is nested in one comes behind it. */
export function eventsOf(sample: Sample, where: Path): readonly PlacedEvent[] {
  const { events = sample.transcript?.events ?? [] } = sample;
  const found: PlacedEvent[] = [];
  const spans = new Map<string, readonly Undertaking[]>();
  /** Spans of calls whose own event is still to come. */
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
        spans.set(event.id, [...(spans.get(event.parent_id ?? '') ?? within), own].slice(-deepest));
        if (own.kind === 'tool') begun.push(own);
      } else if (event.event === 'step') {
        within = event.action === 'end' ? within.slice(0, -1) : [...within, entered()].slice(-deepest);
      } else if (event.event === 'tool') {
        const own = begun.findIndex(({ name }) => name === event.function);
        for (const span of begun.splice(own, own === -1 ? 0 : 1)) span.call = event.id;
      }
      found.push({ event, place: at, within: here });
      if (event.events !== undefined && depth < deepest) {
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
