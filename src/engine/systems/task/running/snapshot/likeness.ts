import type { Path } from '../../../../model/path.ts';
import { entry, isList, isMap, valueAt, type MapValue, type Value } from '../../../../model/value.ts';

/** How likely a value is a task context. */
export function snapshotLikeness(value: Value): 'certain' | 'likely' | 'no' {
  const context = contextIn(value)?.context;
  if (context === undefined) return 'no';
  const isThere = (...path: string[]) => valueAt(context, path) !== undefined;
  if (isThere('_history', 'turns') || isThere('capabilities', '_meta')) return 'certain';
  const parts = [
    isThere('agent', 'name'),
    isThere('user', 'id'),
    isThere('llm', 'tokens'),
    isList(entry(context, 'input') ?? null),
    isThere('capabilities'),
  ];
  return parts.filter(Boolean).length >= 3 ? 'likely' : 'no';
}

/** The context object and its path. */
export function contextIn(pasted: Value): { readonly context: MapValue; readonly root: Path } | null {
  if (!isMap(pasted)) return null;
  let context: MapValue = pasted;
  const root: string[] = [];
  for (let inner = innerOf(context); inner !== undefined; inner = innerOf(context)) {
    context = inner;
    root.push('context');
  }
  return { context, root };
}

/** Keys that only the context itself has; `input` and `output` may also be beside it, in printed variables of a rule. */
const ownParts = ['agent', 'user', 'llm', '_history', 'capabilities'];

/** The context inside a record that is not a context itself. */
function innerOf(outer: MapValue): MapValue | undefined {
  const inner = entry(outer, 'context');
  if (inner === undefined || !isMap(inner) || ownParts.some((part) => entry(outer, part) !== undefined))
    return undefined;
  return inner;
}
