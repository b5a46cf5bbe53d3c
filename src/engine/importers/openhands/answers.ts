import type { Path } from '../../model/path.ts';
import type { Part } from '../../importing/content/content.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';

/** The log has one event for each call of an answer; these events share the answer's id. */
export interface Answers {
  add(event: AnswerEvent): void;
  /** Called when an event follows that is not part of the answer. */
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
  let latest: { readonly id: string | undefined; readonly isCounted: boolean } | undefined;
  const close = () => {
    if (draft === undefined) return;
    const { first, parts, calls } = draft;
    const { tokens, model, at, place } = first;
    matcher.addModelTurn({ message: parts, otherwise: '[no text]', tokens, model, at, place }, calls);
    latest = { id: first.id, isCounted: tokens !== undefined };
    draft = undefined;
  };
  return {
    add(event) {
      if (draft !== undefined && (event.id === undefined || event.id !== draft.first.id)) close();
      if (draft === undefined) {
        // If results are between the calls of one answer, the log repeats its tokens: count them once.
        const isRepeat = latest?.isCounted === true && event.id !== undefined && event.id === latest.id;
        const first = isRepeat ? { ...event, tokens: { prompt: 0, completion: 0 } } : event;
        draft = { first, parts: [], calls: [] };
      }
      draft.parts.push(...event.parts);
      if (event.call !== undefined) draft.calls.push(event.call);
    },
    close,
  };
}
