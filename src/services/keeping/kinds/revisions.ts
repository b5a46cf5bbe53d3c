import * as v from 'valibot';
import { hookIds } from '../../../engine/model/hooks.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** What the rule of a workspace was, in the order in which it was written. */
export const schema = v.object({
  revisions: v.array(
    v.object({
      /** Milliseconds since 1970. */
      at: v.number(),
      expression: v.string(),
      hook: v.picklist(hookIds),
      match: v.nullable(v.string()),
      /** What it did to the session that was shown. */
      session: v.string(),
      eligible: count,
      fire: count,
      error: count,
      unknown: count,
    }),
  ),
});

export const upgrades = [];
