import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { ExplainedElement, ExplainedPart } from '../../worker/protocol.ts';
import { ElementOutcome } from './ElementOutcome.tsx';
import { ReadValue } from './Value.tsx';
import styles from './Why.module.css';
import { elementsInWords } from './words.ts';

const ElementGrid = lazy(async () => ({ default: (await import('./ElementGrid.tsx')).ElementGrid }));

interface ElementsProps {
  readonly elements: readonly ExplainedElement[];
  /** The number of all elements; `elements` may hold only the first ones and the deciding ones. */
  readonly tried: number | null;
  /** The part that gave the elements. */
  readonly list: ExplainedPart | null;
  /** Whether even few elements are shown only on demand. */
  readonly isFolded?: boolean;
}

/** So few elements are all shown; of more, those that decided. */
const maxOpen = 4;
/** More elements than this are shown in a sortable table. */
const maxLines = 12;

/** The elements that a macro tried, the deciding ones first. */
export function Elements({ elements, tried, list, isFolded = false }: ElementsProps) {
  const [isShown, setShown] = useState(false);
  const all = tried ?? elements.length;
  const words = elementsInWords(elements, all);
  if (all === 0 || (all <= maxOpen && !isFolded))
    return (
      <div className={styles.elements}>
        <p>{words}</p>
        {all > 0 && <ElementList elements={elements} list={list} />}
      </div>
    );
  const deciding = isFolded ? [] : elements.filter(({ decides }) => decides).slice(0, maxOpen);
  return (
    <div className={styles.elements}>
      {deciding.length > 0 && <ElementList elements={deciding} list={list} />}
      <details onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary>{words}</summary>
        {isShown &&
          (elements.length > maxLines ? (
            <Suspense fallback={<Skeleton lines={8} label="Loading" />}>
              <ElementGrid elements={elements} />
            </Suspense>
          ) : (
            <ElementList elements={elements} list={list} />
          ))}
      </details>
    </div>
  );
}

/** `[3]  {amount: 1200}  → true  decided` */
function ElementList({ elements, list }: Pick<ElementsProps, 'elements' | 'list'>) {
  const listPath = list?.value?.type === 'list' ? list.path : null;
  return (
    <ol>
      {elements.map((element) => (
        <li key={element.index} className={styles.element} data-decides={element.decides}>
          <span className={styles.index}>[{element.index}]</span>
          <span className={styles.read}>
            <ReadValue path={listPath && [...listPath, element.index]} value={element.element} />
          </span>
          <span className={styles.outcome}>
            <span className={styles.arrow} aria-hidden="true">
              →
            </span>
            <ElementOutcome element={element} />
            {element.decides && <span className={styles.decides}>decided</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
