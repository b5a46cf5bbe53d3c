import type { Value } from '../../model/value.ts';

/** A tool call that was asked for. */
export interface OpenCall {
  /** Empty where the recording has none. */
  readonly id: string;
  readonly name: string;
  readonly args: Value | undefined;
  /** The branch in which an agent behind the tool worked, once an event shows that one did. */
  child: string | undefined;
  readonly branches: readonly string[];
  isOpen: boolean;
}

/** The calls that wait for their responses: found by id, or by name and order where a recording has no ids. */
export class OpenCalls {
  /** Some recordings use an id twice. */
  readonly #byId = new Map<string, OpenCall[]>();
  readonly #byName = new Map<string, OpenCall[]>();
  /** By the branches that an agent behind the tool would work in. */
  readonly #byBranch = new Map<string, OpenCall[]>();

  /** `branches`: where an agent of that name would work if one stands behind the tool. */
  asked(id: string, name: string, args: Value | undefined, branches: readonly string[]): OpenCall {
    const call: OpenCall = { id, name, args, child: undefined, branches, isOpen: true };
    if (id !== '') listAt(this.#byId, id).push(call);
    listAt(this.#byName, name).push(call);
    for (const branch of branches) listAt(this.#byBranch, branch).push(call);
    return call;
  }

  /** The call that a response answers; undefined where the recording has none. Ids that differ are never one call. */
  answered(id: string, name: string): OpenCall | undefined {
    const named = this.#byName.get(name);
    const call =
      id === ''
        ? firstOpen(named)
        : (firstOpen(this.#byId.get(id)) ?? named?.find((one) => one.id === '' && one.isOpen));
    if (call === undefined) return undefined;
    call.isOpen = false;
    forget(this.#byId, call.id, call);
    forget(this.#byName, call.name, call);
    for (const branch of call.branches) forget(this.#byBranch, branch, call);
    return call;
  }

  /** Whether this branch works for a call that waits, which it is then noted as doing. */
  serves(branch: string): boolean {
    let serves = false;
    for (let end = branch.indexOf('.'); ; end = branch.indexOf('.', end + 1)) {
      const path = end === -1 ? branch : branch.slice(0, end);
      const call = path === '' ? undefined : firstOpen(this.#byBranch.get(path));
      if (call !== undefined) {
        call.child = path;
        serves = true;
      }
      if (end === -1) return serves;
    }
  }
}

const firstOpen = (calls: readonly OpenCall[] | undefined): OpenCall | undefined => calls?.find(({ isOpen }) => isOpen);

function listAt<T>(map: Map<string, T[]>, key: string): T[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

function forget(map: Map<string, OpenCall[]>, key: string, call: OpenCall): void {
  const left = (map.get(key) ?? []).filter((other) => other !== call);
  if (left.length === 0) map.delete(key);
  else map.set(key, left);
}
