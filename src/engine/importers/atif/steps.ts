import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import { callsIn, messageIn } from '../../importing/transcript/message-list.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import {
  type DelegatedTask,
  type TranscriptEntry as TranscriptStep,
  tokensTold,
} from '../../importing/transcript/transcript.ts';
import { ObservedResult, Reference, Step, ToolCall, Trajectory } from './format.ts';
import { noteReasoning, noteSystem } from '../../importing/notes.ts';

/** Finds the sub-agents’ trajectories in the file by the ids that results use to refer to them. */
export interface SubTrajectories {
  take(value: Value, depth: number): DelegatedTask | undefined;
}

/** No recording nests sub-agents deeper than this, and the call stack allows it. */
const maxDepth = 20;

export function readSteps(
  trajectory: Trajectory,
  stepsPlace: Path,
  subs: SubTrajectories,
  depth: number,
  report: ImportReport,
): readonly TranscriptStep[] {
  const matcher = createCallMatcher(report);
  trajectory.steps.forEach((value, index) => {
    const where = [...stepsPlace, index];
    const step = messageIn(Step, value, where, 'steps', report);
    if (step !== undefined) readStep(step, where, subs, depth, matcher, report);
  });
  return matcher.entries();
}

export function subTrajectories(trajectory: Trajectory, place: Path, report: ImportReport): SubTrajectories {
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
      if (!reference.success || depth >= maxDepth) return undefined;
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
        entries: readSteps(found, [...where, 'steps'], subs, depth + 1, report),
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
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const { source, message, observation } = step;
  if (step.is_copied_context === true) {
    return report.note(
      'info',
      'atif/copied',
      place,
      (n) => `${counted(n, 'step')} copied from an earlier trajectory, left out.`,
    );
  }
  const results = resultsIn(observation?.results ?? [], [...place, 'observation', 'results'], report);
  const sent = () => {
    for (const { result, place: where } of results) {
      if (result.source_call_id !== undefined) continue;
      for (const task of tasksOf(result.subagent_trajectory_ref ?? [], where, subs, depth, report)) {
        matcher.addTask(task);
      }
    }
  };
  if (source === 'system') {
    sent();
    return observation === undefined ? noteSystem(place, report) : noteProgram(place, report);
  }
  const at = readInstant(step.timestamp, [...place, 'timestamp'], report);
  const parts = readContent(message, [...place, 'message'], report);
  if (source === 'user') return matcher.addInput({ message: parts, at, place });
  sent();
  const calls = callsOf(step, place, results, subs, depth, report);
  const isModel = step.llm_call_count !== 0 || calls.length === 0;
  const spoken = textOf(parts).trim() === '' ? [] : parts;
  const otherwise = step.reasoning_content === undefined ? '[no text]' : '[thinking]';
  if (step.reasoning_content !== undefined) noteReasoning([...place, 'reasoning_content'], report);
  if (isModel) {
    matcher.addModelTurn(
      { message: spoken, otherwise, tokens: tokensOf(step), at, model: step.model_name, place },
      calls,
    );
  } else for (const call of calls) matcher.addCall(call);
  for (const { result, place: where } of results) {
    const id = result.source_call_id;
    // A result without a call is an observation that the agent did not request.
    if (id === undefined && calls.length === 0) noteUnasked(where, report);
    else
      matcher.addResult(
        { id, name: undefined, place: where },
        { outcome: 'ok', output: outputOf(result.content, where, report), at },
      );
  }
}

interface Observed {
  readonly result: v.InferOutput<typeof ObservedResult>;
  readonly place: Path;
}

function resultsIn(values: readonly Value[], place: Path, report: ImportReport): readonly Observed[] {
  return values.flatMap((value, index) => {
    const where = [...place, index];
    const result = messageIn(ObservedResult, value, where, 'observation', report);
    return result === undefined ? [] : [{ result, place: where }];
  });
}

function callsOf(
  step: Step,
  place: Path,
  results: readonly Observed[],
  subs: SubTrajectories,
  depth: number,
  report: ImportReport,
): readonly RequestedCall[] {
  const read = (value: Value, where: Path): RequestedCall | undefined => {
    const call = v.safeParse(ToolCall, value);
    if (!call.success) return undefined;
    const { tool_call_id: id, function_name: name, arguments: input } = call.output;
    const references = results.find(({ result }) => result.source_call_id === id)?.result.subagent_trajectory_ref;
    const [task] = tasksOf(references ?? [], where, subs, depth, report);
    return { id, name, input, place: where, ...(task !== undefined && { to: 'agent' as const, task }) };
  };
  return callsIn(step.tool_calls, [...place, 'tool_calls'], read, report);
}

/** The tasks of the sub-agents that a step started, if this file contains them. */
function tasksOf(
  references: readonly Value[],
  place: Path,
  subs: SubTrajectories,
  depth: number,
  report: ImportReport,
): readonly DelegatedTask[] {
  return references.flatMap((reference) => {
    const task = subs.take(reference, depth);
    if (task !== undefined) return [task];
    report.note(
      'lost',
      'atif/elsewhere',
      place,
      (n) => `${counted(n, 'sub-agent')} whose trajectory is in another file.`,
    );
    return [];
  });
}

/** Notes a step in which the program itself acted, such as a summary of the context or a hand-off. */
const noteProgram = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'atif/program',
    place,
    (n) => `${counted(n, 'step')} of the program itself, such as a summary of what came before: no turn, so left out.`,
  );

/** The format has no field for a failed call: every result counts as successful, whatever its text says. */
function outputOf(content: Value | undefined, place: Path, report: ImportReport): Value | undefined {
  if (content === undefined || content === null) return undefined;
  return readResultContent(content, [...place, 'content'], report);
}

/** The prompt’s tokens include cached tokens. */
function tokensOf({ metrics }: Step) {
  return tokensTold(metrics?.prompt_tokens, metrics?.completion_tokens);
}

const noteUnasked = (place: Path, report: ImportReport): void =>
  report.note('lost', 'atif/unasked', place, (n) => `${counted(n, 'observation')} of no call, left out.`);
