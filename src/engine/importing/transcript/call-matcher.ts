import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { ImportReport } from '../import-report.ts';
import { isSame } from '../../model/equal.ts';
import { textOf, type Part } from '../content/content.ts';
import { cutBy } from './cut-by.ts';
import { repeatedRequest, withoutCopies } from './repeated-requests.ts';
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
  Call,
  CallResult,
  DelegatedTask,
  ModelEntry,
  InputEntry,
  StateEntry,
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
export interface ResultMark {
  /** Empty ids do not count: some providers write `""` for every call. */
  readonly id: string | undefined;
  /** The id of the approval request, in place of the call’s own id. */
  readonly approval?: string | undefined;
  readonly name: string | undefined;
  /** AgentDojo repeats the call inside its result. */
  readonly copy?: { readonly name: string; readonly input: Value | undefined } | undefined;
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
  /** Whether there is an open call with this id or, if one side has no id, with this name. */
  hasOpenCall(mark: ResultMark): boolean;
  /** Replaces the input of an open call that was changed before it ran. False when no such call is open. */
  replaceInput(call: Pick<RequestedCall, 'id' | 'name' | 'input' | 'place'>): boolean;
  /** `task`: the sub-agent's work, when only the result holds it. */
  addResult(mark: ResultMark, result: CallResult, task?: DelegatedTask): void;
  /** The steps in order; results that never came are noted. */
  entries(): readonly TranscriptEntry[];
}

/** A call as its step has it; the result, and its sub-agent's work, may come later. */
interface OpenCall extends Call {
  readonly id: string | undefined;
  readonly turn: number;
  /** Counts all calls of the recording. */
  readonly order: number;
  input: Value | undefined;
  place: Path;
  task: DelegatedTask | undefined;
  result: CallResult | undefined;
  readonly isOrphan?: boolean;
}

type Draft =
  | InputEntry
  | TotalsEntry
  | StateEntry
  | { readonly kind: 'call'; readonly call: OpenCall }
  | { readonly kind: 'task'; readonly task: DelegatedTask }
  | GeneratedDraft;

type GeneratedDraft = Omit<ModelEntry, 'calls'> & { readonly calls: readonly OpenCall[] };

/** Every field is named: this is faster than spreading, and the compiler reports a missing one. */
type Whole<T> = { readonly [K in keyof T]-?: T[K] };

/** How many open calls of one turn are compared with a copy; real turns have up to 26. */
const copyLimit = 200;

