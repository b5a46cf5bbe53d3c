import type {
  ContextNode,
  DeclaredFunction,
  Exchange,
  History,
  Invocation,
  NodeId,
  InvocationOutcome,
  Received,
  StatedValue,
  TokenSums,
  Turn,
  TurnKind,
} from './history.ts';
import type { GateDecision } from './gate-decision.ts';
import { Growth } from './growth.ts';
import { labelled, messageText, modelLabel, oneLine } from './label.ts';
import { RecordedResults } from './recorded-results.ts';
import { saidBy } from './said.ts';
import { addTokens, noTokens, type TokenCounts } from './tokens.ts';
import type { DefinedTool, ToolDefinition } from './tool-definition.ts';
import { UndoLog } from './undo-log.ts';
import type { RecordValue, Value } from './value.ts';

/** Facts about the whole session. `undefined` means that the recording does not say. */
export interface SessionFacts {
  readonly agent: History['agent'];
  readonly user: History['user'];
  readonly model: string | undefined;
  readonly contextWindow?: number | undefined;
  /** Declared functions, in order; functions that only occur are added at their first use. */
  readonly functions: readonly { readonly key: string; readonly kind: DeclaredFunction['kind'] }[];
  /** Below the root, parents first. */
  readonly nodes: readonly { readonly id: string; readonly parent: string | undefined; readonly title: string }[];
}

/** The place and time of something that happened, and the event of the session that records it. */
export interface Moment {
  readonly event: number;
  readonly at: string | undefined;
  readonly node: string | undefined;
  readonly tookMs: number | undefined;
  readonly gate?: readonly GateDecision[] | undefined;
}

export interface InvocationFacts {
  readonly function: string;
  readonly input: Value | undefined;
  readonly output: Value | undefined;
  readonly outcome: InvocationOutcome;
  readonly taskId: string | null;
  readonly reason: string | undefined;
}

type Filling<T> = { -readonly [K in keyof T]: T[K] };

const rootNode = 'root' as NodeId; // the one place that names the root

/**
 * Builds the columns of a history in one pass, oldest first. Every system uses it: the system interprets its own events
 * and calls one of these methods. `history` may be read at any time; it continues to grow.
 */
export class HistoryBuilder {
  readonly history: History;
  /** Recent changes, which can be taken back. */
  readonly recent = new UndoLog();
  readonly #filling: Filling<History>;
  readonly #isModelGiven: boolean;
  /** Models named by calls, at most the first two: more than one counts as none. */
  readonly #models = new Set<string>();
  readonly #turns: Filling<Turn>[] = [];
  readonly #invocations: Invocation[] = [];
  readonly #inputs: Received[] = [];
  readonly #outputs: Exchange[] = [];
  readonly #tokens: TokenSums[] = [];
  readonly #stated: StatedValue[] = [];
  readonly #functions: Filling<DeclaredFunction>[] = [];
  readonly #tools: DefinedTool[] = [];
  readonly #nodes: ContextNode[] = [];
  readonly #functionsByKey = new Map<string, Filling<DeclaredFunction>>();
  readonly #nodeIds = new Set<string>();
  #sums: TokenCounts = noTokens;
  /** The latest turn whose text consists of its answers. */
  #turnQuotingAnswers: Turn | undefined;

  constructor(facts: SessionFacts) {
    this.#isModelGiven = facts.model !== undefined;
    this.#filling = {
      agent: facts.agent,
      user: facts.user,
      model: facts.model,
      contextWindow: facts.contextWindow,
      turns: this.#turns,
      invocations: this.#invocations,
      inputs: this.#inputs,
      outputs: this.#outputs,
      tokens: this.#tokens,
      results: new RecordedResults(this.#invocations, () => this.#touch(-1)),
      growth: new Growth(),
      stated: this.#stated,
      functions: this.#functions,
      tools: this.#tools,
      nodes: this.#nodes,
    };
    this.history = this.#filling;
    for (const { key, kind } of facts.functions) this.#function(key, kind, true);
    this.#addNode(rootNode, null, facts.agent.name ?? 'root');
    for (const { id, parent, title } of facts.nodes) {
      this.#addNode(id, parent === undefined ? rootNode : this.#node(parent), title);
    }
  }

  /** A user message; without `value`, only the fact is recorded. */
  input(moment: Moment, value: RecordValue | undefined): void {
    const said = value === undefined ? undefined : messageText(value['message'] ?? null);
    const turn = this.#turn('input', moment, oneLine(said ?? ''));
    turn.text = said;
    this.#add(this.#inputs, { turn: turn.index, at: moment.at, value });
  }

