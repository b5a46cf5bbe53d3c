import { useEngine } from '../services/engine/useEngine.ts';
import { useNoticeActions } from '../state/useNotices.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { reportFailures } from './reportFailures.ts';
import { sayWhatWasCopied } from './textsOut.ts';

interface CopyAsItIsProps {
  readonly label: string;
  readonly text: string | (() => Promise<string>);
  /** The name of the field that holds the value. */
  readonly field?: string | null;
}

/** Copies what was chosen on purpose, and says which private values are in it. */
export function CopyAsItIs({ label, text, field = null }: CopyAsItIsProps) {
  const engine = useEngine();
  const { notify } = useNoticeActions();
  const onCopied = (copied: string) => reportFailures(sayWhatWasCopied({ engine, notify }, copied, field), notify);
  return <CopyButton label={label} text={text} onCopied={onCopied} />;
}
