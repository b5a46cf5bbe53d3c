import type { SpecificationVariable } from '../../model/hooks.ts';
import { overlay } from '../types/join.ts';
import { dyn, intType, listOf, nullType, string, bool } from '../types/types.ts';
import type { Field, RecordType, Type } from '../types/types.ts';

/**
 * The task context as Common Agent Specification v1beta1 declares it ("Task Context"), so that rules can be written and
 * checked before a session shows more. `overlay` adds what the data shows.
 */

const declared = (type: Type, about: string): Field => ({ type: asDeclared(type), about, seen: 0, total: 0 });

/** Marks types that the specification guarantees, as opposed to those that one session happens to show. */
const asDeclared = (type: Type): Type => (type.kind === 'scalar' ? { ...type, declared: true } : type);

const record = (keys: RecordType['keys'], fields: Readonly<Record<string, Field>>): RecordType => ({
  kind: 'record',
  fields: new Map(Object.entries(fields)),
  keys,
});

const nullable = (type: Type): Type => ({ kind: 'either', of: [asDeclared(type), { ...nullType, declared: true }] });

const part = record('partial', {
  mimeType: declared(string, 'MIME type of the part, such as text/plain.'),
  text: declared(string, 'The text of a text part.'),
});

/** One input or output: a message and the agent's own keys. */
export const taskIo: RecordType = record('partial', {
  message: declared(listOf(part), 'Content parts of the message; size() counts parts, not characters.'),
});

/** The record of one function in `context.capabilities`. */
const capabilityRecord: RecordType = record('partial', {
  count_successful: declared(intType, 'Invocations that ran and succeeded.'),
  count_errored: declared(intType, 'Invocations that ran and failed.'),
  count_restricted: declared(intType, 'Invocations stopped or withheld by middleware.'),
  timestamps: declared(listOf(asDeclared(string)), 'The time of each invocation.'),
  inputs: declared(listOf(dyn), 'Arguments of each invocation.'),
  outputs: declared(listOf(dyn), 'Result of each invocation.'),
  successful: declared(listOf(asDeclared(bool)), 'Per invocation, whether it succeeded.'),
  errored: declared(listOf(asDeclared(bool)), 'Per invocation, whether it failed.'),
  restricted: declared(listOf(asDeclared(bool)), 'Per invocation, whether it was stopped or withheld.'),
  task_ids: declared(nullable(listOf(string)), 'Child task of each invocation; null for anything but a delegation.'),
});

const meta = record('partial', {
  invocations: declared(listOf(asDeclared(string)), 'Function names, one per invocation, oldest first.'),
  count: declared(intType, 'Invocations of every kind and outcome.'),
  delegation_count: declared(intType, 'Invocations that went to another agent.'),
});

const llm = record('partial', {
  model: declared(string, 'Resolved name of the model.'),
  tokens: declared(
    record('partial', {
      total: declared(intType, 'Prompt and completion tokens of all model calls so far.'),
      prompt: declared(intType, 'Prompt tokens of all model calls so far.'),
      completion: declared(intType, 'Completion tokens of all model calls so far.'),
    }),
    'Running sums over all model calls.',
  ),
});

export const taskContext: RecordType = record('partial', {
  agent: declared(
    record('partial', {
      name: declared(string, 'Name of the agent.'),
      namespace: declared(string, 'Namespace of the agent.'),
      started_at: declared(string, 'When the task was created: text in UTC, to be read with timestamp().'),
    }),
    'The agent that runs the task.',
  ),
  user: declared(
    record('partial', {
      id: declared(string, 'The user for whom the task runs.'),
      email: declared(nullable(string), 'Address of the user; null, not "", when it is unknown.'),
    }),
    'The user for whom the task runs.',
  ),
  llm: declared(llm, 'The model and its tokens.'),
  input: declared(listOf(taskIo), 'All inputs, oldest first.'),
  output: declared(listOf(taskIo), 'All outputs, oldest first.'),
  capabilities: declared(
    record('partial', { _meta: declared(meta, 'Sums over all capabilities.') }),
    'Arguments and results of each capability, by function name.',
  ),
  _history: declared(
    record('partial', {
      turns: declared(listOf(asDeclared(string)), 'Kind of each turn, input, llm or capability, oldest first.'),
      turn_count: declared(intType, 'The number of turns so far.'),
    }),
    'The turns so far.',
  ),
});

/** The declared context, extended by a session's functions, parameters and values. */
export function contextType(observed: Type): Type {
  const laid = overlay(taskContext, observed);
  const capabilities = laid.kind === 'record' ? laid.fields.get('capabilities') : undefined;
  if (laid.kind !== 'record' || capabilities?.type.kind !== 'record') return laid;
  const records = new Map<string, Field>();
  for (const [key, field] of capabilities.type.fields) {
    records.set(key, key === '_meta' ? field : { ...field, type: overlay(capabilityRecord, field.type) });
  }
  const type: RecordType = { ...capabilities.type, fields: records };
  return { ...laid, fields: new Map([...laid.fields, ['capabilities', { ...capabilities, type }]]) };
}

export const aboutVariables: { readonly [V in SpecificationVariable]: string } = {
  context: 'The state and history of the agent’s task so far.',
  input: 'Arguments of the call, or the arriving input.',
  output: 'Result of the call, or the answer to the user.',
  now: 'The time of the turn as text; timestamp(now) converts it to a timestamp.',
};
