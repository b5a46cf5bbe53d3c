import { indexOf } from '../../model/history-index.ts';
import { ComputedMap } from '../../model/computed-map.ts';
import { ownOf } from '../../model/context-view.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { History, Invocation, TurnIndex } from '../../model/history.ts';
import { hooks, type CelAiHookId } from '../../model/hooks.ts';
import type { Path } from '../../model/path.ts';
import { written } from '../../model/prefix.ts';
import { definitionAt } from '../../model/definition-at.ts';
import { Unknown, type Value } from '../../model/value.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import type { HookScope } from '../environment.ts';
import { findingLines } from '../findings.ts';
import { keptByText } from '../written-json.ts';
import { Detector, findingsIn, type Category } from './detector.ts';
import { answerAt, entriesAt, type Entry } from './entries.ts';
import { notRecorded, partlyKnown, SearchedMessage } from './message.ts';
import { HistorySet } from './message-set.ts';
import { HistoryParts } from './part-column.ts';
import { AgentMessage, textsOf, timestampOf, ToolCall } from './parts.ts';
import type { Reading } from './reading.ts';
import { providerOf, toolMessage } from './tool.ts';

/** `agent`, `tool` and `now` at a hook. */
export class CelAiScope implements HookScope {
  readonly #session: OpenSession;
  readonly #hook: CelAiHookId;
  readonly #reading: Reading;
  readonly #agents = new Map<History, Agent>();
  #turn: TurnIndex = -1;

  constructor(session: OpenSession, hook: CelAiHookId, decisions: Decisions) {
    this.#session = session;
    this.#hook = hook;
    this.#reading = readingOf(session, decisions);
  }

  moveTo(turn: TurnIndex): this {
    this.#turn = turn;
    return this;
  }

