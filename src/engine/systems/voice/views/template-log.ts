import type { History, TurnIndex } from '../../../model/history.ts';
import { toJson } from '../../../model/json.ts';
import type { CallsMade } from '../../moment.ts';
import type { Variable } from '../state.ts';
import type { CallSession } from '../trail.ts';
import { hasBraces, templatesOfCall, templatesOfHeader, type FoundTemplate } from './find-templates.ts';
import { countUpTo } from './up-to.ts';

/** A text with placeholders that occurs in the session. */
export interface Template {
  readonly text: string;
  /** `configuration`: from the header or beside the context; `call`: from an argument of a call in a run. */
  readonly kind: 'configuration' | 'said' | 'call';
  /** The path of its first place; empty for spoken texts. */
  readonly place: string;
  /** Defaults of its own prompt, which take precedence over those of the call. */
  readonly variables: readonly Variable[];
  /** The event of its first occurrence; -1 if it is known from the start. */
  readonly event: number;
  readonly uses: Use[];
}

export interface Use {
  readonly event: number;
  readonly turn: TurnIndex;
  readonly template: number;
}

/** The templates of a call in order of first occurrence, so those known at a turn come first. */
export class TemplateLog {
  readonly templates: Template[] = [];
  /** The uses of all templates, oldest first. */
  readonly uses: Use[] = [];
  readonly #session: CallSession;
  readonly #byText = new Map<string, number>();
  #count = 0;
  #calls = 0;
  #turn: TurnIndex = -1;

  constructor(session: CallSession) {
    this.#session = session;
    for (const found of templatesOfHeader(session.header)) this.#add(found, 'configuration');
  }

  /** The number of templates known after `events` events. */
  known(events: number): number {
    return countUpTo(this.templates, events);
  }

  /** The template that was used last among the first `events` events. */
  lastUsed(events: number): number | undefined {
    return this.uses[countUpTo(this.uses, events) - 1]?.template;
  }

  advance({ turns }: History, calls: CallsMade | undefined): void {
    const { events } = this.#session;
    for (; this.#count < events.length; this.#count++) {
      this.#readCalls(this.#count, calls);
      if (turns[this.#turn + 1]?.event === this.#count) this.#turn += 1;
      const event = events[this.#count];
      // Without a recorded template, braces in the spoken text are placeholders that reached the caller.
      const spoken = event?.type === 'agent-spoke' ? (event.template ?? event.text) : undefined;
      if (spoken !== undefined && hasBraces(spoken)) this.#addSpoken(spoken);
    }
    this.#readCalls(this.#count, calls);
  }

  /** Reads the arguments of the calls completed after `count` events. */
  #readCalls(count: number, calls: CallsMade | undefined): void {
    for (; this.#calls < (calls?.length ?? 0); this.#calls++) {
      const made = calls?.at(this.#calls);
      if (made === undefined || made.upTo > count) return;
      for (const found of templatesOfCall(made.call.op, made.call.args)) {
        this.#recordUse(this.#add(found, 'call', made.upTo - 1), made.upTo - 1);
      }
    }
  }

  #addSpoken(text: string): void {
    this.#recordUse(this.#add({ text, place: '', variables: [] }, 'said', this.#count), this.#count);
  }

  /** The same text with different defaults is a different template. */
  #add({ text, place, variables }: FoundTemplate, kind: Template['kind'], event = -1): number {
    const key = variables.length === 0 ? text : `${toJson(variables.map((one) => ({ ...one })))} ${text}`;
    const known = this.#byText.get(key);
    if (known !== undefined) return known;
    this.#byText.set(key, this.templates.length);
    return this.templates.push({ text, kind, place, variables, event, uses: [] }) - 1;
  }

  /** Records a use, once per event: a spoken text appears both as an argument of the call and as an event. */
  #recordUse(template: number, event: number): void {
    const uses = this.templates[template]?.uses;
    if (uses === undefined || uses.at(-1)?.event === event) return;
    const use = { event, turn: this.#turn, template };
    uses.push(use);
    this.uses.push(use);
  }
}

const logs = new WeakMap<CallSession, TemplateLog>();

export function templateLogOf(session: CallSession, history: History, calls: CallsMade | undefined): TemplateLog {
  const log = logs.get(session) ?? new TemplateLog(session);
  logs.set(session, log);
  log.advance(history, calls);
  return log;
}
