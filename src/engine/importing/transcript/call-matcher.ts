import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { ImportReport } from '../import-report.ts';
import { isSame } from '../../model/equal.ts';
import { textOf, type Part } from '../content/content.ts';
import { cutBy } from './cut-by.ts';
import { copyLimit, isAnswered, isBlank, OpenCalls, type CallMark, type OpenCall } from './open-calls.ts';
import { comparable, repeatedRequest, withoutCopies, type Comparable } from './repeated-requests.ts';
import {
  noteAskedAgain,
  noteByOrder,
  noteCallNotRecorded,
  noteCut,
  noteEarly,
  noteLate,
  noteOpen,
  noteRepeated,
  noteUnnamedResult,
  unnamedFunction,
} from './call-matcher-notes.ts';
import { answersUser } from './transcript.ts';
import type {
  CallResult,
  DelegatedTask,
  ModelEntry,
  InputEntry,
  StateEntry,
  ToolsEntry,
  TranscriptEntry,
  RecordedTokens,
  TotalsEntry,
} from './transcript.ts';

/** A call as the model requested it, before its result is known. */
export interface RequestedCall {
  readonly id: string | undefined;
  /** The id of the approval request to a person. */
  readonly approval?: string | undefined;
  readonly name: string;
  readonly to?: 'tool' | 'agent';
  readonly input: Value | undefined;
  readonly place: Path;
  readonly task?: DelegatedTask | undefined;
  /** Set if call and result are one entry of the recording. */
  readonly result?: CallResult | undefined;
}

/** The facts in a result about its call. */
export interface ResultMark extends CallMark {
  /** The id of the approval request, in place of the call’s own id. */
  readonly approval?: string | undefined;
  readonly name: string | undefined;
  readonly place: Path;
}

export interface GeneratedTurn extends Omit<ModelEntry, 'kind' | 'calls' | 'answers'> {
  /** The answer is for the calling program, not for the user. */
  readonly toProgram?: boolean;
  /** The finish reason in the provider’s word (`cut-by.ts`). */
  readonly ended?: string | undefined;
}

/** Matches calls and results while a message list is read from start to end. */
export interface CallMatcher {
  addInput(said: Omit<InputEntry, 'kind'>): void;
  /** `unread` counts calls that could not be read: the turn still requested them. */
  addModelTurn(turn: GeneratedTurn, calls: readonly RequestedCall[], unread?: number): void;
  /** A call of the provider or of the environment that no model turn requested. */
  addCall(call: RequestedCall): void;
  /** A sub-agent that no call in the recording started. */
  addTask(task: DelegatedTask): void;
  /** The tokens of the latest answer, in recordings that write them after it. False if there is no answer without tokens. */
  addTokens(tokens: RecordedTokens): boolean;
  /** The total tokens up to here. */
  addTotals(tokens: RecordedTokens, place: Path): void;
  addState(stated: Omit<StateEntry, 'kind'>): void;
  /** The tools that the model is offered from here on: all of a request, also those of earlier ones. */
  addTools(tools: ToolsEntry['tools']): void;
  /** Whether there is an open call with this id or, if one side has no id, with this name. */
  hasOpenCall(mark: ResultMark): boolean;
  /** The id of the open call that a result with this mark would answer. */
  openId(mark: ResultMark): string | undefined;
  /** Replaces the input of an open call that was changed before it ran. False when no such call is open. */
  replaceInput(call: Pick<RequestedCall, 'id' | 'name' | 'input' | 'place'>): boolean;
  /** `task`: the sub-agent's work, when only the result holds it. */
  addResult(mark: ResultMark, result: CallResult, task?: DelegatedTask): void;
  /** The steps in order; results that never came are noted. */
  entries(): readonly TranscriptEntry[];
}

type Draft =
  | InputEntry
  | TotalsEntry
  | StateEntry
  | ToolsEntry
  | { readonly kind: 'call'; readonly call: OpenCall }
  | { readonly kind: 'task'; readonly task: DelegatedTask }
  | GeneratedDraft;

