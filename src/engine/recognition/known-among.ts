import { counted } from '../importing/import-report.ts';
import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { ownerOf } from './claimant-of.ts';
import { documentAt, shareOf } from './document-at.ts';

/** Who has more values side by side has a log, not a few things that were printed one after the other. */
const mostValues = 40;
/** Of what was printed, the values that somebody knows are most. */
const fairPart = 0.5;

/**
 * What somebody knows among a few values that were printed side by side, or were given names: `ctx1 = {…}`, `ctx2 = {…}`, the
 * locals of a traceback, `('ctx', {…})`. Undefined where that is not most of them.
 */
export function knownAmong(document: Document): Document | undefined {
  const values = document.syntax === 'python' ? valuesIn(document.value) : [];
  if (values.length === 0 || values.length > mostValues) return undefined;
  const known = values.filter(({ step, value }) => isKnown(documentAt(document, [step], value)));
  const [first] = known;
  const places = known.map(({ step }) => [step]);
  if (first === undefined || shareOf(document, places) < fairPart) return undefined;
  const [only] = known.length === 1 ? [first] : [];
  const left = values.length - known.length;
  const notes: Document['notes'] = [
    {
      severity: left > 0 ? 'lost' : 'info',
      code: 'log/among',
      message: `Of ${counted(values.length, 'value')} side by side ${counted(known.length, 'was', 'were')} read as a recording${left > 0 ? `; ${counted(left, 'other')} that no importer knows ${left === 1 ? 'is' : 'are'} left out` : ''}.`,
      place: formatPath([first.step]),
    },
  ];
  const placeOf = (index: number): Path => [known[index]?.step ?? index];
  return {
    ...document,
    value: only === undefined ? known.map(({ value }) => value) : only.value,
    notes: [...document.notes, ...notes],
    typeName: (of) => document.typeName(of),
    locate(path) {
      if (only !== undefined) return document.locate([only.step, ...path]);
      const [index, ...rest] = path;
      if (index === undefined) return document.locate([]);
      return typeof index === 'number' && index < known.length ? document.locate([...placeOf(index), ...rest]) : null;
    },
  };
}

interface Beside {
  readonly step: number | string;
  readonly value: Value;
}

function valuesIn(value: Value): readonly Beside[] {
  if (isList(value)) return [...value].map((one, step) => ({ step, value: one }));
  return isRecord(value) ? Object.entries(value).map(([step, one]) => ({ step, value: one })) : [];
}

const isKnown = (document: Document): boolean =>
  (isRecord(document.value) || isList(document.value)) && ownerOf(document) !== undefined;
