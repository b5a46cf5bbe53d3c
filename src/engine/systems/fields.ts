import * as v from 'valibot';
import { fields } from './event-table.ts';
import { decisionAnswers, type Answers } from '../model/decisions.ts';
import { Double, isRecord, type RecordValue, type Value } from '../model/value.ts';

// Field types of the headers and events of every system.

/** Other programs write `12.0` for 12, which readers return as a `Double`. */
export const number = v.union([
  v.number(),
  v.pipe(
    v.instance(Double),
    v.transform((double) => double.value),
  ),
]);
export const amount = v.pipe(number, v.finite(), v.minValue(0));
export const count = v.pipe(number, v.safeInteger(), v.minValue(0));
export const text = v.exactOptional(v.string());
/** Readers only return values, so the inside needs no check. */
export const anyValue = v.custom<Value>((value) => value !== undefined);
export const record = v.custom<RecordValue>(isRecord, 'An object was expected');

const answers = <K extends keyof Answers>(question: K) =>
  v.exactOptional(v.custom<Answers[K]>((answer) => decisionAnswers[question].some((known) => known === answer)));

/** The fields of every header, as in `SessionHeader`. */
export const headerFields = {
  title: v.string(),
  importer: text,
  origin: v.exactOptional(v.looseObject({ source: v.string(), licence: v.string(), note: text })),
  decisions: v.exactOptional(
    v.looseObject({
      capabilityOrder: answers('capabilityOrder'),
      unusedCapability: answers('unusedCapability'),
      nonBoolean: answers('nonBoolean'),
      assertError: answers('assertError'),
      jsonNumbers: answers('jsonNumbers'),
      textResults: answers('textResults'),
      missingResults: answers('missingResults'),
    }),
  ),
};

const maybeCount = v.exactOptional(count);
export const tokenCounts = { prompt: maybeCount, completion: maybeCount, total: maybeCount };
/** `cached`: those of the prompt that were read from a cache. */
export const callTokens = { ...tokenCounts, cached: maybeCount };
export const tokens = v.exactOptional(fields(callTokens));

/** True only for values that the schema `amount` accepts unchanged. */
export const isAmount = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0;

/** True only for values that the schema `count` accepts unchanged. */
export const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
