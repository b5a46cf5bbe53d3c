import type { Path } from '../../model/path.ts';
import { entry, isRecord, type RecordValue } from '../../model/value.ts';
import { readParts } from '../../importing/messages/any-message-parts.ts';
import { textOf } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createNoting, type Noting } from '../../importing/noting.ts';
import { createPairing, type Pairing } from '../../importing/transcript/pairing.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { CallResult, Tokens } from '../../importing/transcript/transcript.ts';
import type { Line } from './format.ts';
import type { Entry } from './lines.ts';
import { noteSystemLine } from './notes.ts';
import { outcomeOf } from './outcomes.ts';
import { tokensTold } from '../../importing/values/tokens.ts';

export function titleOf(entries: readonly Entry[]): string {
  for (const { line } of entries) {
    if (line.type !== 'user') continue;
    const text = textOf(readParts(line.message?.parts, [], createNoting()).parts);
    if (text.trim() !== '') return shortTitle(text);
  }
  return 'Qwen Code chat';
}

/** `unread`: places of what is no line of a chat. */
export function toSession(entries: readonly Entry[], unread: readonly Path[]): ReadSession {
  const noting = createNoting();
  for (const place of unread) {
    noting.note('lost', 'qwen-code/line', place, (n) => `${counted(n, 'line')} of an unknown kind left out.`);
  }
  const pairing = createPairing(noting);
  for (const one of entries) readLine(one, pairing, noting);
  const models = new Set(entries.flatMap(({ line }) => (line.type === 'assistant' ? (line.model ?? []) : [])));
  const [model] = models;
  const [first] = entries;
  return toTaskSession(
    {
      title: titleOf(entries),
      importer: 'qwen-code',
      agent: 'Qwen Code',
      model: models.size === 1 ? model : undefined,
      startedAt: readInstant(first?.line.timestamp, [...(first?.place ?? []), 'timestamp'], noting),
      declared: [],
      recording: recordingOf(first?.line),
      steps: pairing.steps(),
    },
    noting,
  );
}

function recordingOf(line: Line | undefined): RecordValue {
  const told = { session: line?.sessionId, version: line?.version, cwd: line?.cwd, branch: line?.gitBranch };
  return Object.fromEntries(Object.entries(told).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function readLine({ line, place }: Entry, pairing: Pairing, noting: Noting): void {
  if (line.type === 'system') return noteSystemLine(line, place, noting);
  const at = readInstant(line.timestamp, [...place, 'timestamp'], noting);
  const { parts, calls, results, isReasoning } = readParts(line.message?.parts, [...place, 'message', 'parts'], noting);
  for (const { mark, result } of results) {
    const named = { ...mark, id: mark.id ?? line.toolCallResult?.callId };
    pairing.result(named, { ...outcomeOf(line, opened(result)), at });
  }
  switch (line.type) {
    case 'user':
      if (line.subtype !== undefined && byProgram.has(line.subtype)) return noteByProgram(place, noting);
      if (parts.length > 0 || results.length === 0) pairing.said({ message: parts, at, place });
      return;
    case 'assistant': {
      const otherwise = calls.length > 0 ? undefined : isReasoning ? '[thinking]' : '[no text]';
      return pairing.generated(
        { message: parts, otherwise, tokens: tokensOf(line), at, model: line.model, place },
        calls,
      );
    }
    default:
  }
}

/** What the program tells the model in the user's place. */
const byProgram = new Set(['goal_runtime', 'agent_bootstrap', 'agent_launch_prompt', 'agent_retry']);

const noteByProgram = (place: Path, noting: Noting): void =>
  noting.note(
    'info',
    'qwen-code/by-program',
    place,
    (n) => `${counted(n, 'message')} that the program wrote for the model in the user’s place: no input.`,
  );

/** `{output: …}` and nothing else is how the program hands over what a tool said. */
function opened(result: CallResult): CallResult {
  const { output } = result;
  const isWrapped = output !== undefined && isRecord(output) && Object.keys(output).length === 1;
  const inner = isWrapped ? entry(output, 'output') : undefined;
  return inner === undefined ? result : { ...result, output: inner };
}

/** Some providers count thoughts among the answer's tokens, others beside them: the sum settles it. */
function tokensOf({ usageMetadata: usage }: Line): Tokens | undefined {
  const prompt = usage?.promptTokenCount ?? usage?.input;
  const answer = usage?.candidatesTokenCount ?? usage?.output;
  if (prompt === undefined || answer === undefined) return tokensTold(prompt, answer);
  const total = usage?.totalTokenCount ?? usage?.total ?? 0;
  const thoughts = usage?.thoughtsTokenCount ?? usage?.thoughts ?? 0;
  return { prompt, completion: total > prompt ? total - prompt : answer + thoughts };
}
