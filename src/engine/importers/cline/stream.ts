import type { Value } from '../../model/value.ts';
import type { Entry, MessageReading } from '../../importing/describing/chat-reading.ts';
import { counted, info } from '../../importing/import-report.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { noteReasoning } from '../../importing/notes.ts';
import { failed } from '../../importing/transcript/call-ends.ts';
import { recordedTokens, type CallResult } from '../../importing/transcript/transcript.ts';
import { joinedEntries, type Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { readResult } from './tags.ts';
import { countAt, fieldAt, fits, numberAt, textAt } from '../../importing/values/where.ts';

/**
 * What the command line of Cline prints with `--json`: the events of a run, each iteration of which is an answer and its calls.
 * https://github.com/cline/cline/blob/main/sdk/packages/shared/src/agents/types.ts (`AgentEvent`)
 */
export const streamMessages: readonly MessageReading[] = [
  {
    shape: { type: ['agent_event'], 'event.type': ['iteration_start'] },
    kind: () => 'llm',
    time: 'ts',
    finish(message, _, { more, report }) {
      const events = more.filter(({ value }) => textAt(value, 'event.parentAgentId') === undefined);
      const of = (type: string, content: string) =>
        events.filter(({ value }) => fits(value, { 'event.type': [type], 'event.contentType': [content] }));
      const said = of('content_end', 'text').length > 0 ? of('content_end', 'text') : of('content_start', 'text');
      const text = said.map(({ value }) => textAt(value, 'event.text') ?? '').join('');
      for (const { place } of of('content_end', 'reasoning')) noteReasoning(place, report);
      const ends = new Map(of('content_end', 'tool').map((end) => [textAt(end.value, 'event.toolCallId'), end]));
      const calls = of('content_start', 'tool').map(({ value, place }) => {
        const id = textAt(value, 'event.toolCallId');
        const [name = 'unnamed_function', input] = [textAt(value, 'event.toolName'), fieldAt(value, 'event.input')];
        return { id, name, input, place, result: resultOf(ends.get(id), report) };
      });
      const tokens = tokensOf(events.findLast(({ value }) => fits(value, { 'event.type': ['usage'] }))?.value);
      return [
        { ...message, parts: text === '' ? [] : [{ text }], calls, tokens, alsoAt: said.map(({ place }) => place) },
      ];
    },
  },
  {
    shape: { ts: 'text', type: 'text' },
    kind: () => 'skip',
    skipped: info('cline/run', (n) => `${counted(n, 'event')} about the run itself: not shown as turns.`),
  },
];

/** The page numbers the time of its messages. */
export const isStream = ([first]: readonly Placed[]): boolean =>
  typeof fieldAt(first?.value ?? null, 'ts') === 'string';

const isEvent = (line: Value): boolean => textAt(line, 'type') === 'agent_event';

/** Each iteration with its events; what the run reports before the first and after the last is apart. */
export const iterationsOf = (lines: readonly Placed[]): readonly Entry[] =>
  joinedEntries(lines, (last, { value }) => isEvent(last) && isEvent(value) && !startsOrEnds(value));

const startsOrEnds = (line: Value): boolean => fits(line, { 'event.type': ['iteration_start', 'done'] });

function resultOf(end: Placed | undefined, report: ImportReport): CallResult | undefined {
  if (end === undefined) return undefined;
  const { value, place } = end;
  const [error, output] = [textAt(value, 'event.error'), fieldAt(value, 'event.output')];
  const ended =
    readResult({ content: error ?? output ?? null }) ??
    (error === undefined ? outcomeOf(output, false, place, report) : failed(error));
  const at = readInstant(fieldAt(value, 'ts'), [...place, 'ts'], report);
  return { ...ended, at, tookMs: numberAt(value, 'event.durationMs'), place };
}

/** The prompt includes what a cache held. */
const tokensOf = (usage: Value | undefined) =>
  recordedTokens(
    countAt(usage, 'event.inputTokens'),
    countAt(usage, 'event.outputTokens'),
    countAt(usage, 'event.cacheReadTokens'),
  );
