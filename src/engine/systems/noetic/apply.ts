import { unreachable } from '../../../base/unreachable.ts';
import { parseInstant } from '../../model/instant.ts';
import { applyChannelEvent } from './apply-channel.ts';
import { applyContextEvent, withContext } from './apply-context.ts';
import { withUsage, type ContextState } from './context-state.ts';
import type { LifecycleEvent, ModelCalled, NoeticEvent, StateEvent, StepEvent } from './event.ts';
import type { Dialect } from './header.ts';
import { withLayerState } from './layers.ts';
import { contextAt, dialectOf, rootNode, type NoeticState } from './state.ts';
import { withValueAt } from './with-value-at.ts';

/** Returns the same state when nothing changes. */
export function apply(state: NoeticState, event: NoeticEvent): NoeticState {
  return applyEvent('at' in event && event.at !== undefined ? clockAdvancedTo(state, event.at) : state, event);
}

function applyEvent(state: NoeticState, event: NoeticEvent): NoeticState {
  switch (event.type) {
    case 'item-appended':
      return withContext(state, event.node, (context) => ({ ...context, log: context.log.append(event.item) }));
    case 'output-missing':
      return state;
    case 'model-called':
      return withContext(state, event.node, (context) => modelCalled(context, event, dialectOf(state)));
    case 'usage-accounted':
      return withContext(state, event.node, (context) => accounted(context, event, event.cost, dialectOf(state)));
    case 'window-measured':
      return withContext(state, event.node, (context) => ({ ...context, lastLayerUsage: event.usage }));
    case 'step-dispatched':
    case 'step-entered':
    case 'step-left':
    case 'step-failed':
      return withContext(state, event.node, (context) => stepped(context, event));
    case 'state-replaced':
    case 'state-written':
    case 'directory-changed':
      return withContext(state, event.node, (context) => rewritten(context, event));
    case 'completed':
    case 'aborted':
      return withContext(state, event.node, (context) => ended(context, event, dialectOf(state)));
    case 'layer-state-set':
      return withContext(state, event.node, (context) => {
        const layers = withLayerState(context.layers, event.layer, event.state);
        return layers === context.layers ? context : { ...context, layers };
      });
    case 'context-recorded':
      return withContext(state, event.node, (context) => ({
        ...context,
        recorded: { ...context.recorded, ...event.fields },
      }));
    case 'checkpoint-saved': {
      const context = contextAt(state, event.node ?? rootNode);
      if (context === undefined) return state;
      const checkpoints = state.checkpoints.set(context.id, { context, capturedAt: state.now });
      return { ...state, checkpoints };
    }
    case 'item-type-registered':
      return state.itemTypes.includes(event.itemType)
        ? state
        : { ...state, itemTypes: [...state.itemTypes, event.itemType] };
    case 'clock-advanced':
      return event.ms === 0 ? state : { ...state, now: state.now + event.ms };
    case 'context-created':
    case 'context-restored':
    case 'context-settled':
    case 'execution-closed':
      return applyContextEvent(state, event);
    case 'channel-declared':
    case 'channel-opened':
    case 'value-sent':
    case 'value-dropped':
    case 'value-taken':
    case 'wait-began':
    case 'wait-settled':
    case 'handle-opened':
      return applyChannelEvent(state, event);
    default:
      return unreachable(event);
  }
}

/**
 * Advances the run's clock to a recorded time. The clock never runs backwards, although the clocks of different
 * machines differ slightly.
 */
function clockAdvancedTo(state: NoeticState, at: string): NoeticState {
  const start = state.header.started_at === undefined ? undefined : parseInstant(state.header.started_at);
  const then = start === undefined ? undefined : parseInstant(at);
  if (start === undefined || then === undefined || then - start <= state.now) return state;
  return { ...state, now: then - start };
}

/**
 * Ends a model step whose response is in the log already. The library's record of the step is computed when it is read.
 */
function modelCalled(context: ContextState, event: ModelCalled, dialect: Dialect): ContextState {
  const { responded, usage, cost } = event;
  const lastStep = { log: context.log, responded, usage, cost };
  return { ...accounted(context, usage, cost, dialect), lastStep };
}

function accounted(
  context: ContextState,
  usage: ModelCalled['usage'],
  cost: number | undefined,
  dialect: Dialect,
): ContextState {
  const tokens = usage === undefined ? context.tokens : withUsage(context.tokens, usage, dialect);
  return { ...context, tokens, cost: context.cost + (cost ?? 0) };
}

function stepped(context: ContextState, event: StepEvent): ContextState {
  switch (event.type) {
    case 'step-dispatched':
      return { ...context, stepCount: context.stepCount + 1 };
    case 'step-entered': {
      const { stepId, input } = event;
      const frame = input === undefined ? { stepId } : { stepId, input };
      return { ...context, stepCount: context.stepCount + 1, frontier: { frame, below: context.frontier } };
    }
    case 'step-left':
      return context.frontier === null ? context : { ...context, frontier: context.frontier.below };
    case 'step-failed':
      return context;
    default:
      return unreachable(event);
  }
}

function rewritten(context: ContextState, event: StateEvent): ContextState {
  switch (event.type) {
    case 'state-replaced':
      return context.state === event.value ? context : { ...context, state: event.value };
    case 'state-written': {
      const state = withValueAt(context.state, event.path, event.value);
      return state === undefined || state === context.state ? context : { ...context, state };
    }
    case 'directory-changed':
      return event.cwd === context.cwd.cwd
        ? context
        : { ...context, cwd: { cwd: event.cwd, previousCwd: context.cwd.cwd } };
    default:
      return unreachable(event);
  }
}

/**
 * A second completion replaces the first. So does a second abort in the documented library; in the current library the
 * first abort stays.
 */
function ended(context: ContextState, event: LifecycleEvent, dialect: Dialect): ContextState {
  if (event.type === 'completed') {
    if (context.completed && context.completionValue === event.value) return context;
    return { ...context, completed: true, completionValue: event.value };
  }
  if (context.aborted && (dialect === 'current' || context.abortReason === event.reason)) return context;
  return { ...context, aborted: true, abortReason: event.reason };
}
