import type { Value } from '../../model/value.ts';

/** A tool call that was asked for. */
export interface OpenCall {
  /** Empty where the recording has none. */
  readonly id: string;
  readonly name: string;
  readonly args: Value | undefined;
  /** The branch in which an agent behind the tool worked, once an event shows that one did. */
  child: string | undefined;
  isOpen: boolean;
}

/** The calls that wait for their responses: found by id, or by name and order where a recording has no ids. */
export class OpenCalls {
  /** Some recordings use an id twice. */
  readonly #byId = new Map<string, Waiting>();
  readonly #byName = new Map<string, Waiting>();
  /** By name, those without an id. */
  readonly #withoutId = new Map<string, Waiting>();
  /** By the branches that an agent behind the tool would work in. */
  readonly #byBranch = new Map<string, Waiting>();

  /** `branches`: where an agent of that name would work if one stands behind the tool. */
  asked(id: string, name: string, args: Value | undefined, branches: readonly string[]): OpenCall {
    const call: OpenCall = { id, name, args, child: undefined, isOpen: true };
    if (id === '') waitingAt(this.#withoutId, name).add(call);
    else waitingAt(this.#byId, id).add(call);
    waitingAt(this.#byName, name).add(call);
    for (const branch of branches) waitingAt(this.#byBranch, branch).add(call);
    return call;
  }

  /** The call that a response answers; undefined where the recording has none. Ids that differ are never one call. */
  answered(id: string, name: string): OpenCall | undefined {
    const call =
      id === '' ? this.#byName.get(name)?.first() : (this.#byId.get(id)?.first() ?? this.#withoutId.get(name)?.first());
    if (call !== undefined) call.isOpen = false;
    return call;
  }

  /** Whether this branch works for a call that waits, which it is then noted as doing. */
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

/** Calls in the order in which they were asked for; those answered are passed over once, not at every look. */
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
