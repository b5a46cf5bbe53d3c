/** A line of a findings table while it is written: its fields may be wrong or missing. */
export interface FindingRow {
  readonly category: string;
  readonly label: string;
  readonly finding: string;
  readonly confidence: number | null;
  /** Either of the two. */
  readonly pattern?: string;
  readonly words?: readonly string[];
  /** Other fields of a file stay with their line. */
  readonly [other: string]: unknown;
}

export const categories = ['sensitivity', 'safety', 'threat'] as const;

/** What a new line begins with. */
export const newRow: FindingRow = { category: 'sensitivity', label: '', finding: '', confidence: 0.8, words: [] };

/** The lines of a text; null where it is no list of objects, which only the text can show. */
export function rowsOf(text: string): readonly FindingRow[] | null {
  if (text.trim() === '') return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(list)) return null;
  const rows = list.map((line: unknown) => (isObject(line) ? rowOf(line) : null));
  return rows.every((row) => row !== null) ? rows : null;
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function rowOf(line: { readonly [key: string]: unknown }): FindingRow {
  const { category, label, finding, confidence, pattern, words, ...others } = line;
  const row = {
    ...others,
    category: textOf(category),
    label: textOf(label),
    finding: textOf(finding),
    confidence: typeof confidence === 'number' ? confidence : null,
  };
  if (pattern === undefined && Array.isArray(words)) return { ...row, words: words.map(textOf) };
  return { ...row, pattern: textOf(pattern) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** In the form of the command line's files: each line of the table on a line of its own. */
export const textOfRows = (rows: readonly FindingRow[]): string =>
  rows.length === 0 ? '' : `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`;

export const wordsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
