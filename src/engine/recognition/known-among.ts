import { counted } from '../importing/import-report.ts';
import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { ownerOf } from './claimant-of.ts';
import { documentAt, shareOf } from './document-at.ts';

/** More values side by side are a log, not a few prints. */
const maxValues = 40;
/** Known values must make up at least this share of the text. */
const leastShare = 0.5;

/**
 * The recognised values among a few that were printed side by side or assigned to names: `ctx1 = {…}`, `ctx2 = {…}`, the locals of a
 * traceback, `('ctx', {…})`. Undefined when they are not most of the text.
 */
export function knownAmong(document: Document): Document | undefined {
  const values = document.syntax === 'python' ? valuesIn(document.value) : [];
  if (values.length === 0 || values.length > maxValues) return undefined;
  const known = values.filter(({ step, value }) => isKnown(documentAt(document, [step], value)));
  const [first] = known;
  const places = known.map(({ step }) => [step]);
  if (first === undefined || shareOf(document, places) < leastShare) return undefined;
  const [only] = known.length === 1 ? [first] : [];
  const left = values.length - known.length;
  const notes: Document['notes'] = [
    {
      severity: left > 0 ? 'lost' : 'info',
      code: 'log/among',
      message: `Of ${counted(values.length, 'value')} side by side ${counted(known.length, 'was', 'were')} read as a recording${left > 0 ? `; ${counted(left, 'other')} that no importer recognises ${left === 1 ? 'is' : 'are'} left out` : ''}.`,
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