export function createCallMatcher(report: ImportReport): CallMatcher {
  const drafts: Draft[] = [];
  /** The calls with each id that may still be open, the newest last. */
  const byId = new Map<string, OpenCall[]>();
  const newestById = new Map<string, OpenCall>();
  const byApproval = new Map<string, OpenCall>();
  /** The positions in the drafts of results that precede their calls, if the calls exist at all. */
  const early = new Map<string, { readonly draft: number; readonly mark: ResultMark; readonly result: CallResult }>();
  /** Turns with calls still open, the newest last. */
  const openTurns: OpenCall[][] = [];
  let turn = 0;
  let order = 0;
  /** Results in a row without id, name or copy, and the drafts before them. */
  let unmarked: { readonly after: number; readonly calls: OpenCall[]; readonly results: CallResult[] } | undefined;

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
    if (call.id !== undefined && !isBlank(call.id) && !isAnswered(opened)) {
      newestById.set(call.id, opened);
      const namesakes = byId.get(call.id);
      if (namesakes === undefined) byId.set(call.id, [opened]);
      else namesakes.push(opened);
    }
    return opened;
  };

  /** Candidates for a mark without an id: open calls of the newest turn that has any. */
  const unnamed = (mark: ResultMark): readonly OpenCall[] => {
    while (openTurns.length > 0 && openTurns.at(-1)?.every(isAnswered) === true) openTurns.pop();
    return openTurns.at(-1)?.filter((call) => !isAnswered(call) && mayMean(mark, call)) ?? [];
  };

  /**
   * A copy or a name may belong to a call of an earlier turn, if the model requested calls in several turns before any
   * result. The newest turn with such a call.
   */
  const earlier = (mark: ResultMark, matches: (calls: readonly OpenCall[]) => OpenCall | undefined) => {
    for (const calls of openTurns.slice(-copyLimit).toReversed()) {
      const found = matches(calls.filter((call) => !isAnswered(call) && mayMean(mark, call)));
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const find = (mark: ResultMark): OpenCall | undefined => {
    const named = mark.id === undefined || isBlank(mark.id) ? undefined : firstOfLatestTurn(byId.get(mark.id));
    if (named !== undefined) return named;
    const candidates = unnamed(mark);
    const name = mark.copy?.name ?? mark.name;
    const isNamed = (call: OpenCall) => call.name === name;
    return (
      earlier(mark, (calls) => byCopy(calls, mark)) ??
      (name === undefined || candidates.some(isNamed) ? undefined : earlier(mark, (calls) => calls.find(isNamed))) ??
      byOrder(candidates, mark, report)
    );
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
    const index = lastSaying(drafts);
    const last = drafts[index];
    if (last?.kind !== 'model' || last.calls.length === 0 || last.calls.some(isAnswered)) return undefined;
    // A different prompt means a different answer.
    if (last.tokens?.prompt !== undefined && (step.tokens?.prompt ?? last.tokens.prompt) !== last.tokens.prompt)
      return undefined;
    const again = repeatedRequest(last, { message: step.message, calls });
    if (again === undefined) return undefined;
    for (const { place } of again.known.keys()) noteAskedAgain(place, report);
    return { ...again, index, last };
  };

  /** The answer at `index` of the drafts was rewritten with more content. */
  const grow = (
    { index, last, known }: NonNullable<ReturnType<typeof askedAgainIn>>,
    step: GeneratedTurn,
    calls: readonly RequestedCall[],
  ): void => {
    for (const [{ input }, call] of known) call.input = input ?? call.input;
    const opened = calls.filter((call) => !known.has(call)).map(open);
    const all = [...last.calls, ...opened];
    drafts[index] = {
      ...last,
      message: textOf(step.message).length < textOf(last.message).length ? last.message : step.message,
      calls: all,
      tokens: step.tokens ?? last.tokens,
      model: last.model ?? step.model,
      alsoAt: [...(last.alsoAt ?? []), step.place],
    };
    if (openTurns.at(-1) === last.calls) openTurns.pop();
    openTurns.push(all);
  };

  return {
    addInput({ message, at, place, alsoAt }) {
      const draft: Whole<InputEntry> = { kind: 'input', message, at, place, alsoAt };
      drafts.push(draft);
      turn++;
    },
    addModelTurn(step, written, unread = 0) {
      const planned = withoutCopies(written, ({ place }) => noteAskedAgain(place, report));
      const again = askedAgainIn(step, planned);
      if (again?.isOneAnswer === true) return grow(again, step, planned);
      const calls = again === undefined ? planned : planned.filter((call) => !again.known.has(call));
      turn++;
      const opened = calls.map(open);
      const asked = planned.length + unread;
      if (asked > 0) goesOn(drafts);
      const answers = step.toProgram !== true && answersUser(step.message, asked);
      const { tokens, at, tookMs, model, place, alsoAt } = step;
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
        calls: opened,
        answers,
        tokens,
        at,
        tookMs,
        model,
        place,
        alsoAt,
      };
      drafts.push(draft);
      if (opened.some((call) => !isAnswered(call))) openTurns.push(opened);
    },
    addCall(call) {
      const opened = open(call);
      drafts.push({ kind: 'call', call: opened });
      if (!isAnswered(opened)) openTurns.push([opened]);
    },
    addTask(task) {
      drafts.push({ kind: 'task', task });
    },
    addState(stated) {
      drafts.push({ kind: 'state', ...stated });
    },
    hasOpenCall(mark) {
      if (mark.id !== undefined && !isBlank(mark.id) && firstOfLatestTurn(byId.get(mark.id)) !== undefined) return true;
      const name = mark.copy?.name ?? mark.name;
      return unnamed(mark).some((call) => name === undefined || call.name === name);
    },
    replaceInput({ id, name, input, place }) {
      const meant = firstOfLatestTurn(isBlank(id) ? undefined : byId.get(id ?? ''));
      const [only, ...others] = unnamed({ id, name, place }).filter((call) => call.name === name);
      const call = meant ?? (others.length === 0 ? only : undefined);
      if (call === undefined) return false;
      call.input = input;
      call.place = place;
      return true;
    },
    addTokens(tokens) {
      const index = drafts.findLastIndex(({ kind }) => kind === 'model' || kind === 'input');
      const latest = drafts[index];
      if (latest?.kind !== 'model' || latest.tokens !== undefined) return false;
      drafts[index] = { ...latest, tokens };
      return true;
    },
    addTotals(tokens, place) {
      drafts.push({ kind: 'totals', tokens, place });
    },
    addResult(mark, result, task) {
      if (mark.approval !== undefined) {
        const asked = byApproval.get(mark.approval);
        if (asked !== undefined && !isAnswered(asked)) asked.result = { ...result, place: mark.place };
        return;
      }
      const call = find(mark);
      if (call === undefined) {
        const answered = mark.id === undefined ? undefined : newestById.get(mark.id);
        if (answered !== undefined && isSame(answered.result?.output ?? null, result.output ?? null)) {
          noteRepeated(mark.place, report);
          return;
        }
        if (answered === undefined && mark.id !== undefined && mark.id !== '') {
          early.set(mark.id, { draft: drafts.length, mark, result });
        }
        drafts.push({ kind: 'call', call: orphanOf({ ...mark, name: mark.name ?? answered?.name }, result, turn) });
      } else {
        const { outcome, output, reason, at, tookMs } = result;
        const given: Whole<CallResult> = { outcome, output, reason, at, tookMs, place: mark.place };
        call.result = given;
        call.task ??= task;
        const isMarked = !isBlank(mark.id) || (mark.copy?.name ?? mark.name) !== undefined || task !== undefined;
        if (isMarked) unmarked = undefined;
        if (!isMarked && movedByOrder(call, given)) noteByOrder(mark.place, report);
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

const lastSaying = (drafts: readonly Draft[]): number =>
  drafts.findLastIndex(({ kind }) => kind !== 'totals' && kind !== 'state');

/** Some models announce their calls in a separate message before they request them: that is not an answer either. */
function goesOn(drafts: Draft[]): void {
  const index = lastSaying(drafts);
  const last = drafts[index];
  if (last?.kind === 'model') drafts[index] = { ...last, answers: false };
}

const isEmptyText = (part: Part): boolean => part['text'] === '';

/** Two different ids never match; if one side has no id, the copy or the order may decide. */
const mayMean = (mark: ResultMark, call: OpenCall): boolean => isBlank(mark.id) || isBlank(call.id);

const isBlank = (id: string | undefined): boolean => id === undefined || id === '';

/** A call that waits may still get its result. */
const isAnswered = ({ result }: OpenCall): boolean => result !== undefined && result.outcome !== 'pending';

/** Ids are used twice in some recordings: then the newest turn that has one open means it, in the order of its calls. */
function firstOfLatestTurn(namesakes: OpenCall[] | undefined): OpenCall | undefined {
  let first: OpenCall | undefined;
  for (let index = (namesakes?.length ?? 0) - 1; index >= 0; index--) {
    const call = namesakes?.[index];
    if (call === undefined || (first !== undefined && call.turn !== first.turn)) break;
    if (!isAnswered(call)) first = call;
    // An answered call never opens again.
    else if (first === undefined) namesakes?.pop();
  }
  return first;
}

function byCopy(candidates: readonly OpenCall[], { copy }: ResultMark): OpenCall | undefined {
  if (copy === undefined) return undefined;
  return candidates
    .slice(0, copyLimit)
    .find((call) => call.name === copy.name && isSame(call.input ?? null, copy.input ?? null));
}

function byOrder(candidates: readonly OpenCall[], mark: ResultMark, report: ImportReport): OpenCall | undefined {
  const name = mark.copy?.name ?? mark.name;
  const meant = name === undefined ? candidates : candidates.filter((one) => one.name === name);
  if (meant.length > 1) noteByOrder(mark.place, report);
  return meant[0];
}

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
