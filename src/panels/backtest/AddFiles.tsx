import { useState } from 'react';
import { foundIn } from '../../services/backtest/recordings.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useViewStore } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { FilePicker } from '../FilePicker.tsx';
import { takeIn } from './takeIn.ts';

/** Takes in folders, archives and files; none of them is read before its turn. Archives are listed, which can be cancelled. */
export function AddFiles() {
  const engine = useEngine();
  const view = useViewStore();
  const [listing, setListing] = useState<AbortController | null>(null);
  const isBusy = listing !== null;
  const add = (files: readonly File[]) => {
    const wanted = new AbortController();
    setListing(wanted);
    takeIn({ engine, view }, files.map(foundIn), [], wanted.signal)
      .catch((cause: unknown) => {
        if (!wanted.signal.aborted) reportError(cause);
      })
      .finally(() => setListing(null));
  };

  return (
    <>
      <FilePicker label="Folder of recordings" button="Add folder…" isFolder isBusy={isBusy} onFiles={add} />
      <FilePicker label="Files of recordings" button="Add files or ZIP…" isBusy={isBusy} onFiles={add} />
      {listing !== null && <Button onClick={() => listing.abort()}>Cancel</Button>}
    </>
  );
}
