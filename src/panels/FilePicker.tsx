import { useEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';

interface FilePickerProps {
  /** The accessible name of the file input. */
  readonly label: string;
  readonly button: string;
  readonly isFolder?: boolean;
  readonly isBusy?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens the browser's dialog for files, or for a folder. */
export function FilePicker({ label, button, isFolder = false, isBusy = false, onFiles }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  // Browsers support this attribute, but React's types do not.
  useEffect(() => {
    if (isFolder) input.current?.setAttribute('webkitdirectory', '');
  }, [isFolder]);
  return (
    <>
      <Button
        {...(isFolder && { icon: 'open' as const })}
        // A disabled button would lose the focus that the browser's dialog has just returned.
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) input.current?.click();
        }}
      >
        {button}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
