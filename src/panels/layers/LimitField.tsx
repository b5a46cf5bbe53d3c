import { useId, useState } from 'react';
import { useView, useViewActions } from '../../state/useView.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './LayersView.module.css';

/** The size of the model's context window. Noetic does not record it, so the user enters it. */
export function LimitField() {
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
