import * as v from 'valibot';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { ModelEvent, OwnMessage, Sample } from './format.ts';
import { firstValues } from '../../importing/values/elements.ts';

export const isSampleAlone = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['epoch'] === 'number' &&
  'target' in value &&
  'model_usage' in value &&
  v.is(Sample, value);

/** Recognises the messages of a sample, copied without it. */
export const areMessagesAlone = (value: Value): boolean =>
  isList(value) && [...value].slice(0, maxMessages).some((message) => v.is(OwnMessage, message));

/** Recognises the events of a sample, copied without it. A model event must hold its input messages, not ranges of the sample’s. */
export const areEventsAlone = (value: Value): boolean =>
  firstValues(value, maxEvents).some((event) => v.is(ModelEvent, event));

/** Many events may precede the first model call. */
const maxEvents = 400;

const maxMessages = 40;
