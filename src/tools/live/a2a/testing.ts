import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AgentCard, Role, SendMessageRequest, StreamResponse, Task, TaskState } from '@a2a-js/sdk';
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server';
import { text } from 'node:stream/consumers';
import { listen } from '../../serve/listen.ts';

/** Steps of the agent, which a test lets it take one by one. */
class Steps {
  #left = 0;
  #waiting: (() => void)[] = [];

  allow(count = 1): void {
    this.#left += count;
    while (this.#left > 0 && this.#waiting.length > 0) {
      this.#left -= 1;
      this.#waiting.shift()?.();
    }
  }

  async next(): Promise<void> {
    if (this.#left > 0) this.#left -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** How an agent is spoken to: the binding and the version of the protocol. */
export type Spoken = 'JSONRPC 1.0' | 'JSONRPC 0.3' | 'HTTP+JSON 1.0';

/** One value, or those of a stream. */
type Answer = object | AsyncGenerator<object>;

const now = () => new Date().toISOString();

/**
 * An agent behind a server of the protocol’s SDK. It asks which order is meant, then refunds it in two steps, which a test
 * allows. Its connections can be broken, and it can be killed and started again without its tasks.
 */
export class RefundAgent {
  readonly steps = new Steps();
  readonly #streaming: boolean;
  readonly #spoken: Spoken;
  #server: Server | undefined;
  address = '';

  constructor({ streaming = true, spoken = 'JSONRPC 1.0' }: { streaming?: boolean; spoken?: Spoken } = {}) {
    this.#streaming = streaming;
    this.#spoken = spoken;
  }

  async start(): Promise<void> {
    this.#server = createServer();
    this.address = await listen(
      this.#server,
      '127.0.0.1',
      this.address === '' ? 0 : Number(new URL(this.address).port),
    );
    const requests = new DefaultRequestHandler(this.#card(), new InMemoryTaskStore(), this.#agent());
    const answer = answersOf(this.#spoken, requests);
    const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', '*');
      const path = request.url ?? '';
      if (request.method === 'OPTIONS' || path === '/.well-known/agent-card.json') {
        response.end(JSON.stringify(this.#spoken === 'JSONRPC 0.3' ? this.#oldCard() : this.#card()));
        return;
      }
      let answered: Answer;
      try {
        answered = await answer(path, await text(request));
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        response.writeHead(404).end(JSON.stringify({ error: { code: 404, status: 'NOT_FOUND', message } }));
        return;
      }
      if (!(Symbol.asyncIterator in answered)) {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answered));
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      try {
        for await (const event of answered) response.write(`data: ${JSON.stringify(event)}\n\n`);
      } catch (cause) {
        // As the SDK does behind Express.
        const error = JsonRpcTransportHandler.mapToJSONRPCError(cause);
        response.write(`event: error\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n\n`);
      }
      response.end();
    };
    this.#server.on('request', (request, response) => void answerTo(request, response));
  }

  breakConnections(): void {
    this.#server?.closeAllConnections();
  }

  kill(): void {
    this.#server?.close();
    this.breakConnections();
  }

  #facts() {
    return {
      name: 'Refund agent',
      description: 'Refunds orders',
      version: '1',
      capabilities: { streaming: this.#streaming },
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [],
    };
  }

  /** The card of an agent that was made for version 0.3. */
  #oldCard(): object {
    return { ...this.#facts(), url: this.address, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' };
  }

  #card(): AgentCard {
    const [protocolBinding, protocolVersion] = this.#spoken.split(' ');
    return {
      ...this.#facts(),
      supportedInterfaces: [{ url: this.address, protocolBinding, protocolVersion }],
    } as unknown as AgentCard; // a card's other fields may be missing
  }

  #agent(): AgentExecutor {
    const cancelled = new Set<string>();
    return {
      execute: async ({ taskId, contextId, userMessage, task }, bus) => {
        const reach = (state: TaskState, text?: string) => {
          const parts = [
            {
              content: { $case: 'text' as const, value: text ?? '' },
              metadata: undefined,
              filename: '',
              mediaType: '',
            },
          ];
          const said = { messageId: crypto.randomUUID(), taskId, contextId, role: Role.ROLE_AGENT, parts };
          const message =
            text === undefined ? undefined : { ...said, metadata: undefined, extensions: [], referenceTaskIds: [] };
          bus.publish(
            AgentEvent.statusUpdate({
              taskId,
              contextId,
              status: { state, message, timestamp: now() },
              metadata: undefined,
            }),
          );
        };
        const status = { state: TaskState.TASK_STATE_SUBMITTED, message: undefined, timestamp: now() };
        bus.publish(
          AgentEvent.task(
            task ?? { id: taskId, contextId, status, history: [userMessage], artifacts: [], metadata: undefined },
          ),
        );
        if (task === undefined) reach(TaskState.TASK_STATE_INPUT_REQUIRED, 'Which order?');
        else {
          reach(TaskState.TASK_STATE_WORKING, 'I look the order up.');
          await this.steps.next();
          if (cancelled.has(taskId)) reach(TaskState.TASK_STATE_CANCELED, 'Not refunded.');
          else {
            reach(TaskState.TASK_STATE_WORKING, 'It can be refunded.');
            await this.steps.next();
            reach(TaskState.TASK_STATE_COMPLETED, 'Refunded.');
          }
        }
        bus.finished();
      },
      cancelTask: async (taskId) => {
        cancelled.add(taskId);
        this.steps.allow();
      },
    };
  }
}

/** The SDK has a server for HTTP+JSON only behind Express: this calls its handler without it. */
function answersOf(spoken: Spoken, requests: DefaultRequestHandler): (path: string, body: string) => Promise<Answer> {
  const [binding, requestedVersion = ''] = spoken.split(' ');
  const context = () => new ServerCallContext({ requestedVersion });
  if (binding === 'JSONRPC') {
    const Handler = requestedVersion === '0.3' ? LegacyJsonRpcTransportHandler : JsonRpcTransportHandler;
    const handler = new Handler(requests);
    return async (_path, body) => handler.handle(body, context());
  }
  return async (path, body) => {
    if (path === '/message:stream')
      return inJson(requests.sendMessageStream(SendMessageRequest.fromJSON(JSON.parse(body)), context()));
    if (path === '/message:send') {
      const answer = await requests.sendMessage(SendMessageRequest.fromJSON(JSON.parse(body)), context());
      return 'status' in answer ? { task: Task.toJSON(answer) } : { message: answer };
    }
    const [, id = '', action = ''] = /^\/tasks\/([^:?]+):?(\w*)/.exec(path) ?? [];
    const asked = { tenant: '', id };
    if (action === 'subscribe') return inJson(requests.resubscribe(asked, context()));
    if (action === 'cancel') return taskInJson(requests.cancelTask({ ...asked, metadata: undefined }, context()));
    return taskInJson(requests.getTask(asked, context()));
  };
}

async function* inJson(events: AsyncGenerator<StreamResponse>): AsyncGenerator<object> {
  for await (const event of events) yield Object(StreamResponse.toJSON(event));
}

const taskInJson = async (task: Promise<Task>): Promise<object> => Object(Task.toJSON(await task));
