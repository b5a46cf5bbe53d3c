import { useState } from 'react';
import { foundIn } from '../../services/backtest/recordings.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useViewStore } from '../../state/useView.ts';
import { FilePicker } from '../FilePicker.tsx';
import { takeIn } from './takeIn.ts';

/** Takes in folders, archives and files; none of them is read before its turn. */
export function AddFiles() {
  const engine = useEngine();
  const view = useViewStore();
  const [isBusy, setBusy] = useState(false);
  const add = (files: readonly File[]) => {
    setBusy(true);
    takeIn({ engine, view }, files.map(foundIn))
      .catch((cause: unknown) => reportError(cause))
      .finally(() => setBusy(false));
  };

  return (
    <>
      <FilePicker label="Folder of recordings" button="Add folder…" isFolder isBusy={isBusy} onFiles={add} />
      <FilePicker label="Files of recordings" button="Add files or ZIP…" isBusy={isBusy} onFiles={add} />
    </>
  );
}
