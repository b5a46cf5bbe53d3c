import type { Result } from '../base/result.ts';
import { Stopped, type Pace } from '../base/pace.ts';
import { loadEnvironmentsOf } from '../engine/environments/registry.ts';
import { hooks, type HookId } from '../engine/model/hooks.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { Port, Reply, Request } from './message.ts';
import type { EngineApi, Input, Method, Output } from './protocol.ts';

/** The engine's side of the protocol. Long methods hear `pace.stopped` and report progress through it. */
export type Methods = {
  readonly [M in Method]: (input: Input<M>, pace: Pace) => Promise<Result<Output<M>, Problem>>;
};

/** Slow methods that come after the ribbon and the reasons: they wait while any other call is being answered. */
const unhurriedMethods: ReadonlySet<Method> = new Set([
  'flips',
  'wouldAllow',
  'fixes',
  'misses',
  'thresholds',
  'coverage',
  'backtest',
  'compare',
  'comparedActs',
  'leftOut',
  'prepareLeaving',
]);

/** They give way often, so that the verdicts of the next key do not wait for them. */
const unhurriedSliceMs = 2;

/** Methods whose answers are made for their caller alone: the arrays are moved to it and not copied. */
const givingMethods: ReadonlySet<Method> = new Set(['turnColumns']);

/** Methods that wait for something outside the worker: no other call waits for them. */
const idleMethods: ReadonlySet<Method> = new Set(['follow']);

/** Answers calls that arrive at a port. Assigning onmessage also starts a MessagePort; addEventListener would not. */
export function serve(port: Port, methods: Methods): void {
  const running = new Map<number, { stopped: boolean }>();
  const hurried = new Gate();
  const send = (reply: Reply) => port.postMessage(reply);

  async function answer(id: number, method: Method, input: unknown): Promise<Reply> {
    const call = { stopped: false };
    running.set(id, call);
    const wanted = hooksIn(input);
    const giveWay = unhurriedMethods.has(method) ? () => breathe().then(() => hurried.open) : null;
    const isHurried = giveWay === null && !idleMethods.has(method);
    if (isHurried) hurried.enter();
    try {
      await giveWay?.();
      await loadEnvironmentsOf(wanted);
      if (call.stopped) throw new Stopped();
      const result = await run(methods, method, input, {
        now: () => performance.now(),
        breathe: giveWay ?? breathe,
        ...(giveWay !== null && { sliceMs: unhurriedSliceMs }),
        get stopped() {
          return call.stopped;
        },
        progress: (fraction) => send({ type: 'progress', id, fraction }),
      });
      return result.ok
        ? { type: 'answer', id, output: result.value }
        : { type: 'problem', id, problem: result.problem };
    } catch (error) {
      if (error instanceof Stopped) return { type: 'stopped', id };
      return { type: 'bug', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    } finally {
      running.delete(id);
      if (isHurried) hurried.leave();
    }
  }

  port.onmessage = (event: MessageEvent<Request>) => {
    const request = event.data;
    switch (request.type) {
      case 'call':
        void answer(request.id, request.method, request.input).then((reply) => {
          const transfer = givingMethods.has(request.method) && reply.type === 'answer' ? buffersIn(reply.output) : [];
          port.postMessage(reply, { transfer });
        });
        return;
      case 'stop': {
        const call = running.get(request.id);
        if (call !== undefined) call.stopped = true;
        return;
      }
      case 'ping':
        send({ type: 'pong' });
    }
  };
}

/** Rules are at most this deep in an input: `{ rules: [{ rule: { hook } }] }`. */
const maxDepth = 4;

/** The hooks of the rules in an input, whichever method it is for. */
function hooksIn(input: unknown, depth = 0): readonly HookId[] {
  if (typeof input !== 'object' || input === null || ArrayBuffer.isView(input) || depth > maxDepth) return [];
  return Object.entries(input).flatMap(([key, value]) =>
    key === 'hook' && isHookId(value) ? [value] : hooksIn(value, depth + 1),
  );
}

const isHookId = (value: unknown): value is HookId => typeof value === 'string' && Object.hasOwn(hooks, value);

function run(methods: Methods, method: Method, input: unknown, pace: Pace): Promise<Result<unknown, Problem>> {
  // Both ends are derived from EngineApi, so the input is that of the method; the compiler cannot follow the pairing.
  const call = methods[method] as (input: unknown, pace: Pace) => Promise<Result<Output<keyof EngineApi>, Problem>>;
  return call(input, pace);
}

/** The memory of the arrays in an answer. */
function buffersIn(output: unknown): ArrayBuffer[] {
  const parts: unknown[] = Object.values(output ?? {});
  return parts.flatMap((part) => (ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? [part.buffer] : []));
}

/** Open while no other call is running. */
class Gate {
  #within = 0;
  #waiting: (() => void)[] = [];

  enter(): void {
    this.#within++;
  }

  leave(): void {
    this.#within--;
    if (this.#within > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const goOn of waiting) goOn();
  }

  get open(): Promise<void> {
    return this.#within === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** A message to oneself is handled after those that already wait; a timer would be delayed by 4 ms. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
