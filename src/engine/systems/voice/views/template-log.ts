import type { History, TurnIndex } from '../../../model/history.ts';
import { toJson } from '../../../model/json.ts';
import type { CallsMade } from '../../moment.ts';
import type { Variable } from '../state.ts';
import type { CallSession } from '../trail.ts';
import { hasBraces, templatesOfCall, templatesOfHeader, type FoundTemplate } from './find-templates.ts';
import { upTo } from './up-to.ts';

/** A text with placeholders that the session shows. */
export interface Template {
  readonly text: string;
  /** `configuration` is of the header, or kept beside the context; `call` an argument of a call made in a run. */
  readonly kind: 'configuration' | 'said' | 'call';
  /** The first place where it stood, as a path; empty for what was said. */
  readonly place: string;
  /** Defaults of its own prompt, which come before those of the call. */
  readonly variables: readonly Variable[];
  /** Which event first had it; -1 for what is known from the start. */
  readonly event: number;
  readonly uses: Use[];
}

export interface Use {
  readonly event: number;
  readonly turn: TurnIndex;
  readonly template: number;
}

/** The templates of a call in the order of their coming: those that are known at a turn come first. */
export class TemplateLog {
  readonly templates: Template[] = [];
  /** Of all templates, oldest first. */
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

  /** How many templates are known after so many events. */
  known(events: number): number {
    return upTo(this.templates, events);
  }

  /** The one that was used last among so many events. */
  lastUsed(events: number): number | undefined {
    return this.uses[upTo(this.uses, events) - 1]?.template;
  }

  follow({ turns }: History, calls: CallsMade | undefined): void {
    const { events } = this.#session;
    for (; this.#count < events.length; this.#count++) {
      this.#called(this.#count, calls);
      if (turns[this.#turn + 1]?.event === this.#count) this.#turn += 1;
      const event = events[this.#count];
      // Without a template, braces in what was said are placeholders that reached the caller.
      const said = event?.type === 'agent-spoke' ? (event.template ?? event.text) : undefined;
      if (said !== undefined && hasBraces(said)) this.#said(said);
    }
    this.#called(this.#count, calls);
  }

  /** Arguments of the calls that were over after so many events. */
  #called(count: number, calls: CallsMade | undefined): void {
    for (; this.#calls < (calls?.length ?? 0); this.#calls++) {
      const made = calls?.at(this.#calls);
      if (made === undefined || made.upTo > count) return;
      for (const found of templatesOfCall(made.call.op, made.call.args)) {
        this.#used(this.#add(found, 'call', made.upTo - 1), made.upTo - 1);
      }
    }
  }

  #said(text: string): void {
    this.#used(this.#add({ text, place: '', variables: [] }, 'said', this.#count), this.#count);
  }

  /** The same text with other defaults is another template. */
  #add({ text, place, variables }: FoundTemplate, kind: Template['kind'], event = -1): number {
    const key = variables.length === 0 ? text : `${toJson(variables.map((one) => ({ ...one })))} ${text}`;
    const known = this.#byText.get(key);
    if (known !== undefined) return known;
    this.#byText.set(key, this.templates.length);
    return this.templates.push({ text, kind, place, variables, event, uses: [] }) - 1;
  }

  /** What a call said is on record twice: as its argument, and as what was said. */
  #used(template: number, event: number): void {
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
  log.follow(history, calls);
  return log;
}
