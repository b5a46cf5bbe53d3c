import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import { Sample } from './format.ts';

export const isSampleAlone = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['epoch'] === 'number' &&
  'target' in value &&
  'model_usage' in value &&
  v.is(Sample, value);
