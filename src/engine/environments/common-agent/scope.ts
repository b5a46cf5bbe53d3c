import { asDoubles } from '../../model/all-double.ts';
import { ContextAlias, contextAt, type ContextView } from '../../model/context-view.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { NodeId, TurnIndex } from '../../model/history.ts';
import { inputOf, nowAt, outputOf } from '../../model/hook-values.ts';
import {
  specificationHooks,
  type SpecificationHook,
  type SpecificationHookId,
  type SpecificationVariable,
} from '../../model/hooks.ts';
import { isList, MapView, type Value } from '../../model/value.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import type { HookScope } from '../environment.ts';

/** The specification's variables at a hook. */
export class SpecificationScope implements HookScope {
  readonly #session: OpenSession;
  readonly #hook: SpecificationHook;
  readonly #decisions: Decisions;
  readonly #contexts = new Map<NodeId | undefined, { readonly view: ContextView; readonly alias: ContextAlias }>();
  /** For each name, a function that reads its value, resolved once: a sweep reads the same few names at every turn. */
  readonly #readers = new Map<string, () => Value | undefined>();
  #context: ContextView;
  #alias: ContextAlias;
  #turn: TurnIndex = -1;

  constructor(session: OpenSession, hook: SpecificationHookId, decisions: Decisions) {
    this.#session = session;
    this.#hook = specificationHooks[hook];
    this.#decisions = decisions;
    this.#context = contextAt(session.history, -1, decisions);
    this.#alias = new ContextAlias(this.#context);
    this.#contexts.set(undefined, { view: this.#context, alias: this.#alias });
  }

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

  #variable(name: SpecificationVariable): () => Value | undefined {
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
