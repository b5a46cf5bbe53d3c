import * as v from 'valibot';
import { below, type Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readContent } from '../../importing/messages/content.ts';
import { wordsIn } from '../../importing/messages/reason-in.ts';
import { readResultContent } from '../../importing/messages/result-content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { callsIn, messageIn, noteSystem } from '../../importing/messages/message-list.ts';
import { createNoting } from '../../importing/noting.ts';
import type { Noting } from '../../importing/noting.ts';
import { createPairing } from '../../importing/transcript/pairing.ts';
import type { Pairing, PlannedCall } from '../../importing/transcript/pairing.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { Tau1Call, Tau1Info, Tau1Message } from './format.ts';
import type { Tau1Run } from './format.ts';
import { errored, isError, succeeded } from './outcomes.ts';

export const titleOfTau1 = ({ task_id, trial, reward }: Tau1Run): string =>
  `tau-bench task ${task_id}, trial ${trial ?? 0}, reward ${reward}`;

export function openTau1(run: Tau1Run, place: Path): ReadSession {
  const noting = createNoting();
  const pairing = createPairing(noting);
  run.traj.forEach((value, index) => readMessage(value, [...place, 'traj', index], pairing, noting));
  const info = v.safeParse(Tau1Info, run.info);
  const steps = pairing.steps();
  noting.note('info', 'import/no-times', null, () => 'The format records no time and no tokens per message.');
  return toTaskSession(
    {
      title: titleOfTau1(run),
      importer: 'tau-bench',
      user: info.success ? info.output.task?.user_id : undefined,
      declared: [],
      recording: { benchmark: 'tau-bench', task_id: run.task_id, trial: run.trial ?? 0, reward: run.reward },
      steps,
    },
    noting,
  );
}

function readMessage(value: Value, place: Path, pairing: Pairing, noting: Noting): void {
  const message = messageIn(Tau1Message, value, place, 'traj', noting);
  if (message === undefined) return;
  const content = below(place, 'content');
  const parts = () => readContent(message.content, content, noting);
  switch (message.role) {
    case 'system':
      noteSystem(place, noting);
      return;
    case 'user':
      pairing.said({ message: parts(), at: undefined, place });
      return;
    case 'assistant':
      pairing.generated({ message: parts(), tokens: undefined, at: undefined, place }, callsOf(message, place, noting));
      return;
    case 'tool': {
      const text = wordsIn(message.content);
      const result = isError(text)
        ? errored(text)
        : succeeded(readResultContent(message.content, content, noting) ?? null);
      pairing.result({ id: message.tool_call_id, name: message.name, place }, result);
    }
  }
}

function callsOf(message: Tau1Message, place: Path, noting: Noting): PlannedCall[] {
  const read = (value: Value, where: Path): PlannedCall | undefined => {
    const call = v.safeParse(Tau1Call, value);
    if (!call.success) return undefined;
    const { name, arguments: written } = call.output.function;
    const input = openArguments(written, [...where, 'function', 'arguments'], noting);
    return { id: call.output.id, name, input, place: where };
  };
  return callsIn(message.tool_calls, below(place, 'tool_calls'), read, noting);
}
