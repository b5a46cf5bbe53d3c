import type { Value } from '../../model/value.ts';

/** A tool call that an agent requested. */
export interface OpenCall {
  /** Empty where the recording has no id. */
  readonly id: string;
  readonly name: string;
  readonly args: Value | undefined;
  /** The branch of the agent that serves the call; set once an event shows that an agent works for it. */
  child: string | undefined;
  isOpen: boolean;
}

/** The calls that have no response yet: found by id, or by name and order where a recording has no ids. */
export class OpenCalls {
  /** A queue per id, because some recordings use an id twice. */
  readonly #byId = new Map<string, Waiting>();
  readonly #byName = new Map<string, Waiting>();
  /** Only the calls without an id, by name. */
  readonly #withoutId = new Map<string, Waiting>();
  /** By the branches in which an agent behind the tool would work. */
  readonly #byBranch = new Map<string, Waiting>();

  /** `branches`: the branches in which an agent of that name would work, if the tool is an agent. */
  request(id: string, name: string, args: Value | undefined, branches: readonly string[]): OpenCall {
    const call: OpenCall = { id, name, args, child: undefined, isOpen: true };
    if (id === '') waitingAt(this.#withoutId, name).add(call);
    else waitingAt(this.#byId, id).add(call);
    waitingAt(this.#byName, name).add(call);
    for (const branch of branches) waitingAt(this.#byBranch, branch).add(call);
    return call;
  }

  /** The call that a response answers; undefined if the recording has none. Calls with different ids never match. */
  answered(id: string, name: string): OpenCall | undefined {
    const call =
      id === '' ? this.#byName.get(name)?.first() : (this.#byId.get(id)?.first() ?? this.#withoutId.get(name)?.first());
    if (call !== undefined) call.isOpen = false;
    return call;
  }

  /** Whether this branch works for an open call. If so, records the branch as the call's child. */
  serves(branch: string): boolean {
    let serves = false;
    for (let end = branch.indexOf('.'); ; end = branch.indexOf('.', end + 1)) {
      const path = end === -1 ? branch : branch.slice(0, end);
      const call = path === '' ? undefined : this.#byBranch.get(path)?.first();
      if (call !== undefined) {
        call.child = path;
        serves = true;
      }
      if (end === -1) return serves;
    }
  }
}

/** Calls in request order. A closed call at the front is skipped once, not at every lookup. */
class Waiting {
  readonly #calls: OpenCall[] = [];
  #first = 0;

  add(call: OpenCall): void {
    this.#calls.push(call);
  }

  first(): OpenCall | undefined {
    while (this.#calls[this.#first]?.isOpen === false) this.#first += 1;
    return this.#calls[this.#first];
  }
}

function waitingAt(map: Map<string, Waiting>, key: string): Waiting {
  const waiting = map.get(key) ?? new Waiting();
  map.set(key, waiting);
  return waiting;
}
