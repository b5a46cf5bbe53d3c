import type { Path } from '../../model/path.ts';
import { toJson } from '../../model/json.ts';
import { valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { textOf, type Part } from '../../importing/content/content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { readRecords, type JournalRecord, type Meanings, type TimedRecord } from '../../importing/journal/journal.ts';
import {
  cachedTokens,
  promptTokens,
  readBlocks,
  thoughtsIn,
  type Blocks,
} from '../../importing/messages/anthropic-blocks.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import {
  plusAny,
  recordedTokens,
  tokensCounted,
  type RecordedTokens,
  type TranscriptEntry,
} from '../../importing/transcript/transcript.ts';
import { countAt, fieldAt, fits, recordAt, textAt } from '../../importing/values/where.ts';
import { isDeniedByGate, isOfGate } from './gate-log.ts';
import { message } from './lines.ts';
import type { CalledAgents } from './sub-agents.ts';
import { commandIn, isInterruption, isLocalOutput, notes, outcomeOf, promptOf } from './texts.ts';

/** Shared by all conversations of a file: those of the agent and of its sub-agents. */
export interface Surroundings {
  readonly report: ImportReport;
  /** Ids of calls that the user's settings forbade. */
  readonly denied: ReadonlySet<string>;
}

/** Reads the lines of one agent, in order. */
export const readConversation = (
  records: readonly JournalRecord[],
  agents: CalledAgents,
  depth: number,
  around: Surroundings,
): readonly TranscriptEntry[] =>
  readRecords(records, (matcher) => describe(records, agents, depth, around, matcher), around.report);

