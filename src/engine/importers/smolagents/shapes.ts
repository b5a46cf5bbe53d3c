import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { ActionStep, BenchmarkLine, Message, PlanningStep, RunResult, SystemPromptStep, TaskStep } from './format.ts';
import type { TokenUsage } from './format.ts';

/** A run in any container: its messages or steps, and the facts about the whole run. */
export interface Run {
  /** `plain`: a question and its answer, without an agent. */
  readonly kind: 'messages' | 'steps' | 'plain';
  readonly entries: readonly Value[];
  /** The place of the list. */
  readonly place: Path;
  readonly model: string | undefined;
  readonly question: string | undefined;
  readonly startedAt: number | undefined;
  /** The run's final output; undefined if only the entries contain it. */
  readonly output: Value | undefined;
  readonly outputPlace: Path;
  /** For the whole run. */
  readonly usage: TokenUsage | undefined;
  readonly usagePlace: Path;
  /** Other facts that the recording has about the run. */
  readonly about: RecordValue;
}

const unsaid = {
  model: undefined,
  question: undefined,
  startedAt: undefined,
  output: undefined,
  outputPlace: [],
  usage: undefined,
  usagePlace: [],
  about: {},
};

export function runIn(value: Value, place: Path): Run | undefined {
  const kind = kindOf(elementsOf(value));
  if (kind !== undefined) return { ...unsaid, kind, entries: elementsOf(value), place };
  if (!isRecord(value)) return undefined;
  return benchmarkRun(value, place) ?? resultRun(value, place);
}

function benchmarkRun(value: RecordValue, place: Path): Run | undefined {
  const line = v.safeParse(BenchmarkLine, value);
  if (!line.success) return undefined;
  const { intermediate_steps: steps, question, model_id, answer, start_time, token_counts } = line.output;
  const entries = typeof steps === 'string' ? [] : steps;
  const isPlain = typeof steps === 'string' && question !== undefined && answer !== undefined;
  const kind = isPlain ? 'plain' : kindOf(entries);
  if (kind === undefined) return undefined;
  const { intermediate_steps: _steps, question: _question, token_counts: _counts, ...about } = value;
  return {
    kind,
    entries,
    place: [...place, 'intermediate_steps'],
    model: model_id,
    question,
    startedAt: start_time,
    output: answer,
    outputPlace: [...place, 'answer'],
    usage: token_counts,
    usagePlace: [...place, 'token_counts'],
    about,
  };
}

function resultRun(value: RecordValue, place: Path): Run | undefined {
  const result = v.safeParse(RunResult, value);
  const kind = result.success ? kindOf(result.output.steps) : undefined;
  if (!result.success || kind === undefined) return undefined;
  const { steps: entries, output, state, token_usage } = result.output;
  return {
    ...unsaid,
    kind,
    entries,
    place: [...place, 'steps'],
    output,
    outputPlace: [...place, 'output'],
    usage: token_usage,
    usagePlace: [...place, 'token_usage'],
    about: state === undefined ? {} : { state },
  };
}

const sample = 20;

/** Only smolagents writes roles with a hyphen, and steps with a number and the model's output. */
function kindOf(entries: readonly Value[]): Run['kind'] | undefined {
  const first = entries.slice(0, sample);
  const ownRoles = new Set<Value | undefined>(['tool-call', 'tool-response']);
  const isOwnRole = (entry: Value) => isRecord(entry) && ownRoles.has(entry['role']);
  if (first.some(isOwnRole) && v.is(Message, first[0])) return 'messages';
  const isStep = (entry: Value) => v.is(ActionStep, entry) && isRecord(entry) && 'model_output' in entry;
  const kinds = [ActionStep, TaskStep, PlanningStep, SystemPromptStep];
  const begins = first[0] !== undefined && kinds.some((step) => v.is(step, first[0]));
  return begins && first.some(isStep) ? 'steps' : undefined;
}
