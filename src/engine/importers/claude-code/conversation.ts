import type { Path } from '../../model/path.ts';
import { readBlocks, type Blocks } from '../../importing/messages/anthropic-blocks.ts';
import type { Part } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import {
  type TranscriptEntry,
  type RecordedTokens,
  plusAny,
  tokensCounted,
} from '../../importing/transcript/transcript.ts';
import { type Message, QueuedCommand } from './format.ts';
import type { Entry } from './lines.ts';
import { noteLine, noteProgram } from './notes.ts';
import { outcomeOf } from './outcomes.ts';
import { commandIn, isInterruption, isLocalOutput, promptOf } from './prompts.ts';
import type { SubAgents } from './sub-agents.ts';
import * as v from 'valibot';
import type { Value } from '../../model/value.ts';

/** Shared by all conversations of a file: those of the agent and of its sub-agents. */
export interface Surroundings {
  readonly report: ImportReport;
  /** Ids of calls that the user's settings forbade. */
  readonly denied: ReadonlySet<string>;
}

/** Reads the lines of one agent, in order, into inputs, model turns and tool calls. */
export function readConversation(
  entries: readonly Entry[],
  agents: SubAgents,
  depth: number,
  { report, denied }: Surroundings,
): readonly TranscriptEntry[] {
  const matcher = createCallMatcher(report);
  const answers = answersIn(entries);
  const commands = localCommands(entries);
  const queued = queuedIn(entries);
  for (const entry of entries) {
    const { line, message, place } = entry;
    const at = () => readInstant(line.timestamp, [...place, 'timestamp'], report);
    const typed = queued.get(entry);
    const prompt = handedOver(entry);
    if (prompt !== undefined) {
      if (promptOf(prompt)?.startsWith('<task-notification>') === true) noteProgram('notification', place, report);
      matcher.addInput({
        message: readBlocks(prompt, [...place, 'attachment', 'prompt'], report).parts,
        at: at(),
        place,
      });
    } else if (typed !== undefined) {
      noteProgram('queued', place, report);
      matcher.addInput({ message: [{ mimeType: 'text/plain', text: typed }], at: at(), place });
    } else if (message?.role === 'assistant' && line.type === 'assistant') {
      const answer = answers.get(entry);
      if (answer !== undefined) readAnswer(answer, at(), agents, depth, matcher, report);
    } else if (message !== undefined && line.type === 'user') {
      readUser({ entry, message, at: at(), denied, isLocal: commands.has(line.uuid ?? '') }, matcher, report);
    } else noteLine(line, place, report);
  }
  return matcher.entries();
}

/** Claude Code writes one answer of the model as several lines with about one block each. All of them repeat the answer's id. */
function answersIn(entries: readonly Entry[]): ReadonlyMap<Entry, readonly Entry[]> {
  const answers = new Map<Entry, Entry[]>();
  const byId = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (entry.line.type !== 'assistant' || entry.message === undefined) continue;
    const { id } = entry.message;
    const known = id === undefined ? undefined : byId.get(id);
    if (known !== undefined) known.push(entry);
    else {
      const lines = [entry];
      answers.set(entry, lines);
      if (id !== undefined) byId.set(id, lines);
    }
  }
  return answers;
}

/** Ids of commands that Claude Code answered without the model. */
const localCommands = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ line, message }) => {
      const text = message === undefined ? undefined : promptOf(message.content);
      return text !== undefined && isLocalOutput(text) && typeof line.parentUuid === 'string' ? [line.parentUuid] : [];
    }),
  );

function readAnswer(
  lines: readonly Entry[],
  at: string | undefined,
  agents: SubAgents,
  depth: number,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const [first] = lines;
  if (first?.message === undefined) return;
  const { line, place } = first;
  const isSynthetic = line.isApiErrorMessage === true || first.message.model === '<synthetic>';
  const blocks = lines.flatMap(({ message, place: where }) =>
    message === undefined ? [] : [{ ...readBlocks(message.content, contentOf(where), report), place: where }],
  );
  const calls = blocks
    .flatMap((one) => one.calls)
    .map((call) => {
      const task = agents.sentBy(call, depth);
      return task === undefined ? call : { ...call, to: 'agent' as const, task };
    });
  const message = blocks.flatMap(({ parts }) => parts);
  if (isSynthetic) noteProgram('synthetic', place, report);
  const otherwise = calls.length > 0 ? undefined : blocks.some(({ thinks }) => thinks) ? '[thinking]' : '[no text]';
  const tokens = isSynthetic ? { prompt: 0, completion: 0 } : tokensOf(lines);
  const model = isSynthetic ? undefined : first.message.model;
  const alsoAt = blocks
    .filter(({ parts, place: where }) => parts.length > 0 && where !== place)
    .map((one) => one.place);
  const ended = lines.findLast((one) => one.message?.stop_reason !== undefined)?.message?.stop_reason;
  matcher.addModelTurn({ message, otherwise, ended, tokens, at, model, place, alsoAt }, calls);
  giveResults(blocks, at, new Set(), matcher);
}

