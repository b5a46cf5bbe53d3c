import type { TurnIndex } from '../../../model/history.ts';
import type { RecordValue } from '../../../model/value.ts';
import { rootNode } from '../state.ts';
import { countBelow, collectFromEvents, listUnder } from './collect-from-events.ts';
import type { NoeticMoment } from './noetic-moment.ts';

/** One model call of a context, taken from the columns, or a measurement of the context window’s use without one. */
export interface ModelCall {
  /** The event that began it. */
  readonly event: number;
  /** The turn of the call; null where the use of the context window is recorded without a call. */
  readonly turn: TurnIndex | null;
  model: string | undefined;
  measured: Measurement | undefined;
}

/** The recorded `lastLayerUsage`, and the event that set it. */
export interface Measurement {
  readonly event: number;
  readonly usage: RecordValue;
}

/** The model calls of one context, oldest first, and the start of each. */
export interface ModelCalls {
  readonly calls: readonly ModelCall[];
  /** How many began before the moment. */
  readonly count: number;
}

interface CallsByNode {
  readonly byNode: Map<string, ModelCall[]>;
  readonly began: Map<string, number[]>;
}

const callsByNode = collectFromEvents<CallsByNode>(
  () => ({ byNode: new Map(), began: new Map() }),
  ({ byNode, began }, event, index, turn) => {
    const begin = (node: string, call: ModelCall) => {
      listUnder(byNode, node).push(call);
      listUnder(began, node).push(index);
    };
    if (turn?.kind === 'llm') {
      begin(turn.node, { event: index, turn: turn.index, model: undefined, measured: undefined });
    }
    if (event.type !== 'model-called' && event.type !== 'window-measured') return;
    const node = event.node ?? rootNode;
    const latest = byNode.get(node)?.at(-1);
    if (event.type === 'model-called') {
      if (latest !== undefined) latest.model ??= event.model;
      return;
    }
    const measured = { event: index, usage: event.usage };
    if (latest === undefined || latest.measured !== undefined) {
      begin(node, { event: index, turn: null, model: undefined, measured });
    } else latest.measured = measured;
  },
);

export function modelCallsOf(at: NoeticMoment, node: string, events: number): ModelCalls {
  const { byNode, began } = callsByNode(at);
  return { calls: byNode.get(node) ?? [], count: countBelow(began.get(node) ?? [], events) };
}
