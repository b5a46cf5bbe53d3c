import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AgentCard, Role, TaskState } from '@a2a-js/sdk';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server';
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

const now = () => new Date().toISOString();

/**
 * An agent behind a server of the protocol’s SDK. It asks which order is meant, then refunds it in two steps, which a test
 * allows. Its connections can be broken, and it can be killed and started again without its tasks.
 */
export class RefundAgent {
  readonly steps = new Steps();
  readonly #streaming: boolean;
  #server: Server | undefined;
  address = '';

  constructor({ streaming = true } = {}) {
    this.#streaming = streaming;
  }

  async start(): Promise<void> {
    this.#server = createServer();
    this.address = await listen(
      this.#server,
      '127.0.0.1',
      this.address === '' ? 0 : Number(new URL(this.address).port),
    );
    const card = this.#card();
    const requests = new DefaultRequestHandler(card, new InMemoryTaskStore(), this.#agent());
    const handler = new JsonRpcTransportHandler(requests);
    const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', '*');
      if (request.method !== 'POST') {
        const isCard = request.method === 'OPTIONS' || request.url === '/.well-known/agent-card.json';
        if (isCard) response.end(JSON.stringify(card));
        else response.writeHead(404).end();
        return;
      }
      let body = '';
      for await (const part of request) body += String(part);
      const answer = await handler.handle(body, new ServerCallContext({ requestedVersion: '1.0' }));
      if (!(Symbol.asyncIterator in answer)) {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      try {
        for await (const event of answer) response.write(`data: ${JSON.stringify(event)}\n\n`);
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

  #card(): AgentCard {
    const text = { name: 'Refund agent', description: 'Refunds orders', version: '1' };
    return {
      ...text,
      supportedInterfaces: [{ url: this.address, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      capabilities: { streaming: this.#streaming },
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [],
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
