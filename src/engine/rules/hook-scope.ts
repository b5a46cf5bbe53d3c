import type { Scope } from '../cel/index.ts';
import { asDoubles } from '../model/all-double.ts';
import { ContextAlias, contextAt, type ContextView } from '../model/context-view.ts';
import type { Decisions } from '../model/decisions.ts';
import type { Growth } from '../model/growth.ts';
import type { NodeId, Turn, TurnIndex } from '../model/history.ts';
import { inputOf, nowAt, outputOf } from '../model/hook-values.ts';
import { hooks, type Hook, type HookId, type HookVariable } from '../model/hooks.ts';
import { isList, MapView, type Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Rule } from './rule.ts';
import type { Path } from '../model/path.ts';

/**
 * The variables a rule sees at a hook, turn by turn. One scope walks forward through a whole sweep: a value read from
 * it is valid only until the next move.
 */
export class HookScope implements Scope {
  readonly #session: OpenSession;
  readonly #hook: Hook;
  readonly #decisions: Decisions;
  readonly #contexts = new Map<NodeId | undefined, { readonly view: ContextView; readonly alias: ContextAlias }>();
  /** For each name, a function that reads its value, resolved once: a sweep reads the same few names at every turn. */
  readonly #readers = new Map<string, () => Value | undefined>();
  #context: ContextView;
  #alias: ContextAlias;
  #turn: TurnIndex = -1;

  constructor(session: OpenSession, hook: HookId, decisions: Decisions) {
    this.#session = session;
    this.#hook = hooks[hook];
    this.#decisions = decisions;
    this.#context = contextAt(session.history, -1, decisions);
    this.#alias = new ContextAlias(this.#context);
    this.#contexts.set(undefined, { view: this.#context, alias: this.#alias });
  }

  /** Moves to the gated turn; the hook decides whether `context` includes that turn. */
  moveTo(turn: TurnIndex): this {
    this.#turn = turn;
    if (this.#session.history.own !== undefined) this.#lookAt(this.#ownNode);
    this.#context.moveTo(this.#moment);
    return this;
  }

  /** The context of the gated turn, where the turn has one of its own. */
  get #ownNode(): NodeId | undefined {
    const { turns, own } = this.#session.history;
    const node = own === undefined ? undefined : turns[this.#turn]?.node;
    return node !== undefined && own?.has(node) === true ? node : undefined;
  }

  #lookAt(node: NodeId | undefined): void {
    let known = this.#contexts.get(node);
    if (known === undefined) {
      const view = contextAt(this.#session.history, -1, this.#decisions, node);
      known = { view, alias: new ContextAlias(view) };
      this.#contexts.set(node, known);
    }
    this.#context = known.view;
    this.#alias = known.alias;
  }

  get(name: string): Value | undefined {
    let read = this.#readers.get(name);
    if (read === undefined) {
      read = this.#readerOf(name);
      this.#readers.set(name, read);
    }
    const value = read();
    return value === undefined || this.#decisions.jsonNumbers === 'as-written' ? value : asDoubles(value);
  }

  #readerOf(name: string): () => Value | undefined {
    const { variables, aliases } = this.#hook;
    if (name === 'c' && aliases['c'] !== undefined)
      return () => (this.#withheld === undefined ? this.#alias : new ContextAlias(this.#seen));
    const variable = Object.hasOwn(aliases, name) ? aliases[name] : variables.find((known) => known === name);
    if (variable !== undefined) return this.#variable(variable);
    if (name === this.#session.system.root && variables.includes('context')) return () => this.#systemState();
    return () => undefined;
  }

  #variable(name: HookVariable): () => Value | undefined {
    const { history } = this.#session;
    switch (name) {
      case 'context':
        return () => this.#seen;
      case 'input':
        return () => inputOf(history, this.#turn);
      case 'output':
        return () => outputOf(history, this.#turn, this.#decisions);
      case 'now':
        return () => nowAt(history, this.#turn);
    }
  }

  /** A guardrail sees in the context the answer it judges, even one that it kept from the user. */
  get #seen(): MapView {
    const withheld = this.#withheld;
    return withheld === undefined ? this.#context : new WithAnswer(this.#context, withheld);
  }

  get #withheld(): Value | undefined {
    return this.#hook.id === 'guardrail.after' ? this.#session.history.turns[this.#turn]?.withheld : undefined;
  }

  #systemState(): Value {
    const { system, session, history } = this.#session;
    return system.stateAt(session, history, this.#moment, this.#decisions);
  }

  get #moment(): TurnIndex {
    return this.#hook.moment === 'before' ? this.#turn - 1 : this.#turn;
  }
}

class WithAnswer extends MapView {
  readonly #context: MapView;
  readonly #answer: Value;

