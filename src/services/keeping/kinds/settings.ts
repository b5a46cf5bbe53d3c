import * as v from 'valibot';

/** What is kept without being chosen one by one. There is one record. */
export const schema = v.object({
  /** Sessions that are opened are kept. */
  keepsAll: v.boolean(),
  /** The page offers once to keep what is not kept, before its tab closes. */
  asksBeforeClosing: v.boolean(),
});

export const upgrades = [];
