import type { History, TurnIndex } from '../../../model/history.ts';
import { formatPath, type Path } from '../../../model/path.ts';
import { elementAt, entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { CallsMade } from '../../moment.ts';
import type { CallHeader } from '../header.ts';
import { startOf } from '../header.ts';
import type { CallSession } from '../trail.ts';
import { upTo } from './up-to.ts';

/** A text with placeholders that the session shows. */
export interface Template {
  readonly text: string;
  /** `configuration` is of the header, or kept beside the context; `call` an argument of a call made in a run. */
  readonly kind: 'configuration' | 'said' | 'call';
  /** The first place where it stood, as a path; empty for what was said. */
  readonly place: string;
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
    const { aside } = startOf(session.header).state;
    for (const { place, text } of templatesIn(configurationOf(session.header), []))
      this.#add(text, 'configuration', place);
    for (const { place, text } of templatesIn(aside, [])) this.#add(text, 'configuration', place);
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
      if (said !== undefined && hasBraces(said)) this.#used(this.#add(said, 'said', '', this.#count), this.#count);
    }
    this.#called(this.#count, calls);
  }

  /** Arguments of the calls that were over after so many events. */
  #called(count: number, calls: CallsMade | undefined): void {
    for (; this.#calls < (calls?.length ?? 0); this.#calls++) {
      const made = calls?.at(this.#calls);
      if (made === undefined || made.upTo > count) return;
      for (const { place, text } of templatesOfCall(made.call.op, made.call.args)) {
        this.#used(this.#add(text, 'call', place, made.upTo - 1), made.upTo - 1);
      }
    }
  }

  #add(text: string, kind: Template['kind'], place: string, event = -1): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    this.#byText.set(text, this.templates.length);
    return this.templates.push({ text, kind, place, event, uses: [] }) - 1;
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

const hasBraces = (text: string): boolean => /\{\{[^{}]*\}\}/.test(text);

/** Fields of the header that are about the recording, or hold values rather than texts to be filled. */
const noConfiguration: ReadonlySet<string> = new Set(['title', 'importer', 'origin', 'context', 'variables']);

/** Whatever a header carries beyond what we know: an importer keeps the agents' prompts there. */
const configurationOf = (header: CallHeader): RecordValue =>
  Object.fromEntries(
    Object.entries(header as unknown as RecordValue).filter(([key]) => !noConfiguration.has(key)), // its schema is loose
  );

/** Arguments whose texts an operation resolves. Parameters and values that are written are data. */
const resolved: { readonly [op: string]: readonly string[] } = {
  agent_says: ['text'],
  resolve: ['template'],
  preview: ['template'],
  resolve_dict: ['data'],
  resolve_agent: ['agent'],
  call_tool: ['actions', 'on_success', 'on_failure'],
  action: ['action'],
  check_skip: ['skip_condition'],
};

function templatesOfCall(op: string, args: RecordValue): readonly Found[] {
  if (!Object.hasOwn(resolved, op)) return [];
  const tool = entry(args, 'tool');
  const name = typeof tool === 'string' ? tool : op;
  return (resolved[op] ?? []).flatMap((argument) => {
    const value = entry(args, argument);
    return value === undefined ? [] : templatesIn(value, [name, argument]);
  });
}

interface Found {
  readonly place: string;
  readonly text: string;
}

/** As much of a configuration as is looked at, and as deep. */
const maxParts = 20_000;
const maxDepth = 100;

/** Every text with placeholders in a value, in the order in which it holds them. */
function templatesIn(value: Value, path: Path): readonly Found[] {
  const found: Found[] = [];
  const open: { readonly value: Value; readonly path: Path }[] = [{ value, path }];
  let parts = 0;
  for (let top = open.pop(); top !== undefined && parts < maxParts; top = open.pop()) {
    parts += 1;
    if (typeof top.value === 'string') {
      if (hasBraces(top.value)) found.push({ place: formatPath(top.path), text: top.value });
    } else if (top.path.length < maxDepth) open.push(...partsOf(top.value, top.path).toReversed());
  }
  return found;
}

function partsOf(value: Value, path: Path): { readonly value: Value; readonly path: Path }[] {
  if (isList(value)) {
    const length = Math.min(value.length, maxParts);
    return Array.from({ length }, (_, i) => ({ value: elementAt(value, i) ?? null, path: [...path, i] }));
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).map(([key, part]) => ({ value: part, path: [...path, key] }));
}

const logs = new WeakMap<CallSession, TemplateLog>();

export function templateLogOf(session: CallSession, history: History, calls: CallsMade | undefined): TemplateLog {
  const log = logs.get(session) ?? new TemplateLog(session);
  logs.set(session, log);
  log.follow(history, calls);
  return log;
}
