import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SystemId } from '../../engine/model/session.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useViewStore } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { RunStart } from '../../worker/run-protocol.ts';
import { showRun, told } from './runs.ts';
import { starts } from './starts.ts';
import styles from './Run.module.css';

/** Five systems, each from a script that teaches it or from nothing. */
export function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const engine = useEngine();
  const queries = useQueryClient();
  const view = useViewStore();
  const [failure, setFailure] = useState<string | null>(null);

  const begin = async (start: RunStart, system: SystemId, name: string) => {
    setFailure(null);
    try {
      showRun(engine, queries, view, await engine.startRun({ start }), { system, name });
      onClose();
    } catch (cause) {
      setFailure(told(cause));
    }
  };

  return (
    <Dialog title="Start a run" onClose={onClose}>
      <p className={styles.about}>Call a system’s operations by hand, and see every rule judge each of them at once.</p>
      <ul className={styles.starts} aria-label="Systems">
        {starts.map(({ system, title, about, teaching, empty }) => (
          <li key={system} className={styles.start}>
            <h3 className={styles.system}>{title}</h3>
            <p className={styles.about}>{about}</p>
            <div className={styles.choices}>
              <Button
                aria-label={`${title}: empty start`}
                {...(system === 'task' ? { 'data-autofocus': true } : {})}
                onClick={() => void begin(empty, system, `${title} by hand`)}
              >
                Empty start
              </Button>
              {teaching.map((one) => (
                <Button
                  key={one.title}
                  look="quiet"
                  aria-label={`${title}: ${one.title}`}
                  title={one.about}
                  className={styles.teaching}
                  onClick={() => void begin(one.start, system, one.title)}
                >
                  {one.title}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {failure !== null && (
        <p className={styles.fault} role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
