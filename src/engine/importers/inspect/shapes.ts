import * as v from 'valibot';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { firstValues } from '../../importing/values/first-values.ts';
import { ModelEvent, OwnMessage, Sample } from './format.ts';

export const isSampleAlone = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['epoch'] === 'number' &&
  'target' in value &&
  'model_usage' in value &&
  v.is(Sample, value);

/** The messages of a sample, copied without it. */
export const areMessagesAlone = (value: Value): boolean =>
  isList(value) && [...value].slice(0, looked).some((message) => v.is(OwnMessage, message));

/** The events of a sample, with what a model was asked among them: its messages, and not where in the sample they stand. */
export const areEventsAlone = (value: Value): boolean =>
  firstValues(value, lookedForCall).some((event) => v.is(ModelEvent, event));

/** Much may go on before a model is asked. */
const lookedForCall = 400;

/** How many messages are looked at. */
const looked = 40;
