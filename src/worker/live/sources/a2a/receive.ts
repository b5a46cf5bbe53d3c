import { CancelTaskRequest, SendMessageRequest, StreamResponse, Task, TaskState } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import type { AgentFacts, AgentRequest } from '../../../live-protocol.ts';
import { type Ending, type StreamHandlers, type Receive, reconnecting } from '../../receiving.ts';
import { answerOf, whyUnreachable } from '../../web.ts';

/** Agents of version 0.3 are spoken to as well. */
const options = { legacyCompat: { enabled: true } };
/** After a stream that cannot be resumed, the task is read again after this many milliseconds. */
const readAgainMs = 2_000;

/** Connects to an agent and sends it what the user writes. Requests and answers are the records, as JSON-RPC has them. */
export const receiveA2a: Receive<'a2a'> = ({ address, isAgain = false }, handlers, signal) =>
  reconnecting(handlers, signal, async () => {
    const found = await agentAt(address, signal);
    if (typeof found === 'string') return { kind: 'broken', why: found };
    if (isAgain) handlers.state('interrupted', lost);
    else handlers.state('connected');
    const { name, description } = await found.getAgentCard();
    new Conversation(found, { title: name, description }, handlers, signal).show();
    return { kind: 'done' };
  });

const lost =
  'The engine stopped, and the conversation is lost here. The agent may still work on its task. Write again to begin another conversation.';

/** The agent at its own address or at that of its card, or why there is none. */
async function agentAt(address: string, signal: AbortSignal): Promise<Client | string> {
  const base = new URL(address.endsWith('.json') || address.endsWith('/') ? address : `${address}/`);
  const wellKnown = '.well-known/agent-card.json';
  const places = base.pathname.endsWith('.json')
    ? [base.href]
    : [new URL(wellKnown, base).href, `${base.origin}/${wellKnown}`];
  let why = '';
  for (const place of new Set(places)) {
    const answer = await answerOf(place, { cache: 'no-store' }, signal);
    if (!answer.ok) {
      why ||= answer.problem;
      continue;
    }
    try {
      const resolver = new DefaultAgentCardResolver({ ...options, fetchImpl: async () => answer.value });
      const transports = [new JsonRpcTransportFactory(options), new RestTransportFactory(options)];
      return await new ClientFactory({ transports, cardResolver: resolver }).createFromUrl(place, '');
    } catch (cause) {
      why ||= `There is no agent card of A2A at ${place}: ${sentenceOf(cause)}`;
    }
  }
  return why;
}

/** The user's messages to one agent, which belong to one context, and its answers. */
class Conversation {
  readonly #client: Client;
  readonly #agent: Pick<AgentFacts, 'title' | 'description'>;
  readonly #handlers: StreamHandlers;
  readonly #signal: AbortSignal;
  #contextId = '';
  #task: { readonly id: string; readonly state: TaskState } | null = null;
  #isAsking = false;
  /** Number of the newest request. */
  #request = 0;

  constructor(
    client: Client,
    agent: Pick<AgentFacts, 'title' | 'description'>,
    handlers: StreamHandlers,
    signal: AbortSignal,
  ) {
    this.#client = client;
    this.#agent = agent;
    this.#handlers = handlers;
    this.#signal = signal;
  }

  show(): void {
    const waitsFor = this.#isAsking ? 'agent' : waiting(this.#task?.state);
    this.#handlers.agent?.({ ...this.#agent, waitsFor }, (request) => void this.#answer(request));
  }

