import type { Dialect } from './dialect.ts';

/** What Claude Code writes with `/export`, or shows in a terminal: `❯` or `>` before a user's text, `⏺` or `●` before an answer. */
const user = /^[>❯] (?=\S)/;
const answer = /^[⏺●] (?=\S)/;
const result = /^ {2}⎿ {1,2}/;
/** Its notes about itself: the time that it thought, a recap, a command that the user ran; and calls of which it shows only the number. */
const aside = /^(?:[✻✽✶✳✢·*∴※] |! |[─━]{10}|[╭│╰]|[ ▐▝▘▛▜▟▙█]{0,4}[▐▝▘▛▜▟▙█]|[⏺● ] [A-Z].*\(ctrl\+[or] to expand\)$)/;
/** What the user did with a plan or a question of the model, in the words of the program. */
const decision = /^[⏺●] User (?:rejected|approved|answered|declined) /;
/** `Bash(ls)`, `Web Search("x")`, `github - get_issue (MCP)(number: 3)`, or a tool that is shown without its arguments. */
const call =
  /^(?:(?<name>[A-Z]\w{1,40}(?: [A-Z]\w{1,40})?|\w{1,80}|[\w-]{1,60} - [\w-]{1,80}(?: \(MCP\))?)\((?<given>[^]*)\)|(?<bare>Update Todos))$/;
/** The first line of a call whose bullet is missing: it blinks, and was invisible when the text was copied. */
const callWithoutBullet =
  /^ {2}(?:[A-Z]\w{1,40}(?: [A-Z]\w{1,40})?\(|[\w-]{1,60} - [\w-]{1,80} \(MCP\)\(|Update Todos\s*$)/;

/** Undefined for another text. */
export function claudeCodeExport(lines: readonly string[]): Dialect | undefined {
  if (!isClaudeCode(lines)) return undefined;
  const calls = callsWithoutBullet(lines);
  return {
    program: 'Claude Code',
    start(line, open, index) {
      if (aside.test(line.trimEnd()) || decision.test(line))
        return open === 'aside' ? undefined : { role: 'aside', from: 0 };
      if (user.test(line)) return { role: 'user', from: 2 };
      if (answer.test(line) || calls.has(index)) return { role: 'assistant', from: 2 };
      const mark = result.exec(line);
      if (mark !== null) return { role: open === 'aside' ? 'aside' : 'result', from: mark[0].length };
      return open === undefined && line.trim() !== '' ? { role: 'aside', from: 0 } : undefined;
    },
    // Text continues below the text of the first line, results below that of theirs.
    clean: (line) => line.replace(/^ {2,5}/, '').trimEnd(),
  };
}

function isClaudeCode(lines: readonly string[]): boolean {
  if (!lines.some((line) => answer.test(line)) || !lines.some((line) => user.test(line))) return false;
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return [user, answer, aside].some((mark) => mark.test(first)) || first.includes('Claude Code');
}

/** The indices of their lines. Only a call has a result right below it. */
function callsWithoutBullet(lines: readonly string[]): ReadonlySet<number> {
  const isCall = (index: number): boolean => {
    if (!callWithoutBullet.test(lines[index] ?? '') || lines[index - 1]?.trim() !== '') return false;
    const below = lines.slice(index + 1, index + longestCall);
    const end = below.findIndex((line) => !/^(?: {4,}\S|\s*$)/.test(line));
    return result.test(below[end] ?? '');
  };
  return new Set(lines.flatMap((_, index) => (isCall(index) ? [index] : [])));
}

const longestCall = 60;

/** The call that an answer of Claude Code is; a sentence may begin like one, but has no result below it. */
export function calledIn(
  text: string,
  hasResult: boolean,
): { readonly name: string; readonly given: string | undefined } | undefined {
  const { name, given, bare } = call.exec(text)?.groups ?? {};
  const called = name ?? bare;
  if (called === undefined || (!hasResult && !(/^[A-Z]/.test(text) && isOneBracket(given ?? '')))) return undefined;
  return { name: called, given };
}

/** Whether the bracket that the name opens is the one that ends the text. */
function isOneBracket(given: string): boolean {
  let depth = 0;
  for (const character of given) {
    if (character === '(') depth++;
    if (character === ')' && --depth < 0) return false;
  }
  return true;
}
