import type { ArtifactRow } from '../../engine/systems/a2a/views/artifacts.ts';
import styles from './ArtifactsView.module.css';
import { growthLine, newPoints } from './growth.ts';

const box = { width: 48, height: 14 };

/** Its size chunk by chunk; what came at the cursor is bold. The numbers beside it say the same. */
export function Growth({ artifact: { growth, here, chunks } }: { readonly artifact: ArtifactRow }) {
  const fresh = growth.length - newPoints(growth.length, here, chunks);
  return (
    <svg className={styles.growth} viewBox={`0 -1 ${box.width} ${box.height + 2}`} aria-hidden="true">
      <path d={growthLine(growth, box)} />
      {fresh < growth.length && <path data-here="true" d={growthLine(growth, box, fresh)} />}
    </svg>
  );
}