  /** One model call; `tokens` are its own. `remark`: the text a row shows where the model said nothing. */
  model(
    moment: Moment,
    said: string | undefined,
    planned: readonly string[],
    tokens: TokenCounts,
    remark?: string,
    thinking?: string,
  ): void {
    const isRemark = remark !== undefined && (said === undefined || said === '');
    const turn = this.#turn('llm', moment, modelLabel(isRemark ? remark : saidBy(said, thinking).text, planned));
    turn.text = said;
    turn.thinking = thinking;
    turn.isRemark = isRemark && planned.length === 0;
    const { prompt, completion, cached } = tokens;
    if (prompt !== undefined || completion !== undefined) turn.tokens = { prompt, completion, cached };
    this.tokens(addTokens(this.#sums, tokens));
  }

  /** A turn without a recorded input or invocation. */
  bareTurn(kind: 'input' | 'capability', moment: Moment): void {
    this.#turn(kind, moment, '');
  }

  /** The model used a capability. */
  capability(moment: Moment, facts: InvocationFacts): void {
    const turn = this.#turn('capability', moment, facts.function);
    turn.invocation = this.#invocations.length;
    this.invoked(moment, facts);
  }

  /** An invocation that makes no turn, such as one by the middleware: it belongs to the latest turn. */
  invoked(moment: Moment, facts: InvocationFacts): void {
    this.#function(facts.function, facts.taskId === null ? 'tool' : 'agent', false);
    // Field by field: spreading costs more than everything else here, for each of a long session's calls.
    this.#addInvocation({
      turn: this.#latest,
      function: facts.function,
      node: this.#node(moment.node),
      at: moment.at,
      input: facts.input,
      output: facts.output,
      outcome: facts.outcome,
      taskId: facts.taskId,
      reason: facts.reason,
    });
  }

