import type { Path } from '../../../../model/path.ts';
import { isRecord, type ListValue, type RecordValue, type Value } from '../../../../model/value.ts';
import type { TaskEvent } from '../../event.ts';
import { textOf, type Reading } from './reading.ts';
import type { PastedInvocation } from './records.ts';

export interface Timeline {
  readonly events: readonly TaskEvent[];
  /** The place of each event under `context`. */
  readonly places: readonly Path[];
}

type TurnKind = 'input' | 'llm' | 'capability';
const isKind = (value: Value): value is TurnKind => value === 'input' || value === 'llm' || value === 'capability';

/** Places inputs, outputs and invocations at the turns that `_history` lists. */
export function timelineOf(reading: Reading, invocations: readonly PastedInvocation[]): Timeline {
  const inputs = [...(reading.list(['input']) ?? [])];
  const outputs = [...(reading.list(['output']) ?? [])];
  const turns = kindsOf(reading, reading.list(['_history', 'turns']));
  const filled = turns.length > 0 ? turns : inventedTurns(reading, inputs.length, outputs.length, invocations.length);
  const answers = answeringTurns(reading, filled, outputs.length);
  const timeline = new Filling();
  for (const [position, kind] of filled.entries()) {
    const place = turns.length > 0 ? ['_history', 'turns', position] : [];
    if (kind === 'input') timeline.input(inputs, place);
    else if (kind === 'capability') timeline.capability(invocations, place);
    else timeline.add({ type: 'model-called' }, place);
    if (answers.has(position)) timeline.output(outputs);
  }
  noteMissing(reading, 'input', filled, inputs.length);
  noteMissing(reading, 'capability', filled, invocations.length);
  timeline.rest(inputs, outputs, invocations);
  return timeline;
}

function kindsOf(reading: Reading, turns: ListValue | undefined): readonly TurnKind[] {
  const kinds: TurnKind[] = [];
  const odd = new Set<string>();
  for (const kind of turns ?? []) {
    if (isKind(kind)) kinds.push(kind);
    else odd.add(typeof kind === 'string' ? `“${kind.slice(0, 40)}”` : typeof kind);
  }
  if (odd.size > 0) {
    const names = [...odd].slice(0, 5).join(', ');
    reading.note(
      'lost',
      'turn-kind',
      `_history.turns has entries of unknown kinds (${names}): they are not shown as turns.`,
      ['_history', 'turns'],
    );
  }
  return kinds;
}

/** A snapshot without `_history` still has entries that belong to some turn. */
function inventedTurns(reading: Reading, inputs: number, outputs: number, invocations: number): readonly TurnKind[] {
  if (inputs + outputs + invocations === 0) return [];
  reading.note(
    'assumed',
    'no-turns',
    'The snapshot lists no turns, so their order is assumed: the first input, all invocations, then answers and further inputs in turn.',
    ['_history'],
  );
  const turns: TurnKind[] = inputs > 0 ? ['input'] : [];
  for (let i = 0; i < invocations; i++) turns.push('capability');
  for (let i = 0; i < Math.max(outputs, inputs - 1); i++) {
    if (i < outputs) turns.push('llm');
    if (i + 1 < inputs) turns.push('input');
  }
  return turns;
}

/** An `llm` turn can be an answer when no other turn but an input follows it. */
function answeringTurns(reading: Reading, turns: readonly TurnKind[], outputs: number): ReadonlySet<number> {
  const possible: number[] = [];
  for (const [position, kind] of turns.entries()) {
    const next = turns[position + 1];
    if (kind === 'llm' && (next === undefined || next === 'input')) possible.push(position);
  }
  if (possible.length > outputs && outputs > 0) {
    reading.note(
      'assumed',
      'answers',
      `${possible.length} llm turns may have answered, but ${outputs === 1 ? 'there is 1 output: it is placed at the first of them' : `there are ${outputs} outputs: they are placed at the first ones`}.`,
      ['output'],
    );
  }
  return new Set(possible.slice(0, outputs));
}