  constructor(context: MapView, answer: Value) {
    super();
    this.#context = context;
    this.#answer = answer;
  }

  override get(key: string): Value | undefined {
    const value = this.#context.get(key);
    return key === 'output' && value !== undefined && isList(value) ? [...value, this.#answer] : value;
  }

  override keys(): readonly string[] {
    return this.#context.keys();
  }
}

/** In a session that was run under manifests, each task has its own; a policy belongs to the first task. */
export const isOfAnotherAgent = ({ session, history }: OpenSession, { node }: Turn): boolean =>
  'manifest' in session.header && node !== history.nodes[0]?.id;

/** True if a rule would run at a turn. */
export function isEligible(session: OpenSession, rule: Rule, turn: Turn): boolean {
  if (!hooks[rule.hook].eligible(turn)) return false;
  if (rule.ofPolicy === true && isOfAnotherAgent(session, turn)) return false;
  const { match, functions = match === null ? null : [match] } = rule;
  if (functions === null || turn.kind !== 'capability') return true;
  const invocation = turn.invocation === undefined ? undefined : session.history.invocations[turn.invocation];
  return invocation !== undefined && functions.includes(invocation.function);
}

/** `c.cap.refund` is `context.capabilities.refund`: the state has one name for each place. */
export function unaliased([root, second, ...rest]: Path, hook: HookId): Path {
  const { aliases } = hooks[hook];
  const name = typeof root === 'string' && Object.hasOwn(aliases, root) ? aliases[root] : undefined;
  const steps = second === undefined ? [] : [root === 'c' && second === 'cap' ? 'capabilities' : second, ...rest];
  return [name ?? root ?? '', ...steps];
}

/**
 * The turns at which a rule would run, ascending. Cached: every keystroke needs them, and they do not depend on the
 * expression.
 */
export function eligibleTurns(session: OpenSession, rule: Rule): Int32Array {
  const { growth } = session.history;
  const known = kept.get(growth) ?? new Map<string, Eligible>();
  kept.set(growth, known);
  const key = JSON.stringify([rule.hook, rule.match, rule.functions ?? null, rule.ofPolicy ?? false]);
  const eligible = known.get(key) ?? { turns: new Int32Array(64), count: 0, upTo: 0, changes: 0 };
  known.set(key, eligible);
  extend(eligible, session, rule);
  return eligible.turns.subarray(0, eligible.count);
}

interface Eligible {
  /** Longer than needed. */
  turns: Int32Array;
  count: number;
  /** Number of turns that were examined. */
  upTo: number;
  /** The changes of the history that they know. */
  changes: number;
}

const kept = new WeakMap<Growth, Map<string, Eligible>>();

function extend(eligible: Eligible, session: OpenSession, rule: Rule): void {
  const { turns, growth } = session.history;
  eligible.upTo = Math.max(0, Math.min(eligible.upTo, growth.since(eligible.changes), turns.length));
  eligible.changes = growth.count;
  while (eligible.count > 0 && (eligible.turns[eligible.count - 1] ?? 0) >= eligible.upTo) eligible.count -= 1;
  if (turns.length > eligible.turns.length) {
    const longer = new Int32Array(2 * turns.length);
    longer.set(eligible.turns.subarray(0, eligible.count));
    eligible.turns = longer;
  }
  for (; eligible.upTo < turns.length; eligible.upTo++) {
    const turn = turns[eligible.upTo];
    if (turn !== undefined && isEligible(session, rule, turn)) eligible.turns[eligible.count++] = turn.index;
  }
}
