import { lazy, Suspense, useId, useState } from 'react';
import { useNoticeActions } from '../state/useNotices.ts';
import { IconButton } from '../ui/Button.tsx';
import { reportFailures } from './reportFailures.ts';

/** Loads when it is opened. */
const Menu = lazy(async () => ({ default: (await import('../ui/Menu.tsx')).Menu }));

export type PictureKind = 'svg' | 'png';

interface SaveMenuProps {
  /** Of the picture. */
  readonly name: string;
  readonly className?: string | undefined;
  /** Before it can be saved. */
  readonly onOpen?: () => void;
  readonly onSave: (kind: PictureKind) => Promise<void>;
}

/** A button with the kinds of files that a picture can be saved as. */
export function SaveMenu({ name, className, onOpen, onSave }: SaveMenuProps) {
  const { notify } = useNoticeActions();
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null);
  const menu = useId();
  const label = `Save the picture: ${name}`;
  return (
    <>
      <IconButton
        icon="save"
        label={label}
        className={className}
        aria-haspopup="menu"
        aria-expanded={opener !== null}
        popoverTarget={menu}
        onClick={(event) => {
          // By itself, the browser would close what opens here.
          event.preventDefault();
          onOpen?.();
          setOpener(opener === null ? event.currentTarget : null);
        }}
      />
      {opener !== null && (
        <Suspense>
          <Menu
            id={menu}
            label={label}
            opener={opener}
            items={(['svg', 'png'] as const).map((kind) => ({
              title: `Save as ${kind.toUpperCase()}`,
              onChoose: () => reportFailures(onSave(kind), notify),
            }))}
            onClose={() => setOpener(null)}
          />
        </Suspense>
      )}
    </>
  );
}
