import type { TurnIndex } from '../../../model/history.ts';
import { estimateItem } from '../estimate.ts';
import type { ContextState } from '../context-state.ts';
import { eventsUpTo, stateAfter, turnOf } from '../timeline.ts';
import type { ModelCall, ModelCalls } from './model-calls.ts';
import type { NoeticMoment } from './noetic-moment.ts';
import { windowOf, type MeasuredWindow, type WindowPart } from './window-parts.ts';

/** The parts of one model call's context window. */
export interface CallWindow extends MeasuredWindow {
  /** The index of the call among the context's calls, from 0. */
  readonly call: number;
  /** The turn of the call, or of the measurement if there was no call. */
  readonly turn: TurnIndex;
  /** False: the window was not measured, so only an estimate of the log after the call is available. */
  readonly isMeasured: boolean;
  /**
   * For each part, the token growth since the previous call; null if that call lacks the part, and `unknown` if only one
   * of both was recorded: an estimate and a recorded count do not compare.
   */
  readonly growth: readonly (number | null | 'unknown')[];
  /** Layers that contributed to the previous call and are missing in the record of this one. */
  readonly removedLayers: readonly { readonly name: string; readonly tokens: number }[];
  /** The number of items in the log at that time, and the tokens of the response itself. */
  readonly logItems: number;
  readonly responseTokens: number | null;
  /** The token counts of the provider. */
  readonly providerTokens: { readonly prompt: number; readonly completion: number } | null;
}

/** One call in the chart of calls. */
export interface CallBar {
  readonly call: number;
  readonly turn: TurnIndex;
  readonly isMeasured: boolean;
  /** By kind, with the sum over all layers. */
  readonly tokens: { readonly [K in WindowPart['kind']]: number };
  readonly sum: number;
}

/** `events`: the number of events up to the moment; `node`: the context of the call. */
export function callWindow(
  at: NoeticMoment,
  node: string,
  events: number,
  call: number,
  calls: ModelCalls,
): CallWindow | null {
  const modelCall = callAt(calls, call);
  if (modelCall === undefined) return null;
  const measured = measuredBy(modelCall, events);
  const window = measured ?? estimated(at, node, events, modelCall);
  const before = callAt(calls, call - 1);
  const measuredBefore = before && measuredBy(before, events);
  const parts = before === undefined ? [] : (measuredBefore ?? estimated(at, node, events, before)).parts;
  const isComparable = before === undefined || (measuredBefore === null) === (measured === null);
  const end =
    modelCall.measured !== undefined && measured !== null ? modelCall.measured.event + 1 : endOf(at, events, modelCall);
  const context = stateAfter(at.session, end).contexts.get(node);
  const { prompt, completion } = (modelCall.turn === null ? undefined : at.history.turns[modelCall.turn]?.tokens) ?? {};
  return {
    ...window,
    model: window.model ?? modelCall.model ?? null,
    call,
    turn: turnOfCall(at, modelCall),
    isMeasured: measured !== null,
    growth: window.parts.map((part) => (isComparable ? growthSince(part, parts) : 'unknown')),
    removedLayers:
      measured === null
        ? []
        : parts.filter((part) => isRemoved(part, window.parts)).map(({ name, tokens }) => ({ name, tokens })),
    logItems: context?.log.length ?? 0,
    responseTokens: context === undefined ? null : responseTokens(context),
    providerTokens: prompt === undefined || completion === undefined ? null : { prompt, completion },
  };
}

export function callBar(
  at: NoeticMoment,
  node: string,
  events: number,
  call: number,
  calls: ModelCalls,
): CallBar | null {
  const modelCall = callAt(calls, call);
  if (modelCall === undefined) return null;
  const measured = measuredBy(modelCall, events);
  const { parts, sum } = measured ?? estimated(at, node, events, modelCall);
  const tokens = { instructions: 0, tools: 0, layer: 0, history: 0 };
  for (const part of parts) tokens[part.kind] += part.tokens;
  return { call, turn: turnOfCall(at, modelCall), isMeasured: measured !== null, tokens, sum };
}

const callAt = ({ calls, count }: ModelCalls, call: number): ModelCall | undefined =>
  call < count ? calls[call] : undefined;

const turnOfCall = ({ session, history }: NoeticMoment, { turn, event }: ModelCall): TurnIndex =>
  turn ?? turnOf(session, history, event);

/** Null if the window was not measured before that moment. */
const measuredBy = ({ measured }: ModelCall, events: number): MeasuredWindow | null =>
  measured === undefined || measured.event >= events ? null : windowOf(measured.usage);

/** The number of events at the end of the call's turn, or at the moment if that is earlier. */
const endOf = ({ session, history }: NoeticMoment, events: number, { turn }: ModelCall): number =>
  turn === null ? events : Math.min(events, eventsUpTo(session, history, turn));

/** An estimate for a call that was not measured: the log after the call, with the library's estimate for each item. */
function estimated(at: NoeticMoment, node: string, events: number, call: ModelCall): MeasuredWindow {
  const end = endOf(at, events, call);
  const known = estimates.get(call);
  const tokens = known?.end === end ? known.tokens : (stateAfter(at.session, end).contexts.get(node)?.log.tokens ?? 0);
  estimates.set(call, { end, tokens });
  const history: WindowPart = { kind: 'history', name: 'history', tokens, isRecorded: true, items: null, facts: [] };
  return { parts: [history], sum: tokens, total: null, model: null, facts: [] };
}

const estimates = new WeakMap<ModelCall, { readonly end: number; readonly tokens: number }>();

function growthSince(now: WindowPart, before: readonly WindowPart[]): CallWindow['growth'][number] {
  const same = before.find(({ kind, name }) => kind === now.kind && name === now.name);
  if (same === undefined) return null;
  return now.isRecorded && same.isRecorded ? now.tokens - same.tokens : 'unknown';
}

const isRemoved = ({ kind, name, tokens }: WindowPart, now: readonly WindowPart[]): boolean =>
  kind === 'layer' && tokens > 0 && !now.some((part) => part.kind === kind && part.name === name);

/** Null if the log continues after the response, or the length of the response is unknown. */
function responseTokens({ log, lastStep }: ContextState): number | null {
  if (lastStep === null || lastStep.log.length !== log.length) return null;
  return log.last(lastStep.responded).reduce<number>((sum, item) => sum + estimateItem(item), 0);
}
