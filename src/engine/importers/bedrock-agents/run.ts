import { isSame } from '../../model/equal.ts';
import type { Value } from '../../model/value.ts';
import type { Entry } from '../../importing/describing/chat-reading.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { isReprompt, readRequest, resultKinds, type Request } from './requests.ts';

/** The work of one agent, in the order of its trace. */
export interface Run {
  readonly agent: string;
  readonly entries: readonly Entry[];
  /** The model of its first prompt that names one. */
  readonly model: string | undefined;
}

export interface Call extends Request {
  readonly id: string;
  /** The collaborator's own steps. */
  readonly task: Run | undefined;
}

/**
 * The call of an observation or a failure. `several`: it may be any of several open calls. `none`: there is no such call.
 * `model`: the model did not answer.
 */
export type Answered = { readonly call: string; readonly isByOrder: boolean } | 'several' | 'none' | 'model';

/** The run of the agent that was invoked, and facts about its steps and those of its collaborators. */
export interface Trace {
  readonly main: Run;
  readonly calls: ReadonlyMap<Value, Call>;
  readonly answered: ReadonlyMap<Value, Answered>;
  /** The work of collaborators that cannot be given to one call, by their names. */
  readonly apart: ReadonlyMap<string, Run>;
}

interface OpenTrace extends Trace {
  readonly calls: Map<Value, OpenCall>;
  readonly answered: Map<Value, Answered>;
  /** The open calls of each collaborator. */
  readonly delegated: Map<string, Set<OpenCall>>;
}

interface OpenCall extends Call {
  task: OpenRun | undefined;
}

interface OpenRun extends Run {
  readonly entries: Entry[];
  model: string | undefined;
  readonly byId: Map<string, Round>;
  latest: Round | undefined;
  /** The next prompt is of another question: the first, or one after a final response. */
  isDone: boolean;
}

/** One request of the model, the parts of its answer, and the calls that it requested. */
interface Round {
  more: Placed[] | undefined;
  open: OpenCall[];
  hasResults: boolean;
}

export const finalText = 'observation.finalResponse.text';

/** With more open calls at once, their results are not searched. */
const mostOpen = 1000;

/** The steps of collaborators are between those of their supervisor, and name the collaborator. */
export function followTrace(steps: readonly Placed[]): Trace {
  const loop = steps.filter(isOfLoop);
  const own = nameOf((loop.find(({ value }) => textAt(value, 'collaboratorName') === undefined) ?? loop[0])?.value);
  const main = openRun(own);
  const apart = new Map<string, OpenRun>();
  const trace: OpenTrace = { main, calls: new Map(), answered: new Map(), apart, delegated: new Map() };
  let answer: Value | undefined;
  for (const step of steps) {
    // Each answer is to another question, unless it continues with results of the calling program.
    const next = fieldAt(step.value, 'answer');
    if (next !== answer) main.isDone ||= main.latest?.open.some((call) => call.isReturned) !== true;
    answer = next;
    const name = nameOf(step.value);
    if (!isOfLoop(step)) main.entries.push(step);
    else if (name === undefined || name === own) addStep(main, step, trace);
    else {
      const [call, ...others] = trace.delegated.get(name) ?? [];
      let run = others.length === 0 ? call?.task : undefined;
      if (run === undefined && call !== undefined && others.length === 0) run = call.task = openRun(name);
      run ??= apart.get(name);
      if (run === undefined) {
        run = openRun(name);
        apart.set(name, run);
        main.entries.push({ value: { apart: name }, place: step.place });
      }
      addStep(run, step, trace);
    }
  }
  return trace;
}

const isOfLoop = ({ value }: Placed): boolean => fieldAt(value, 'other') === undefined;

const nameOf = (step: Value | undefined): string | undefined => textAt(step, ['collaboratorName', 'agentId']);

const openRun = (agent = ''): OpenRun => ({
  agent,
  entries: [],
  model: undefined,
  byId: new Map(),
  latest: undefined,
  isDone: true,
});