const contentOf = (place: Path): Path => [...place, 'message', 'content'];

/** Tokens read from or written to a cache belong to the prompt. The last line of an answer counts its complete output. */
function tokensOf(lines: readonly Entry[]): RecordedTokens | undefined {
  const usage = lines.findLast(({ message }) => message?.usage !== undefined)?.message?.usage;
  const prompt = plusAny(usage?.input_tokens, usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens);
  const outputs = lines.slice(-50).flatMap(({ message }) => message?.usage?.output_tokens ?? []);
  return tokensCounted(prompt, usage?.output_tokens === undefined ? undefined : Math.max(...outputs));
}

interface UserLine {
  readonly entry: Entry;
  readonly message: Message;
  readonly at: string | undefined;
  readonly denied: ReadonlySet<string>;
  /** The line is a command that Claude Code answered without the model. */
  readonly isLocal: boolean;
}

function readUser({ entry, message, at, denied, isLocal }: UserLine, matcher: CallMatcher, report: ImportReport): void {
  const { line, place } = entry;
  const blocks = readBlocks(message.content, contentOf(place), report);
  giveResults([blocks], at, denied, matcher);
  if (blocks.results.length > 0 && line.toolUseResult !== undefined) noteProgram('structured', place, report);
  if (blocks.parts.length === 0) return;
  const text = promptOf(message.content) ?? '';
  if (line.isCompactSummary === true) return noteProgram('summary', place, report);
  if (line.isMeta === true) return noteProgram('meta', place, report);
  if (isInterruption(text)) return noteProgram('interrupted', place, report);
  if (isLocal || isLocalOutput(text)) return noteProgram('local', place, report);
  if (text.startsWith('<task-notification>')) noteProgram('notification', place, report);
  const command = commandIn(text);
  if (command !== undefined) noteProgram('command', place, report);
  const parts: readonly Part[] = command === undefined ? blocks.parts : [{ mimeType: 'text/plain', text: command }];
  matcher.addInput({ message: parts, at, place });
}

function giveResults(
  blocks: readonly Blocks[],
  at: string | undefined,
  denied: ReadonlySet<string>,
  matcher: CallMatcher,
): void {
  for (const result of blocks.flatMap(({ results }) => results)) {
    const { id, place } = result;
    matcher.addResult({ id, name: undefined, place }, { ...outcomeOf(result, id !== undefined && denied.has(id)), at });
  }
}

/** Adds a note for each line that could not be read. */
export const noteUnread = (places: readonly Path[], report: ImportReport): void => {
  for (const place of places) {
    report.note('lost', 'claude-code/line', place, (n) => `${counted(n, 'line')} of an unknown kind left out.`);
  }
};

/** The queued message that a line passes to the agent. Only newer versions write such lines. */
function handedOver({ line }: Entry): Value | undefined {
  const attachment = v.safeParse(QueuedCommand, line.attachment);
  return attachment.success ? attachment.output.prompt : undefined;
}

/**
 * The agent receives messages that the user typed during its work between two calls. Older versions write no separate line
 * for this, so only the queue contains the message. Messages that a later line repeats, and commands, are left out here.
 */
function queuedIn(entries: readonly Entry[]): ReadonlyMap<Entry, string> {
  const shown = new Set(
    entries.flatMap((entry) => {
      const { line, message } = entry;
      const content = line.type === 'user' ? message?.content : handedOver(entry);
      return content === undefined ? [] : [promptOf(content)?.trim()];
    }),
  );
  const queued = new Map<Entry, string>();
  for (const entry of entries) {
    const { type, operation, content } = entry.line;
    if (type !== 'queue-operation' || operation !== 'enqueue' || typeof content !== 'string') continue;
    const text = content.trim();
    if (text !== '' && !text.startsWith('/') && !text.startsWith('<') && !shown.has(text)) queued.set(entry, content);
  }
  return queued;
}
