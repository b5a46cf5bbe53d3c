import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, valueAt, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { elementsOf } from '../importing/values/elements.ts';
import { isChat } from './chat-words.ts';
import { fieldsIn, type Row, rowsIn } from './log-rows.ts';
import { counted } from '../importing/import-report.ts';

/** More fields are not tried: with each, every importer is asked. */
const mostFields = 60;
/** A field that holds less of its rows is a part of what they say. */
const fairPart = 0.5;
/** Of a long log so many records speak for all. */
const sample = 50;

/**
 * What the records of a log hold in one field (`jsonPayload`, `data.context`): a document of its own for each field that
 * holds most of what its rows say, so that somebody may know it. A conversation comes before what stands beside it to judge it,
 * to show an example or to begin with, however long that is.
 */
export function* heldInRows(document: Document): Generator<Document> {
  for (const rows of rowsIn(document.value)) {
    const fields = fieldsIn(rows, (value) => isRecord(value) || isList(value));
    const ranked = fields.slice(0, mostFields).toSorted((a, b) => rankOf(a) - rankOf(b));
    for (const field of ranked) {
      const holders = rows.filter(({ value }) => isHolder(valueAt(value, field)));
      const aside = fields.filter((other) => rankOf(other) > rankOf(field) && isOutermost(other, fields));
      if (isOneLog(rows, holders) && partOf(document, holders, field, aside) >= fairPart)
        yield heldAt(document, rows, holders, field, chatsBeside(holders, fields, field));
    }
  }
}

/** Names of what stands beside a conversation, by how far it is from one. */
const besides = [
  /(?:^|_)(?:prompts?|instructions?|requests?|inputs?)(?:_|$)/,
  /few_?shot|examples?|demonstrat|templates?|expected|reference|golden|ideal/,
  /judge|grader|grading|evaluat|rubric|critic|scorer|scoring|metric|assertion/,
];

/** 0 for a field of the conversation, as far as names tell. */
function rankOf(field: Path): number {
  const names = field.map((step) =>
    String(step)
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase(),
  );
  return 1 + besides.findLastIndex((words) => names.some((name) => words.test(name)));
}

const isWithin = (inner: Path, outer: Path): boolean => outer.every((step, index) => inner[index] === step);

/** Of fields within one another that rank alike, the outer one has the others. */
const isOutermost = (field: Path, fields: readonly Path[]): boolean =>
  !fields.some((other) => other !== field && isWithin(field, other) && rankOf(other) === rankOf(field));

/** Other conversations of the same records: of several, nobody should have to guess which was read. */
const chatsBeside = (holders: readonly Row[], fields: readonly Path[], field: Path): readonly Path[] =>
  fields.filter(
    (other) =>
      !isWithin(other, field) &&
      !isWithin(field, other) &&
      holders.slice(0, sample).some(({ value }) => isChat(elementsOf(valueAt(value, other) ?? null))),
  );

/** Records of one log have something in common: a time, a level. */
function isOneLog(rows: readonly Row[], holders: readonly Row[]): boolean {
  const value = holders[0]?.value;
  if (value === undefined || !isRecord(value)) return false;
  const keys = new Set(Object.keys(value));
  return rows
    .slice(0, sample)
    .every((row) => isRecord(row.value) && Object.keys(row.value).some((key) => keys.has(key)));
}

const isHolder = (value: Value | undefined): boolean => value !== undefined && (isRecord(value) || isList(value));

/** `aside`: fields that are not counted, because they say nothing of the conversation. */
function partOf({ locate }: Document, holders: readonly Row[], field: Path, aside: readonly Path[]): number {
  const length = (path: Path) => {
    const range = locate(path);
    return range === null ? 0 : range.end - range.start;
  };
  const sum = (paths: readonly Path[]) => paths.reduce((all, path) => all + length(path), 0);
  const some = holders.slice(0, sample).map(({ place }) => place);
  const beside = sum(some.flatMap((place) => aside.map((other) => [...place, ...other])));
  return sum(some.map((place) => [...place, ...field])) / Math.max(1, sum(some) - beside);
}

function heldAt(
  document: Document,
  rows: readonly Row[],
  holders: readonly Row[],
  field: Path,
  chats: readonly Path[],
): Document {
  const values = holders.map(({ value }) => valueAt(value, field) ?? null);
  const [only] = holders;
  const others = rows.length - holders.length;
  const placeOf = (index: number): Path => [...(holders[index]?.place ?? []), ...field];
  return {
    ...document,
    value: holders.length === 1 ? (values[0] ?? null) : values,
    notes: [
      ...document.notes,
      {
        severity: 'lost',
        code: 'log/field',
        message: `What stands at “${formatPath(field)}” of ${counted(holders.length, 'record')} was read. What else ${holders.length === 1 ? 'it says' : 'they say'} is left out${others > 0 ? `, and so ${others === 1 ? 'is' : 'are'} ${counted(others, 'other record')} without it` : ''}.${chatsWords(chats)}`,
        ...(only !== undefined && { place: formatPath(placeOf(0)) }),
      },
    ],
    typeName: (of) => document.typeName(of),
    locate(path) {
      if (holders.length === 1) return document.locate([...placeOf(0), ...path]);
      const [index, ...rest] = path;
      if (index === undefined) return document.locate([]);
      return typeof index === 'number' && index < holders.length ? document.locate([...placeOf(index), ...rest]) : null;
    },
  };
}

const chatsWords = (chats: readonly Path[]): string =>
  chats.length === 0
    ? ''
    : ` Other conversations stand beside it and were not read: ${chats
        .slice(0, 6)
        .map((path) => `“${formatPath(path)}”`)
        .join(', ')}.`;
