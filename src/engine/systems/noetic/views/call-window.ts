import type { TurnIndex } from '../../../model/history.ts';
import { estimateItem } from '../estimate.ts';
import type { ContextState } from '../context-state.ts';
import { eventsUpTo, stateAfter, turnOf } from '../timeline.ts';
import type { ModelCall, ModelCalls } from './model-calls.ts';
import type { NoeticMoment } from './noetic-moment.ts';
import { windowOf, type MeasuredWindow, type WindowPart } from './window-parts.ts';

/** How the context window of one model call was made up. */
export interface CallWindow extends MeasuredWindow {
  /** Which of the context's calls, from 0. */
  readonly call: number;
  /** Of the call; where there was none, of the measuring. */
  readonly turn: TurnIndex;
  /** False: nobody measured, so that all there is is an estimate of the log as it was after the call. */
  readonly isMeasured: boolean;
  /** For each part how many more tokens than in the call before; null where that call lacks it. */
  readonly grew: readonly (number | null)[];
  /** Layers that put something into the call before, and are not in this one's record. */
  readonly gone: readonly { readonly name: string; readonly tokens: number }[];
  /** Items in the log then, and how many of its tokens are the response itself. */
  readonly logItems: number;
  readonly responseTokens: number | null;
  /** What the provider counted. */
  readonly counted: { readonly prompt: number; readonly completion: number } | null;
}

/** One call in the row of calls. */
export interface CallBar {
  readonly call: number;
  readonly turn: TurnIndex;
  readonly isMeasured: boolean;
  /** By kind; layers together. */
  readonly tokens: { readonly [K in WindowPart['kind']]: number };
  readonly sum: number;
}

/** `events`: how many had happened by the moment; `node`: whose call it is. */
export function callWindow(
  at: NoeticMoment,
  node: string,
  events: number,
  call: number,
  calls: ModelCalls,
): CallWindow | null {
  const asked = callAt(calls, call);
  if (asked === undefined) return null;
  const measured = measuredBy(asked, events);
  const window = measured ?? estimated(at, node, events, asked);
  const before = callAt(calls, call - 1);
  const parts = before === undefined ? [] : (measuredBy(before, events) ?? estimated(at, node, events, before)).parts;
  const end = asked.measured !== undefined && measured !== null ? asked.measured.event + 1 : endOf(at, events, asked);
  const context = stateAfter(at.session, end).contexts.get(node);
  const { prompt, completion } = (asked.turn === null ? undefined : at.history.turns[asked.turn]?.tokens) ?? {};
  return {
    ...window,
    model: window.model ?? asked.model ?? null,
    call,
    turn: turnOfCall(at, asked),
    isMeasured: measured !== null,
    grew: window.parts.map((part) => grewSince(part, parts)),
    gone:
      measured === null
        ? []
        : parts.filter((part) => isGone(part, window.parts)).map(({ name, tokens }) => ({ name, tokens })),
    logItems: context?.log.length ?? 0,
    responseTokens: context === undefined ? null : responseTokens(context),
    counted: prompt === undefined || completion === undefined ? null : { prompt, completion },
  };
}

export function callBar(
  at: NoeticMoment,
  node: string,
  events: number,
  call: number,
  calls: ModelCalls,
): CallBar | null {
  const asked = callAt(calls, call);
  if (asked === undefined) return null;
  const measured = measuredBy(asked, events);
  const { parts, sum } = measured ?? estimated(at, node, events, asked);
  const tokens = { instructions: 0, tools: 0, layer: 0, history: 0 };
  for (const part of parts) tokens[part.kind] += part.tokens;
  return { call, turn: turnOfCall(at, asked), isMeasured: measured !== null, tokens, sum };
}

const callAt = ({ calls, count }: ModelCalls, call: number): ModelCall | undefined =>
  call < count ? calls[call] : undefined;

const turnOfCall = ({ session, history }: NoeticMoment, { turn, event }: ModelCall): TurnIndex =>
  turn ?? turnOf(session, history, event);

/** Null: by that moment nobody had measured it. */
const measuredBy = ({ measured }: ModelCall, events: number): MeasuredWindow | null =>
  measured === undefined || measured.event >= events ? null : windowOf(measured.usage);

/** The end of the call's turn, or the moment where that is earlier. */
const endOf = ({ session, history }: NoeticMoment, events: number, { turn }: ModelCall): number =>
  turn === null ? events : Math.min(events, eventsUpTo(session, history, turn));

/** Nothing is known of such a call but the log that it left, whose items are estimated as the library does. */
function estimated(at: NoeticMoment, node: string, events: number, call: ModelCall): MeasuredWindow {
  const end = endOf(at, events, call);
  const known = estimates.get(call);
  const tokens = known?.end === end ? known.tokens : (stateAfter(at.session, end).contexts.get(node)?.log.tokens ?? 0);
  estimates.set(call, { end, tokens });
  const history: WindowPart = { kind: 'history', name: 'history', tokens, items: null, facts: [] };
  return { parts: [history], sum: tokens, total: null, model: null, facts: [] };
}

const estimates = new WeakMap<ModelCall, { readonly end: number; readonly tokens: number }>();

function grewSince({ kind, name, tokens }: WindowPart, before: readonly WindowPart[]): number | null {
  const same = before.find((part) => part.kind === kind && part.name === name);
  return same === undefined ? null : tokens - same.tokens;
}

const isGone = ({ kind, name, tokens }: WindowPart, now: readonly WindowPart[]): boolean =>
  kind === 'layer' && tokens > 0 && !now.some((part) => part.kind === kind && part.name === name);

/** Null: the response is no longer the end of the log, or nobody said how long it was. */
function responseTokens({ log, lastStep }: ContextState): number | null {
  if (lastStep === null || lastStep.log.length !== log.length) return null;
  return log.last(lastStep.responded).reduce<number>((sum, item) => sum + estimateItem(item), 0);
}
