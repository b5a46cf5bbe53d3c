import { aiderHistory } from './aider-history.ts';
import { claudeCodeExport } from './claude-code-export.ts';
import type { Dialect, Role, Start } from './dialect.ts';

/** The dialect of a text; undefined for a text that is no chat. Each decides by its own marks, so that prose and logs are not taken for a chat. */
export const dialectOf = (lines: readonly string[]): Dialect | undefined =>
  aiderHistory(lines) ?? claudeCodeExport(lines) ?? labelledDialect(lines);

const labels: { readonly [role in 'user' | 'assistant' | 'system' | 'tool']: string } = {
  user: 'user|human|customer|client|caller|you|me',
  assistant:
    'assistant|ai|ai assistant|agent|bot|chatbot|model|chatgpt|claude|gemini|copilot|github copilot|cursor|virtual assistant',
  system: 'system|system prompt|system message',
  tool: 'tool|function|tool result',
};

const roleOf: ReadonlyMap<string, Role> = new Map(
  (['user', 'assistant', 'system', 'tool'] as const).flatMap((role) =>
    labels[role].split('|').map((label) => [label, role] as const),
  ),
);

/** Labels that are common in other texts, too: two of these do not make a chat. */
const common = new Set('client caller you me agent bot model'.split(' '));

/** `User: hi`, `**User:** hi`, `[10:02:13] User: hi`; `[USER]`; `## User`, `### 👤 User`, `**User**`. One text has one of these. */
const forms: readonly RegExp[] = [
  /^(?:\[?(?<time>\d[\d:.,TZ+/ -]{3,30}(?:[AP]M)?)\]?[ \t]?(?:[-|] )?)?(?:\*\*|__)?(?<label>[A-Za-z]+(?: [A-Za-z]+)?)(?:\*\*|__)?:(?:\*\*|__)?(?:[ \t]+|$)/,
  /^\[(?<label>[A-Za-z]+(?: [A-Za-z]+)?)\]:?(?:[ \t]+|$)/,
  /^(?:#{1,6} (?:[^\w\s]{1,4} )?(?:\*\*)?|\*\*|__)(?<label>[A-Za-z]+(?: [A-Za-z]+)?)(?:\*\*|__)?:?[ \t]*$/,
];

/** A title, a line in italics, a rule or a comment may precede the first message. */
const preface = /^(?:#{1,6} .*|_.*_|-{3,}|\*{3,}|<!--.*-->)?$/;

function labelledDialect(lines: readonly string[]): Dialect | undefined {
  const isStart = (form: RegExp) => (line: string) => startBy(form, line) !== undefined;
  const form = forms.find((one) => {
    const first = lines.slice(0, 20).findIndex(isStart(one));
    return first !== -1 && lines.slice(0, first).every((line) => preface.test(line.trim()));
  });
  if (form === undefined) return undefined;
  const inCode = fencedLines(lines);
  const found = lines.flatMap((line, index) => {
    const start = inCode.has(index) ? undefined : startBy(form, line);
    return start === undefined ? [] : [{ ...start, text: line.slice(start.from), index }];
  });
  const isOf = (role: Role) => found.some((one) => one.role === role);
  if (!isOf('user') || !isOf('assistant') || !isSure(found) || areValues(found)) return undefined;
  const isCursor = lines.slice(0, 5).some((line) => /^_Exported on .{1,80} from Cursor /.test(line));
  const isZed = lines.some((line) => zedTool.test(line));
  const starts = new Map(found.map((one) => [one.index, one]));
  return {
    ...((isCursor || isZed) && { program: isCursor ? 'Cursor' : 'Zed' }),
    start: (line, open, index) =>
      starts.get(index) ??
      toolOf(line) ??
      (open === undefined && line.trim() !== '' ? { role: 'aside', from: 0 } : undefined),
    // Rules between messages are not part of them.
    ...(isCursor && { clean: (line: string) => (line === '---' ? '' : line) }),
  };
}

/** A use of a tool within an answer. https://github.com/zed-industries/zed/blob/main/crates/agent/src/thread.rs (`to_markdown`) */
const zedTool = /^\*\*Tool (?<what>Use|Result)\*\*: (?<name>[^\n]{1,200}) \(ID: (?<id>[^()\n]{1,200})\)$/;

function toolOf(line: string): Start | undefined {
  const { what, name, id } = zedTool.exec(line)?.groups ?? {};
  return what === undefined ? undefined : { role: what === 'Use' ? 'call' : 'result', from: line.length, name, id };
}

interface Labelled extends Start {
  readonly label: string;
  readonly text: string;
  readonly index: number;
}

function startBy(form: RegExp, line: string): Omit<Labelled, 'text' | 'index'> | undefined {
  const match = form.exec(line);
  const { label = '', time } = match?.groups ?? {};
  const role = roleOf.get(label.toLowerCase());
  return match === null || role === undefined ? undefined : { role, from: match[0].length, time, label };
}

/** Two labels are enough where they are those of a chat; labels in lower case are also keys of YAML, which has each once. */
const isSure = (found: readonly Labelled[]): boolean =>
  found.length > 2 || found.every(({ label }) => !common.has(label.toLowerCase()) && label !== label.toLowerCase());

/** Printed values behind the labels: other readers know what they are. */
const areValues = (found: readonly Labelled[]): boolean =>
  2 * found.filter(({ text }) => /^[[{]['"[{]/.test(text)).length > found.length;

/** Lines of code blocks, which hold the labels of other texts. A block without an end is no block. */
function fencedLines(lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  const fences = lines.flatMap((line, index) => (/^\s*```/.test(line) ? [index] : []));
  for (let nth = 0; nth + 1 < fences.length; nth += 2)
    for (let index = fences[nth] ?? 0; index <= (fences[nth + 1] ?? 0); index++) inside.add(index);
  return inside;
}
