import { unreachable } from '../../../base/unreachable.ts';
import { toJson } from '../../model/json.ts';
import { isRecord } from '../../model/value.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { createNoting } from '../../importing/noting.ts';
import type { Noting } from '../../importing/noting.ts';
import { createPairing } from '../../importing/transcript/pairing.ts';
import type { Pairing } from '../../importing/transcript/pairing.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { createAnswering } from './answering.ts';
import type { Answering } from './answering.ts';
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
  switch (run.kind) {
    case 'messages':
      readMessages(run, pairing, answering, noting);
      break;
    case 'steps':
      readSteps(run, pairing, answering, noting);
      break;
    case 'plain':
      readPlain(run, answering, pairing);
      break;
    default:
      unreachable(run.kind);
  }
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

/** The model was asked without an agent around it; it said what is the answer of the line. */
function readPlain({ question = '', output, outputPlace }: Run, answering: Answering, pairing: Pairing): void {
  const place = [...outputPlace.slice(0, -1), 'question'];
  pairing.said({ message: [{ mimeType: 'text/plain', text: question }], at: undefined, place });
  const message = [{ mimeType: 'text/plain', text: typeof output === 'string' ? output : toJson(output ?? null) }];
  answering.generated({ message, calls: [], unread: 0, tokens: undefined, at: undefined, place: outputPlace });
}

function noteTimes({ kind, entries }: Run, noting: Noting): void {
  const isTimed = kind === 'steps' && entries.some((entry) => isRecord(entry) && isRecord(entry['timing'] ?? null));
  if (!isTimed) noting.note('info', 'import/no-times', null, () => 'The messages of a run carry no times.');
}
