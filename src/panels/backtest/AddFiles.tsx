import { useEffect, useRef, useState } from 'react';
import { type FoundFile, gather } from '../../services/backtest/recordings.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { withRecordings } from '../../state/backtest.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';

/** Takes in folders, archives and files; none of them is read before its turn. */
export function AddFiles() {
  const engine = useEngine();
  const { changeBacktest } = useViewActions();
  const [isBusy, setBusy] = useState(false);
  const add = (list: FileList | null) => {
    const found = [...(list ?? [])].map((file): FoundFile => ({ path: file.webkitRelativePath || file.name, file }));
    if (found.length === 0) return;
    setBusy(true);
    gather(engine, found)
      .then(({ recordings, refused }) => changeBacktest((before) => withRecordings(before, recordings, refused)))
      .catch((cause: unknown) => reportError(cause))
      .finally(() => setBusy(false));
  };

  return (
    <>
      <Picker label="Folder of recordings" button="Add folder…" isFolder isBusy={isBusy} onFiles={add} />
      <Picker label="Files of recordings" button="Add files or ZIP…" isBusy={isBusy} onFiles={add} />
    </>
  );
}

interface PickerProps {
  readonly label: string;
  readonly button: string;
  readonly isFolder?: boolean;
  readonly isBusy: boolean;
  readonly onFiles: (files: FileList | null) => void;
}

function Picker({ label, button, isFolder = false, isBusy, onFiles }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  // Every browser has it, and React does not know it.
  useEffect(() => {
    if (isFolder) input.current?.setAttribute('webkitdirectory', '');
  }, [isFolder]);
  return (
    <>
      <Button {...(isFolder && { icon: 'open' as const })} disabled={isBusy} onClick={() => input.current?.click()}>
        {button}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          onFiles(event.target.files);
          event.target.value = '';
        }}
      />
    </>
  );
}
