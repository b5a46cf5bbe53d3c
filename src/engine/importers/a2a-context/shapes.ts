import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { Context, StoredTask } from './format.ts';

export const isContextOrTask = (value: Value): boolean => v.is(Context, value) || v.is(StoredTask, value);
