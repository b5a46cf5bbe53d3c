import type { Path } from '../../model/path.ts';
import type { Part } from '../content/content.ts';
import { assumed, type ImportReport } from '../import-report.ts';
import type { CallMatcher, RequestedCall, ResultMark } from '../transcript/call-matcher.ts';
import type { CallResult, RecordedTokens } from '../transcript/transcript.ts';

/**
 * Gathers reasoning, texts and calls that one model answer consists of. Items do not say where an answer begins:
 * it ends with a user message or a result, with another `created_by`, and where the model goes on to think or speak
 * after a call that the provider ran, because then it has seen the result.
 */
export interface ModelTurns {
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

export function createModelTurns(matcher: CallMatcher, report: ImportReport): ModelTurns {
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
