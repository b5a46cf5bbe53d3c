import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { ExplainedElement } from '../../worker/protocol.ts';
import { ElementOutcome } from './ElementOutcome.tsx';
import { Preview } from './Value.tsx';
import styles from './Why.module.css';

const ElementGrid = lazy(async () => ({ default: (await import('./ElementGrid.tsx')).ElementGrid }));

interface ElementsProps {
  readonly elements: readonly ExplainedElement[];
  /** The number of all elements; `elements` may hold only the first ones and the deciding ones. */
  readonly tried: number | null;
  readonly isOpen?: boolean;
}

/** More elements than this are shown in a sortable table. */
const maxLines = 12;

/** The elements that a macro tried. Folded, it names the deciding one. */
export function Elements({ elements, tried, isOpen = false }: ElementsProps) {
  const [isShown, setShown] = useState(isOpen);
  if (elements.length === 0) return <p className={styles.elements}>an empty list: no element to try</p>;
  const decider = elements.find((element) => element.decides);
  const all = tried ?? elements.length;
  return (
    <details className={styles.elements} open={isOpen} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>
        {all === 1 ? '1 element tried' : `${all} elements tried`}
        {all > elements.length && `, ${elements.length} of them here`}
        {decider !== undefined && (
          <>
            , <b>[{decider.index}]</b> decided
          </>
        )}
      </summary>
      {elements.length > maxLines ? (
        isShown && <ElementTable elements={elements} />
      ) : (
        <ElementList elements={elements} />
      )}
    </details>
  );
}

function ElementTable({ elements }: Pick<ElementsProps, 'elements'>) {
  return (
    <Suspense fallback={<Skeleton lines={8} label="Loading" />}>
      <ElementGrid elements={elements} />
    </Suspense>
  );
}

function ElementList({ elements }: Pick<ElementsProps, 'elements'>) {
  return (
    <ol className={styles.tried}>
      {elements.map((element) => (
        <li key={element.index} className={styles.element} data-decides={element.decides}>
          <span className={styles.index}>[{element.index}]</span>
          <Preview value={element.element} />
          <span className={styles.outcome}>
            <span className={styles.quiet} aria-hidden="true">
              →{' '}
            </span>
            <ElementOutcome element={element} />
          </span>
          {element.decides && <span className={styles.decides}>decided</span>}
        </li>
      ))}
    </ol>
  );
}
