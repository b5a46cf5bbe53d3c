import type { Path } from '../../model/path.ts';
import { isRecord, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { countIn, endIn, tokensOf } from '../messages/any-message.ts';
import { type RecordedTokens, recordedTokens } from '../transcript/transcript.ts';
import { readInstant } from '../values/instants.ts';
import type { Field, Kinds, Spot, Tokens } from './chat-reading.ts';
import { fieldAt, findAt, textAt, type Where } from '../values/where.ts';

/** The values of a description's fields in one record. */
export const valueBy = (field: Field<Value> | undefined, record: RecordValue, spot: Spot): Value | undefined =>
  typeof field === 'function' ? field(record, spot) : fieldAt(record, field);

export const textBy = (field: Field<string> | undefined, record: RecordValue, spot: Spot): string | undefined =>
  typeof field === 'function' ? field(record, spot) : textAt(record, field);

/** An id, which some formats write as a number. */
export function idBy(field: Field<string> | undefined, record: RecordValue, spot: Spot): string | undefined {
  if (typeof field === 'function') return field(record, spot);
  const found = findAt(record, field)?.value;
  return typeof found === 'number' || typeof found === 'bigint' ? String(found) : textAt(record, field);
}

/** The place of a field's value in the document; for code, the record's own place. */
export const placeBy = (field: Field<unknown> | undefined, record: RecordValue, { place }: Spot): Path =>
  typeof field === 'function' ? place : [...place, ...(findAt(record, field)?.path ?? [])];

/** UTC ISO 8601. An elided time in printed output (`datetime.datetime(...)`) is not a time. */
export function timeBy(field: Field<Value> | undefined, record: RecordValue, spot: Spot): string | undefined {
  const found = valueBy(field, record, spot);
  if (found === undefined || found instanceof Unknown || isRecord(found)) return undefined;
  return readInstant(found, placeBy(field, record, spot), spot.report);
}

export function tokensBy(tokens: Tokens | undefined, record: RecordValue, spot: Spot): RecordedTokens | undefined {
  if (tokens === undefined) return undefined;
  if (typeof tokens === 'function') return tokens(record, spot);
  if (typeof tokens === 'string' || !('prompt' in tokens)) return tokensOf(findAt(record, tokens, isRecord)?.value);
  const count = (where: Where) => countIn(findAt(record, where)?.value);
  return recordedTokens(
    count(tokens.prompt),
    count(tokens.completion),
    tokens.cached === undefined ? undefined : count(tokens.cached),
  );
}

export function endBy(field: Field<Value> | undefined, record: RecordValue, spot: Spot): string | undefined {
  const found = valueBy(field, record, spot);
  return typeof found === 'string' ? found : endIn(found);
}

/** Undefined if the record cannot be read. */
export function kindBy<Kind extends string>(
  { field, values = {}, keys = {}, otherwise, absent }: Kinds<Kind>,
  record: Value,
): Kind | undefined {
  if (!isRecord(record)) return absent;
  const kind = findAt(record, field)?.value;
  const word = typeof kind === 'boolean' ? String(kind) : textAt(record, field);
  if (word !== undefined) {
    const known = [word, word.toLowerCase()].find((one) => Object.hasOwn(values, one));
    return known === undefined ? otherwise : values[known];
  }
  const key = Object.keys(keys).find((one) => findAt(record, one) !== undefined);
  if (key !== undefined) return keys[key];
  return field === undefined ? otherwise : absent;
}
