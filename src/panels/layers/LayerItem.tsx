import type { CallWindow } from '../../engine/systems/noetic/views/call-window.ts';
import type { ShownLayer } from '../../engine/systems/noetic/views/shown-layers.ts';
import { count, counted } from '../../ui/format.ts';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { visible } from '../../ui/visible.tsx';
import { PlaceLink } from '../PlaceLink.tsx';
import { TurnLink } from '../TurnLink.tsx';
import styles from './LayersView.module.css';

interface LayerItemProps {
  readonly layer: ShownLayer;
  /** The window of the chosen call. */
  readonly window: CallWindow | null;
  readonly cursor: number;
}

/** One memory layer: its declaration, state, functions, and its part of the window. */
export function LayerItem({ layer, window, cursor }: LayerItemProps) {
  const { id, path, builtin, declared, state, isProvidedOnly, data, functions, sets, lastSet } = layer;
  return (
    <article className={styles.layer} aria-label={id}>
      <h4 className={styles.layerName}>
        {path === null ? <code>{id}</code> : <PlaceLink path={path} />}
        {builtin !== null && <span className={styles.aside}>built in: {builtin}</span>}
      </h4>
      <dl className={styles.facts}>
        {declared.map(({ name, value }) => (
          <Fact key={name} name={name} text={value.text} />
        ))}
        {state === null ? (
          <Fact name="state" text={isProvidedOnly ? 'not recorded' : 'none'} isAside />
        ) : (
          <Fact name="state" text={state.text} />
        )}
        {data.map(({ name, value }) => (
          <Fact key={name} name={name} text={value.text} title="A projection: read from the state as it is" />
        ))}
        {functions.map(({ name, about }) => (
          <Fact key={name} name={`${name}()`} text={about} isAside />
        ))}
        <dt>set</dt>
        <dd className={styles.aside}>
          {lastSet === null ? (
            isProvidedOnly ? (
              'the turn was not recorded'
            ) : (
              'never: still the initial value'
            )
          ) : (
            <>
              {counted(sets, 'time')}, last in turn <TurnLink turn={lastSet.turn} isHere={lastSet.turn === cursor} /> by{' '}
              {lastSet.by === null ? 'its owner' : <code>{lastSet.by}()</code>}
            </>
          )}
        </dd>
        <dt>window</dt>
        <dd className={styles.aside}>{contribution(layer, window)}</dd>
      </dl>
    </article>
  );
}

interface FactProps {
  readonly name: string;
  readonly text: string;
  readonly title?: string;
  readonly isAside?: boolean;
}

const Fact = ({ name, text, title, isAside = false }: FactProps) => (
  <>
    <dt title={title ?? name}>{name}</dt>
    <dd className={isAside ? styles.aside : undefined}>
      {isAside ? (
        visible(text)
      ) : (
        <code>
          <MiddleCut text={text} limit={96} />
        </code>
      )}
    </dd>
  </>
);

/** The layer's part of the chosen call, stated also if it is empty. */
function contribution({ id, budget }: ShownLayer, window: CallWindow | null): string {
  if (window === null) return 'there is no model call yet';
  const call = `call ${count(window.call + 1)}`;
  if (!window.isMeasured) return `not recorded for ${call}`;
  const part = window.parts.find(({ kind, name }) => kind === 'layer' && name === id);
  if (part === undefined) return `nothing in ${call}: the layer is not in its record`;
  return `${counted(part.tokens, 'token')}${budget === null ? '' : ` of ${count(budget)}`} in ${call}`;
}
