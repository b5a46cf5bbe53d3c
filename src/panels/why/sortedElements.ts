import { unreachable } from '../../base/unreachable.ts';
import type { Sort } from '../../ui/Grid.tsx';
import type { ExplainedElement } from '../../worker/protocol.ts';

/** Columns that elements can be sorted by. */
export type ElementColumn = 'index' | 'element' | 'outcome' | 'decides';

export interface ElementSort extends Sort {
  readonly column: ElementColumn;
}

/** Numbers are sorted by size, other values by text; equal ones keep the list's order. */
export function sortedElements(
  elements: readonly ExplainedElement[],
  { column, direction }: ElementSort,
): readonly ExplainedElement[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return elements.toSorted((a, b) => sign * compare(column, a, b) || a.index - b.index);
}

function compare(column: ElementColumn, a: ExplainedElement, b: ExplainedElement): number {
  switch (column) {
    case 'index':
      return a.index - b.index;
    case 'element':
      return byText(a.element.text, b.element.text);
    case 'outcome':
      return byText(a.value?.text ?? a.message ?? '', b.value?.text ?? b.message ?? '');
    case 'decides':
      return Number(b.decides) - Number(a.decides);
    default:
      return unreachable(column);
  }
}

function byText(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference)) return difference;
  return a < b ? -1 : a > b ? 1 : 0;
}
