import { ownOf } from '../../model/context-view.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { History, Invocation, Turn, TurnIndex } from '../../model/history.ts';
import { hooks, type GatewayHookId } from '../../model/hooks.ts';
import { Prefix, PrefixList, written, type Cursor } from '../../model/prefix.ts';
import { definitionAt, serverIn } from '../../model/definition-at.ts';
import { Uint, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import type { HookScope } from '../environment.ts';
import { givenValues } from '../given.ts';
import { Attributes, givenValue, unset, type ReadAttribute } from './attribute-values.ts';
import { PromptColumn } from './prompt-column.ts';
import { errorOf, resultOf } from './tool-call.ts';

/** `mcp`, `llm`, and the attributes of the request that a person gave. */
export class GatewayScope implements HookScope {
  readonly #session: OpenSession;
  readonly #hook: GatewayHookId;
  readonly #decisions: Decisions;
  readonly #isAfter: boolean;
  readonly #given: RecordValue;
  readonly #roots = new Map<string, Value | undefined>();
  readonly #prompts = new Map<History, PrefixList>();
  readonly #cursor: Cursor = { turn: -1 };
  #turn: TurnIndex = -1;

  constructor(session: OpenSession, hook: GatewayHookId, decisions: Decisions) {
    this.#session = session;
    this.#hook = hook;
    this.#decisions = decisions;
    this.#isAfter = hooks[hook].moment === 'after';
    this.#given = decisions.given === undefined ? {} : givenValues(decisions.given);
  }

  moveTo(turn: TurnIndex): this {
    this.#turn = turn;
    this.#cursor.turn = turn - 1;
    return this;
  }

  /** The objects stay the same at every turn; their fields are read anew. */
  get(name: string): Value | undefined {
    if (this.#roots.has(name)) return this.#roots.get(name);
    const value = this.#rootOf(name);
    this.#roots.set(name, value);
    return value;
  }

  #rootOf(name: string): Value | undefined {
    if (!hooks[this.#hook].variables.some((known) => known === name)) return undefined;
    const given = Object.hasOwn(this.#given, name) ? this.#given[name] : undefined;
    if (name === 'mcp' || name === 'llm') {
      const read: ReadAttribute = name === 'mcp' ? (path) => this.#mcp(path) : (path) => this.#llm(path);
      return given === undefined ? new Attributes(name, read) : givenValue(name, given, read);
    }
    return given === undefined ? new Unknown([[name]]) : givenValue(name, given, () => undefined);
  }

  get #here(): Turn | undefined {
    return this.#session.history.turns[this.#turn];
  }

  get #invocation(): Invocation | undefined {
    const index = this.#here?.invocation;
    return index === undefined ? undefined : this.#session.history.invocations[index];
  }

  #mcp(path: string): Value | typeof unset | undefined {
    const invocation = this.#invocation;
    if (invocation === undefined) return undefined;
    switch (path) {
      case 'mcp.prompt':
      case 'mcp.resource':
      case 'mcp.task':
        return unset;
      case 'mcp.tool.target':
        return serverIn(invocation.function).server ?? this.#serverOf(invocation);
      case 'mcp.tool.name':
        return serverIn(invocation.function).name;
      case 'mcp.methodName':
        return this.#isAfter ? 'tools/call' : unset;
      case 'mcp.sessionId':
        return this.#isAfter ? undefined : unset;
      case 'mcp.tool.arguments':
        return this.#isAfter ? knownOrNot(invocation.input) : unset;
      case 'mcp.tool.result':
        return this.#isAfter ? resultOf(invocation, this.#session.history.results, this.#decisions) : unset;
      case 'mcp.tool.error':
        return this.#isAfter ? errorOf(invocation) : unset;
      default:
        return undefined;
    }
  }

  /** The server that listed the tool. */
  #serverOf({ function: name, node }: Invocation): string | undefined {
    return definitionAt(this.#session.history, name, this.#turn, node)?.definition.server;
  }

  #llm(path: string): Value | typeof unset | undefined {
    const { history } = this.#session;
    if (path === 'llm.prompt') return this.#prompt();
    if (path === 'llm.requestModel') return history.model;
    if (path === 'llm.inputTokens') return this.#isAfter ? tokens(this.#here?.tokens?.prompt) : undefined;
    if (!ofResponse.has(path)) return undefined;
    if (!this.#isAfter) return unset;
    const { prompt, completion, cached } = this.#here?.tokens ?? {};
    switch (path) {
      case 'llm.responseModel':
        return history.model;
      case 'llm.outputTokens':
        return tokens(completion);
      case 'llm.totalTokens':
        return prompt === undefined || completion === undefined ? undefined : tokens(prompt + completion);
      case 'llm.cachedInputTokens':
        return tokens(cached);
      case 'llm.completion':
        return this.#completion();
      case 'llm.toolCalls':
        return this.#toolCalls();
      default:
        return undefined;
    }
  }

  #prompt(): Value {
    const own = ownOf(this.#session.history, this.#here?.node);
    const history = own?.history ?? this.#session.history;
    const known = this.#prompts.get(history);
    if (known !== undefined) return known;
    const { messages, turns } = promptOf(history, own?.turns);
    const made = new PrefixList(
      new Prefix(this.#cursor, turns),
      messages,
      'oldest-first',
      (position) => messages[position] ?? null,
    );
    this.#prompts.set(history, made);
    return made;
  }

  #completion(): Value | undefined {
    const text = this.#here?.text;
    if (text !== undefined && text !== '') return [text];
    const calls = this.#toolCalls();
    return Array.isArray(calls) && calls.length > 0 ? [] : undefined;
  }

  /**
   * The calls that follow the response in its own context. They are all known once something else follows them; an answer
   * that ends the recording has none.
   */
  #toolCalls(): Value | undefined {
    const { history: whole } = this.#session;
    const own = ownOf(whole, this.#here?.node);
    const history = own?.history ?? whole;
    const position = own === undefined ? this.#turn : written(own.turns, this.#turn) - 1;
    const calls: Value[] = [];
    for (let at = position + 1; ; at++) {
      const next = history.turns[at];
      if (next === undefined) return this.#here?.answers === true ? calls : undefined;
      if (own === undefined && next.node !== this.#here?.node) continue;
      if (next.kind !== 'capability') return calls;
      const invocation = next.invocation === undefined ? undefined : history.invocations[next.invocation];
      if (invocation === undefined) continue;
      const path = ['llm', 'toolCalls', calls.length];
      calls.push({
        id: new Unknown([[...path, 'id']]),
        name: invocation.function,
        arguments: knownOrNot(invocation.input) ?? new Unknown([[...path, 'arguments']]),
      });
    }
  }
}

/** They exist once the model has responded. */
const ofResponse: ReadonlySet<string> = new Set(
  [
    'responseModel',
    'outputTokens',
    'outputImageTokens',
    'outputTextTokens',
    'outputAudioTokens',
    'reasoningTokens',
    'totalTokens',
    'providerTotalTokens',
    'cachedInputTokens',
    'cacheCreationInputTokens',
    'serviceTier',
    'timeToFirstToken',
    'timePerOutputToken',
    'completion',
    'toolCalls',
    'cost',
  ].map((field) => `llm.${field}`),
);

const tokens = (count: number | undefined): Uint | undefined =>
  count === undefined ? undefined : new Uint(BigInt(count));

/** An unknown as a whole is reported at the place where the rule reads it. */
const knownOrNot = (value: Value | undefined): Value | undefined => (value instanceof Unknown ? undefined : value);

/** The prompts of each history: kept, because all sweeps share them. */
const kept = new WeakMap<object, PromptColumn>();

function promptOf(history: History, turns: readonly TurnIndex[] | undefined): PromptColumn {
  const column = kept.get(history.turns) ?? new PromptColumn();
  kept.set(history.turns, column);
  column.update(history, turns);
  return column;
}

/** The turn that wrote a message of the prompt, as a rule reads it at a turn. */
export function promptTurn({ history }: OpenSession, turn: TurnIndex, index: number): TurnIndex | null {
  const own = ownOf(history, history.turns[turn]?.node);
  return promptOf(own?.history ?? history, own?.turns).turns[index] ?? null;
}
