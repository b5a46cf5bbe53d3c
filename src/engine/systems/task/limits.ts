export const limitNames = [
  'max_turns',
  'max_prompt_tokens',
  'max_completion_tokens',
  'max_tool_calls',
  'max_age',
] as const;
export type LimitName = (typeof limitNames)[number];

const unitSeconds: ReadonlyMap<string, number> = new Map([
  ['ms', 0.001],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);
const whole = /^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/;
const step = /(\d+(?:\.\d+)?)(ms|[smhd])/gy;

/** Seconds of `"2h"`, `"30m"`, `"1h30m"`; undefined for anything else. */
export function readDuration(text: string): number | undefined {
  if (text.length > 100 || !whole.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(step)) seconds += Number(amount) * (unitSeconds.get(unit ?? '') ?? 0);
  return seconds;
}
