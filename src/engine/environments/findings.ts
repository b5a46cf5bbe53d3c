import * as v from 'valibot';
import { err, ok, type Result } from '../../base/result.ts';
import { CelError } from '../cel/index.ts';
import { compilePattern } from '../cel/evaluate/pattern.ts';
import type { FindingPattern } from '../model/findings-table.ts';
import { formatPath, type Path } from '../model/path.ts';
import type { Problem } from '../model/problem.ts';
import { keptByText, readWrittenJson } from './written-json.ts';

const text = v.pipe(v.string('a text is needed'), v.nonEmpty('it is empty'));
const inRange = 'a number from 0 to 1 is needed';

const Line: v.GenericSchema<unknown, FindingPattern> = v.looseObject(
  {
    category: v.picklist(['sensitivity', 'safety', 'threat'], 'it must be sensitivity, safety or threat'),
    label: text,
    finding: text,
    confidence: v.pipe(v.number(inRange), v.minValue(0, inRange), v.maxValue(1, inRange)),
    pattern: v.exactOptional(text),
    words: v.exactOptional(v.pipe(v.array(text, 'a list of texts is needed'), v.nonEmpty('the list is empty'))),
  },
  'a line is an object',
);

/** A table longer than this would make every text slow to search. */
const maxLines = 200;

const Table = v.pipe(
  v.array(Line, 'a list of lines is needed'),
  v.maxLength(maxLines, `it has more than ${maxLines} lines`),
);

/**
 * Reads a findings table, a JSON list of lines:
 * `{"category": "sensitivity", "label": "pii", "finding": "ssn", "pattern": "\\d{3}-\\d{2}-\\d{4}", "confidence": 0.8}`,
 * or with `words` in place of `pattern`.
 */
export function readFindings(source: string): Result<readonly FindingPattern[], Problem> {
  const written = readWrittenJson(source);
  if (!written.ok) return err(malformed(written.problem.sentence, written.problem.range));
  const { placeOf, rangeOf } = written.value;
  /** Lines are counted as a person counts them. */
  const faultAt = (path: Path, reason: string): Result<never, Problem> => {
    const [line, ...field] = path;
    if (typeof line !== 'number') return err(malformed(`${reason}.`));
    const what = field.length === 0 ? '' : `\`${formatPath(field)}\`: `;
    const message = `In line ${line + 1} of the findings table (at ${placeOf(path)}), ${what}${reason}.`;
    return err({ code: 'findings/line', message, range: rangeOf(path) });
  };
  // It was read strictly, so this reads the same; the schema is for plain numbers.
  const read = v.safeParse(Table, JSON.parse(source));
  if (!read.success) {
    const [issue] = read.issues;
    const path = issue.path?.map(({ key }) => key as number | string) ?? []; // keys of lists and objects
    return faultAt(path, issue.received === 'undefined' ? 'it is missing' : issue.message);
  }
  for (const [at, { pattern, words }] of read.output.entries()) {
    if ((pattern === undefined) === (words === undefined)) return faultAt([at], 'either a pattern or words are needed');
    const compiled = pattern === undefined ? null : compilePattern(pattern);
    if (compiled instanceof CelError) return faultAt([at, 'pattern'], compiled.message);
  }
  return ok(read.output);
}

/** The same for a text that was read before; no lines where it cannot be read. */
export const findingLines = keptByText((source: string): readonly FindingPattern[] => {
  const read = readFindings(source);
  return read.ok ? read.value : [];
});

const malformed = (reason: string, range?: Problem['range']): Problem => ({
  code: 'findings/malformed',
  message: `This is no findings table: ${reason} A table is a JSON list of lines with category, label, finding, confidence, and a pattern or words.`,
  ...(range !== undefined && { range }),
});
