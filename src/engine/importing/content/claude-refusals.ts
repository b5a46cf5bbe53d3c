/**
 * Whether the result of a call in Claude Code or its SDK says that the call was not carried out: the user refused it, or a
 * permission or a hook blocked it. The user's own words follow the sentence of a refusal. `[Request interrupted by user for tool
 * use]` is the error of a tool that was stopped while it ran.
 */
export const isRefused = (text: string, isError: boolean): boolean =>
  refusals.some((sentence) => text.startsWith(sentence)) ||
  (isError && blocked.some((pattern) => pattern.test(text.slice(0, 600))));

const refusals = [
  "The user doesn't want to proceed with this tool use.",
  "The user doesn't want to take this action right now.",
];

const blocked = [
  /^Claude requested permissions? /,
  /^.{1,300} was blocked\. For security, Claude Code /,
  /^Permission to use .{1,200} (?:has been|was) denied/,
  /^(?:Permission for this action|Permission) .{0,200}denied/,
  /^(?:Error: )?Pre(?:ToolUse|tooluse):.{0,200} hook error/,
  /^(?:Error: )?Hook Pre.{0,200} denied this tool/,
  /operation blocked by hook/i,
  // `contextscope gate`
  /^Contextscope (?:stopped this call|does not accept this result|could not judge this): /,
  /^Contextscope cannot tell whether .{1,300} allows this: /,
];