function describe(
  records: readonly JournalRecord[],
  agents: CalledAgents,
  depth: number,
  { report, denied }: Surroundings,
  matcher: CallMatcher,
): Meanings {
  const answers = answersIn(records);
  const commands = localCommands(records);
  const queued = queuedIn(records);
  const streamed = streamedUsage(records);
  let spent: RecordedTokens = { prompt: 0, completion: 0 };
  const blocksIn = ({ value, place }: JournalRecord): Blocks =>
    readBlocks(contentOf(value), [...place, 'message', 'content'], report);
  const giveResults = (line: Value, { results }: Blocks, at: string | undefined, refused: ReadonlySet<string>) => {
    for (const result of results) {
      const { id, place } = result;
      const outcome = outcomeOf(result, isDeniedByGate(line) || (id !== undefined && refused.has(id)));
      matcher.addResult({ id, name: undefined, place }, { ...outcome, at });
    }
  };

  const answer = ({ place: firstPlace, at }: TimedRecord): void => {
    const lines = answers.get(firstPlace) ?? [];
    const [first] = lines;
    if (first === undefined) return;
    const isSynthetic = first.value['isApiErrorMessage'] === true || modelOf(first.value) === '<synthetic>';
    const blocks = lines.map((line) => ({ ...blocksIn(line), place: line.place, line: line.value }));
    const calls = blocks
      .flatMap((one) => one.calls)
      .map((call) => {
        const task = agents.sentBy(call, depth);
        return task === undefined ? call : { ...call, to: 'agent' as const, task };
      });
    if (isSynthetic) notes.synthetic(first.place, report);
    const thinks = blocks.some((one) => one.thinks);
    const stops = lines.flatMap(({ value }) => textAt(value, 'message.stop_reason') ?? []);
    matcher.addModelTurn(
      {
        message: blocks.flatMap(({ parts }) => parts),
        otherwise: calls.length > 0 ? undefined : thinks ? '[thinking]' : '[no text]',
        thinking: thoughtsIn(blocks.flatMap(({ thinking }) => thinking ?? [])),
        ended: stops.at(-1),
        tokens: isSynthetic ? { prompt: 0, completion: 0 } : tokensOf(lines, streamed, () => sizeOf(blocks), report),
        model: isSynthetic ? undefined : modelOf(first.value),
        at,
        place: first.place,
        alsoAt: blocks
          .filter(({ parts, place }) => parts.length > 0 && place !== first.place)
          .map(({ place }) => place),
      },
      calls,
    );
    for (const one of blocks) giveResults(one.line, one, at, new Set());
  };

  const user = (record: TimedRecord): void => {
    const { value, place, at } = record;
    const blocks = blocksIn(record);
    giveResults(value, blocks, at, denied);
    if (blocks.results.length > 0 && value['toolUseResult'] !== undefined) notes.structured(place, report);
    if (blocks.parts.length === 0) return;
    const text = promptOf(contentOf(value)) ?? '';
    const isLocal = commands.has(textAt(value, 'uuid') ?? '') || isLocalOutput(text);
    if (value['isCompactSummary'] === true) return notes.summary(place, report);
    if (value['isMeta'] === true || (value['isSynthetic'] === true && !text.startsWith('<task-notification>')))
      return notes.meta(place, report);
    if (isInterruption(text)) return notes.interrupted(place, report);
    if (isLocal) return notes.local(place, report);
    if (text.startsWith('<task-notification>')) notes.notification(place, report);
    const command = commandIn(text);
    if (command !== undefined) notes.command(place, report);
    const parts: readonly Part[] = command === undefined ? blocks.parts : [{ mimeType: 'text/plain', text: command }];
    matcher.addInput({ message: parts, at, place });
  };

  return {
    kinds: {
      user,
      assistant: answer,
      attachment({ value, at, place }) {
        const prompt = handedOver(value);
        if (prompt === undefined) return notes.attachment(place, report);
        const isNotification = promptOf(prompt)?.startsWith('<task-notification>') === true;
        if (isNotification) notes.notification(place, report);
        matcher.addInput({ message: readBlocks(prompt, [...place, 'attachment', 'prompt'], report).parts, at, place });
      },
      'queue-operation'(record) {
        const { at, place } = record;
        const text = queued.get(place);
        if (text === undefined) return notes.queue(place, report);
        notes.queued(place, report);
        matcher.addInput({ message: [{ mimeType: 'text/plain', text }], at, place });
      },
      system({ value, place }) {
        // `withGateDecisions` notes them.
        if (isOfGate(value)) return;
        (compactions.has(textAt(value, 'subtype') ?? '') ? notes.compacted : notes.system)(place, report);
      },
      progress: ({ value, place }) =>
        (textAt(value, 'data.type') === 'agent_progress' ? notes.shown : notes.progress)(place, report),
      'file-history-snapshot': notes.snapshot,
      // The main agent's tokens since the line of the result before.
      result({ value, place }) {
        const tokens = usageOf(recordAt(value, 'usage'));
        (tokens === undefined ? notes.system : notes.result)(place, report);
        if (tokens === undefined) return;
        spent =
          recordedTokens(plusAny(spent.prompt, tokens.prompt), plusAny(spent.completion, tokens.completion)) ?? spent;
        matcher.addTotals(spent, place);
      },
      stream_event: notes.pieces,
      summary: notes.title,
      'custom-title': notes.title,
      'ai-title': notes.title,
      'agent-name': notes.title,
      'last-prompt': notes.title,
      tag: notes.title,
    },
    shapes: { user: message, assistant: { ...message, 'message.role': ['assistant'] } },
    otherwise: notes.other,
  };
}

const compactions: ReadonlySet<string> = new Set(['compact_boundary', 'microcompact_boundary']);

const contentOf = (line: Value): Value => valueAt(line, ['message', 'content']) ?? null;

const modelOf = (line: Value): string | undefined => textAt(line, 'message.model');

/**
 * Claude Code writes one answer of the model as several lines with about one block each. All of them repeat the answer's id. The
 * lines of each answer by the place of the first.
 */
function answersIn(records: readonly JournalRecord[]): ReadonlyMap<Path, readonly JournalRecord[]> {
  const answers = new Map<Path, JournalRecord[]>();
  const byId = new Map<string, JournalRecord[]>();
  for (const record of records) {
    if (record.kind !== 'assistant' || !fits(record.value, message)) continue;
    const id = textAt(record.value, 'message.id');
    const known = id === undefined ? undefined : byId.get(id);
    if (known !== undefined) known.push(record);
    else {
      const lines = [record];
      answers.set(record.place, lines);
      if (id !== undefined) byId.set(id, lines);
    }
  }
  return answers;
}

