import { Growing } from '../../model/growing.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Descent, ParallelMode, TokenUsage } from './event.ts';
import type { CwdState, Dialect, Frame, ContextArguments } from './header.ts';
import { typeOf } from './item.ts';
import { ItemLog } from './item-log.ts';
import { layersOf, type Layers } from './layers.ts';

/** One Context at one moment. */
export interface ContextState {
  /**
   * The name used by calls and events. It is not the id, because a restored context has the same id as the original.
   */
  readonly node: string;
  readonly id: string;
  readonly how: Descent | 'root' | 'restored' | 'recorded';
  readonly mode: ParallelMode | undefined;
  readonly stepId: string | undefined;
  readonly parent: string | null;
  readonly depth: number;
  readonly children: Growing<string>;
  /** Creation time, in milliseconds since the start of the run. */
  readonly createdAt: number;
  readonly threadId: string;
  readonly resourceId: string | undefined;
  readonly stepCount: number;
  readonly tokens: Tokens;
  readonly cost: number;
  readonly state: Value;
  readonly log: ItemLog;
  readonly layers: Layers;
  readonly frontier: Frames;
  readonly cwd: CwdState;
  readonly askUser: readonly Value[];
  /** The last model step; code steps leave it unchanged. */
  readonly lastStep: LastStep | null;
  readonly lastLayerUsage: RecordValue | undefined;
  readonly completed: boolean;
  readonly completionValue: Value | undefined;
  readonly aborted: boolean;
  readonly abortReason: string | undefined;
  readonly hasChannels: boolean;
  /** Fields recorded in an export of the Context; they take precedence over values derived from events. */
  readonly recorded: RecordValue;
  /** Its execution is running: an abort of the parent reaches it. */
  readonly isLive: boolean;
  /** Its execution ended: handles into it are closed. */
  readonly isClosed: boolean;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly total: number;
  readonly cached?: number;
}

/** A finished model step; `log` is the log that ended with its response. */
export interface LastStep {
  readonly log: ItemLog;
  readonly responded: number;
  readonly usage: TokenUsage | undefined;
  readonly cost: number | undefined;
}

/** Running steps, the innermost on top. */
export type Frames = { readonly frame: Frame; readonly below: Frames } | null;

const noTokens: Tokens = { input: 0, output: 0, total: 0 };
const noChildren = Growing.of<string>();

type Origin = Pick<ContextState, 'node' | 'id' | 'how' | 'parent' | 'depth' | 'createdAt' | 'threadId' | 'hasChannels'>;

/** A new context, before the values from its creator are applied. */
export const bareContext = (origin: Origin): ContextState => ({
  ...origin,
  mode: undefined,
  stepId: undefined,
  children: noChildren,
  resourceId: undefined,
  stepCount: 0,
  tokens: noTokens,
  cost: 0,
  state: {},
  log: ItemLog.of(),
  layers: {},
  frontier: null,
  cwd: { cwd: '/' },
  askUser: [],
  lastStep: null,
  lastLayerUsage: undefined,
  completed: false,
  completionValue: undefined,
  aborted: false,
  abortReason: undefined,
  recorded: {},
  isLive: true,
  isClosed: false,
});

/** Applies constructor arguments to a bare context. */
export function withArguments(context: ContextState, args: ContextArguments): ContextState {
  const { cwd, frontier = [], layers = {} } = args;
  return {
    ...context,
    id: args.id ?? context.id,
    threadId: args.threadId ?? context.threadId,
    resourceId: args.resourceId,
    state: args.state ?? context.state,
    log: ItemLog.of(args.items ?? []),
    layers: layersOf(layers),
    frontier: frontier.reduce<Frames>((below, frame) => ({ frame, below }), null),
    cwd: cwd === undefined ? context.cwd : cwdOf(cwd),
    askUser: args.askUser ?? [],
    recorded: args.recorded ?? {},
  };
}

const cwdOf = (cwd: string | CwdState): CwdState => (typeof cwd === 'string' ? { cwd } : cwd);

/** The frames with the innermost last, as exported. */
export function framesOf(frames: Frames): readonly Frame[] {
  const list: Frame[] = [];
  for (let top = frames; top !== null; top = top.below) list.push(top.frame);
  return list.toReversed();
}

/** The sums after one more model call. The documented library adds 0 if the number of cached tokens is unknown. */
export function withUsage(tokens: Tokens, usage: TokenUsage, dialect: Dialect): Tokens {
  const { inputTokens, outputTokens, cachedTokens } = usage;
  const sums = {
    input: tokens.input + inputTokens,
    output: tokens.output + outputTokens,
    total: tokens.total + inputTokens + outputTokens,
  };
  const known = dialect === 'documented' ? (cachedTokens ?? 0) : cachedTokens;
  if (known === undefined && tokens.cached === undefined) return sums;
  return { ...sums, cached: (tokens.cached ?? 0) + (known ?? 0) };
}

/** The record that the library keeps of a model step; `toolCalls` is present only if there were any. */
export function stepMetaOf({ log, responded, usage, cost }: LastStep): RecordValue {
  const responseItems = log.last(responded);
  const toolCalls = responseItems.filter((item) => typeOf(item) === 'function_call');
  return {
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(usage === undefined ? {} : { usage: { ...usage } }),
    ...(cost === undefined ? {} : { cost }),
    responseItems,
  };
}
