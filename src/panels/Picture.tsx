import { type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import { useSession } from '../state/useSession.ts';
import { useNoticeActions } from '../state/useNotices.ts';
import { download, fileNameOf } from './download.ts';
import { reportFailures } from './reportFailures.ts';
import styles from './Picture.module.css';

interface PictureProps {
  /** What it shows: its accessible name, and the title of the saved picture. */
  readonly name: string;
  /** The figures in words, for those who do not see the picture. */
  readonly caption: ReactNode;
  /** Contains the `svg` that is saved, unless `whole` does. */
  readonly children: ReactNode;
  /** The `svg` to save where the page shows it in parts, as in the rows of a table. */
  readonly whole?: ReactNode;
  readonly className?: string | undefined;
}

/** A drawing that can be saved as SVG or PNG. */
export function Picture({ name, caption, children, whole, className }: PictureProps) {
  const { title } = useSession();
  const { notify } = useNoticeActions();
  const figure = useRef<HTMLElement>(null);
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null);
  // Drawn when it may be saved; it stays, because saving goes on after the menu has closed.
  const [isDrawn, setDrawn] = useState(false);
  const menu = useId();
  const save = async (kind: 'svg' | 'png') => {
    const drawing = figure.current?.querySelector<SVGSVGElement>('svg[data-drawing]');
    if (drawing === null || drawing === undefined) return;
    const { pictureOf } = await import('./savePicture.ts');
    download(
      await pictureOf(drawing, `${title}: ${name}`, kind),
      `${fileNameOf(`${title} ${name}`)}.${kind}`,
      mediaTypes[kind],
    );
  };
  return (
    <figure ref={figure} className={[styles.picture, className].join(' ')} aria-label={name}>
      {children}
      {isDrawn && <div className="visually-hidden">{whole}</div>}
      <figcaption className={styles.caption}>
        <span className={styles.words}>{caption}</span>
        <IconButton
          icon="save"
          label={`Save the picture: ${name}`}
          className={styles.save}
          aria-haspopup="menu"
          aria-expanded={opener !== null}
          popoverTarget={menu}
          onClick={(event) => {
            // By itself, the browser would close what opens here.
            event.preventDefault();
            setDrawn(whole !== undefined);
            setOpener(opener === null ? event.currentTarget : null);
          }}
        />
      </figcaption>
      {opener !== null && (
        <Menu
          id={menu}
          label={`Save the picture: ${name}`}
          opener={opener}
          items={(['svg', 'png'] as const).map((kind) => ({
            title: `Save as ${kind.toUpperCase()}`,
            onChoose: () => reportFailures(save(kind), notify),
          }))}
          onClose={() => setOpener(null)}
        />
      )}
    </figure>
  );
}

const mediaTypes = { svg: 'image/svg+xml', png: 'image/png' } as const;
