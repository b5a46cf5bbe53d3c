import * as v from 'valibot';
import { below, type Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { readContent } from '../../importing/content/content.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { callsIn, messageIn } from '../../importing/transcript/message-list.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { type RecordedTokens, tokensTold } from '../../importing/transcript/transcript.ts';
import { Tau2Call, Tau2Message } from './format.ts';
import type { Tau2Info, Tau2Simulation } from './format.ts';
import { errored, succeeded } from './outcomes.ts';
import { noteSystem } from '../../importing/notes.ts';

export function titleOfTau2(run: Tau2Simulation, info: Tau2Info): string {
  const domain = info.environment_info?.domain_name ?? 'tau2-bench';
  const reward = rewardOf(run);
  const parts = [`${domain} task ${run.task_id}`];
  if (run.trial !== undefined) parts.push(`trial ${run.trial}`);
  if (reward !== null) parts.push(`reward ${reward}`);
  return parts.join(', ');
}

export function openTau2(run: Tau2Simulation, info: Tau2Info, place: Path): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  run.messages.forEach((value, index) => readMessage(value, [...place, 'messages', index], matcher, report));
  const steps = matcher.entries();
  return toTaskSession(
    {
      title: titleOfTau2(run, info),
      importer: 'tau-bench',
      model: info.agent_info?.llm,
      startedAt: readInstant(run.start_time, below(place, 'start_time'), report),
      declared: [],
      recording: recordingOf(run, info),
      entries: steps,
    },
    report,
  );
}

function recordingOf(run: Tau2Simulation, info: Tau2Info): RecordValue {
  return {
    benchmark: 'tau2-bench',
    domain: info.environment_info?.domain_name ?? null,
    task_id: run.task_id,
    trial: run.trial ?? null,
    reward: rewardOf(run),
    termination_reason: run.termination_reason ?? null,
    agent_cost: run.agent_cost ?? null,
    duration: run.duration ?? null,
  };
}

const rewardOf = (run: Tau2Simulation): number | null => run.reward_info?.reward ?? null;

function readMessage(value: Value, place: Path, matcher: CallMatcher, report: ImportReport): void {
  const message = messageIn(Tau2Message, value, place, 'messages', report);
  if (message === undefined) return;
  const at = readInstant(message.timestamp, below(place, 'timestamp'), report);
  const parts = message.role === 'tool' ? [] : readContent(message.content, below(place, 'content'), report);
  switch (message.role) {
    case 'system':
      noteSystem(place, report);
      return;
    case 'user':
      if ((message.tool_calls?.length ?? 0) > 0) noteUserCalls(place, report);
      // A message that only calls the user's own tools never reaches the agent.
      if (parts.length > 0) matcher.addInput({ message: parts, at, place });
      return;
    case 'assistant':
      matcher.addModelTurn(
        { message: parts, tokens: tokensOf(message, place, report), at, place },
        callsOf(message, place, report),
      );
      return;
    case 'tool':
      if (message.requestor === 'user') return;
      readResult(message, place, at, matcher, report);
  }
}

function readResult(
  message: Tau2Message,
  place: Path,
  at: string | undefined,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const content = below(place, 'content');
  const result =
    message.error === true
      ? errored(wordsIn(message.content))
      : succeeded(readResultContent(message.content, content, report) ?? null);
  matcher.addResult({ id: message.id, name: undefined, place }, { ...result, at });
}

function callsOf(message: Tau2Message, place: Path, report: ImportReport): RequestedCall[] {
  const read = (value: Value, where: Path): RequestedCall | undefined => {
    const call = v.safeParse(Tau2Call, value);
    if (!call.success) return undefined;
    const { id, name, arguments: written } = call.output;
    return { id, name, input: openArguments(written, below(where, 'arguments'), report), place: where };
  };
  return callsIn(message.tool_calls, below(place, 'tool_calls'), read, report);
}

/** The greeting that opens every conversation is a fixed text: no usage, and a recorded cost of nothing. */
function tokensOf({ usage, cost }: Tau2Message, place: Path, report: ImportReport): RecordedTokens | undefined {
  const tokens = tokensTold(usage?.prompt_tokens, usage?.completion_tokens);
  if (tokens !== undefined || cost !== 0) return tokens;
  report.note(
    'assumed',
    'tau-bench/scripted-message',
    place,
    () => 'The opening message cost nothing and has no usage: it is a fixed text, and counts no tokens.',
  );
  return { prompt: 0, completion: 0 };
}

function noteUserCalls(place: Path, report: ImportReport): void {
  report.note(
    'info',
    'tau-bench/user-calls',
    place,
    (n) =>
      `${counted(n, 'message')} in which the simulated user calls tools of its own: not the agent’s doing, so left out.`,
  );
}
