import * as v from 'valibot';

/** A mapping for an unknown format, as the text that is shared. The engine checks it when it is used. */
export const schema = v.object({
  text: v.string(),
  /** Milliseconds since 1970. The latest comes first; changing a mapping leaves it at its place. */
  at: v.number(),
});

export const upgrades = [];
