import { isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { isFinalResponse, isTruthy, textOf, type SessionEvent } from '../session-event.ts';
import { clearSession, derive } from './contexts.ts';
import { optional, required } from '../../parameters.ts';
import { contextOf, now, refused, textField, type Ask, type Operation } from './operation.ts';

const agents = required(
  'agents',
  'list',
  'Its members: {name, escalate?, silent?, sequence?}. Each member answers with “echo:” followed by its input.',
);
const input = required('input', 'string', 'The input of the members.');
const name = required('name', 'string', 'The name of the orchestrator.');

/** Operations that show how orchestrators derive contexts. Their agents answer with `echo:` followed by the input. */
export const orchestratorOperations: readonly Operation[] = [
  {
    name: 'run_sequential',
    about: 'Runs a SequentialAgent: the final text of one member is the input of the next; escalation ends it.',
    parameters: [name, agents, input, now],
    decide: (ask) => orchestrate(ask, (run, members, text) => run.inSequence(ask.on, members, text)),
  },
  {
    name: 'run_parallel',
    about:
      'Runs a ParallelAgent: every member gets the same input, each in its own branch. Here they answer in list order.',
    parameters: [name, agents, input, now],
    decide: (ask) =>
      orchestrate(ask, (run, members, text) => {
        for (const member of members) run.inSequence(ask.on, [member], text);
      }),
  },
  {
    name: 'run_loop',
    about: 'Runs a LoopAgent: repeats its members until one escalates, or up to max_iterations.',
    parameters: [
      name,
      agents,
      input,
      optional('max_iterations', 'number', 'The maximum number of iterations; 10 by default.'),
      now,
    ],
    decide: (ask) => orchestrate(ask, (run, members, text) => loop(ask, run, members, text)),
  },
  {
    name: 'run_agent_tool',
    about:
      'Runs an AgentTool: the agent runs in a derived context with an empty session; its last final text is the result.',
    parameters: [
      required('agent', 'map', 'The agent: {name, escalate?, silent?, sequence?}.'),
      required('request', 'string', 'The request to the agent.'),
      optional(
        'before',
        'string',
        'The answer of the tool’s before callback, which replaces the agent’s at the first event.',
      ),
      now,
    ],
    decide: agentTool,
  },
];

interface Agent {
  readonly name: string;
  readonly escalate: boolean;
  readonly silent: boolean;
  readonly sequence: readonly Agent[] | undefined;
}

/** Real agents are not nested deeper than this, but a hostile script may be. */
const maxDepth = 50;
const maxIterations = 1000;

function agentOf(description: Value | undefined, depth = 0): Agent | undefined {
  if (
    description === undefined ||
    !isRecord(description) ||
    typeof description['name'] !== 'string' ||
    depth > maxDepth
  )
    return undefined;
  const sequence = description['sequence'] === undefined ? undefined : agentsOf(description['sequence'], depth + 1);
  if (description['sequence'] !== undefined && sequence === undefined) return undefined;
  return {
    name: description['name'],
    escalate: isTruthy(description['escalate']),
    silent: isTruthy(description['silent']),
    sequence,
  };
}

function agentsOf(list: Value | undefined, depth = 0): readonly Agent[] | undefined {
  if (list === undefined || !isList(list)) return undefined;
  const members = [...list].map((member) => agentOf(member, depth));
  return members.every((member) => member !== undefined) ? members : undefined;
}

function orchestrate(ask: Ask, run: (run: Run, members: readonly Agent[], input: string) => void) {
  const [members, text] = [agentsOf(ask.arg('agents')), ask.text('input')];
  if (members === undefined) return refused('validation_error', 'agents');
  if (contextOf(ask) === undefined) return refused('unknown_field', ask.call.op);
  const yielded: RecordValue[] = [];
  const stream = new Run(ask, (event) => {
    ask.emit({ type: 'event-yielded', event });
    yielded.push({ agent_name: event['agent_name'] ?? null, branch: event['branch'] ?? '', text: textOf(event) });
  });
  run(stream, members, text);
  return ask.done(yielded);
}

function loop(ask: Ask, run: Run, members: readonly Agent[], input: string): void {
  const requested = ask.arg('max_iterations');
  const limit = Math.min(typeof requested === 'number' ? requested : 10, maxIterations);
  if (members.length === 0) return;
  for (let iteration = 0; iteration < limit; iteration++) {
    for (const member of members) if (run.inSequence(ask.on, [member], input).escalated) return;
  }
  const agent = ask.text('name');
  const text = `LoopAgent '${agent}' ran ${limit} times, its max_iterations, and no member escalated.`;
  run.emit(ask.on, { agent, text, branch: '', metadata: { error: true } });
}

function agentTool(ask: Ask) {
  const [agent, request] = [agentOf(ask.arg('agent')), ask.text('request')];
  if (agent === undefined) return refused('validation_error', 'agent');
  const parent = contextOf(ask);
  if (parent === undefined) return refused('unknown_field', 'run_agent_tool');
  const { contexts } = ask.state;
  const derived = ask.freeName(agent.name, (name) => contexts.has(name));
  derive(ask, ask.on, derived, agent.name);
  const child = ask.contextName(`${derived}-cleared`);
  clearSession(ask, derived, child);
  const slot = parent.fields['event_callback'];
  const callback = slot !== undefined && 'callback' in slot ? slot.callback : undefined;
  let final = '';
  const before = ask.optionalText('before');
  const run = new Run(ask, (event) => {
    // Without a callback, only the tool sees the event.
    if (callback !== undefined) ask.emit({ type: 'event-pushed', callback, event });
    if (isFinalResponse(event)) final = textOf(event);
  });
  if (before !== undefined) run.stopAfterFirst();
  run.agent(child, agent, request);
  if (before !== undefined && run.isStopped) return ask.done(before);
  return ask.done(final === '' ? `The agent ${agent.name} returned no final answer.` : final);
}

/** Runs echoing agents and passes their events to a callback. */
class Run {
  readonly #ask: Ask;
  readonly #onEvent: (event: SessionEvent) => void;
  #stopsAfterFirst = false;
  isStopped = false;

  constructor(ask: Ask, onEvent: (event: SessionEvent) => void) {
    this.#ask = ask;
    this.#onEvent = onEvent;
  }

  stopAfterFirst(): void {
    this.#stopsAfterFirst = true;
  }

  /** Runs the members one after the other, each in a context derived from this one. */
  inSequence(context: string, members: readonly Agent[], input: string): { text: string; escalated: boolean } {
    let text = input;
    for (const member of members) {
      if (this.isStopped) break;
      const { contexts } = this.#ask.state;
      const child = this.#ask.freeName(member.name, (name) => contexts.has(name));
      derive(this.#ask, context, child, member.name);
      const result = this.agent(child, member, text);
      if (result.escalated) return result;
      text = result.text;
    }
    return { text, escalated: false };
  }

  /** Runs one agent in its own context. `text` is its final text, or its input if it stays silent. */
  agent(context: string, { name: agent, silent, escalate, sequence }: Agent, input: string) {
    if (sequence !== undefined) return this.inSequence(context, sequence, input);
    if (silent) return { text: input, escalated: false };
    const entry = this.#ask.state.contexts.get(context);
    const branch = entry?.kind === 'context' ? textField(entry, 'branch') : '';
    const text = `echo:${input}`;
    this.emit(context, { agent, text, branch, actions: escalate ? { escalate: true } : {} });
    return { text, escalated: escalate };
  }

  emit(context: string, message: Message): void {
    const entry = this.#ask.state.contexts.get(context);
    const session_id = entry?.kind === 'context' ? textField(entry, 'session_id') : '';
    const { agent, text, branch, actions = {}, metadata = {} } = message;
    const content = { parts: [{ type: 'text', text }] };
    const event = {
      type: 'agent_message',
      session_id,
      author: agent,
      agent_name: agent,
      branch,
      content,
      actions,
      metadata,
    };
    const made = this.#ask.event(event);
    if ('event' in made) this.#onEvent(made.event);
    this.isStopped = this.#stopsAfterFirst;
  }
}

interface Message {
  readonly agent: string;
  readonly text: string;
  readonly branch: string;
  readonly actions?: RecordValue;
  readonly metadata?: RecordValue;
}
