import { toJson } from '../../model/json.ts';
import { indexOf } from '../../model/history-index.ts';
import type { History, Invocation, TurnIndex } from '../../model/history.ts';
import { materialise } from '../../model/materialise.ts';
import { written } from '../../model/prefix.ts';
import { entry, isList, isMap, Unknown, type Value } from '../../model/value.ts';

/** The messages of a whole history, oldest first, as a model is given them. It grows with the history. */
export class PromptColumn {
  readonly messages: Value[] = [];
  /** The turn of each message, in the numbers of the session. */
  readonly turns: number[] = [];
  /** The number of changes of the history that it knows. */
  #changes = 0;
  /** The number of turns that were read. */
  #read = 0;

  /** `turns`: for each turn of the history, its number in the session; absent where both are the same. */
  update(history: History, turns: readonly TurnIndex[] | undefined): void {
    const { growth } = history;
    const changed = growth.since(this.#changes);
    if (changed < this.#read) this.#shorten(Math.max(0, changed), turns);
    this.#changes = growth.count;
    for (; this.#read < history.turns.length; this.#read++) {
      for (const [role, content] of messagesAt(history, this.#read)) {
        this.messages.push({ role, content });
        this.turns.push(turns?.[this.#read] ?? this.#read);
      }
    }
  }

  #shorten(changed: TurnIndex, turns: readonly TurnIndex[] | undefined): void {
    this.#read = changed;
    const length = written(this.turns, (turns?.[changed] ?? changed) - 1);
    this.turns.length = length;
    this.messages.length = length;
  }
}

type Message = readonly [role: 'user' | 'assistant' | 'tool', content: Value];

const notRecorded = new Unknown([['llm', 'prompt', 'content']]);

/** A model call without recorded text has no message, unless it answered the user. */
function messagesAt(history: History, own: TurnIndex): readonly Message[] {
  const here = history.turns[own];
  switch (here?.kind) {
    case 'input': {
      const { inputTurns } = indexOf(history);
      const first = written(inputTurns, own - 1);
      const received = history.inputs.slice(first, written(inputTurns, own, first));
      return received.map(({ value }) => ['user', value === undefined ? notRecorded : textOf(value)]);
    }
    case 'llm': {
      if (here.text !== undefined && here.text !== '') return [['assistant', here.text]];
      return here.answers ? [['assistant', notRecorded]] : [];
    }
    case 'capability': {
      const invocation = here.invocation === undefined ? undefined : history.invocations[here.invocation];
      return invocation === undefined ? [] : [['tool', resultText(invocation)]];
    }
    default:
      return [];
  }
}

function textOf(message: Value): Value {
  const content = (isMap(message) ? entry(message, 'message') : undefined) ?? null;
  if (typeof content === 'string') return content;
  const parts = isList(content) ? [...content] : [content];
  const texts = parts.map((part) => (isMap(part) ? entry(part, 'text') : part));
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** The result as the model reads it: a text, or JSON. */
export function resultText({ output, outcome, reason }: Invocation): Value {
  if (outcome === 'errored' || (outcome === 'restricted' && (output ?? null) === null)) return reason ?? notRecorded;
  if (output === undefined || output instanceof Unknown) return notRecorded;
  return typeof output === 'string' ? output : toJson(materialise(output));
}
