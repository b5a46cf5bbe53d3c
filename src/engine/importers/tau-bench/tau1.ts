import * as v from 'valibot';
import { below, type Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readContent } from '../../importing/content/content.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { callsIn, messageIn } from '../../importing/transcript/message-list.ts';
import { createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { Tau1Call, Tau1Info, Tau1Message } from './format.ts';
import type { Tau1Run } from './format.ts';
import { errored, isError, succeeded } from './outcomes.ts';
import { noteSystem } from '../../importing/notes.ts';

export const titleOfTau1 = ({ task_id, trial, reward }: Tau1Run): string =>
  `tau-bench task ${task_id}, trial ${trial ?? 0}, reward ${reward}`;

export function openTau1(run: Tau1Run, place: Path): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  run.traj.forEach((value, index) => readMessage(value, [...place, 'traj', index], matcher, report));
  const info = v.safeParse(Tau1Info, run.info);
  const steps = matcher.entries();
  report.note('info', 'import/no-times', null, () => 'The format records no time and no tokens per message.');
  return toTaskSession(
    {
      title: titleOfTau1(run),
      importer: 'tau-bench',
      user: info.success ? info.output.task?.user_id : undefined,
      declared: [],
      recording: { benchmark: 'tau-bench', task_id: run.task_id, trial: run.trial ?? 0, reward: run.reward },
      entries: steps,
    },
    report,
  );
}

function readMessage(value: Value, place: Path, matcher: CallMatcher, report: ImportReport): void {
  const message = messageIn(Tau1Message, value, place, 'traj', report);
  if (message === undefined) return;
  const content = below(place, 'content');
  const parts = () => readContent(message.content, content, report);
  switch (message.role) {
    case 'system':
      noteSystem(place, report);
      return;
    case 'user':
      matcher.addInput({ message: parts(), at: undefined, place });
      return;
    case 'assistant':
      matcher.addModelTurn(
        { message: parts(), tokens: undefined, at: undefined, place },
        callsOf(message, place, report),
      );
      return;
    case 'tool': {
      const text = wordsIn(message.content);
      const result = isError(text)
        ? errored(text)
        : succeeded(readResultContent(message.content, content, report) ?? null);
      matcher.addResult({ id: message.tool_call_id, name: message.name, place }, result);
    }
  }
}

function callsOf(message: Tau1Message, place: Path, report: ImportReport): RequestedCall[] {
  const read = (value: Value, where: Path): RequestedCall | undefined => {
    const call = v.safeParse(Tau1Call, value);
    if (!call.success) return undefined;
    const { name, arguments: written } = call.output.function;
    const input = openArguments(written, [...where, 'function', 'arguments'], report);
    return { id: call.output.id, name, input, place: where };
  };
  return callsIn(message.tool_calls, below(place, 'tool_calls'), read, report);
}
