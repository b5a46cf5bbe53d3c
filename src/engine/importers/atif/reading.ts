import type { RecordValue, Value } from '../../model/value.ts';
import type {
  ChatReading,
  FoundConversation,
  MessageKind,
  MessageReading,
  Spot,
} from '../../importing/describing/chat-reading.ts';
import { textOf } from '../../importing/content/content.ts';
import { reasonIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import { createImportReport, type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { failed } from '../../importing/transcript/call-ends.ts';
import type { DelegatedTask } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { countAt, elementsAt, entriesAt, recordAt, textAt } from '../../importing/values/where.ts';

export const reading: ChatReading = {
  messages: ({ holder }) => [stepReading(createSubAgents(holder))],
  session: {
    untitled: (run) => textAt(run, ['session_id', 'agent.name']) ?? 'ATIF trajectory',
    agent: 'agent.name',
    model: 'agent.model_name',
    startedAt: (_, { found }) => startOf(found),
    tools: 'agent.tool_definitions',
    recording: (run) => ({
      session: textAt(run, 'session_id') ?? null,
      metrics: recordAt(run, 'final_metrics') ?? null,
    }),
    totals: {
      prompt: [(run) => totalsIn(run)?.prompt],
      completion: [(run) => totalsIn(run)?.completion],
    },
    lastNotes: noteRun,
  },
};

const stepReading = (subAgents: SubAgents): MessageReading => ({
  kind: kindOf,
  text: 'message',
  calls: { list: 'tool_calls', id: 'tool_call_id', name: 'function_name', arguments: 'arguments' },
  results: {
    list: 'observation.results',
    id: 'source_call_id',
    // The format has no field for a failed call: results count as successful, whatever their text says.
    outcome: (result, { place, report }) => {
      const { content = null } = result;
      const output = content === null ? undefined : readResultContent(content, [...place, 'content'], report);
      return isFailed(result) ? failed(reasonIn(output ?? null)) : { outcome: 'ok', output };
    },
  },
  reasoning: 'reasoning_content',
  time: 'timestamp',
  // `prompt_tokens` are “total input tokens including cached and non-cached”, and `cached_tokens` are those of them that the cache had:
  // https://github.com/laude-institute/harbor/blob/main/docs/rfcs/0001-trajectory-format.md
  tokens: {
    prompt: 'metrics.prompt_tokens',
    completion: 'metrics.completion_tokens',
    cached: 'metrics.cached_tokens',
  },
  model: 'model_name',
  finish: (message, step, spot) => withSubAgents(message, step, spot, subAgents),
});

/**
 * Harbor adds the mark of Claude Code to a result or, in earlier versions, to a step with a single call.
 * https://github.com/laude-institute/harbor/blob/main/src/harbor/agents/installed/claude_code.py
 */
const isFailed = (holder: RecordValue): boolean => recordAt(holder, 'extra')?.['tool_result_is_error'] === true;

function kindOf(step: RecordValue, { place, report }: Spot): MessageKind | undefined {
  if (step['is_copied_context'] === true) {
    report.note('info', 'atif/copied', place, '{# step} copied from an earlier trajectory, left out.');
    return 'skip';
  }
  const { source } = step;
  if (source === 'user') return 'input';
  if (source === 'system') return recordAt(step, 'observation') === undefined ? 'system' : 'call';
  if (source !== 'agent') return undefined;
  // A program that acts for the agent calls no model.
  return step['llm_call_count'] === 0 && elementsAt(step, 'tool_calls').length > 0 ? 'call' : 'llm';
}

/** The sub-agents’ trajectories in the file, by the ids with which results refer to them: each is used once. */
interface SubAgents {
  taskOf(reference: Value, spot: Spot): DelegatedTask | undefined;
}

/** No recording nests sub-agents deeper than this, and the call stack allows it. */
const maxDepth = 20;

function createSubAgents(holder: Placed): SubAgents {
  const ids = ['trajectory_id', 'session_id'];
  const waiting = new Map(
    entriesAt(holder, 'subagent_trajectories').map((one) => [textAt(one.value, ids) ?? '', one] as const),
  );
  let depth = 0;
  return {
    taskOf(reference, { nested }) {
      const id = textAt(reference, ids) ?? '';
      const found = waiting.get(id);
      if (found === undefined || id === '' || depth >= maxDepth) return undefined;
      waiting.delete(id);
      depth++;
      const entries = nested(entriesAt(found, 'steps'));
      depth--;
      return {
        id: id === 'task' || id === 'root' ? `agent ${id}` : id,
        agent: textAt(found.value, 'agent.name') ?? 'sub-agent',
        model: textAt(found.value, 'agent.model_name'),
        place: found.place,
        entries,
      };
    },
  };
}

/** Adds the sub-agents that a step started: at the call whose result refers to one, otherwise before the step. */
function withSubAgents(
  message: NormalizedMessage,
  step: RecordValue,
  spot: Spot,
  subAgents: SubAgents,
): readonly NormalizedMessage[] {
  const { role, parts, calls = [], results = [], isReasoning } = message;
  const { place, report } = spot;
  if (role === 'user') return [{ ...message, results: [] }];
  if (role === 'system') return [message];
  const observed = entriesAt({ value: step, place }, 'observation.results');
  const tasksOf = ({ value }: Placed, where: Placed['place']) =>
    elementsAt(value, 'subagent_trajectory_ref').flatMap((reference) => {
      const task = subAgents.taskOf(reference, spot);
      if (task === undefined) notes.elsewhere(where, report);
      return task ?? [];
    });
  const idOf = ({ value }: Placed) => textAt(value, 'source_call_id');
  const tasks = observed.filter((one) => idOf(one) === undefined).flatMap((one) => tasksOf(one, one.place));
  if (step['source'] === 'system') {
    notes.program(place, report);
    return [{ ...message, results: [], tasks }];
  }
  const firstOfCall = new Map(observed.toReversed().map((one) => [idOf(one), one]));
  const withTasks = calls.map((call) => {
    const result = firstOfCall.get(call.id);
    const [task] = result === undefined ? [] : tasksOf(result, call.place);
    return task === undefined ? call : { ...call, to: 'agent' as const, task };
  });
  const known = results.map((one) =>
    isFailed(step) && results.length === 1 && one.result.outcome === 'ok'
      ? { ...one, result: { ...one.result, ...failed(reasonIn(one.result.output ?? null)) } }
      : one,
  );
  const asked = known.filter(({ mark }) => {
    // A result without a call is an observation that the agent did not request.
    const isUnasked = mark.id === undefined && calls.length === 0;
    if (isUnasked) notes.unasked(mark.place, report);
    return !isUnasked;
  });
  return [
    {
      ...message,
      // Some programs write a missing text as a line break.
      parts: textOf(parts).trim() === '' ? [] : parts,
      ...(role === 'results' && { role: 'assistant' }),
      ...(isReasoning === true && { placeholder: '[thinking]' }),
      calls: withTasks,
      results: asked,
      tasks,
    },
  ];
}

/** The first step of the user or the agent; `time` of its message already noted what is wrong with it. */
function startOf({ messages }: FoundConversation): string | undefined {
  const first = messages.find(({ value }) => textAt(value, 'source') !== 'system' && !isCopied(value))?.value;
  return readInstant(textAt(first, 'timestamp'), [], createImportReport());
}

const isCopied = (step: Value): boolean => recordAt(step, '')?.['is_copied_context'] === true;

/**
 * The tokens of the whole run, including sub-agents. They exceed the sum of its steps if a part of the run, such as a
 * sub-agent, is in another file; otherwise they are not needed.
 */
function totalsIn(run: Value) {
  const prompt = countAt(run, 'final_metrics.total_prompt_tokens');
  const completion = countAt(run, 'final_metrics.total_completion_tokens');
  if (prompt === undefined || completion === undefined) return undefined;
  const steps = [run, ...elementsAt(run, 'subagent_trajectories')].flatMap((one) => elementsAt(one, 'steps'));
  const inSteps = (key: string) =>
    steps.reduce<number>((sum, step) => sum + (isCopied(step) ? 0 : (countAt(step, `metrics.${key}`) ?? 0)), 0);
  const beyond = { prompt: prompt - inSteps('prompt_tokens'), completion: completion - inSteps('completion_tokens') };
  return beyond.prompt > 0 || beyond.completion > 0 ? { prompt, completion, beyond } : undefined;
}

function noteRun({ holder }: FoundConversation, report: ImportReport): void {
  notes.outcome(null, report);
  const totals = totalsIn(holder.value);
  if (totals === undefined) return;
  const { prompt, completion } = totals.beyond;
  report.note(
    'info',
    'atif/totals',
    ['final_metrics'],
    () =>
      `The steps lack ${prompt} prompt tokens and ${completion} completion tokens of the run’s total: they are counted at its end.`,
  );
}

const notes = notesOf('atif', {
  lost: {
    elsewhere: '{# sub-agent} whose trajectory is in another file.',
    unasked: '{# observation} without a call: left out.',
  },
  info: {
    /** A step in which the program itself acted, such as a summary of the context or a hand-off. */
    program: '{# step} of the program itself, such as a summary of the earlier steps: not shown as turns.',
  },
  assumed: {
    outcome:
      'The format does not say whether a call failed: results count as successful, unless the agent’s converter marked them.',
  },
});
