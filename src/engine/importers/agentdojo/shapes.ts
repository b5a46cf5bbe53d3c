import * as v from 'valibot';
import { isList, type Value } from '../../model/value.ts';
import { OwnMessage } from './format.ts';

/** How many messages are looked at. */
const looked = 40;

/** The messages of a run, copied without it. */
export const areMessagesAlone = (value: Value): boolean =>
  isList(value) && [...value].slice(0, looked).some((message) => v.is(OwnMessage, message));
