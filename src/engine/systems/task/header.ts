import * as v from 'valibot';
import type { SessionHeader } from '../../model/session.ts';
import type { RecordValue } from '../../model/value.ts';
import type { KnownKeys } from '../known-keys.ts';
import { count, headerFields, record, text } from '../fields.ts';
import type { LimitName } from './limits.ts';
import type { Declaration } from './keys.ts';

/** Properties of a whole task. An absent field means *the recording does not say*. */
export interface TaskHeader extends SessionHeader {
  readonly agent?: { readonly name?: string; readonly namespace?: string };
  /** `email: null` says that the user has none. */
  readonly user?: { readonly id?: string; readonly email?: string | null };
  readonly model?: string;
  /** Tokens that a call of the model can hold. */
  readonly context_window?: number;
  /** UTC ISO 8601: creation of the task. */
  readonly started_at?: string;
  readonly capabilities?: readonly Declaration[];
  readonly limits?: Limits;
  /** Derived contexts below the root, parents first. */
  readonly nodes?: readonly { readonly id: string; readonly parent?: string; readonly title?: string }[];
  /** The agent's manifest, for a task that is run here: see `manifest.ts`. */
  readonly manifest?: RecordValue;
  /** Manifests of the agents that it may delegate to, by name. */
  readonly agents?: RecordValue;
  /** Manifests of its tools, by name. */
  readonly tools?: RecordValue;
}

/** The keys that the start of a run may have. */
export const taskGiven: KnownKeys = {
  agent: { name: null, namespace: null },
  user: { id: null, email: null },
  model: null,
  started_at: null,
  now: null,
  clock: null,
  capabilities: null,
  limits: {
    max_turns: null,
    max_prompt_tokens: null,
    max_completion_tokens: null,
    max_tool_calls: null,
    max_age: null,
  },
  manifest: null,
  agents: null,
  tools: null,
  mount: null,
  script_results: null,
  dialect: null,
  decisions: null,
  nodes: null,
};

export type Limits = { readonly [L in Exclude<LimitName, 'max_age'>]?: number } & { readonly max_age?: string };

const maybeRecord = v.exactOptional(record);
const limit = v.exactOptional(count);

export const LimitsSchema: v.GenericSchema<unknown, Limits> = v.looseObject({
  max_turns: limit,
  max_prompt_tokens: limit,
  max_completion_tokens: limit,
  max_tool_calls: limit,
  max_age: text,
});

export const declaration: v.GenericSchema<unknown, Declaration> = v.variant('kind', [
  v.looseObject({ kind: v.literal('single'), ref: v.string() }),
  v.looseObject({ kind: v.literal('multi'), ref: v.string(), capability: v.string() }),
  v.looseObject({ kind: v.literal('agent'), name: v.string() }),
  v.looseObject({ kind: v.literal('key'), key: v.string(), agent: v.exactOptional(v.boolean()) }),
]);

export const TaskHeaderSchema: v.GenericSchema<unknown, TaskHeader> = v.looseObject({
  ...headerFields,
  agent: v.exactOptional(v.looseObject({ name: text, namespace: text })),
  user: v.exactOptional(v.looseObject({ id: text, email: v.exactOptional(v.nullable(v.string())) })),
  model: text,
  context_window: limit,
  started_at: text,
  capabilities: v.exactOptional(v.array(declaration)),
  limits: v.exactOptional(LimitsSchema),
  nodes: v.exactOptional(v.array(v.looseObject({ id: v.string(), parent: text, title: text }))),
  manifest: maybeRecord,
  agents: maybeRecord,
  tools: maybeRecord,
});
