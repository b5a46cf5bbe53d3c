import { isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { isFinalResponse, isTruthy, textOf, type SessionEvent } from '../session-event.ts';
import { clearSession, derive } from './contexts.ts';
import { optional, required } from '../../parameters.ts';
import { contextOf, now, refused, textField, type Ask, type Operation } from './operation.ts';

const agents = required(
  'agents',
  'list',
  'Its members: {name, escalate?, silent?, sequence?}. Each answers “echo:” and its input.',
);
const input = required('input', 'string', 'What they are given.');
const name = required('name', 'string', 'The name of the orchestrator.');

/** How orchestrators derive contexts, shown with agents that answer `echo:` and their input. */
export const orchestratorOperations: readonly Operation[] = [
  {
    name: 'run_sequential',
    about: 'A SequentialAgent: the final text of one member is the input of the next; escalating ends it.',
    parameters: [name, agents, input, now],
    decide: (ask) => orchestrate(ask, (run, members, text) => run.inSequence(ask.on, members, text)),
  },
  {
    name: 'run_parallel',
    about:
      'A ParallelAgent: every member gets the same input, each in its own branch. Here they answer in their order.',
    parameters: [name, agents, input, now],
    decide: (ask) =>
      orchestrate(ask, (run, members, text) => {
        for (const member of members) run.inSequence(ask.on, [member], text);
      }),
  },
  {
    name: 'run_loop',
    about: 'A LoopAgent: its members again and again until one escalates, or until max_iterations.',
    parameters: [name, agents, input, optional('max_iterations', 'number', 'How often at most; 10 by default.'), now],
    decide: (ask) => orchestrate(ask, (run, members, text) => loop(ask, run, members, text)),
  },
  {
    name: 'run_agent_tool',
    about:
      'An AgentTool: the agent runs in a derived context with an empty session, and its last final text is the result.',
    parameters: [
      required('agent', 'map', 'The agent: {name, escalate?, silent?, sequence?}.'),
      required('request', 'string', 'What it is asked.'),
      optional('before', 'string', 'What the tool’s before callback answers in its place at the first event.'),
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

/** Nobody nests agents deeper than this, but a hostile script might. */
const maxDepth = 50;
const maxIterations = 1000;

function agentOf(given: Value | undefined, depth = 0): Agent | undefined {
  if (given === undefined || !isRecord(given) || typeof given['name'] !== 'string' || depth > maxDepth)
    return undefined;
  const sequence = given['sequence'] === undefined ? undefined : agentsOf(given['sequence'], depth + 1);
  if (given['sequence'] !== undefined && sequence === undefined) return undefined;
  return { name: given['name'], escalate: isTruthy(given['escalate']), silent: isTruthy(given['silent']), sequence };
}

function agentsOf(given: Value | undefined, depth = 0): readonly Agent[] | undefined {
  if (given === undefined || !isList(given)) return undefined;
  const members = [...given].map((member) => agentOf(member, depth));
  return members.every((member) => member !== undefined) ? members : undefined;
}

function orchestrate(ask: Ask, run: (run: Run, members: readonly Agent[], input: string) => void) {
  const [members, text] = [agentsOf(ask.arg('agents')), ask.text('input')];
  if (members === undefined) return refused('validation_error', 'agents');
  if (contextOf(ask) === undefined) return refused('unknown_field', ask.call.op);
  const yielded: RecordValue[] = [];
  const stream = new Run(ask, (event) => {
    ask.happened({ type: 'event-yielded', event });
    yielded.push({ agent_name: event['agent_name'] ?? null, branch: event['branch'] ?? '', text: textOf(event) });
  });
  run(stream, members, text);
  return ask.done(yielded);
}

function loop(ask: Ask, run: Run, members: readonly Agent[], input: string): void {
  const given = ask.arg('max_iterations');
  const most = Math.min(typeof given === 'number' ? given : 10, maxIterations);
  if (members.length === 0) return;
  for (let iteration = 0; iteration < most; iteration++) {
    for (const member of members) if (run.inSequence(ask.on, [member], input).escalated) return;
  }
  const agent = ask.text('name');
  const text = `LoopAgent '${agent}' ran ${most} times, its max_iterations, and nobody escalated.`;
  run.emit(ask.on, { agent, text, branch: '', metadata: { error: true } });
}

function agentTool(ask: Ask) {
  const [agent, request] = [agentOf(ask.arg('agent')), ask.text('request')];
  if (agent === undefined) return refused('validation_error', 'agent');
  const parent = contextOf(ask);
  if (parent === undefined) return refused('unknown_field', 'run_agent_tool');
  const { contexts } = ask.state;
  const derived = ask.freeName(agent.name, (taken) => contexts.has(taken));
  derive(ask, ask.on, derived, agent.name);
  const child = ask.contextName(`${derived}-cleared`);
  clearSession(ask, derived, child);
  const slot = parent.fields['event_callback'];
  const callback = slot !== undefined && 'callback' in slot ? slot.callback : undefined;
  let final = '';
  const before = ask.optionalText('before');
  const run = new Run(ask, (event) => {
    // Without a callback nobody but the tool ever sees it.
    if (callback !== undefined) ask.happened({ type: 'event-pushed', callback, event });
    if (isFinalResponse(event)) final = textOf(event);
  });
  if (before !== undefined) run.stopAfterFirst();
  run.agent(child, agent, request);
  if (before !== undefined && run.isStopped) return ask.done(before);
  return ask.done(final === '' ? `The agent ${agent.name} gave no final answer.` : final);
}

/** Runs echoing agents, and hands on what they say. */
class Run {
  readonly #ask: Ask;
  readonly #hand: (event: SessionEvent) => void;
  #stopsAfterFirst = false;
  isStopped = false;

  constructor(ask: Ask, hand: (event: SessionEvent) => void) {
    this.#ask = ask;
    this.#hand = hand;
  }

  stopAfterFirst(): void {
    this.#stopsAfterFirst = true;
  }

  /** The members one after the other, each in a context derived from this one. */
  inSequence(context: string, members: readonly Agent[], input: string): { text: string; escalated: boolean } {
    let text = input;
    for (const member of members) {
      if (this.isStopped) break;
      const { contexts } = this.#ask.state;
      const child = this.#ask.freeName(member.name, (taken) => contexts.has(taken));
      derive(this.#ask, context, child, member.name);
      const ran = this.agent(child, member, text);
      if (ran.escalated) return ran;
      text = ran.text;
    }
    return { text, escalated: false };
  }

  /** One agent in a context of its own; `text` is its final one, or its input where it gave none. */
  agent(context: string, { name: agent, silent, escalate, sequence }: Agent, input: string) {
    if (sequence !== undefined) return this.inSequence(context, sequence, input);
    if (silent) return { text: input, escalated: false };
    const entry = this.#ask.state.contexts.get(context);
    const branch = entry?.kind === 'context' ? textField(entry, 'branch') : '';
    const text = `echo:${input}`;
    this.emit(context, { agent, text, branch, actions: escalate ? { escalate: true } : {} });
    return { text, escalated: escalate };
  }

  emit(context: string, said: Said): void {
    const entry = this.#ask.state.contexts.get(context);
    const session_id = entry?.kind === 'context' ? textField(entry, 'session_id') : '';
    const { agent, text, branch, actions = {}, metadata = {} } = said;
    const content = { parts: [{ type: 'text', text }] };
    const whole = {
      type: 'agent_message',
      session_id,
      author: agent,
      agent_name: agent,
      branch,
      content,
      actions,
      metadata,
    };
    const made = this.#ask.event(whole);
    if ('event' in made) this.#hand(made.event);
    this.isStopped = this.#stopsAfterFirst;
  }
}

interface Said {
  readonly agent: string;
  readonly text: string;
  readonly branch: string;
  readonly actions?: RecordValue;
  readonly metadata?: RecordValue;
}