  /** Reports every failure in the state of the source. */
  async #answer(request: AgentRequest): Promise<void> {
    try {
      if (request.kind === 'cancel') await this.#cancel();
      else if (!this.#isAsking) await this.#send(request.text);
    } catch (cause) {
      if (!this.#signal.aborted) this.#handlers.state('interrupted', await this.#whyFailed(cause));
    }
  }

  async #send(text: string): Promise<void> {
    const isAnswer = this.#task !== null && waiting(this.#task.state) !== 'nothing';
    const params = SendMessageRequest.fromJSON({
      message: {
        messageId: `message-${Date.now().toString(36)}-${this.#request + 1}`,
        role: 'ROLE_USER',
        parts: [{ text }],
        ...(this.#contextId !== '' && { contextId: this.#contextId }),
        ...(isAnswer && { taskId: this.#task?.id }),
      },
    });
    if (!isAnswer) this.#task = null;
    const id = this.#asked('SendStreamingMessage', SendMessageRequest.toJSON(params));
    this.#isAsking = true;
    this.show();
    try {
      let isSent = false;
      const refusal = await reconnecting(this.#handlers, this.#signal, async (succeeded) => {
        const answers = isSent
          ? this.#client.resubscribeTask({ tenant: '', id: this.#task?.id ?? '' }, { signal: this.#signal })
          : this.#client.sendMessageStream(params, { signal: this.#signal });
        const isFirst = !isSent;
        isSent = true;
        try {
          for await (const answer of answers) {
            succeeded();
            this.#answered(id, answer);
          }
        } catch (cause) {
          return await this.#broken(cause, isFirst, id);
        }
        return waiting(this.#task?.state) === 'agent' ? { kind: 'broken' } : { kind: 'done' };
      });
      if (refusal !== undefined) this.#handlers.state('interrupted', refusal);
    } finally {
      this.#isAsking = false;
      this.show();
    }
  }

  /** The stream of a continuing task is resumed; from an agent that cannot do so, the task is read now and then. */
  async #broken(cause: unknown, isFirst: boolean, id: number): Promise<Ending> {
    const why = await this.#whyFailed(cause);
    if (this.#task === null || waiting(this.#task.state) !== 'agent') return { kind: 'refused', why };
    if (cause instanceof TypeError || isFirst) return { kind: 'broken', why };
    try {
      const task = await this.#client.getTask({ tenant: '', id: this.#task.id }, { signal: this.#signal });
      this.#answered(id, { payload: { $case: 'task', value: task } });
      return waiting(task.status?.state) === 'agent' ? { kind: 'broken', retryMs: readAgainMs } : { kind: 'done' };
    } catch (lost) {
      if (lost instanceof TypeError) return { kind: 'broken', why: await this.#whyFailed(lost) };
      this.#task = null;
      return { kind: 'refused', why: await this.#whyFailed(lost) };
    }
  }

  async #cancel(): Promise<void> {
    if (this.#task === null) return;
    const params = { tenant: '', id: this.#task.id, metadata: undefined };
    const id = this.#asked('CancelTask', CancelTaskRequest.toJSON(params));
    const task = await this.#client.cancelTask(params, { signal: this.#signal });
    this.#add({ id, result: Task.toJSON(task) });
    this.#reached(task.id, task.status?.state);
  }

  #asked(method: string, params: unknown): number {
    this.#request += 1;
    this.#add({ id: this.#request, method, params });
    return this.#request;
  }

  #answered(id: number, answer: StreamResponse): void {
    this.#add({ id, result: StreamResponse.toJSON(answer) });
    const { payload } = answer;
    if (payload === undefined) return;
    this.#contextId = payload.value.contextId || this.#contextId;
    if (payload.$case === 'task') this.#reached(payload.value.id, payload.value.status?.state);
    if (payload.$case === 'statusUpdate') this.#reached(payload.value.taskId, payload.value.status?.state);
  }

  #reached(id: string, state: TaskState | undefined): void {
    this.#task = { id, state: state ?? TaskState.TASK_STATE_UNSPECIFIED };
    this.show();
  }

  #add(message: object): void {
    this.#handlers.state('connected');
    this.#handlers.record('append', `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`, true);
    this.#handlers.facts({ dropped: 0, lastRecord: Date.now() });
  }

  async #whyFailed(cause: unknown): Promise<string> {
    if (!(cause instanceof TypeError)) return `The agent refuses: ${sentenceOf(cause)}`;
    const { supportedInterfaces } = await this.#client.getAgentCard();
    return whyUnreachable(supportedInterfaces[0]?.url ?? '', this.#signal);
  }
}

function waiting(state: TaskState | undefined): AgentFacts['waitsFor'] {
  switch (state) {
    case TaskState.TASK_STATE_SUBMITTED:
    case TaskState.TASK_STATE_WORKING:
      return 'agent';
    case TaskState.TASK_STATE_INPUT_REQUIRED:
      return 'answer';
    case TaskState.TASK_STATE_AUTH_REQUIRED:
      return 'sign-in';
    default:
      return 'nothing';
  }
}

const sentenceOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause)).slice(0, 300);
