import { Sentence } from '../../ui/Sentence.tsx';
import type { ExplainedElement } from '../../worker/protocol.ts';
import { Preview } from './Value.tsx';
import styles from './Why.module.css';

interface ElementsProps {
  readonly elements: readonly ExplainedElement[];
  readonly isOpen?: boolean;
}

/** What a macro tried, element by element. Folded, it says which one decided. */
export function Elements({ elements, isOpen = false }: ElementsProps) {
  if (elements.length === 0) return <p className={styles.elements}>an empty list: no element to try</p>;
  const decider = elements.find((element) => element.decides);
  return (
    <details className={styles.elements} open={isOpen}>
      <summary>
        {elements.length === 1 ? '1 element tried' : `${elements.length} elements tried`}
        {decider !== undefined && (
          <>
            , <b>[{decider.index}]</b> decided
          </>
        )}
      </summary>
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
    </details>
  );
}

function ElementOutcome({ element: { outcome, value, message } }: { readonly element: ExplainedElement }) {
  if (outcome === 'value') return value === null ? null : <Preview value={value} />;
  return (
    <span className={outcome === 'error' ? styles.error : styles.unknown}>
      <Sentence text={message ?? outcome} />
    </span>
  );
}
