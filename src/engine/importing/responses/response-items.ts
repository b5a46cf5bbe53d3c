import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readContent } from '../content/content.ts';
import { counted } from '../import-report.ts';
import type { ImportReport } from '../import-report.ts';
import type { CallMatcher } from '../transcript/call-matcher.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';
import { approvalsIn, asksToRun } from './response-approvals.ts';
import { callOutput, clientCall, hostedCall } from './response-calls.ts';
import { callNameOf, clientCalls, hostedCalls, isCallOutput, isProviderOutput, Item } from './response-item.ts';
import { outcomeOf } from './response-outcomes.ts';
import { createModelTurns } from './response-turns.ts';
import { noteReasoning, noteSystem } from '../notes.ts';

/** Reads items one after another; `model-turns.ts` gathers the items of one model answer. */
export interface ItemReader {
  /** `tokens` are those of the response that made the items up to `end`. */
  begin(at: string | undefined, tokens: RecordedTokens | undefined): void;
  item(value: Value, place: Path): void;
  end(place: Path): void;
}

/** `items`: all that will be read, because an approval may be far behind its request. */
export function createItemReader(items: readonly Value[], matcher: CallMatcher, report: ImportReport): ItemReader {
  const turns = createModelTurns(matcher, report);
  const approvals = approvalsIn(items);
  let at: string | undefined;

  const readMessage = (item: Item, place: Path) => {
    const parts = readContent(item.content, [...place, 'content'], report);
    switch (item.role) {
      case 'assistant':
        turns.text(parts, place, item.created_by);
        return;
      case 'user':
        turns.close();
        matcher.addInput({ message: parts, at, place });
        return;
      case 'system':
      case 'developer':
        noteSystem(place, report);
        return;
      default:
        noteLost(place, report);
    }
  };

  const readOther = (item: Item, type: string, place: Path) => {
    switch (type) {
      case 'reasoning':
        turns.thought(place, item.created_by);
        return noteReasoning(place, report);
      case 'mcp_approval_request': {
        const call = asksToRun(item, approvals, place, report);
        if (call !== undefined) turns.call(call, item.created_by);
        return;
      }
      case 'compaction':
        noteCompaction(place, report);
        return;
      case 'mcp_list_tools':
      case 'mcp_approval_response':
        return;
      default:
        noteLost(place, report);
    }
  };

  return {
    begin(instant, tokens) {
      at = instant;
      turns.begin(instant, tokens);
    },
    item(value, place) {
      const parsed = v.safeParse(Item, value);
      if (!parsed.success) return noteLost(place, report);
      const item = parsed.output;
      const type = item.type ?? 'message';
      if (type === 'message') return readMessage(item, place);
      if (clientCalls.has(type)) return turns.call(clientCall(item, place, report), item.created_by);
      if (hostedCalls.has(type)) return turns.call(hostedCall(item, place, report), item.created_by);
      if (!isCallOutput(type)) return readOther(item, type, place);
      const { id, output } = callOutput(item, place, report);
      const result = { ...outcomeOf(item, output), at };
      if (isProviderOutput(type)) return turns.returned({ id, name: callNameOf(type), place }, result);
      turns.close();
      return matcher.addResult({ id, name: undefined, place }, result);
    },
    end: (place) => turns.end(place),
  };
}

const noteCompaction = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'openai-responses/compaction',
    place,
    () => 'From here on earlier items are replaced by a compaction, which is encrypted.',
  );

const noteLost = (place: Path, report: ImportReport): void =>
  report.note('lost', 'openai-responses/item', place, (n) => `${counted(n, 'item')} of an unknown kind left out.`);
