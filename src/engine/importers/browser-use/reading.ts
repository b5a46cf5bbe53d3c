import { toJson } from '../../model/json.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, FoundConversation, Spot } from '../../importing/describing/chat-reading.ts';
import { notesOf } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { noteReasoning } from '../../importing/notes.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { entriesAt, fieldAt, findAt, hasListAt, textAt } from '../../importing/values/where.ts';

const goals = ['model_output.current_state.next_goal', 'model_output.next_goal'];

export const reading: ChatReading = {
  messages: ({ holder }) => {
    const printed = hasListAt(holder.value, 'all_results') ? matched(holder) : undefined;
    return [
      {
        shape: {},
        kind: () => 'llm',
        text: goals,
        reasoning: ['model_output.thinking'],
        time: 'metadata.step_start_time',
        finish: (message, step, spot) => withActions(message, stepOf(step, spot, printed), step, spot),
      },
    ];
  },
  session: {
    agent: () => 'browser-use',
    notes: ({ holder }: FoundConversation, report) => {
      if (!hasListAt(holder.value, 'all_results')) return;
      const { alone, unclear } = matched(holder);
      for (const { place } of alone) notes['failed-step'](place, report);
      for (const { place } of unclear) notes.results(place, report);
    },
  },
};

const notes = notesOf('browser-use', {
  info: {
    'failed-step': '{# step} of the agent failed before it acted: the error is the result of no action, and not shown.',
  },
  lost: {
    results:
      '{# result} left out: browser-use prints actions and results in two lists, some actions have no result, and nothing in these results names their action. Save the history as JSON to keep them together.',
  },
});

interface Step {
  readonly actions: readonly Placed[];
  /** The result of each action; undefined if the recording does not have it. */
  readonly results: readonly (Placed | undefined)[];
}

function stepOf(step: RecordValue, { place }: Spot, printed: Matched | undefined): Step {
  const own = { value: step, place };
  if (printed !== undefined) return { actions: [own], results: [printed.results[Number(place.at(-1))]] };
  const [actions, results] = [entriesAt(own, 'model_output.action'), entriesAt(own, 'result')];
  const [only, ...others] = results;
  const failed = only === undefined || others.length > 0 ? -1 : failedAction(only, actions);
  return { actions, results: failed <= 0 ? results : actions.map((_, index) => (index === failed ? only : undefined)) };
}

/** If an action throws, its error replaces the results of the actions before it, and names the action. */
function failedAction({ value }: Placed, actions: readonly Placed[]): number {
  const name = /^Error executing action (\w+)/.exec(textAt(value, 'error') ?? '')?.[1];
  return actions.findIndex((action) => nameOf(action.value) === name);
}

interface Matched {
  /** By the position of the action. */
  readonly results: readonly (Placed | undefined)[];
  /** Errors of steps without an action. */
  readonly alone: readonly Placed[];
  /** Results that could be those of several actions. */
  readonly unclear: readonly Placed[];
}

/**
 * Printed actions and results are two lists without their steps. The agent skips the rest of a step when the page changes, and a
 * step whose model call failed has an error but no action. So positions agree only if each action has a result that worked, or
 * nothing failed. In other histories a result belongs to the only action that it names.
 */
function matched(holder: Placed): Matched {
  const actions = entriesAt(holder, 'all_model_outputs');
  const results = entriesAt(holder, 'all_results');
  const errors = results.filter(isFailed);
  const worked = results.filter((result) => !isFailed(result));
  if (worked.length === actions.length) return { results: worked, alone: errors, unclear: [] };
  const byAction = new Map<number | undefined, Placed[]>();
  for (const result of results) {
    const [action, ...others] = actions.length > mostCompared ? [] : namedBy(result, actions);
    const only = others.length === 0 ? action : undefined;
    const claims = byAction.get(only);
    if (claims === undefined) byAction.set(only, [result]);
    else claims.push(result);
  }
  const unclear = [...byAction].flatMap(([action, claims]) =>
    action === undefined || claims.length > 1 ? claims : [],
  );
  return {
    results: actions.map((_, action) => {
      const [result, ...others] = byAction.get(action) ?? [];
      return others.length === 0 ? result : undefined;
    }),
    alone: [],
    unclear,
  };
}

