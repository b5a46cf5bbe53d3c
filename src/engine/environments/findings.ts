import * as v from 'valibot';
import { err, ok, type Result } from '../../base/result.ts';
import { CelError } from '../cel/index.ts';
import { compilePattern } from '../cel/evaluate/pattern.ts';
import type { FindingPattern } from '../model/findings-table.ts';
import type { Problem } from '../model/problem.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const Line: v.GenericSchema<unknown, FindingPattern> = v.looseObject({
  category: v.picklist(['sensitivity', 'safety', 'threat']),
  label: text,
  finding: text,
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  pattern: v.exactOptional(text),
  words: v.exactOptional(v.pipe(v.array(text), v.nonEmpty())),
});

/** A table longer than this would make every text slow to search. */
const maxLines = 200;

const Table = v.pipe(v.array(Line), v.maxLength(maxLines));

/**
 * Reads a findings table, a JSON list of lines:
 * `{"category": "sensitivity", "label": "pii", "finding": "ssn", "pattern": "\\d{3}-\\d{2}-\\d{4}", "confidence": 0.8}`,
 * or with `words` in place of `pattern`.
 */
export function readFindings(source: string): Result<readonly FindingPattern[], Problem> {
  let document: unknown;
  try {
    document = JSON.parse(source);
  } catch (fault) {
    return err(malformed(fault instanceof Error ? fault.message : String(fault)));
  }
  const read = v.safeParse(Table, document);
  if (!read.success) {
    const [issue] = read.issues;
    const at = v.getDotPath(issue);
    return err(malformed(`${at === null ? '' : `at ${at}: `}${issue.message}`));
  }
  for (const [at, line] of read.output.entries()) {
    if ((line.pattern === undefined) === (line.words === undefined))
      return err(malformed(`line ${at} needs either a pattern or words.`));
    const pattern = line.pattern === undefined ? null : compilePattern(line.pattern);
    if (pattern instanceof CelError)
      return err({ code: 'findings/pattern', message: `In line ${at} of the findings table, ${pattern.message}.` });
  }
  return ok(read.output);
}

const malformed = (reason: string): Problem => ({
  code: 'findings/malformed',
  message: `This is no findings table: ${reason} A table is a JSON list of lines with category, label, finding, confidence, and a pattern or words.`,
});