function addStep(run: OpenRun, step: Placed, trace: OpenTrace): void {
  const { value } = step;
  const is = (key: string) => recordAt(value, key) !== undefined;
  if (is('modelInvocationInput')) {
    run.model ??= textAt(value, 'modelInvocationInput.foundationModel');
    if (run.isDone) run.entries.push(step);
    run.isDone = false;
    return void nextRound(run, step);
  }
  const id = traceIdOf(step);
  // The calling program sends a result with its next request, whose parts have ids of their own.
  const isReturned = is('observation') && run.latest?.open.some((call) => call.isReturned) === true;
  const round =
    (id === undefined ? run.latest : (run.byId.get(id) ?? (isReturned ? run.latest : undefined))) ??
    nextRound(run, step);
  if (is('modelInvocationOutput')) {
    addAnswer(round.more === undefined ? round : nextRound(run, step), step, [], run);
  } else if (is('observation') && textAt(value, finalText) === undefined) {
    if (isReprompt(value)) return void run.entries.push(step);
    const found = answeredBy(value, round);
    trace.answered.set(value, close(found, round, trace));
    round.hasResults = true;
    run.entries.push(step);
  } else if (is('failure')) {
    const [only, ...others] = round.open;
    const found = others.length > 0 ? 'several' : (only ?? (round.more === undefined ? 'model' : 'none'));
    trace.answered.set(value, close(found, round, trace));
    run.entries.push(step);
  } else {
    const request = readRequest(step);
    // Only the id of the round shows that a further call was requested by the same answer.
    const isNext = round.hasResults && (request === undefined || id === undefined);
    const asking = isNext ? nextRound(run, step) : round;
    if (asking.more === undefined) addAnswer(asking, step, [step], run);
    else asking.more.push(step);
    run.isDone ||= textAt(value, finalText) !== undefined;
    if (request === undefined) return;
    const call = { ...request, id: `call ${trace.calls.size + 1}`, task: undefined };
    trace.calls.set(value, call);
    asking.open.push(call);
    if (call.collaborator === undefined) return;
    const namesakes = trace.delegated.get(call.collaborator);
    if (namesakes === undefined) trace.delegated.set(call.collaborator, new Set([call]));
    else namesakes.add(call);
  }
}

function nextRound(run: OpenRun, step: Placed): Round {
  const round: Round = { more: undefined, open: [], hasResults: false };
  run.latest = round;
  const id = traceIdOf(step);
  if (id !== undefined) run.byId.set(id, round);
  return round;
}

function addAnswer(round: Round, step: Placed, more: Placed[], run: OpenRun): void {
  round.more = more;
  run.entries.push({ ...step, more });
}

const traceIdOf = ({ value }: Placed): string | undefined =>
  textAt(
    value,
    ['modelInvocationInput', 'modelInvocationOutput', 'rationale', 'invocationInput', 'observation', 'failure'].map(
      (step) => `${step}.traceId`,
    ),
  );

/** An observation has the kind of its call, and the collaborator; no id. Equal calls need not be distinguished. */
function answeredBy(step: Value, { open }: Round): OpenCall | readonly OpenCall[] | 'several' | 'none' {
  if (open.length > mostOpen) return 'several';
  const kinds = resultKinds(step);
  const collaborator = textAt(step, 'observation.agentCollaboratorInvocationOutput.agentCollaboratorName');
  const meant = open.filter(
    (call) =>
      (kinds.length === 0 || kinds.includes(call.kind)) &&
      (collaborator === undefined || call.collaborator === collaborator),
  );
  const [first, ...others] = meant;
  if (first === undefined) return 'none';
  if (others.length === 0) return first;
  const isOne = others.every((call) => call.name === first.name && isSame(call.input, first.input));
  return isOne ? meant : 'several';
}

function close(
  found: OpenCall | readonly OpenCall[] | Exclude<Answered, object>,
  round: Round,
  { delegated }: OpenTrace,
): Answered {
  if (typeof found === 'string') return found;
  const isByOrder = !('id' in found);
  const call = isByOrder ? found[0] : found;
  if (call === undefined) return 'none';
  round.open = round.open.filter((one) => one !== call);
  if (call.collaborator !== undefined) delegated.get(call.collaborator)?.delete(call);
  return { call: call.id, isByOrder };
}