function noteMissing(reading: Reading, kind: 'input' | 'capability', turns: readonly TurnKind[], known: number): void {
  const listed = turns.filter((turn) => turn === kind).length;
  if (listed === known) return;
  const noun = kind === 'input' ? 'input' : 'invocation';
  const recorded = `${known === 0 ? 'no' : known} ${noun}${known > 1 ? 's are' : ' is'} recorded`;
  const inHistory = `_history lists ${listed === 0 ? 'no' : listed} ${kind} turn${listed > 1 ? 's' : ''}`;
  const [without, late] = [listed - known, known - listed];
  const place = kind === 'input' ? 'at the end' : 'at the end, without a turn, like those by the middleware';
  const message =
    listed > known
      ? `${inHistory}, but ${recorded}: the last ${without === 1 ? 'turn is' : `${without} turns are`} shown without one.`
      : `${inHistory}, but ${recorded}: the last ${late === 1 ? `${noun} is` : `${late} ${noun}s are`} placed ${place}.`;
  reading.note('assumed', `${kind}-turns`, message, ['_history', 'turns']);
}

class Filling implements Timeline {
  readonly events: TaskEvent[] = [];
  readonly places: Path[] = [];
  #inputs = 0;
  #outputs = 0;
  #invocations = 0;

  add(event: TaskEvent, place: Path): void {
    this.events.push(event);
    this.places.push(place);
  }

  input(inputs: readonly Value[], place: Path): void {
    const position = this.#inputs++;
    const value = inputs[position];
    if (value === undefined) return this.add({ type: 'turn-recorded', kind: 'input' }, place);
    const { message, values, at } = taskIO(value, 'received_at');
    this.add({ type: 'input-received', ...at, ...message, ...(values && { params: values }) }, ['input', position]);
  }

  output(outputs: readonly Value[]): void {
    const position = this.#outputs++;
    const value = outputs[position];
    if (value === undefined) return;
    const { message, values, at } = taskIO(value, 'committed_at');
    this.add({ type: 'output-sent', ...at, ...message, ...(values && { exposes: values }) }, ['output', position]);
  }

  capability(invocations: readonly PastedInvocation[], place: Path): void {
    const invocation = invocations[this.#invocations++];
    if (invocation === undefined) return this.add({ type: 'turn-recorded', kind: 'capability' }, place);
    this.add({ type: 'capability-invoked', ...invoked(invocation) }, placeOf(invocation));
  }

  /** Adds the entries that fit no listed turn. */
  rest(inputs: readonly Value[], outputs: readonly Value[], invocations: readonly PastedInvocation[]): void {
    for (const invocation of invocations.slice(this.#invocations)) {
      this.add({ type: 'result-recorded', ...invoked(invocation) }, placeOf(invocation));
    }
    while (this.#outputs < outputs.length) this.output(outputs);
    while (this.#inputs < inputs.length) this.input(inputs, []);
  }
}

const invoked = ({ key, input, output, outcome, at, taskId }: PastedInvocation) => ({
  function: key,
  outcome,
  ...(at !== undefined && { at }),
  ...(input !== undefined && { args: input }),
  ...(output !== undefined && { output }),
  ...(taskId !== undefined && { task_id: taskId }),
});

const placeOf = ({ key, index }: PastedInvocation): Path =>
  index === undefined ? ['capabilities', '_meta', 'invocations'] : ['capabilities', key, 'inputs', index];

interface ReadTaskIO {
  readonly message: { readonly message?: Value };
  readonly values: RecordValue | undefined;
  readonly at: { readonly at?: string };
}

/** Later versions of the specification put the time into the entry. A value that is not an object is kept as the message. */
function taskIO(value: Value, timeKey: string): ReadTaskIO {
  if (!isRecord(value)) return { message: { message: value }, values: undefined, at: {} };
  const values = Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'message'));
  const time = Object.hasOwn(values, timeKey) ? textOf(values[timeKey] ?? null) : undefined;
  const message = Object.hasOwn(value, 'message') ? value['message'] : undefined;
  return {
    message: message === undefined ? {} : { message },
    values: Object.keys(values).length > 0 ? values : undefined,
    at: time === undefined ? {} : { at: time },
  };
}
