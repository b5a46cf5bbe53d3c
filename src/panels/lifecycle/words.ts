import type { LifecycleEdge, LifecycleOutline } from '../../engine/systems/lifecycle-outline.ts';
import { count, counted } from '../../ui/format.ts';

/** What stands on an edge: the numbers of its steps while they are few, then how many. */
export function edgeLabel({ taken, steps }: Pick<LifecycleEdge, 'taken' | 'steps'>): string {
  if (taken === 0) return '';
  return taken <= 3 ? steps.join(' ') : `${count(taken)}×`;
}

/** Numbers of steps in words; of many the first and the last. */
function stepNumbers({ taken, steps }: Pick<LifecycleEdge, 'taken' | 'steps'>): string {
  if (taken <= steps.length) return `step${taken === 1 ? '' : 's'} ${steps.join(', ')}`;
  return `steps ${steps.slice(0, -1).join(', ')} … ${steps.at(-1)}`;
}

export function edgeWords(edge: LifecycleEdge): string {
  const { from, to, by, taken, isKnown } = edge;
  const what = from === null ? `the start: ${to}` : `${from} to ${to}`;
  const how = by.length === 0 ? '' : ` by ${by.join(', ')}`;
  const times = taken === 0 ? 'not taken' : `taken ${counted(taken, 'time')} (${stepNumbers(edge)})`;
  return `${what}${how}: ${times}${isKnown ? '' : ', though the system does not know it'}`;
}

/** The picture as a text. */
export function diagramWords({ states, edges, current, steps }: LifecycleOutline): string {
  const title = states.find(({ id }) => id === current)?.title ?? current;
  const taken = edges.filter((edge) => edge.taken > 0).map(edgeWords);
  const rest = edges.length - taken.length;
  return [
    `${counted(states.length, 'state')}. It stands at ${title} after ${counted(steps, 'step')}.`,
    ...taken.map((words) => `${words}.`),
    ...(rest === 0 ? [] : [`${counted(rest, 'transition')} not taken.`]),
  ].join(' ');
}
