import * as v from 'valibot';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { OwnMessage, Sample } from './format.ts';

export const isSampleAlone = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['epoch'] === 'number' &&
  'target' in value &&
  'model_usage' in value &&
  v.is(Sample, value);

/** The messages of a sample, copied without it. */
export const areMessagesAlone = (value: Value): boolean =>
  isList(value) && [...value].slice(0, looked).some((message) => v.is(OwnMessage, message));

/** How many messages are looked at. */
const looked = 40;
