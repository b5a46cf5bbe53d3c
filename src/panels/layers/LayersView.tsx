import { useQuery } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { layersQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { counted, count } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ContextMenu } from '../ContextMenu.tsx';
import { afterTurn, atTurn, upToTurn } from '../words.ts';
import { CallChart } from './CallChart.tsx';
import styles from './LayersView.module.css';
import { WindowSection } from './WindowSection.tsx';
import { useView, useViewActions } from '../../state/useView.ts';
import { TextField } from '../../ui/TextField.tsx';
import type { CallWindow } from '../../engine/systems/noetic/views/call-window.ts';
import type { ShownLayer } from '../../engine/systems/noetic/views/shown-layers.ts';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { visible } from '../../ui/visible.tsx';
import { PlaceLink } from '../PlaceLink.tsx';
import { TurnLink } from '../TurnLink.tsx';

/** The memory layers of one context at the cursor, and the parts of the model's window at each call. */
export function LayersView() {
  const { ref: session } = useSession();
  const turn = useCalmCursor();
  const decisions = useDecisions();
  const [node, setNode] = useState<string | null>(null);
  // The chosen call, until the cursor moves or another context is shown; then it is the latest again.
  const [stepped, setStepped] = useState<{ readonly call: number; readonly at: string } | null>(null);
  const at = `${turn} ${node ?? ''}`;
  const call = stepped?.at === at ? stepped.call : null;
  const shown = useQuery(layersQuery(useEngine(), { session, turn, decisions, node, call }));

  if (shown.isError) return <Failure message={shown.error.message} />;
  if (shown.data === undefined) return <Skeleton lines={8} label="Loading: Layers" />;
  const { choices, layers, layerCount, areUnrecorded, calls, bars, window } = shown.data;
  const { node: name, exists } = choices;

  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        <ContextMenu choices={choices} chosen={node} onChoose={setNode} />
        <LimitField />
      </div>
      {!exists && <p className={styles.none}>{`The context ${name} had not been made ${atTurn(turn)}.`}</p>}
      {exists && window === null && (
        <p className={styles.none}>{`No model was called in ${name} ${upToTurn(turn)}, so no window was filled.`}</p>
      )}
      {window !== null && (
        <section className={styles.section} aria-label="Context window">
          <CallChart
            bars={bars}
            calls={calls}
            chosen={window}
            cursor={turn}
            onStep={(to) => setStepped({ call: to, at })}
          />
          <WindowSection window={window} calls={calls} cursor={turn} layers={layers} />
        </section>
      )}
      {exists && (
        <section className={styles.section} aria-label="Memory layers">
          <h3 className={styles.heading}>
            Memory layers <span className={styles.aside}>{afterTurn(turn)}</span>
          </h3>
          {layers.length === 0 && (
            <p className={styles.aside}>
              {areUnrecorded
                ? `The memory layers of ${name} were not recorded.`
                : `The context ${name} has no memory layers.`}
            </p>
          )}
          {layers.map((layer) => (
            <LayerItem key={layer.id} layer={layer} window={window} cursor={turn} />
          ))}
          {layerCount > layers.length && (
            <p className={styles.aside}>and {counted(layerCount - layers.length, 'more layer')}</p>
          )}
        </section>
      )}
    </div>
  );
}

/** The size of the model's context window. Noetic does not record it, so the user enters it. */
function LimitField() {
  const id = useId();
  const limit = useView((view) => view.windowLimit);
  const { setWindowLimit } = useViewActions();
  const [text, setText] = useState(limit === null ? '' : String(limit));
  const tokens = readLimit(text);

  return (
    <span className={styles.limit}>
      <TextField
        label="Limit of the window, in tokens"
        title="Limit of the window, in tokens"
        look="data"
        id={id}
        inputMode="numeric"
        placeholder="limit"
        className={styles.limitField}
        value={text}
        fault={tokens === undefined}
        onChange={(next) => {
          setText(next);
          const read = readLimit(next);
          if (read !== undefined) setWindowLimit(read);
        }}
      />
      <span className={styles.aside} aria-hidden="true">
        tokens
      </span>
    </span>
  );
}

/** `128000`, `128 000`, `128k`; null for nothing, undefined for anything else. */
export function readLimit(text: string): number | null | undefined {
  const plain = text.replaceAll(/[\s_,]/g, '').toLowerCase();
  if (plain === '') return null;
  const read = /^(\d{1,12})(k|m)?$/.exec(plain);
  const tokens = Number(read?.[1]) * (read?.[2] === 'm' ? 1_000_000 : read?.[2] === 'k' ? 1000 : 1);
  return read === null || tokens === 0 ? undefined : tokens;
}

interface LayerItemProps {
  readonly layer: ShownLayer;
  /** The window of the chosen call. */
  readonly window: CallWindow | null;
  readonly cursor: number;
}

/** One memory layer: its declaration, state, functions, and its part of the window. */
function LayerItem({ layer, window, cursor }: LayerItemProps) {
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
          <Fact
            key={name}
            name={name}
            text={value.text}
            title="A projection: one value of the layer’s state, unchanged"
          />
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
  if (!part.isRecorded) return `not recorded for ${call}`;
  return `${counted(part.tokens, 'token')}${budget === null ? '' : ` of ${count(budget)}`} in ${call}`;
}
