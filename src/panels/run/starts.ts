import { toJson } from '../../engine/model/json.ts';
import type { SystemId } from '../../engine/model/session.ts';
import type { RecordValue } from '../../engine/model/value.ts';
import { a2aSamples } from '../../engine/systems/a2a/samples.ts';
import { adkSamples } from '../../engine/systems/adk/samples.ts';
import type { OperationCall } from '../../engine/systems/machine.ts';
import { noeticSamples } from '../../engine/systems/noetic/samples.ts';
import { systems } from '../../engine/systems/registry.ts';
import { taskSamples } from '../../engine/systems/task/samples.ts';
import { voiceSamples } from '../../engine/systems/voice/samples.ts';
import type { RunStart } from '../../worker/run-protocol.ts';

/** A sample script that shows what a system does. */
interface TeachingScript {
  readonly title: string;
  readonly about: string;
  readonly given: RecordValue;
  readonly calls: readonly OperationCall[];
}

export interface SystemStart {
  readonly system: SystemId;
  readonly title: string;
  readonly about: string;
  readonly teaching: readonly { readonly title: string; readonly about: string; readonly start: RunStart }[];
  /** A start without any step. */
  readonly empty: RunStart;
  /** Example arguments for the system's constructor, as a text to edit. */
  readonly example: string;
}

const taskGiven: RecordValue = {
  agent: { name: 'refund-agent', namespace: 'shop' },
  user: { id: 'u-17', email: 'ada@example.com' },
  model: 'gemini-2.5-flash',
  started_at: '2026-05-20T03:00:00Z',
  limits: { max_turns: 20, max_age: '1h' },
};

const teachings: { readonly [S in SystemId]: readonly TeachingScript[] } = {
  task: taskSamples,
  a2a: a2aSamples,
  adk: adkSamples,
  noetic: noeticSamples,
  voice: voiceSamples,
};

const abouts: { readonly [S in SystemId]: string } = {
  task: 'Inputs, model calls and capabilities of one task, as CEL rules of guardrails see it.',
  a2a: 'A task of the A2A protocol: messages, states and artifacts that a client is streamed.',
  adk: 'Sessions, callbacks and derived contexts that share one state.',
  noetic: 'Items, channels, memory layers and spawned child contexts.',
  voice: 'One phone call: its agents, their state, templates and handoffs.',
};

export const starts: readonly SystemStart[] = systems.map(({ id, title }) => ({
  system: id,
  title,
  about: abouts[id],
  teaching: teachings[id].map((one) => ({
    title: one.title,
    about: one.about,
    start: { script: scriptText(id, one) },
  })),
  empty: { system: id, given: '' },
  example: toJson(id === 'task' ? taskGiven : (teachings[id][0]?.given ?? {}), 2),
}));

function scriptText(system: SystemId, { given, calls }: TeachingScript): string {
  return toJson({ system, given, do: calls.map((call): RecordValue => ({ ...call })) });
}
