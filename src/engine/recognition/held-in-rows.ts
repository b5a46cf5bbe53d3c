import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, valueAt, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { elementsOf, type Placed } from '../importing/values/elements.ts';
import { isChat } from './chat-words.ts';
import { fieldsIn, lengthAt, listOf, rowsIn } from './parts.ts';
import { counted } from '../importing/import-report.ts';

/** At most this many fields are tried, because each takes the claims of all importers. */
const maxFields = 60;
/** A field with a smaller share of the rows' text is only a part of them. */
const leastShare = 0.5;
/** This many records of a long log represent all of them. */
const sample = 50;

/**
 * One document for each field of a log's records (`jsonPayload`, `data.context`) that holds most of their text, so that an importer
 * may claim it. A conversation comes first; fields with a judge's text, an example or a reference answer come later, however long they are.
 */
export function* heldInRows(document: Document): Generator<Document> {
  for (const rows of rowsIn(document.value)) {
    const fields = fieldsIn(rows, (value) => isRecord(value) || isList(value));
    const ranked = fields.slice(0, maxFields).toSorted((a, b) => rankOf(a) - rankOf(b));
    for (const field of ranked) {
      const holders = rows.filter(({ value }) => isHolder(valueAt(value, field)));
      const aside = fields.filter((other) => rankOf(other) > rankOf(field) && isOutermost(other, fields));
      if (isOneLog(rows, holders) && partOf(document, holders, field, aside) >= leastShare)
        yield heldAt(document, holders, rows.length - holders.length, field, chatsBeside(holders, fields, field));
    }
  }
}

/** Names of fields beside a conversation, the least likely to be one last. */
const besides = [
  /(?:^|_)(?:prompts?|instructions?|requests?|inputs?)(?:_|$)/,
  /few_?shot|examples?|demonstrat|templates?|expected|reference|golden|ideal/,
  /judge|grader|grading|evaluat|rubric|critic|scorer|scoring|metric|assertion/,
];

/** 0 when the field's name does not exclude a conversation. */
function rankOf(field: Path): number {
  const names = field.map((step) =>
    String(step)
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase(),
  );
  return 1 + besides.findLastIndex((words) => names.some((name) => words.test(name)));
}

const isWithin = (inner: Path, outer: Path): boolean => outer.every((step, index) => inner[index] === step);

/** Of nested fields with equal rank the outer one is used, since it contains the others. */
const isOutermost = (field: Path, fields: readonly Path[]): boolean =>
  !fields.some((other) => other !== field && isWithin(field, other) && rankOf(other) === rankOf(field));

/** Other conversations in the same records. The report names them, so that the user knows which one was read. */
const chatsBeside = (holders: readonly Placed[], fields: readonly Path[], field: Path): readonly Path[] =>
  fields.filter(
    (other) =>
      !isWithin(other, field) &&
      !isWithin(field, other) &&
      holders.slice(0, sample).some(({ value }) => isChat(elementsOf(valueAt(value, other) ?? null))),
  );

/** Records of one log share keys such as a time or a level. */
function isOneLog(rows: readonly Placed[], holders: readonly Placed[]): boolean {
  const value = holders[0]?.value;
  if (value === undefined || !isRecord(value)) return false;
  const keys = new Set(Object.keys(value));
  return rows
    .slice(0, sample)
    .every((row) => isRecord(row.value) && Object.keys(row.value).some((key) => keys.has(key)));
}

const isHolder = (value: Value | undefined): boolean => value !== undefined && (isRecord(value) || isList(value));

/** `aside`: fields that do not count, because they are not part of the conversation. */
function partOf(document: Document, holders: readonly Placed[], field: Path, aside: readonly Path[]): number {
  const some = holders.slice(0, sample).map(({ place }) => place);
  const beside = some.flatMap((place) => aside.map((other) => [...place, ...other]));
  const fields = some.map((place) => [...place, ...field]);
  return lengthAt(document, fields) / Math.max(1, lengthAt(document, some) - lengthAt(document, beside));
}

/** `others`: how many records do not have the field. */
function heldAt(document: Document, holders: readonly Placed[], others: number, field: Path, chats: readonly Path[]) {
  const parts = holders.map(({ value, place }) => ({
    value: valueAt(value, field) ?? null,
    place: [...place, ...field],
  }));
  const isAll = others === 0 && holders.every(({ value }) => isAllOf(value, field));
  const rest = isAll
    ? `, which ${holders.length === 1 ? 'has' : 'have'} nothing else`
    : `. ${holders.length === 1 ? 'Its' : 'Their'} other fields are left out${others > 0 ? `, and so ${others === 1 ? 'is' : 'are'} ${counted(others, 'other record')} without it` : ''}`;
  return listOf(document, parts, {
    severity: isAll ? 'info' : 'lost',
    code: 'log/field',
    message: `“${formatPath(field)}” of ${counted(holders.length, 'record')} was read${rest}.${chatsWords(chats)}`,
    ...(parts[0] !== undefined && { place: formatPath(parts[0].place) }),
  });
}

/** Whether a record has nothing beside this field, at any depth: `{data: {context: …}}`. */
const isAllOf = (record: Value, field: Path): boolean =>
  field.every((_, depth) => {
    const outer = valueAt(record, field.slice(0, depth)) ?? null;
    return isList(outer) ? outer.length === 1 : isRecord(outer) && Object.keys(outer).length === 1;
  });

function chatsWords(chats: readonly Path[]): string {
  const named = chats.slice(0, 6).map((path) => `“${formatPath(path)}”`);
  return named.length === 0 ? '' : ` Other conversations beside it were not read: ${named.join(', ')}.`;
}
