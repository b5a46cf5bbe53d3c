import type { Note } from '../../model/problem.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { NoeticEvent } from './event.ts';
import type { NoeticHeader } from './header.ts';
import { field, isAccepted, typeOf } from './item.ts';

/** Notes on irregularities that the library accepts silently, but that a reader of the log should know. */
export function logNotes(header: NoeticHeader, events: readonly NoeticEvent[]): readonly Note[] {
  const oddities = new Oddities(header.registered_item_types ?? []);
  for (const item of header.context?.items ?? []) oddities.check(item, '', 'header.context.items');
  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    if (event?.type === 'item-appended') oddities.check(event.item, event.node ?? '', `events[${index}]`);
    if (event?.type === 'item-type-registered') oddities.registered.push(event.itemType);
  }
  return oddities.notes;
}

/** The count of an irregularity, and its first place. */
interface Finding {
  count: number;
  readonly place: string;
}

class Oddities {
  readonly registered: string[];
  readonly #ids = new Set<string>();
  readonly #calls = new Map<string, string>();
  readonly #answered = new Set<string>();
  readonly #found = new Map<string, Finding>();
  readonly #types = new Set<string>();

  constructor(registered: readonly string[]) {
    this.registered = [...registered];
  }

  check(item: Value, node: string, place: string): void {
    const type = typeOf(item);
    if (type === undefined || !isAccepted(type, this.registered)) {
      this.#types.add(type ?? 'none');
      this.#find('type', place);
    }
    const id = field(item, 'id');
    if (id !== undefined) {
      // A later state of the same item has the same id, so only equal ids with equal status are odd.
      const key = `${node} ${id} ${field(item, 'status') ?? ''}`;
      if (this.#ids.has(key)) this.#find('id', place);
      this.#ids.add(key);
    }
    const callId = field(item, 'callId');
    const call = `${node} ${callId ?? ''}`;
    if (type === 'function_call') this.#calls.set(call, place);
    if (type !== 'function_call_output') return;
    if (callId === undefined || !isRecord(item) || item['output'] === undefined) this.#find('incomplete', place);
    else if (!this.#calls.has(call)) this.#find('output', place);
    this.#answered.add(call);
  }

  get notes(): readonly Note[] {
    for (const [call, place] of this.#calls) if (!this.#answered.has(call)) this.#find('call', place);
    const types = [...this.#types].map((type) => `“${type}”`).join(', ');
    return [...this.#found].map(([what, { count, place }]) => ({
      severity: 'info',
      code: `noetic/${codes[what] ?? what}`,
      message: sentences[what]?.(count, types) ?? '',
      place,
    }));
  }

  #find(what: string, place: string): void {
    const known = this.#found.get(what);
    if (known === undefined) this.#found.set(what, { count: 1, place });
    else known.count++;
  }
}

const codes: { readonly [what: string]: string } = {
  type: 'item-type-unregistered',
  id: 'item-id-twice',
  output: 'output-without-call',
  incomplete: 'output-incomplete',
  call: 'call-without-output',
};

const countOf = (count: number, one: string, many: string): string => (count === 1 ? `One ${one}` : `${count} ${many}`);

const sentences: { readonly [what: string]: (count: number, types: string) => string } = {
  type: (count, types) =>
    `${countOf(count, 'item has', 'items have')} a type that is not registered (${types}). ${count === 1 ? 'It is' : 'They are'} kept, although the library refuses ${count === 1 ? 'it' : 'them'}.`,
  id: (count) => `${countOf(count, 'item has', 'items have')} the id of an earlier one. The log keeps both.`,
  output: (count) =>
    `${countOf(count, 'function output answers', 'function outputs answer')} a call that is not in the log.`,
  incomplete: (count) =>
    `${countOf(count, 'function output lacks', 'function outputs lack')} the call id or the output: it is not recorded whether the call succeeded, so it is in none of the counts.`,
  call: (count) =>
    `${countOf(count, 'function call has', 'function calls have')} no output in the log: in none of the counts.`,
};