type GeneratedDraft = Omit<ModelEntry, 'calls'> & { readonly calls: readonly OpenCall[] };

/** Every field is named: this is faster than spreading, and the compiler reports a missing one. Decisions of a gate are given later. */
type Whole<T> = { readonly [K in Exclude<keyof T, 'gate'>]-?: T[K] };

/** The latest answer, as far as a further record of it is compared with it. */
interface LatestAnswer extends Comparable<OpenCall> {
  readonly draft: GeneratedDraft;
  readonly alsoAt: Path[];
}

export function createCallMatcher(report: ImportReport): CallMatcher {
  const drafts: Draft[] = [];
  /** The positions in the drafts of the last one that is not about totals, states or tools, and of the last answer or input. */
  let lastSaying = -1;
  let lastMessage = -1;
  const openCalls = new OpenCalls();
  const newestById = new Map<string, OpenCall>();
  const byApproval = new Map<string, OpenCall>();
  /** The positions in the drafts of results that precede their calls, if the calls exist at all. */
  const early = new Map<string, { readonly draft: number; readonly mark: ResultMark; readonly result: CallResult }>();
  let turn = 0;
  let order = 0;
  /** Whether a call of the latest answer has its result. */
  let isLatestAnswered = false;
  let latest: LatestAnswer | undefined;
  /** Results in a row without id, name or copy, and the drafts before them. */
  let unmarked: { readonly after: number; readonly calls: OpenCall[]; readonly results: CallResult[] } | undefined;

  const add = (draft: Draft): void => {
    const { kind } = draft;
    if (kind !== 'totals' && kind !== 'state' && kind !== 'tools') lastSaying = drafts.length;
    if (kind === 'model' || kind === 'input') lastMessage = drafts.length;
    drafts.push(draft);
  };

  const answer = (call: OpenCall, result: CallResult): void => {
    call.result = result;
    if (call.turn === turn && isAnswered(call)) isLatestAnswered = true;
  };

  const open = (call: RequestedCall): OpenCall => {
    const { id, name, to = 'tool', input, place, task, result } = call;
    const opened: OpenCall = { name, to, input, place, task, result, id, turn, order: order++ };
    const earlyResult = id === undefined || result !== undefined ? undefined : early.get(id);
    if (earlyResult !== undefined && id !== undefined) {
      early.delete(id);
      const { draft, mark } = earlyResult;
      const matched = { ...opened, place: mark.place, result: { ...earlyResult.result, place } };
      drafts[draft] = { kind: 'call', call: matched };
      noteEarly(mark.place, report);
      return { ...matched, hasOwnTurn: true };
    }
    if (call.approval !== undefined) byApproval.set(call.approval, opened);
    if (call.id !== undefined && !isBlank(call.id)) newestById.set(call.id, opened);
    openCalls.identify(opened);
    return opened;
  };

  const find = (mark: ResultMark): OpenCall | undefined => {
    const known = openCalls.withId(mark.id) ?? openCalls.copied(mark);
    if (known !== undefined) return known;
    const name = mark.copy?.name ?? mark.name;
    const [first, second] = openCalls.unnamed(mark, name, 2);
    if (second !== undefined) noteByOrder(mark.place, report);
    return first ?? (name === undefined ? undefined : openCalls.named(mark, name));
  };

  /**
   * Results in a row belong to as many of the latest open calls, in their order. `find` gives each of them to the newest
   * turn that has an open call, so a further result may move those before it to later calls. False if nothing moved.
   */
  const movedByOrder = (call: OpenCall, result: CallResult): boolean => {
    if (unmarked?.after !== drafts.length || unmarked.calls.length >= copyLimit)
      unmarked = { after: drafts.length, calls: [], results: [] };
    const { calls, results } = unmarked;
    const last = calls.at(-1);
    calls.push(call);
    results.push(result);
    if (last === undefined || last.order < call.order) return false;
    calls.sort((a, b) => a.order - b.order);
    for (const [index, one] of calls.entries()) one.result = results[index];
    return true;
  };

  /** Only for an answer directly before this one. */
  const askedAgainIn = (step: GeneratedTurn, calls: readonly RequestedCall[]) => {
    const last = drafts[lastSaying];
    if (last?.kind !== 'model' || last.calls.length === 0 || isLatestAnswered) return undefined;
    // A different prompt means a different answer.
    if (last.tokens?.prompt !== undefined && (step.tokens?.prompt ?? last.tokens.prompt) !== last.tokens.prompt)
      return undefined;
    if (latest?.draft !== last) latest = { draft: last, ...comparable(last), alsoAt: [...(last.alsoAt ?? [])] };
    const again = repeatedRequest(latest, { message: step.message, calls });
    if (again === undefined) return undefined;
    for (const { place } of again.known.keys()) noteAskedAgain(place, report);
    return { ...again, last: latest };
  };

  /** The latest answer was rewritten, perhaps with more content. Some programs do this for every piece of it. */
  const rewrite = (
    { last, known }: NonNullable<ReturnType<typeof askedAgainIn>>,
    step: GeneratedTurn,
    calls: readonly RequestedCall[],
  ): void => {
    for (const [{ input }, call] of known) call.input = input ?? call.input;
    const { draft, alsoAt } = last;
    const opened = calls.filter((call) => !known.has(call)).map(open);
    const all = opened.length === 0 ? draft.calls : [...draft.calls, ...opened];
    alsoAt.push(step.place);
    const words = textOf(step.message);
    const isLonger = words.length >= last.words.length;
    const rewritten: GeneratedDraft = {
      ...draft,
      message: isLonger ? step.message : draft.message,
      calls: all,
      tokens: step.tokens ?? draft.tokens,
      model: draft.model ?? step.model,
      alsoAt,
    };
    drafts[lastSaying] = rewritten;
    if (opened.length === 0) {
      latest = { ...last, draft: rewritten, words: isLonger ? words : last.words };
      return;
    }
    isLatestAnswered = opened.some(isAnswered);
    openCalls.replaceNewest(all);
  };

  return {
    addInput({ message, at, place, alsoAt }) {
      const draft: Whole<InputEntry> = { kind: 'input', message, at, place, alsoAt };
      add(draft);
      turn++;
    },
    addModelTurn(step, written, unread = 0) {
      const planned = withoutCopies(written, ({ place }) => noteAskedAgain(place, report));
      const again = askedAgainIn(step, planned);
      if (again?.isOneAnswer === true) return rewrite(again, step, planned);
      const calls = again === undefined ? planned : planned.filter((call) => !again.known.has(call));
      turn++;
      const opened = calls.map(open);
      const asked = planned.length + unread;
      const before = drafts[lastSaying];
      // Some models announce their calls in a separate message before they request them: that is not an answer either.
      if (asked > 0 && before?.kind === 'model') drafts[lastSaying] = { ...before, answers: false };
      const answers = step.toProgram !== true && answersUser(step.message, asked);
      const { thinking, tokens, at, tookMs, model, place, alsoAt } = step;
      const cut = step.ended === undefined ? undefined : cutBy(step.ended);
      if (cut !== undefined) noteCut(cut, place, report);
      // Some programs write a missing text as an empty one.
      const message = cut !== undefined && step.message.every(isEmptyText) ? [] : step.message;
      const otherwise = cut === undefined ? step.otherwise : `[cut by ${cut}]`;
      const kind = 'model';
      const draft: Whole<GeneratedDraft> = {
        kind,
        message,
        otherwise,
        thinking,
        calls: opened,
        answers,
        tokens,
        at,
        tookMs,
        model,
        place,
        alsoAt,
      };
      add(draft);
      isLatestAnswered = opened.some(isAnswered);
      openCalls.add(opened);
    },
    addCall(call) {
      const opened = open(call);
      add({ kind: 'call', call: opened });
      openCalls.add([opened]);
    },
    addTask(task) {
      add({ kind: 'task', task });
    },
    addState(stated) {
      add({ kind: 'state', ...stated });
    },
    addTools(tools) {
      if (tools.length > 0) add({ kind: 'tools', tools });
    },
    openId(mark) {
      const known = openCalls.withId(mark.id) ?? openCalls.copied(mark);
      return (known ?? openCalls.unnamed(mark, mark.copy?.name ?? mark.name, 1)[0])?.id;
    },
    hasOpenCall(mark) {
      if (openCalls.withId(mark.id) !== undefined) return true;
      const name = mark.copy?.name ?? mark.name;
      return openCalls.unnamed(mark, name, 1).length > 0;
    },
    replaceInput({ id, name, input, place }) {
      const [only, other] = openCalls.unnamed({ id }, name, 2);
      const call = openCalls.withId(id) ?? (other === undefined ? only : undefined);
      if (call === undefined) return false;
      call.input = input;
      call.place = place;
      return true;
    },
    addTokens(tokens) {
      const last = drafts[lastMessage];
      if (last?.kind !== 'model' || last.tokens !== undefined) return false;
      drafts[lastMessage] = { ...last, tokens };
      return true;
    },
    addTotals(tokens, place) {
      add({ kind: 'totals', tokens, place });
    },
    addResult(mark, result, task) {
      if (mark.approval !== undefined) {
        const asked = byApproval.get(mark.approval);
        if (asked !== undefined && !isAnswered(asked)) answer(asked, { ...result, place: mark.place });
        return;
      }
      const call = find(mark);
      if (call === undefined) {
        const answered = mark.id === undefined ? undefined : newestById.get(mark.id);
        if (answered?.result !== undefined && isSame(saidBy(answered.result), saidBy(result))) {
          noteRepeated(mark.place, report);
          return;
        }
        if (answered === undefined && mark.id !== undefined && mark.id !== '') {
          early.set(mark.id, { draft: drafts.length, mark, result });
        }
        add({ kind: 'call', call: orphanOf({ ...mark, name: mark.name ?? answered?.name }, result, turn) });
      } else {
        const { outcome, output, reason, at, tookMs } = result;
        const given: Whole<CallResult> = { outcome, output, reason, at, tookMs, place: mark.place };
        answer(call, given);
        call.task ??= task;
        const isMarked = !isBlank(mark.id) || (mark.copy?.name ?? mark.name) !== undefined || task !== undefined;
        const isInRow = !isMarked && isAnswered(call);
        if (!isInRow) unmarked = undefined;
        if (isInRow && movedByOrder(call, given)) noteByOrder(mark.place, report);
        else if (call.turn !== turn) noteLate(mark.place, report);
      }
    },
    entries() {
      for (const draft of drafts) {
        if (draft.kind !== 'call' || draft.call.isOrphan !== true) continue;
        const note = draft.call.name === unnamedFunction ? noteUnnamedResult : noteCallNotRecorded;
        note(draft.call.place, report);
      }
      return drafts.map((draft) => closed(draft, report));
    },
  };
}

const isEmptyText = (part: Part): boolean => part['text'] === '';

/** The text of a failure may be repeated as a result. */
const saidBy = ({ output, reason }: CallResult): Value => output ?? reason ?? '';

/** A call that is known only from its result. */
const orphanOf = ({ id, name, copy, place }: ResultMark, result: CallResult, turn: number): OpenCall => ({
  id,
  name: copy?.name ?? name ?? unnamedFunction,
  to: 'tool',
  input: copy?.input,
  place,
  task: undefined,
  result,
  turn,
  order: -1,
  isOrphan: true,
});

/** Notes the calls of a step whose results never came. */
function closed(draft: Draft, report: ImportReport): TranscriptEntry {
  if (draft.kind === 'call') noteOpen(draft.call, report);
  else if (draft.kind === 'model') for (const call of draft.calls) noteOpen(call, report);
  return draft;
}
