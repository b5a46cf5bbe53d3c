import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { readResultContent } from '../../importing/messages/result-content.ts';
import { callsIn, messageIn, noteSystem } from '../../importing/messages/message-list.ts';
import { counted, type Noting } from '../../importing/noting.ts';
import { createPairing, type Pairing, type PlannedCall } from '../../importing/transcript/pairing.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import type { DelegatedTask, Step as TranscriptStep } from '../../importing/transcript/transcript.ts';
import { ObservedResult, Reference, Step, ToolCall, Trajectory } from './format.ts';
import { tokensTold } from '../../importing/values/tokens.ts';

/** The sub-agents whose trajectories are in the file, by the ids that results refer to them with. */
export interface SubTrajectories {
  take(value: Value, depth: number): DelegatedTask | undefined;
}

/** Deeper than any agent sends others, shallower than a stack. */
const deepest = 20;

export function readSteps(
  trajectory: Trajectory,
  stepsPlace: Path,
  subs: SubTrajectories,
  depth: number,
  noting: Noting,
): readonly TranscriptStep[] {
  const pairing = createPairing(noting);
  trajectory.steps.forEach((value, index) => {
    const where = [...stepsPlace, index];
    const step = messageIn(Step, value, where, 'steps', noting);
    if (step !== undefined) readStep(step, where, subs, depth, pairing, noting);
  });
  return pairing.steps();
}

export function subTrajectories(trajectory: Trajectory, place: Path, noting: Noting): SubTrajectories {
  const byId = new Map<string, { readonly found: Trajectory; readonly place: Path }>();
  (trajectory.subagent_trajectories ?? []).forEach((value, index) => {
    const found = v.safeParse(Trajectory, value);
    const id = found.success ? (found.output.trajectory_id ?? found.output.session_id) : undefined;
    if (found.success && id !== undefined)
      byId.set(id, { found: found.output, place: [...place, 'subagent_trajectories', index] });
  });
  const subs: SubTrajectories = {
    take(value, depth) {
      const reference = v.safeParse(Reference, value);
      if (!reference.success || depth >= deepest) return undefined;
      const id = reference.output.trajectory_id ?? reference.output.session_id ?? '';
      const sub = byId.get(id);
      if (sub === undefined) return undefined;
      byId.delete(id);
      const { found, place: where } = sub;
      return {
        id: id === 'task' || id === 'root' ? `agent ${id}` : id,
        agent: found.agent?.name ?? 'sub-agent',
        model: found.agent?.model_name,
        place: where,
        steps: readSteps(found, [...where, 'steps'], subs, depth + 1, noting),
      };
    },
  };
  return subs;
}

function readStep(
  step: Step,
  place: Path,
  subs: SubTrajectories,
  depth: number,
  pairing: Pairing,
  noting: Noting,
): void {
  const { source, message, observation } = step;
  if (step.is_copied_context === true) {
    return noting.note(
      'info',
      'atif/copied',
      place,
      (n) => `${counted(n, 'step')} copied from an earlier trajectory, left out.`,
    );
  }
  const results = resultsIn(observation?.results ?? [], [...place, 'observation', 'results'], noting);
  const sent = () => {
    for (const { result, place: where } of results) {
      if (result.source_call_id !== undefined) continue;
      for (const task of tasksOf(result.subagent_trajectory_ref ?? [], where, subs, depth, noting)) {
        pairing.delegated(task);
      }
    }
  };
  if (source === 'system') {
    sent();
    return observation === undefined ? noteSystem(place, noting) : noteProgram(place, noting);
  }
  const at = readInstant(step.timestamp, [...place, 'timestamp'], noting);
  const parts = readContent(message, [...place, 'message'], noting);
  if (source === 'user') return pairing.said({ message: parts, at, place });
  sent();
  const calls = callsOf(step, place, results, subs, depth, noting);
  const isModel = step.llm_call_count !== 0 || calls.length === 0;
  const spoken = textOf(parts).trim() === '' ? [] : parts;
  const otherwise = step.reasoning_content === undefined ? '[no text]' : '[thinking]';
  if (step.reasoning_content !== undefined) noteReasoning([...place, 'reasoning_content'], noting);
  if (isModel) {
    pairing.generated({ message: spoken, otherwise, tokens: tokensOf(step), at, model: step.model_name, place }, calls);
  } else for (const call of calls) pairing.called(call);
  for (const { result, place: where } of results) {
    const id = result.source_call_id;
    // A result of no call: what the agent saw without asking for it.
    if (id === undefined && calls.length === 0) noteUnasked(where, noting);
    else
      pairing.result(
        { id, name: undefined, place: where },
        { outcome: 'ok', output: outputOf(result.content, where, noting), at },
      );
  }
}

interface Observed {
  readonly result: v.InferOutput<typeof ObservedResult>;
  readonly place: Path;
}

function resultsIn(values: readonly Value[], place: Path, noting: Noting): readonly Observed[] {
  return values.flatMap((value, index) => {
    const where = [...place, index];
    const result = messageIn(ObservedResult, value, where, 'observation', noting);
    return result === undefined ? [] : [{ result, place: where }];
  });
}

function callsOf(
  step: Step,
  place: Path,
  results: readonly Observed[],
  subs: SubTrajectories,
  depth: number,
  noting: Noting,
): readonly PlannedCall[] {
  const read = (value: Value, where: Path): PlannedCall | undefined => {
    const call = v.safeParse(ToolCall, value);
    if (!call.success) return undefined;
    const { tool_call_id: id, function_name: name, arguments: input } = call.output;
    const references = results.find(({ result }) => result.source_call_id === id)?.result.subagent_trajectory_ref;
    const [task] = tasksOf(references ?? [], where, subs, depth, noting);
    return { id, name, input, place: where, ...(task !== undefined && { to: 'agent' as const, task }) };
  };
  return callsIn(step.tool_calls, [...place, 'tool_calls'], read, noting);
}

/** What agents did whom a step sent, as far as this file holds it. */
function tasksOf(
  references: readonly Value[],
  place: Path,
  subs: SubTrajectories,
  depth: number,
  noting: Noting,
): readonly DelegatedTask[] {
  return references.flatMap((reference) => {
    const task = subs.take(reference, depth);
    if (task !== undefined) return [task];
    noting.note(
      'lost',
      'atif/elsewhere',
      place,
      (n) => `${counted(n, 'sub-agent')} whose trajectory is in another file.`,
    );
    return [];
  });
}

/** A summary of the context, a hand-off: the harness says that it did it. */
const noteProgram = (place: Path, noting: Noting): void =>
  noting.note(
    'info',
    'atif/program',
    place,
    (n) => `${counted(n, 'step')} of the program itself, such as a summary of what came before: no turn, so left out.`,
  );

/** The format has no field for a failed call: every result counts as successful, whatever its text says. */
function outputOf(content: Value | undefined, place: Path, noting: Noting): Value | undefined {
  if (content === undefined || content === null) return undefined;
  return readResultContent(content, [...place, 'content'], noting);
}

/** Cached tokens are part of the prompt's. */
function tokensOf({ metrics }: Step) {
  return tokensTold(metrics?.prompt_tokens, metrics?.completion_tokens);
}

const noteUnasked = (place: Path, noting: Noting): void =>
  noting.note('lost', 'atif/unasked', place, (n) => `${counted(n, 'observation')} of no call, left out.`);
