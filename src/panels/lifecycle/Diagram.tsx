import { useId } from 'react';
import type { LifecycleEdge, LifecycleOutline, VisitedState } from '../../engine/systems/lifecycle-outline.ts';
import { type Box, diagramOf, type EdgeShape, labelWidth } from './diagram.ts';
import styles from './LifecycleView.module.css';
import { count, counted } from '../../ui/format.ts';

/** The states and transitions. Taken transitions are bold and numbered; the current state is filled. */
export function Diagram({ lifecycle }: { readonly lifecycle: LifecycleOutline }) {
  const text = useId();
  const { states, edges, current, steps } = lifecycle;
  const labels = edges.map(edgeLabel);
  const {
    nodes,
    edges: shapes,
    frame,
  } = diagramOf(
    states,
    edges.map(({ from, to }, index) => ({ from, to, label: labels[index] ?? '' })),
  );
  const drawn = edges
    .map((edge, index) => ({ edge, shape: shapes[index], label: labels[index] ?? '' }))
    // Draw taken transitions over the others, the latest step on top.
    .toSorted((a, b) => (a.edge.steps.at(-1) ?? 0) - (b.edge.steps.at(-1) ?? 0));
  return (
    <figure className={styles.diagram}>
      <svg
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        style={{ maxWidth: frame.width }}
        role="img"
        aria-label="States and the path taken"
        aria-describedby={text}
      >
        {drawn.map(({ edge, shape }) =>
          shape === undefined ? null : (
            <Edge key={`${edge.from} ${edge.to}`} edge={edge} shape={shape} isLatest={edge.steps.at(-1) === steps} />
          ),
        )}
        {states.map((state) => {
          const box = nodes.get(state.id);
          return (
            box && <StateNode key={state.id} state={state} box={box} isCurrent={state.id === current && steps > 0} />
          );
        })}
        {drawn.map(({ edge, shape, label }) =>
          shape === undefined || label === '' ? null : (
            <EdgeLabel
              key={`${edge.from} ${edge.to}`}
              shape={shape}
              label={label}
              isLatest={edge.steps.at(-1) === steps}
            />
          ),
        )}
      </svg>
      <figcaption id={text} className="visually-hidden">
        {diagramWords(lifecycle)}
      </figcaption>
    </figure>
  );
}

const heads = { down: 'M0 0L-4 -7H4Z', right: 'M0 0L-7 -4V4Z', left: 'M0 0L7 -4V4Z' } as const;

interface EdgeProps {
  readonly edge: LifecycleEdge;
  readonly shape: EdgeShape;
  readonly isLatest: boolean;
}

function Edge({ edge, shape: { path, tip, direction }, isLatest }: EdgeProps) {
  return (
    <g className={styles.edge} data-taken={edge.taken > 0} data-latest={isLatest} data-known={edge.isKnown}>
      <title>{edgeWords(edge)}</title>
      <path className={styles.line} d={path} />
      <path className={styles.head} d={heads[direction]} transform={`translate(${tip.x} ${tip.y})`} />
      {edge.from === null && <circle className={styles.head} cx={tip.x} cy={tip.y - 18} r={3.5} />}
    </g>
  );
}

function EdgeLabel({
  shape,
  label,
  isLatest,
}: {
  readonly shape: EdgeShape;
  readonly label: string;
  readonly isLatest: boolean;
}) {
  const width = labelWidth(label);
  // The label is beside a straight line, and on a curved one.
  const x = shape.direction === 'down' ? shape.label.x + width / 2 - 10 : shape.label.x;
  return (
    <g className={styles.number} data-latest={isLatest}>
      <rect x={x - width / 2} y={shape.label.y - 8} width={width} height={16} rx={2} />
      <text x={x} y={shape.label.y}>
        {label}
      </text>
    </g>
  );
}

function StateNode({
  state,
  box,
  isCurrent,
}: {
  readonly state: VisitedState;
  readonly box: Box;
  readonly isCurrent: boolean;
}) {
  const { x, y, width, height } = box;
  return (
    <g className={styles.state} data-current={isCurrent} data-visited={state.visits > 0}>
      <title>{`${state.title}: ${state.about}`}</title>
      <rect x={x} y={y} width={width} height={height} rx={3} />
      {state.isTerminal && <rect x={x + 2.5} y={y + 2.5} width={width - 5} height={height - 5} rx={1.5} />}
      <text x={x + width / 2} y={y + height / 2}>
        {state.title}
      </text>
    </g>
  );
}

/** An edge's label: the numbers of its steps, or their count if there are many. */
export function edgeLabel({ taken, steps }: Pick<LifecycleEdge, 'taken' | 'steps'>): string {
  if (taken === 0) return '';
  return taken <= 3 ? steps.join(' ') : `${count(taken)}×`;
}

/** The step numbers in words; of many, the first ones and the last. */
function stepNumbers({ taken, steps }: Pick<LifecycleEdge, 'taken' | 'steps'>): string {
  if (taken <= steps.length) return `step${taken === 1 ? '' : 's'} ${steps.join(', ')}`;
  return `steps ${steps.slice(0, -1).join(', ')} … ${steps.at(-1)}`;
}

export function edgeWords(edge: LifecycleEdge): string {
  const { from, to, by, taken, isKnown } = edge;
  const what = from === null ? `initial state: ${to}` : `${from} to ${to}`;
  const how = by.length === 0 ? '' : ` by ${by.join(', ')}`;
  const times = taken === 0 ? 'not taken' : `taken ${counted(taken, 'time')} (${stepNumbers(edge)})`;
  return `${what}${how}: ${times}${isKnown ? '' : ', although the system does not define it'}`;
}

/** The diagram as a text. */
export function diagramWords({ states, edges, current, steps }: LifecycleOutline): string {
  const title = states.find(({ id }) => id === current)?.title ?? current;
  const taken = edges.filter((edge) => edge.taken > 0).map(edgeWords);
  const rest = edges.length - taken.length;
  return [
    `${counted(states.length, 'state')}. The current state is ${title} after ${counted(steps, 'step')}.`,
    ...taken.map((words) => `${words}.`),
    ...(rest === 0 ? [] : [`${counted(rest, 'transition')} not taken.`]),
  ].join(' ');
}