/** Ids of commands that Claude Code answered without the model. */
const localCommands = (records: readonly JournalRecord[]): ReadonlySet<string> =>
  new Set(
    records.flatMap(({ value }) => {
      const text = fits(value, message) ? promptOf(contentOf(value)) : undefined;
      return text !== undefined && isLocalOutput(text) ? (textAt(value, 'parentUuid') ?? []) : [];
    }),
  );

/**
 * The last line of an answer counts its complete output, unless it was written before the answer ended, without a `stop_reason`: so
 * are all lines of the stream, whose pieces may have the count, and lines of older transcripts whose count is too small for their text.
 */
function tokensOf(
  lines: readonly JournalRecord[],
  streamed: ReadonlyMap<string, RecordValue>,
  size: () => number,
  report: ImportReport,
): RecordedTokens | undefined {
  const usages = lines.flatMap<RecordValue>(({ value }) => recordAt(value, 'message.usage') ?? []);
  const [first] = lines;
  const ended = streamed.get(textAt(first?.value, 'message.id') ?? '');
  if (ended !== undefined) return usageOf({ ...usages.at(-1), ...ended });
  const tokens = usageOf(usages.at(-1));
  if (tokens?.completion === undefined) return tokens;
  const completion = Math.max(...usages.slice(-50).flatMap((usage) => countAt(usage, 'output_tokens') ?? []));
  const isOver = lines.some(({ value }) => fieldAt(value, 'message.stop_reason') !== null);
  const isCounted = isOver || (typeof first?.value['session_id'] !== 'string' && size() <= 12 * (completion + 4));
  if (!isCounted) notes.begun(first?.place ?? null, report);
  return isCounted ? { ...tokens, completion } : recordedTokens(tokens.prompt, undefined, tokens.cached);
}

const usageOf = (usage: Value | undefined): RecordedTokens | undefined =>
  tokensCounted(promptTokens(usage), countAt(usage, 'output_tokens'), cachedTokens(usage));

/** Characters that the model wrote: 12 of them are at least one token. */
const sizeOf = (blocks: readonly Blocks[]): number =>
  blocks
    .flatMap(({ parts, calls }) => [textOf(parts), ...calls.map(({ input }) => toJson(input ?? null))])
    .reduce((sum, text) => sum + text.length, 0);

/** The tokens at the end of each streamed answer (`--include-partial-messages`), by the id of the answer. */
function streamedUsage(records: readonly JournalRecord[]): ReadonlyMap<string, RecordValue> {
  const byId = new Map<string, RecordValue>();
  const begun = new Map<string | undefined, string | undefined>();
  for (const { kind, value } of records) {
    if (kind !== 'stream_event') continue;
    const sender = textAt(value, 'parent_tool_use_id');
    const started = textAt(value, 'event.message.id');
    if (started !== undefined) begun.set(sender, started);
    const [id, usage] = [begun.get(sender), recordAt(value, 'event.usage')];
    if (id !== undefined && usage !== undefined) byId.set(id, usage);
  }
  return byId;
}

/** The queued message that a line passes to the agent. Only newer versions write such lines. */
const handedOver = (line: Value): Value | undefined =>
  textAt(line, 'attachment.type') === 'queued_command' ? valueAt(line, ['attachment', 'prompt']) : undefined;

/**
 * The agent receives messages that the user typed during its work between two calls. Older versions write no separate line
 * for this, so only the queue contains the message. Messages that a later line repeats, and commands, are left out here. The
 * texts by the place of their line.
 */
function queuedIn(records: readonly JournalRecord[]): ReadonlyMap<Path, string> {
  const shown = new Set(
    records.flatMap(({ kind, value }) => {
      const content = kind === 'user' && fits(value, message) ? contentOf(value) : handedOver(value);
      return content === undefined ? [] : [promptOf(content)?.trim()];
    }),
  );
  const queued = new Map<Path, string>();
  for (const { kind, value, place } of records) {
    const content = kind === 'queue-operation' && value['operation'] === 'enqueue' ? value['content'] : undefined;
    if (typeof content !== 'string') continue;
    const text = content.trim();
    if (text !== '' && !text.startsWith('/') && !text.startsWith('<') && !shown.has(text)) queued.set(place, content);
  }
  return queued;
}
