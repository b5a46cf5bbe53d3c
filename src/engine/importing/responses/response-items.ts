import { offeredTools } from '../tools/offered-tools.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, type Part } from '../content/content.ts';
import { type ImportReport, notesOf, assumed } from '../import-report.ts';
import type { CallMatcher, RequestedCall, ResultMark } from '../transcript/call-matcher.ts';
import { denied } from '../transcript/call-ends.ts';
import type { RecordedTokens, CallResult } from '../transcript/transcript.ts';
import { callOutput, clientCall, hostedCall, outcomeOf, waitsForApproval } from './response-calls.ts';
import { callNameOf, clientCalls, hostedCalls, isCallOutput, isProviderOutput } from './response-item.ts';
import { noteReasoning, noteSystem } from '../notes.ts';
import { present } from '../values/present.ts';
import { openArguments } from '../values/json-text.ts';
import { findAt, textAt } from '../values/where.ts';

/** Reads items one after another; `createModelTurns` gathers the items of one model answer. */
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

  const readMessage = (item: RecordValue, place: Path) => {
    const parts = readContent(item['content'], [...place, 'content'], report);
    switch (item['role']) {
      case 'assistant':
        turns.text(parts, place, makerOf(item));
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
        notes.item(place, report);
    }
  };

  const readOther = (item: RecordValue, type: string, place: Path) => {
    switch (type) {
      case 'reasoning':
        turns.text([], place, makerOf(item));
        return noteReasoning(place, report);
      case 'mcp_approval_request': {
        const call = asksToRun(item, approvals, place, report);
        if (call !== undefined) turns.call(call, makerOf(item));
        return;
      }
      case 'compaction':
        notes.compaction(place, report);
        return;
      // The place of the item, because an SDK may keep the list in another part of it.
      case 'mcp_list_tools':
      case 'tool_search_output':
      case 'additional_tools':
        return matcher.addTools(
          offeredTools(
            { value: item['tools'] ?? null, place, isInText: true },
            present({ server: textAt(item, 'server_label') }),
          ),
        );
      case 'mcp_approval_response':
        return;
      default:
        notes.item(place, report);
    }
  };

  return {
    begin(instant, tokens) {
      at = instant;
      turns.begin(instant, tokens);
    },
    item(value, place) {
      if (!isRecord(value)) return notes.item(place, report);
      const item = value;
      const type = textAt(item, 'type') ?? 'message';
      if (type === 'message') return readMessage(item, place);
      if (clientCalls.has(type)) return turns.call(clientCall(item, place, report), makerOf(item));
      if (hostedCalls.has(type)) return turns.call(hostedCall(item, place, report), makerOf(item));
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

const notes = notesOf('openai-responses', {
  info: {
    compaction: 'From here on, an encrypted compaction replaces the earlier items.',
  },
  lost: {
    item: '{# item} of an unknown kind left out.',
  },
  assumed: {
    'approval-pending': '{# call} waiting for an approval that is not in the file: in none of the counts.',
  },
});

/** Conversation items name the response that made them. */
const makerOf = (item: RecordValue): string | undefined => textAt(item, 'created_by');

/** The result of each `mcp_approval_request`, by its id: the answer follows later, sometimes in another response. */
export interface Approvals {
  readonly answers: ReadonlyMap<string, { readonly approve: boolean; readonly reason: string | undefined }>;
  /** Requests whose call is in the recording. */
  readonly ran: ReadonlySet<string>;
}

function approvalsIn(items: readonly Value[]): Approvals {
  const answers = new Map<string, { approve: boolean; reason: string | undefined }>();
  const ran = new Set<string>();
  for (const value of items) {
    const [id, type] = [textAt(value, 'approval_request_id'), textAt(value, 'type')];
    if (id === undefined) continue;
    const approve = findAt(value, 'approve')?.value === true;
    if (type === 'mcp_approval_response') answers.set(id, { approve, reason: textAt(value, 'reason') });
    if (type === 'mcp_call') ran.add(id);
  }
  return { answers, ran };
}

/** The call that a request makes, or undefined if the call itself follows in the recording. */
function asksToRun(
  item: RecordValue,
  approvals: Approvals,
  place: Path,
  report: ImportReport,
): RequestedCall | undefined {
  const [id, name = ''] = [textAt(item, 'id'), textAt(item, 'name')];
  if (id !== undefined && approvals.ran.has(id)) return undefined;
  const input = openArguments(item['arguments'], [...place, 'arguments'], report);
  const answer = id === undefined ? undefined : approvals.answers.get(id);
  if (answer === undefined) {
    notes['approval-pending'](place, report);
    return { id, name, input, place, result: waitsForApproval };
  }
  return { id, name, input, place, ...(!answer.approve && { result: denied(answer.reason) }) };
}

/**
 * Gathers reasoning, texts and calls that one model answer consists of. Items do not say where an answer begins:
 * it ends with a user message or a result, with another `created_by`, and where the model goes on to think or speak
 * after a call that the provider ran, because then it has seen the result.
 */
interface ModelTurns {
  /** A response, or a run of loose items, starts; `tokens` are those of the whole response. */
  begin(at: string | undefined, tokens: RecordedTokens | undefined): void;
  /** A text, or reasoning, which has no parts. */
  text(parts: readonly Part[], place: Path, maker: string | undefined): void;
  call(call: RequestedCall, maker: string | undefined): void;
  /** The result of a provider's call, when it is a separate item: the response may continue after it. */
  returned(mark: ResultMark, result: CallResult): void;
  /** Ends the answer being gathered: another entry follows. */
  close(): void;
  /** The response has ended. Its last answer carries the tokens, because usage is written then. */
  end(place: Path): void;
}

interface Draft {
  readonly parts: Part[];
  readonly calls: RequestedCall[];
  readonly returned: (readonly [ResultMark, CallResult])[];
  readonly place: Path;
  /** Its items, except the first and the calls, which are separate turns. */
  readonly alsoAt: Path[];
  readonly maker: string | undefined;
  readonly at: string | undefined;
}

function createModelTurns(matcher: CallMatcher, report: ImportReport): ModelTurns {
  let draft: Draft | undefined;
  let at: string | undefined;
  let tokens: RecordedTokens | undefined;
  const finish = (spent: RecordedTokens | undefined) => {
    if (draft === undefined) return;
    const { parts, calls, returned, place, alsoAt } = draft;
    const otherwise = calls.length === 0 ? '[reasoning]' : undefined;
    matcher.addModelTurn({ message: parts, otherwise, tokens: spent, at: draft.at, place, alsoAt }, calls);
    for (const [mark, result] of returned) matcher.addResult(mark, result);
    draft = undefined;
  };
  const close = () => finish(tokens && nothing);
  const current = (place: Path, maker: string | undefined): Draft => {
    if (draft !== undefined && maker !== undefined && draft.maker !== undefined && maker !== draft.maker) close();
    draft ??= { parts: [], calls: [], returned: [], place, alsoAt: [], maker, at };
    return draft;
  };
  const afterHostedCall = (place: Path) => {
    if (draft === undefined) return;
    if (draft.returned.length === 0 && draft.calls.every(({ result }) => result === undefined)) return;
    if (tokens !== undefined) noteOneUsage(place, report);
    close();
  };
  return {
    begin(instant, spent) {
      at = instant;
      tokens = spent;
    },
    text(parts, place, maker) {
      afterHostedCall(place);
      const own = current(place, maker);
      if (own.place !== place) own.alsoAt.push(place);
      own.parts.push(...parts);
    },
    call(call, maker) {
      if ((draft?.returned.length ?? 0) > 0) afterHostedCall(call.place);
      current(call.place, maker).calls.push(call);
    },
    returned(mark, result) {
      if (draft === undefined) matcher.addResult(mark, result);
      else draft.returned.push([mark, result]);
    },
    close,
    end(place) {
      // Tokens were spent, so there was a model turn, even if it has no content.
      if (tokens !== undefined) current(place, undefined);
      finish(tokens);
      tokens = undefined;
    },
  };
}

const nothing: RecordedTokens = { prompt: 0, completion: 0 };

const noteOneUsage = assumed(
  'openai-responses/one-usage',
  'One response holds several model turns around hosted calls; its tokens are counted at the last of them.',
);
