import type { Path } from '../../model/path.ts';
import type { Part } from '../../importing/content/content.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';

/** One answer of the model is written as an event for each of its calls, which share the answer's id. */
export interface Answers {
  add(event: AnswerEvent): void;
  /** Something comes that is no part of the answer. */
  close(): void;
}

export interface AnswerEvent {
  readonly id: string | undefined;
  readonly parts: readonly Part[];
  readonly call: RequestedCall | undefined;
  readonly tokens: RecordedTokens | undefined;
  readonly model: string | undefined;
  readonly at: string | undefined;
  readonly place: Path;
}

export function createAnswers(matcher: CallMatcher): Answers {
  let draft: { readonly first: AnswerEvent; readonly parts: Part[]; readonly calls: RequestedCall[] } | undefined;
  let told: { readonly id: string | undefined; readonly isCounted: boolean } | undefined;
  const close = () => {
    if (draft === undefined) return;
    const { first, parts, calls } = draft;
    const { tokens, model, at, place } = first;
    matcher.addModelTurn({ message: parts, otherwise: '[no text]', tokens, model, at, place }, calls);
    told = { id: first.id, isCounted: tokens !== undefined };
    draft = undefined;
  };
  return {
    add(event) {
      if (draft !== undefined && (event.id === undefined || event.id !== draft.first.id)) close();
      if (draft === undefined) {
        // Where results stand between the calls of one answer, its cost is told again: count it once.
        const isRepeat = told?.isCounted === true && event.id !== undefined && event.id === told.id;
        const first = isRepeat ? { ...event, tokens: { prompt: 0, completion: 0 } } : event;
        draft = { first, parts: [], calls: [] };
      }
      draft.parts.push(...event.parts);
      if (event.call !== undefined) draft.calls.push(event.call);
    },
    close,
  };
}
