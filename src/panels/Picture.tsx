import { type ReactNode, useRef, useState } from 'react';
import { useEngine } from '../services/engine/useEngine.ts';
import { useSession } from '../state/useSession.ts';
import { hidingWith } from './hidingWith.ts';
import styles from './Picture.module.css';
import { type PictureKind, SaveMenu } from './SaveMenu.tsx';

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
  const engine = useEngine();
  const figure = useRef<HTMLElement>(null);
  // Drawn when it may be saved; it stays, because saving goes on after the menu has closed.
  const [isDrawn, setDrawn] = useState(false);
  const save = async (kind: PictureKind) => {
    const drawing = figure.current?.querySelector<SVGSVGElement>('svg[data-drawing]');
    if (drawing === null || drawing === undefined) return;
    const { inlined, savePicture } = await import('./savePicture.ts');
    const about = { session: title, name, page: getComputedStyle(drawing), hide: hidingWith(engine) };
    await savePicture(inlined(drawing), about, kind);
  };
  return (
    <figure ref={figure} className={[styles.picture, className].join(' ')} aria-label={name}>
      {children}
      {isDrawn && <div className="visually-hidden">{whole}</div>}
      <figcaption className={styles.caption}>
        <span className={styles.words}>{caption}</span>
        <SaveMenu name={name} className={styles.save} onOpen={() => setDrawn(whole !== undefined)} onSave={save} />
      </figcaption>
    </figure>
  );
}
