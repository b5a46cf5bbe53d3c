import { useQuery } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { layersQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ContextMenu } from '../ContextMenu.tsx';
import { afterTurn, atTurn, upToTurn } from '../words.ts';
import { CallChart } from './CallChart.tsx';
import { LayerItem } from './LayerItem.tsx';
import styles from './LayersView.module.css';
import { WindowSection } from './WindowSection.tsx';
import { useView, useViewActions } from '../../state/useView.ts';
import { TextField } from '../../ui/TextField.tsx';

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
