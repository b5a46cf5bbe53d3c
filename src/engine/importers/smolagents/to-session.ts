import { isRecord } from '../../model/value.ts';
import type { ReadSession } from '../importer.ts';
import { readInstant } from '../instants.ts';
import { createNoting } from '../noting.ts';
import type { Noting } from '../noting.ts';
import { createPairing } from '../pairing.ts';
import { shortTitle } from '../title.ts';
import { toTaskSession } from '../to-task-session.ts';
import { createAnswering } from './answering.ts';
import { readMessages } from './messages.ts';
import type { Run } from './shapes.ts';
import { readSteps } from './steps.ts';
import { taskIn } from './task-text.ts';
import { tokensOf } from './tokens.ts';

export function titleOf({ question, entries }: Run): string {
  const task =
    question ??
    entries
      .slice(0, 20)
      .map(taskIn)
      .find((text) => text !== undefined);
  return task === undefined ? 'run of smolagents' : shortTitle(task);
}

export function toSession(run: Run): ReadSession {
  const noting = createNoting();
  const pairing = createPairing(noting);
  const answering = createAnswering(pairing, noting);
  if (run.kind === 'messages') readMessages(run, pairing, answering, noting);
  else readSteps(run, pairing, answering, noting);
  answering.ended(run);
  const { usage, usagePlace } = run;
  const tokens = tokensOf(usage);
  if (tokens !== undefined) pairing.totalled(tokens, usagePlace);
  noteTimes(run, noting);
  return toTaskSession(
    {
      title: titleOf(run),
      importer: 'smolagents',
      model: run.model,
      startedAt: readInstant(run.startedAt, [...run.place.slice(0, -1), 'start_time'], noting),
      declared: [],
      recording: run.about,
      steps: pairing.steps(),
    },
    noting,
  );
}

function noteTimes({ kind, entries }: Run, noting: Noting): void {
  const isTimed = kind === 'steps' && entries.some((entry) => isRecord(entry) && isRecord(entry['timing'] ?? null));
  if (!isTimed) noting.note('info', 'import/no-times', null, () => 'The messages of a run carry no times.');
}
