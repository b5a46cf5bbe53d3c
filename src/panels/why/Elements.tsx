import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { ExplainedElement, ExplainedPart } from '../../worker/protocol.ts';
import { ElementOutcome } from './ElementOutcome.tsx';
import { ReadValue, WrittenAt } from './Value.tsx';
import styles from './Why.module.css';
import { elementsInWords } from './words.ts';

const ElementGrid = lazy(async () => ({ default: (await import('./ElementGrid.tsx')).ElementGrid }));

interface ElementsProps {
  /** The macro. */
  readonly part: ExplainedPart;
  /** Of the elements that it tried, maybe only the first ones and the deciding ones. */
  readonly elements: readonly ExplainedElement[];
  /** Whether even few elements are shown only on demand. */
  readonly isFolded?: boolean;
}

/** So few elements are all shown; of more, those that decided. */
const maxOpen = 4;
/** More elements than this are shown in a sortable table. */
const maxLines = 12;

/** The elements that a macro tried, the deciding ones first. */
export function Elements({ part, elements, isFolded = false }: ElementsProps) {
  const [isShown, setShown] = useState(false);
  const all = part.tried ?? elements.length;
  const words = elementsInWords(elements, all);
  if (all === 0 || (all <= maxOpen && !isFolded))
    return (
      <div className={styles.elements}>
        <p>{words}</p>
        {all > 0 && <ElementList elements={elements} part={part.id} />}
      </div>
    );
  const deciding = isFolded ? [] : elements.filter(({ decides }) => decides).slice(0, maxOpen);
  return (
    <div className={styles.elements}>
      {deciding.length > 0 && <ElementList elements={deciding} part={part.id} />}
      <details onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary>{words}</summary>
        {isShown &&
          (elements.length > maxLines ? (
            <Suspense fallback={<Skeleton lines={8} label="Loading" />}>
              <ElementGrid elements={elements} />
            </Suspense>
          ) : (
            <ElementList elements={elements} part={part.id} />
          ))}
      </details>
    </div>
  );
}

interface ElementListProps {
  readonly elements: readonly ExplainedElement[];
  /** The id of the macro. */
  readonly part: number;
}

/** `[3]  {amount: 1200}  → true  decided  turn 12` */
function ElementList({ elements, part }: ElementListProps) {
  return (
    <ol>
      {elements.map((element) => (
        <li key={element.index} className={styles.element} data-decides={element.decides}>
          <span className={styles.index}>[{element.index}]</span>
          <span className={styles.read}>
            <ReadValue path={element.path} value={element.element} of={{ part, element: element.index }} />
          </span>
          <span className={styles.outcome}>
            <span className={styles.arrow} aria-hidden="true">
              →
            </span>
            <ElementOutcome element={element} />
            {element.decides && <span className={styles.decides}>decided</span>}
          </span>
          <WrittenAt turn={element.writtenAt} />
        </li>
      ))}
    </ol>
  );
}
