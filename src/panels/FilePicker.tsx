import { useEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';

interface FilePickerProps {
  /** Of the input, for those who cannot see the button. */
  readonly label: string;
  readonly button: string;
  readonly isFolder?: boolean;
  readonly isBusy?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that lets the browser ask for files, or for a folder with all that is in it. */
export function FilePicker({ label, button, isFolder = false, isBusy = false, onFiles }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  // Every browser has it, and React does not know it.
  useEffect(() => {
    if (isFolder) input.current?.setAttribute('webkitdirectory', '');
  }, [isFolder]);
  return (
    <>
      <Button
        {...(isFolder && { icon: 'open' as const })}
        // Were it disabled, it would lose the focus that the browser's dialog has just given back.
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
