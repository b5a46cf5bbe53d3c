import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { OpenByName, OpenQueue } from './open-queue.ts';
import type { Call, CallResult, DelegatedTask } from './transcript.ts';

/** A call as its step has it; the result, and its sub-agent's work, may come later. */
export interface OpenCall extends Call {
  readonly id: string | undefined;
  readonly turn: number;
  /** Counts all calls of the recording. */
  readonly order: number;
  input: Value | undefined;
  place: Path;
  task: DelegatedTask | undefined;
  result: CallResult | undefined;
  readonly isOrphan?: boolean;
}

/** A call that waits may still get its result; an answered call never opens again. */
export const isAnswered = ({ result }: OpenCall): boolean => result !== undefined && result.outcome !== 'pending';

const isOpen = (call: OpenCall): boolean => !isAnswered(call);

export const isBlank = (id: string | undefined): boolean => id === undefined || id === '';

/** How many turns, and how many open calls of one turn, are compared with a copy; real turns have up to 26 calls. */
export const copyLimit = 200;

/** The facts in a result that identify its call, apart from its name. */
export interface CallMark {
  /** Empty ids do not count: some providers write `""` for every call. */
  readonly id: string | undefined;
  /** AgentDojo repeats the call inside its result. */
  readonly copy?: { readonly name: string; readonly input: Value | undefined } | undefined;
}

type Id = Pick<CallMark, 'id'>;

/** The calls that wait for their results. One turn may have thousands of them, so no search may walk all calls of a turn. */
export class OpenCalls {
  /** The calls with each id, by turn, the newest turn last. */
  readonly #byId = new Map<string, { readonly turn: number; readonly calls: OpenQueue<OpenCall> }[]>();
  /** Turns with calls still open, the newest last. */
  readonly #turns: TurnCalls[] = [];

  /** Makes a call known by its id. */
  identify(call: OpenCall): void {
    if (call.id === undefined || isBlank(call.id) || isAnswered(call)) return;
    const turns = this.#byId.get(call.id) ?? [];
    if (turns.length === 0) this.#byId.set(call.id, turns);
    const newest = turns.at(-1);
    if (newest?.turn === call.turn) newest.calls.add(call);
    else turns.push({ turn: call.turn, calls: new OpenQueue(isOpen, [call]) });
  }

  /** Adds the calls of a turn. */
  add(calls: readonly OpenCall[]): void {
    if (!calls.every(isAnswered)) this.#turns.push(new TurnCalls(calls));
  }

  /** Replaces the calls of the newest turn by more calls. */
  replaceNewest(calls: readonly OpenCall[]): void {
    this.#turns.pop();
    this.add(calls);
  }

  /** Ids are used twice in some recordings: then the newest turn that has one open means it, in the order of its calls. */
  withId(id: string | undefined): OpenCall | undefined {
    const turns = (id === undefined ? undefined : this.#byId.get(id)) ?? [];
    while (turns.length > 0) {
      const [first] = turns.at(-1)?.calls.earliest(1) ?? [];
      if (first !== undefined) return first;
      turns.pop();
    }
    return undefined;
  }

  /** The earliest calls of this name that a mark without a known id may mean, in the newest turn that has any open call. */
  unnamed(mark: Id, name: string | undefined, count: number): readonly OpenCall[] {
    while (this.#turns.at(-1)?.isAnswered() === true) this.#turns.pop();
    return this.#turns.at(-1)?.earliest(mark, name, count) ?? [];
  }

  /**
   * A copy or a name may belong to a call of an earlier turn, if the model requested calls in several turns before any
   * result. The newest turn with such a call.
   */
  named(mark: Id, name: string): OpenCall | undefined {
    return this.#inNewest((turn) => turn.earliest(mark, name, 1)[0]);
  }

  copied({ id, copy }: CallMark): OpenCall | undefined {
    if (copy === undefined) return undefined;
    const isMeant = ({ name, input = null }: OpenCall) => name === copy.name && isSame(input, copy.input ?? null);
    return this.#inNewest((turn) => turn.earliest({ id }, undefined, copyLimit).find(isMeant));
  }

  #inNewest(find: (turn: TurnCalls) => OpenCall | undefined): OpenCall | undefined {
    for (const turn of this.#turns.slice(-copyLimit).toReversed()) {
      const found = find(turn);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** The calls of one turn, listed by name when a result without a known id first needs them. */
class TurnCalls {
  readonly #calls: readonly OpenCall[];
  #all: OpenByName<OpenCall> | undefined;
  #withoutId: OpenByName<OpenCall> | undefined;

  constructor(calls: readonly OpenCall[]) {
    this.#calls = calls;
  }

  isAnswered(): boolean {
    return this.earliest({ id: undefined }, undefined, 1).length === 0;
  }

  /** Two different ids never match; if one side has no id, the name, the copy or the order may decide. */
  earliest({ id }: Id, name: string | undefined, count: number): readonly OpenCall[] {
    const byName = isBlank(id)
      ? (this.#all ??= listed(this.#calls))
      : (this.#withoutId ??= listed(this.#calls.filter((call) => isBlank(call.id))));
    return byName.earliest(name, count);
  }
}

function listed(calls: readonly OpenCall[]): OpenByName<OpenCall> {
  const byName = new OpenByName(isOpen);
  for (const call of calls) byName.add(call.name, call);
  return byName;
}
