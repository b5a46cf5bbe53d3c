import { useState } from 'react';
import { IconButton } from './Button.tsx';

/** Copies a text, which may have to be fetched first. Reports it if the browser refuses. */
export function CopyButton({
  label,
  text,
  onCopied,
}: {
  readonly label: string;
  readonly text: string | (() => Promise<string>);
  readonly onCopied?: (text: string) => void;
}) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const copy = async () => {
    try {
      const copied = typeof text === 'string' ? text : await text();
      await navigator.clipboard.writeText(copied);
      setCopied('yes');
      onCopied?.(copied);
    } catch {
      // The browser's reasons (no focus, no permission) do not help the user; report only the failure.
      setCopied('refused');
    }
  };
  const said = { no: label, yes: 'Copied', refused: 'The browser did not allow the page to copy' }[copied];
  return (
    <IconButton
      icon={copied === 'yes' ? 'done' : 'copy'}
      label={said}
      onClick={() => void copy()}
      onBlur={() => setCopied('no')}
    />
  );
}
