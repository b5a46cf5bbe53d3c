import * as v from 'valibot';
import { anyValue, maybe, record } from '../../importing/values/schema.ts';

/**
 * A transcript as a recogniser wrote it down while people spoke, one fragment per line; EVA keeps one of each call.
 * https://github.com/ServiceNow/eva
 */
export const Heard = record({
  role: v.picklist(['user', 'assistant']),
  content: v.string(),
  timestamp: maybe(anyValue),
});