/** Each result is compared with each action, and histories have at most some hundred. */
const mostCompared = 300;

const isFailed = ({ value }: Placed): boolean => textAt(value, 'error') !== undefined;

/** The positions of the actions that a result may mean: by the values of their arguments, or by their name. */
function namedBy({ value }: Placed, actions: readonly Placed[]): readonly number[] {
  const positions = (isMeant: (action: Value, name: string) => boolean) =>
    actions.flatMap((action, index) => {
      const name = nameOf(action.value);
      return name !== undefined && isMeant(action.value, name) ? [index] : [];
    });
  if (fieldAt(value, 'is_done') === true) return positions((_, name) => name === 'done');
  const words = ['error', 'extracted_content', 'long_term_memory'].flatMap((field) => textAt(value, field) ?? []);
  const text = ` ${words.join(' ').toLowerCase()} `;
  // Only whole words count: "1" is not in "12".
  const says = (word: string) => {
    const at = text.indexOf(word);
    return at > 0 && !/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + word.length] ?? '');
  };
  const byName = positions((_, name) => name !== 'done' && text.includes(name.split('_', 1)[0] ?? name));
  const byArguments = byName.filter((index) => {
    const action = actions[index]?.value ?? null;
    const input = fieldAt(action, nameOf(action) ?? '');
    return scalarsIn(input).some(says);
  });
  return byArguments.length > 0 ? byArguments : byName;
}

const scalarsIn = (input: Value | undefined): readonly string[] =>
  input !== undefined && isRecord(input)
    ? Object.values(input).flatMap((one) =>
        (typeof one === 'string' && one !== '') || typeof one === 'number' || typeof one === 'bigint'
          ? [String(one).toLowerCase()]
          : [],
      )
    : [];

/** The calls of a step, and its answer to the user if `done` was carried out. */
function withActions(
  message: NormalizedMessage,
  { actions, results }: Step,
  step: RecordValue,
  { place, report }: Spot,
): readonly NormalizedMessage[] {
  const named = actions.map((action, index) => ({ ...action, name: nameOf(action.value), result: results[index] }));
  // After other actions of a step, newer versions do not carry it out.
  const done = named.find(({ name, result }, index) => name === 'done' && (index === 0 || result !== undefined));
  const [failure] = actions.length === 0 ? results.filter((result) => result !== undefined && isFailed(result)) : [];
  if (failure !== undefined) notes['failed-step'](failure.place, report);
  const calls = named.flatMap((action) =>
    action.name === undefined || action === done
      ? []
      : [
          {
            id: undefined,
            name: action.name,
            input: fieldAt(action.value, action.name) ?? null,
            place: action.place,
            ...(action.result !== undefined && { result: resultOf(action.result) }),
          },
        ],
  );
  if (done === undefined) return [{ ...message, calls }];
  const answer = { parts: wordsOf(done.value), alsoAt: done.result && [done.result.place] };
  if (calls.length > 0)
    return [
      { ...message, calls },
      { ...answer, role: 'assistant', place: done.place },
    ];
  // The goal of the last step is no part of the answer.
  const goal = findAt(step, goals, (one) => one !== '');
  if (goal !== undefined) noteReasoning([...place, ...goal.path], report);
  return [{ ...message, ...answer }];
}

/** With a schema for its answer, the agent gives data in place of a text. */
function wordsOf(action: Value) {
  const text = textAt(action, 'done.text');
  const data = fieldAt(action, 'done.data');
  const said = text ?? (data === undefined ? '' : typeof data === 'string' ? data : toJson(data));
  return said === '' ? [] : [{ text: said }];
}

const nameOf = (action: Value): string | undefined =>
  isRecord(action)
    ? Object.keys(action).find((key) => key !== 'interacted_element' && action[key] !== null)
    : undefined;

function resultOf({ value, place }: Placed): CallResult {
  const failed = textAt(value, 'error');
  return failed === undefined
    ? { outcome: 'ok', output: fieldAt(value, ['extracted_content', 'long_term_memory']) ?? null, place }
    : { outcome: 'error', output: undefined, reason: failed, place };
}