  /**
   * Sets the result of the latest invocation, where it was not known when the invocation began. The invocation is
   * replaced by a new object.
   */
  settled(facts: Pick<InvocationFacts, 'output' | 'outcome' | 'reason'>, tookMs: number | undefined): void {
    const invocation = this.#removeInvocation();
    if (invocation === undefined) return;
    this.recent.did(() => this.#addInvocation(invocation));
    this.#addInvocation({ ...invocation, ...facts });
    const turn = this.#turns[invocation.turn];
    if (turn?.invocation !== this.#invocations.length - 1) return;
    this.#changes(turn);
    turn.tookMs = tookMs;
  }

  /**
   * Removes the latest model call with its answer, because it had not ended: the caller adds it again, with later
   * parts.
   */
  reopenModel(): void {
    const turn = this.#turns.at(-1);
    if (turn === undefined) return;
    this.#touch(turn.index);
    this.#removeLatest(this.#turns);
    if (this.#outputs.at(-1)?.turn === turn.index) this.#removeLatest(this.#outputs);
    if (this.#tokens.at(-1)?.turn === turn.index) this.#removeLatest(this.#tokens);
    this.#sum(this.#tokens.at(-1) ?? noTokens);
  }

  /**
   * A call names its model. Where the session names none, this is the session's model, until another call names a
   * different one.
   */
  calledModel(name: string): void {
    if (this.#isModelGiven || this.#models.size > 1 || this.#models.has(name)) return;
    const before = this.#filling.model;
    const become = (model: string | undefined) => {
      this.#filling.model = model;
      this.#touch(-1);
    };
    this.recent.did(() => {
      this.#models.delete(name);
      become(before);
    });
    this.#models.add(name);
    become(this.#models.size === 1 ? name : undefined);
  }

  /** The agent answers the user. The answer belongs to the latest turn. */
  output(at: string | undefined, value: RecordValue): void {
    const turn = this.#turns.at(-1);
    if (turn?.kind === 'llm') this.#answered(turn, value);
    this.#add(this.#outputs, { turn: this.#latest, at, value });
  }

  /**
   * The task, or the task of one context, has ended. A `withheld` answer was kept from the user and belongs to the
   * latest model call.
   */
  ended(how: string, node: string | undefined, withheld?: RecordValue): void {
    const own = node ?? rootNode;
    const turn = this.#turns.findLast((one) => one.node === own);
    if (turn === undefined) return;
    this.#touch(turn.index);
    this.#changes(turn);
    turn.ended = how;
    if (withheld === undefined || turn.kind !== 'llm') return;
    this.#answered(turn, withheld);
    turn.withheld = withheld;
  }

  /** If a model call has no recorded text, its answers to the user are its text. */
  #answered(turn: Filling<Turn>, { message = null }: RecordValue): void {
    this.#changes(turn);
    const isUnsaid = turn.text === undefined || turn.text === '' || this.#turnQuotingAnswers === turn;
    const text = isUnsaid ? messageText(message) : '';
    turn.answers = true;
    if (text === '') return;
    const before = this.#turnQuotingAnswers === turn ? `${turn.text ?? ''}\n\n` : '';
    turn.text = `${before}${text}`;
    // A label that already has as many words as it can show does not change when more words follow.
    const isWhole = before.length > labelled + 2;
    if (turn.isRemark || turn.label === '' || (before !== '' && !isWhole)) turn.label = oneLine(turn.text);
    turn.isRemark = false;
    const quoting = this.#turnQuotingAnswers;
    this.recent.did(() => (this.#turnQuotingAnswers = quoting));
    this.#turnQuotingAnswers = turn;
  }

  /** A context below the root (or below `parent`) that was not announced; one that exists already stays where it is. */
  derived(id: string, parent: string | undefined, title: string): void {
    this.#addNode(id, this.#node(parent), title);
  }

  /** The running sums are known, or unknown, from here on. */
  tokens(sums: TokenCounts): void {
    const entry = { turn: this.#latest, prompt: sums.prompt, completion: sums.completion, total: sums.total };
    this.#sum(entry);
    if (this.#tokens.at(-1)?.turn === entry.turn) this.#removeLatest(this.#tokens);
    this.#add(this.#tokens, entry);
  }

  /** Makes the sums unknown until the next recorded model call; that call adds to the earlier sums. */
  unknownTokensSoFar(): void {
    const sums = this.#sums;
    this.tokens({ prompt: undefined, completion: undefined, total: undefined });
    this.#sum(sums);
  }

  /** The recording states the value of a place under `context` directly; undefined makes the place unknown. */
  state(path: readonly string[], value: Value | undefined): void {
    this.#add(this.#stated, { turn: this.#latest, path, value });
  }

  /** The recording defines a tool; `key` is that of its function. */
  defined(key: string, definition: ToolDefinition, { event, node }: Pick<Moment, 'event' | 'node'>): void {
    this.#add(this.#tools, { turn: this.#latest, node: this.#node(node), key, definition, event });
  }

  get #latest(): number {
    return this.#turns.length - 1;
  }

  #turn(kind: TurnKind, { event, at, node, tookMs, gate }: Moment, label: string): Filling<Turn> {
    const index = this.#turns.length;
    const turn: Filling<Turn> = {
      index,
      kind,
      node: this.#node(node),
      at,
      label,
      text: undefined,
      thinking: undefined,
      isRemark: false,
      tokens: undefined,
      tookMs,
      answers: false,
      ended: undefined,
      withheld: undefined,
      invocation: undefined,
      gate,
      event,
    };
    this.#add(this.#turns, turn);
    return turn;
  }

  /** Adds an entry that belongs to the latest turn. */
  #add<T>(column: T[], entry: T): void {
    column.push(entry);
    this.#touch(this.#latest);
    this.recent.did(() => {
      this.#touch(this.#latest);
      column.pop();
    });
  }

  #removeLatest(column: unknown[]): void {
    const entry = column.pop();
    if (entry !== undefined) this.recent.did(() => column.push(entry));
  }

  #addInvocation(invocation: Invocation): void {
    this.#invocations.push(invocation);
    this.#touch(invocation.turn);
    this.recent.did(() => this.#removeInvocation());
  }

  #removeInvocation(): Invocation | undefined {
    this.history.results.forgetLatest();
    const invocation = this.#invocations.pop();
    if (invocation !== undefined) this.#touch(invocation.turn);
    return invocation;
  }

  #sum(sums: TokenCounts): void {
    const before = this.#sums;
    this.recent.did(() => (this.#sums = before));
    this.#sums = sums;
  }

  /** Must be called before a turn is changed. */
  #changes(turn: Filling<Turn>): void {
    if (!this.recent.isKept) return;
    const before = { ...turn };
    this.recent.did(() => {
      this.#touch(turn.index);
      Object.assign(turn, before);
    });
  }

  #touch(turn: number): void {
    this.history.growth.touch(turn);
  }

  #function(key: string, kind: DeclaredFunction['kind'], declared: boolean): void {
    const known = this.#functionsByKey.get(key);
    if (known === undefined) {
      const added = { key, kind, declared };
      this.#functionsByKey.set(key, added);
      this.#functions.push(added);
      // It is in the context of every turn.
      this.#touch(-1);
      this.recent.did(() => {
        this.#functionsByKey.delete(key);
        this.#functions.pop();
        this.#touch(-1);
      });
    } else if (kind === 'agent' && known.kind !== 'agent') {
      this.#isAgent(known);
    }
  }

  #isAgent(known: Filling<DeclaredFunction>): void {
    known.kind = 'agent';
    this.#touch(-1);
    this.recent.did(() => {
      known.kind = 'tool';
      this.#touch(-1);
    });
  }

  /** A context that no header announced becomes a child of the root. */
  #node(id: string | undefined): NodeId {
    if (id === undefined) return rootNode;
    if (!this.#nodeIds.has(id)) this.#addNode(id, rootNode, id);
    return id as NodeId; // it is in `nodes` now
  }

  #addNode(id: string, parent: NodeId | null, title: string): void {
    if (this.#nodeIds.has(id)) return;
    this.#nodeIds.add(id);
    this.#nodes.push({ id: id as NodeId, parent, title }); // the only place where a text becomes a node's id
    this.recent.did(() => {
      this.#nodeIds.delete(id);
      this.#nodes.pop();
    });
  }
}