  get(name: string): Value | undefined {
    const { variables } = hooks[this.#hook];
    switch (variables.find((known) => known === name)) {
      case 'agent':
        return this.#agent();
      case 'tool':
        return this.#tool();
      case 'now': {
        const now = timestampOf(this.#session.history.turns[this.#turn]?.at);
        return now === notRecorded ? new Unknown([['now']]) : now;
      }
      default:
        return undefined;
    }
  }

  #agent(): Value {
    const { history } = this.#session;
    const own = ownOf(history, history.turns[this.#turn]?.node);
    const alone = own?.history ?? history;
    const agent = this.#agents.get(alone) ?? new Agent(alone, own?.turns, this.#hook, this.#reading);
    this.#agents.set(alone, agent);
    return agent.at(this.#turn);
  }

  #tool(): Value | undefined {
    const { history } = this.#session;
    const { invocation: index, at } = history.turns[this.#turn] ?? {};
    const invocation = index === undefined ? undefined : history.invocations[index];
    if (invocation === undefined) return undefined;
    const hasRun = hooks[this.#hook].moment === 'after';
    const source = { kind: 'call', invocation, hasRun } as const;
    const entry: Entry = {
      turn: this.#turn,
      message: 0,
      role: 'agent',
      at: invocation.at ?? at,
      source,
      metadata: null,
    };
    const tool = this.#reading.toolOf(invocation, this.#turn, ['tool']);
    const turn = this.#turn;
    return new ComputedMap(toolFields, (key) => {
      if (key === 'call') return new ToolCall(entry, source, ['tool', 'call'], this.#reading);
      if (key === 'provider') return providerOf(definitionOf(history, invocation, turn), ['tool', key]);
      return tool.get(key) ?? new Unknown([['tool', key]]);
    });
  }
}

const toolFields = [
  'name',
  'description',
  'input_schema',
  'output_schema',
  'annotations',
  'metadata',
  'provider',
  'call',
] as const;

/** The variable `agent` of one history. It walks forward with its scope. */
class Agent {
  readonly #history: History;
  readonly #turns: readonly TurnIndex[] | undefined;
  readonly #moment: 'before' | 'after';
  readonly #isAnswer: boolean;
  readonly #reading: Reading;
  readonly #cursor = { turn: -1 };
  readonly #set: HistorySet;
  readonly #value: Value;
  readonly #prompt = new PromptText();
  #turn: TurnIndex = -1;

  constructor(history: History, turns: readonly TurnIndex[] | undefined, hook: CelAiHookId, reading: Reading) {
    this.#history = history;
    this.#turns = turns;
    this.#moment = hooks[hook].moment;
    this.#isAnswer = hook === 'cel-ai.output';
    this.#reading = reading;
    this.#set = new HistorySet(reading, ['agent', 'history'], partsOf(history, turns, reading.decisions), this.#cursor);
    this.#value = new ComputedMap(agentFields, (key) => this.#field(key));
  }

  at(turn: TurnIndex): Value {
    this.#turn = turn;
    this.#cursor.turn = this.#moment === 'before' ? turn - 1 : turn;
    return this.#value;
  }

  #field(key: string): Value {
    const { agent, model } = this.#history;
    const path: Path = ['agent', key];
    switch (key) {
      case 'name':
        return agent.name ?? new Unknown([path]);
      case 'model':
        return partlyKnown('Model', path, { name: model });
      case 'provider':
        return partlyKnown('AgentProvider', path, {});
      case 'auth':
        return partlyKnown('AgentAuth', path, {});
      case 'context':
        return new AgentContext(this.#set, this.#input(), () => this.#prompt.of(this.#set, this.#reading), path);
      case 'input':
        return new AgentMessage(this.#input(), path, this.#reading);
      case 'output':
        return new AgentMessage(this.#output(), path, this.#reading);
      case 'history':
        return this.#set;
      default:
        return new Unknown([path]);
    }
  }

  /** The latest message of the user, also at the moment when it arrives. */
  #input(): readonly Entry[] {
    const own = inputTurnAt(this.#history, this.#own);
    return own === undefined ? [] : entriesAt(this.#history, own, this.#turns?.[own] ?? own, 0);
  }

  /** The pending answer, where there is one. */
  #output(): readonly Entry[] {
    return this.#isAnswer ? answerAt(this.#history, this.#own, this.#turn, 0) : [];
  }

  get #own(): TurnIndex {
    return this.#turns === undefined ? this.#turn : written(this.#turns, this.#turn) - 1;
  }
}

const agentFields = [
  'name',
  'description',
  'version',
  'model',
  'provider',
  'auth',
  'context',
  'input',
  'output',
  'history',
] as const;

/** The turn of the latest input up to a turn. */
export function inputTurnAt(history: History, turn: TurnIndex): TurnIndex | undefined {
  const { inputTurns } = indexOf(history);
  return inputTurns[written(inputTurns, turn) - 1];
}

class AgentContext extends SearchedMessage {
  readonly #history: HistorySet;
  readonly #input: readonly Entry[];

  constructor(history: HistorySet, input: readonly Entry[], prompt: () => string, path: Path) {
    super('AgentContext', path, (field) => (field === 'prompt' ? prompt() : notRecorded));
    this.#history = history;
    this.#input = input;
  }

  /** In the history, and in the input that arrives. */
  override findings(category: Category, label: string | null): Value | null {
    const { reading } = this.#history;
    const before = this.#history.found(category, label);
    const { hitsOf } = reading;
    if (before === null || hitsOf === null) return findingsIn([], category, label, reading)?.value ?? null;
    return this.#input.reduce((found, entry) => found.with(hitsOf(entry)), before).value;
  }
}

/** The texts of the history so far, extended from turn to turn. */
class PromptText {
  #parts = 0;
  #text = '';

  of(set: HistorySet, reading: Reading): string {
    if (set.count < this.#parts) {
      this.#parts = 0;
      this.#text = '';
    }
    for (; this.#parts < set.count; this.#parts++) {
      const entry = set.entryAt(this.#parts);
      for (const text of entry === undefined ? [] : textsOf(entry, reading)) {
        this.#text += this.#text === '' ? text : `\n${text}`;
      }
    }
    return this.#text;
  }
}

/** The parts of each history, for each way of reading its results: kept, because all sweeps share them. */
const kept = new WeakMap<object, Map<string, HistoryParts>>();

function partsOf(history: History, turns: readonly TurnIndex[] | undefined, decisions: Decisions): HistoryParts {
  const known = kept.get(history.turns) ?? new Map<string, HistoryParts>();
  kept.set(history.turns, known);
  const key = keyOf(decisions);
  const parts = known.get(key) ?? new HistoryParts();
  known.set(key, parts);
  parts.update(history, turns);
  return parts;
}

const keyOf = ({ textResults, missingResults, findings = '' }: Decisions): string =>
  JSON.stringify([textResults, missingResults, findings]);

/** Null for a table without lines. */
const detectorOf = keptByText((findings: string): Detector | null => {
  const lines = findingLines(findings);
  return lines.length === 0 ? null : new Detector(lines);
});

const definitionOf = (history: History, { function: name, node }: Invocation, turn: TurnIndex) =>
  definitionAt(history, name, turn, node)?.definition;

function readingOf({ history }: OpenSession, decisions: Decisions): Reading {
  const detector = decisions.findings === undefined ? null : detectorOf(decisions.findings);
  const reading: Reading = {
    decisions,
    results: history.results,
    hitsOf: detector === null ? null : (entry) => detector.hitsOf(entry, (one) => textsOf(one, reading)),
    toolOf: (invocation, turn, path) =>
      toolMessage(invocation.function, path, () => definitionOf(history, invocation, turn)),
  };
  return reading;
}
