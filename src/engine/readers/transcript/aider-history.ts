import type { Dialect, Role } from './dialect.ts';

const session = /^# aider chat started at (?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/;
const input = /^#### /;
const output = /^>(?: |$)/;
/** Aider ends what it writes of the user and of itself with a line break of Markdown; the model's own headings and quotes have none. */
const ended = / {2}$/;
const cost = /^Cost: \$[\d.,]+ message, \$[\d.,]+ session\./;

/**
 * The chat history of Aider. Undefined for another text.
 * https://github.com/Aider-AI/aider/blob/main/aider/io.py (`append_chat_history`)
 */
export function aiderHistory(lines: readonly string[]): Dialect | undefined {
  if (!lines.some((line) => session.test(line))) return undefined;
  const roles = rolesOf(lines);
  return {
    program: 'Aider',
    start(line, open, index) {
      const time = session.exec(line)?.groups?.['time'];
      if (time !== undefined) return { role: 'session', from: line.length, time };
      const role = roles[index];
      if (role === undefined) return undefined;
      // Aider writes a blank line before each input.
      const isNext = role === 'user' && lines[index - 1]?.trim() === '';
      return role === open && !isNext ? undefined : { role, from: 0 };
    },
    clean: (line, role) => (role === 'assistant' ? line : line.replace(/^(?:#### |> ?)/, '')).trimEnd(),
  };
}

/** Undefined for a blank line, which belongs to what is before it. */
function rolesOf(lines: readonly string[]): readonly (Role | undefined)[] {
  const hasEnds = lines.some((line) => (input.test(line) || output.test(line)) && ended.test(line));
  const isEnded = (line: string) => !hasEnds || ended.test(line);
  const roles: (Role | undefined)[] = [];
  let outputUntil = -1;
  // Before the first input only the program writes, for example the command that started it with a long message in it.
  let isHead = true;
  lines.forEach((line, index) => {
    if (session.test(line)) isHead = true;
    if (input.test(line) && isEnded(line)) isHead = false;
    if (index > outputUntil && output.test(line) && !isEnded(line))
      outputUntil = isHead ? endOfHead(lines, index) : endOfOutput(lines, index);
    if (index <= outputUntil || (output.test(line) && isEnded(line))) roles.push('aside');
    else if (cost.test(line) && roles.at(-1) === 'aside') roles.push('aside');
    else if (line.trim() === '') roles.push(undefined);
    else if (!input.test(line) || !isEnded(line)) roles.push('assistant');
    else roles.push(line.trim() === '#### <blank>' ? 'aside' : 'user');
  });
  return roles;
}

/** Output of several lines has its mark only before the first and its end only behind the last. -1 for the quote of a model. */
function endOfOutput(lines: readonly string[], from: number): number {
  for (let index = from + 1; index < Math.min(lines.length, from + longest); index++) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || output.test(line) || input.test(line)) return -1;
    if (ended.test(line)) return index;
  }
  return -1;
}

const longest = 50;

/** The last line before the next that the program wrote by itself. */
function endOfHead(lines: readonly string[], from: number): number {
  const isMark = (line: string) => session.test(line) || ((input.test(line) || output.test(line)) && ended.test(line));
  let next = from + 1;
  while (next < lines.length && !isMark(lines[next] ?? '')) next++;
  return next - 1;
}
