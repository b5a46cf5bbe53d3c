/** Widths in CSS pixels. */
interface Widths {
  /** At the least: it takes what is left. */
  readonly title: number;
  readonly hasTurns: boolean;
  /** Of a ribbon, at the least; without room for one there is its count alone. */
  readonly ribbon: number;
  readonly count: number;
  readonly difference: number;
  readonly mark: number;
}

export interface GridLayout extends Widths {
  /** The rules that there is room for, by index; the others follow when the table is wider. */
  readonly rules: readonly number[];
  /** Minimum width; a narrower grid scrolls sideways. */
  readonly least: number;
}

const wide: Widths = { title: 184, hasTurns: true, ribbon: 96, count: 76, difference: 140, mark: 96 };
/** What these leave out or shorten is in a tooltip. */
const medium: Widths = { title: 112, hasTurns: false, ribbon: 40, count: 72, difference: 88, mark: 96 };
const narrow: Widths = { title: 96, hasTurns: false, ribbon: 0, count: 64, difference: 88, mark: 56 };

export const turnsWidth = 48;
const gap = 8;
const edges = 20;

/**
 * The roomiest widths at which the draft's column, its difference and the mark are in sight; only more rules make the
 * grid wider than its place. `width` is 0 before it is known.
 */
export function layoutOf(width: number, rules: readonly { readonly id: string }[]): GridLayout {
  const isCompared = rules.some(({ id }) => id === 'baseline');
  const fixedOf = ({ title, hasTurns, difference, mark }: Widths) =>
    title + (hasTurns ? turnsWidth + gap : 0) + (isCompared ? difference + gap : 0) + mark + gap + edges;
  const columnOf = ({ count }: Widths, ribbon: number) => gap + ruleWidth({ ribbon, count });
  const fits = (widths: Widths, many: number) => fixedOf(widths) + many * columnOf(widths, widths.ribbon) <= width;

  const hasPolicy = rules.some(({ id }) => id !== 'draft' && id !== 'baseline');
  const widths = [wide, medium].find((each) => width === 0 || fits(each, 1)) ?? (hasPolicy ? medium : narrow);
  const all = rules.map((_rule, at) => at);
  // The difference says what the baseline's ribbon would.
  const shown = fits(wide, rules.length) ? all : all.filter((at) => rules[at]?.id !== 'baseline');
  const spare = width - fixedOf(widths) - shown.length * columnOf(widths, widths.ribbon);
  const title = Math.max(widths.title, Math.min(360, Math.floor(width * 0.24), widths.title + spare));
  const fixed = fixedOf({ ...widths, title });
  const each = Math.floor((width - fixed) / Math.max(1, shown.length)) - columnOf(widths, 0) - gap;
  const ribbon = widths.ribbon === 0 ? 0 : Math.max(widths.ribbon, Math.min(480, each));
  return { ...widths, title, ribbon, rules: shown, least: fixed + shown.length * columnOf(widths, ribbon) };
}

/** Of a rule's column: its ribbon, and the count beside it. */
export const ruleWidth = ({ ribbon, count }: Pick<Widths, 'ribbon' | 'count'>): number =>
  ribbon === 0 ? count : ribbon + gap + count;
