import type { History } from '../../model/history.ts';
import { HistoryBuilder, type Moment, type SessionFacts } from '../../model/history-builder.ts';
import type { Session } from '../../model/session.ts';
import { countOf, type TokenCounts } from '../../model/tokens.ts';
import { entry, isMap, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { NoeticEvent, TokenUsage } from './event.ts';
import type { NoeticHeader } from './header.ts';
import { field, roleOf, textOf, typeOf } from './item.ts';
import { openJson } from '../../model/json-text.ts';
import { filled, type GrowingHistory } from '../system.ts';

/**
 * Builds the columns of a run in one pass over its events: a user message is an input, consecutive response items are
 * one model call, a function output is one capability invocation. Items passed at the start precede the first turn.
 */
export const historyOf = ({ header, events }: Session<NoeticHeader, NoeticEvent>): History =>
  filled(growing(header), events);

/** Builds the same columns event by event. A response that is still open has a turn with its items so far. */
export function growing(header: NoeticHeader): GrowingHistory<NoeticEvent> {
  const projection = new Projection(header);
  let index = 0;
  return {
    get history() {
      return projection.history;
    },
    add(event) {
      projection.add(event, index);
      index += 1;
    },
  };
}

const factsOf = (header: NoeticHeader): SessionFacts => ({
  agent: { name: header.agent?.name, namespace: header.agent?.namespace, startedAt: header.started_at },
  user: { id: header.context?.resourceId, email: undefined },
  model: header.model,
  functions: [],
  nodes: [],
});

/** Consecutive response items, collected until their model call ends. */
interface Response {
  readonly moment: Moment;
  readonly texts: string[];
  readonly planned: string[];
  /** The content of the last message. */
  content: Value | undefined;
  /** Its turn was emitted already, but lacks the items added since. */
  hasTurn: boolean;
}

const unknownTokens: TokenCounts = { prompt: undefined, completion: undefined, total: undefined };

class Projection {
  readonly #builder: HistoryBuilder;
  /** Calls by node and call id, to match later outputs. */
  readonly #calls = new Map<string, { readonly name: string; readonly args: Value | undefined }>();
  #open: Response | null = null;

  constructor(header: NoeticHeader) {
    this.#builder = new HistoryBuilder(factsOf(header));
    // Like `ctx.tokens`: of a log alone, the sums are known only after an event sets them.
    if (header.recorded === 'items' || header.recorded === 'fields') this.#builder.unknownTokensSoFar();
  }

  get history(): History {
    if (this.#open !== null) this.#emitTurn(this.#open, unknownTokens);
    return this.#builder.history;
  }

  add(event: NoeticEvent, index: number): void {
    switch (event.type) {
      case 'item-appended':
        return this.#item(event.item, momentOf(event, index));
      case 'output-missing':
        this.#end();
        return this.#output({ callId: event.callId }, momentOf(event, index));
      case 'model-called':
        if (event.model !== undefined) this.#builder.calledModel(event.model);
        return this.#called(event.usage, momentOf(event, index));
      case 'usage-accounted':
        return event.of === 'run' ? this.#recordRunUsage(event) : this.#called(event, momentOf(event, index));
      case 'context-recorded':
        return event.node === undefined ? this.#recorded(event.fields) : this.#end();
      case 'context-created':
      case 'context-restored':
        this.#end();
        return this.#builder.derived(event.node, event.parent, event.node);
      case 'step-dispatched':
      case 'step-entered':
        return this.#end();
      default:
        return undefined;
    }
  }

  /** Completes the open response without token counts. */
  #end(): void {
    this.#close(unknownTokens);
  }

  /** Ends a model call: the open response belongs to it. */
  #called(usage: TokenUsage | undefined, moment: Moment): void {
    if (this.#open?.moment.node !== moment.node) this.#end();
    this.#open ??= { moment, texts: [], planned: [], content: undefined, hasTurn: false };
    this.#close(usage === undefined ? unknownTokens : countsOf(usage));
  }

  /** Records the sum over all calls so far; the counts of single calls are unknown. */
  #recordRunUsage({ inputTokens, outputTokens }: TokenUsage): void {
    this.#end();
    this.#builder.tokens({ prompt: inputTokens, completion: outputTokens, total: inputTokens + outputTokens });
  }

  /** Records the token sums of an exported Context, as far as it contains them. */
  #recorded(fields: RecordValue): void {
    this.#end();
    const tokens = entry(fields, 'tokens');
    if (tokens === undefined || !isRecord(tokens)) return;
    const [prompt, completion, total] = ['input', 'output', 'total'].map((key) => countOf(entry(tokens, key)));
    const sum = prompt === undefined || completion === undefined ? undefined : prompt + completion;
    this.#builder.tokens({ prompt, completion, total: total ?? sum });
  }

  #close(tokens: TokenCounts): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    this.#emitTurn(open, tokens);
  }

  #emitTurn(open: Response, tokens: TokenCounts): void {
    if (open.hasTurn) this.#builder.reopenModel();
    open.hasTurn = true;
    const { moment, texts, planned, content } = open;
    const named = planned.filter((name) => name !== '');
    this.#builder.model(moment, texts.length === 0 ? undefined : texts.join(' '), named, tokens);
    // A text next to tool calls is not an answer yet.
    if (content !== undefined && planned.length === 0) this.#builder.output(moment.at, { message: content });
  }

  #item(item: Value, moment: Moment): void {
    switch (typeOf(item)) {
      case 'message':
        return this.#message(item, moment);
      case 'function_call_output':
        this.#end();
        return this.#output(item, moment);
      case 'function_call': {
        const name = field(item, 'name') ?? '';
        const written = field(item, 'arguments');
        const args = written === undefined ? undefined : openJson(written);
        this.#calls.set(callKey(item, moment), { name, args });
        this.#response(moment).planned.push(name);
        return undefined;
      }
      case 'reasoning':
      case 'web_search_call':
      case 'file_search_call':
      case 'image_generation_call':
        this.#response(moment);
        return undefined;
      default:
        // Other extension items are not part of the conversation; those of the provider belong to a response.
        if (typeOf(item)?.startsWith('openrouter:') === true) this.#response(moment);
        return undefined;
    }
  }

  #message(item: Value, moment: Moment): void {
    const content = isMap(item) ? entry(item, 'content') : undefined;
    const role = roleOf(item);
    if (role === 'assistant') {
      const response = this.#response(moment);
      response.texts.push(textOf(item));
      response.content = content ?? null;
      return;
    }
    this.#end();
    if (role === 'user') this.#builder.input(moment, content === undefined ? undefined : { message: content });
  }

  #output(item: Value, moment: Moment): void {
    const call = this.#calls.get(callKey(item, moment));
    const output = isMap(item) ? entry(item, 'output') : undefined;
    const isFailed = field(item, 'status') === 'failed';
    // If the call of this output was not recorded, its name falls back to the call id.
    const name = call?.name ?? field(item, 'name') ?? field(item, 'callId');
    // The log may end inside this item: then it is not recorded which call it answers.
    if (name === undefined) return;
    this.#builder.capability(moment, {
      function: name,
      input: call?.args,
      output,
      outcome: isFailed ? 'errored' : output === undefined ? 'no-result' : 'successful',
      taskId: null,
      reason: isFailed && typeof output === 'string' ? output : undefined,
    });
  }

  /** The open response of this context, or a new one. */
  #response(moment: Moment): Response {
    if (this.#open !== null && this.#open.moment.node !== moment.node) this.#end();
    this.#open ??= { moment, texts: [], planned: [], content: undefined, hasTurn: false };
    return this.#open;
  }
}

const momentOf = ({ at, node }: { at?: string; node?: string }, event: number): Moment => ({
  event,
  at,
  node,
  tookMs: undefined,
});

const callKey = (item: Value, { node = '' }: Moment): string => `${node} ${field(item, 'callId') ?? ''}`;

const countsOf = ({ inputTokens, outputTokens, cachedTokens }: TokenUsage): TokenCounts => ({
  prompt: inputTokens,
  completion: outputTokens,
  total: undefined,
  cached: cachedTokens,
});
