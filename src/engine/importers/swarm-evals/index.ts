import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation, ChatReading, MessageReading } from '../../importing/describing/chat-reading.ts';
import { entriesAt, fits, textAt } from '../../importing/values/where.ts';
import { type Placed, elementsOf } from '../../importing/values/elements.ts';
import { isRecord, valueAt } from '../../model/value.ts';
import type { ImportReport } from '../../importing/import-report.ts';

/** How Python prints a missing value. */
const nothing = 'None';

const answer: MessageReading = {
  kind: { otherwise: 'llm' },
  text: ({ actual_message: text }) => (text === nothing ? undefined : text),
};

const reading: ChatReading = {
  messages: [
    { kind: { field: 'role', values: { system: 'system', user: 'input', assistant: 'llm' } }, text: 'content' },
    { shape: { actual_function: [nothing] }, ...answer },
    { shape: { actual_function: 'text' }, ...answer, calls: { name: 'actual_function' } },
  ],
  session: {
    untitled: 'case',
    startedAt: 'timestamp',
    // The expected function was certainly offered to the model.
    declared(_, { found }) {
      const { expected, functions } = tryOf(found);
      return [expected, ...functions].filter((name) => name !== nothing);
    },
    recording(run, { found }) {
      const { number, expected, tried } = tryOf(found);
      const accuracy = tried['case_accuracy'];
      return {
        ...(typeof run['id'] === 'string' && { id: run['id'] }),
        try: number + 1,
        expected_function: expected,
        ...(accuracy !== undefined && { case_accuracy: accuracy }),
      };
    },
    notes: noteTry,
  },
};

/** The case, and which of its tries this is: the answer, the last message, is in a list of the case. */
function tryOf({ holder, messages }: FoundConversation) {
  const answered = messages.at(-1)?.place ?? [];
  const place = answered.slice(0, -2);
  const tried = valueAt(holder.value, place.slice(holder.place.length)) ?? null;
  return {
    tried: isRecord(tried) ? tried : {},
    place,
    number: Number(answered.at(-1)),
    expected: textAt(tried, 'expected_function') ?? nothing,
    functions: elementsOf(valueAt(tried, ['actual_function']) ?? null).filter((name) => typeof name === 'string'),
  };
}

function noteTry(found: FoundConversation, report: ImportReport): void {
  const { place, number, expected, functions } = tryOf(found);
  const made = functions[number] ?? nothing;
  const goal = expected === nothing ? 'no function was to be called' : `“${expected}” was to be called`;
  report.note('info', 'swarm-evals/expected', [...place, 'expected_function'], () =>
    made === expected ? `As expected: ${goal}.` : `Not as expected: ${goal}.`,
  );
  if (made !== nothing) {
    report.note(
      'lost',
      'swarm-evals/arguments',
      [...place, 'actual_function', number],
      'Only the function of the call is recorded, not its arguments.',
    );
  }
  report.note('info', 'import/no-times', null, 'The evaluation records no times and no tokens.');
}

/**
 * Evaluations of hand-offs that are part of OpenAI's Swarm: each case is tried several times. The file contains, for each
 * try, the function that the model requested, or its message instead.
 * https://github.com/openai/swarm/blob/main/examples/airline/evals/eval_utils.py
 */
export const swarmEvals = chatImporter({
  id: 'swarm-evals',
  title: 'Swarm evaluation',
  turns: ['messages'],
  message: { role: ['system', 'user', 'assistant'] },
  find({ value }) {
    const single = triesOf({ value, place: [] });
    if (single.length > 0) return single;
    const runs = entriesAt({ value, place: [] }, '');
    return runs.slice(0, 3).some((run) => triesOf(run).length > 0) ? runs.flatMap(triesOf) : [];
  },
  reading,
});

/** The conversation of each try of each case: the messages of the case, and what the model answered. */
function triesOf(run: Placed): readonly FoundConversation[] {
  return entriesAt(run, 'results').flatMap((one): readonly FoundConversation[] => {
    if (!fits(one.value, { messages: 'list', expected_function: 'text', actual_function: 'list' })) return [];
    const messages = entriesAt(one, 'messages');
    const texts = entriesAt(one, 'actual_message');
    const functions = entriesAt(one, 'actual_function');
    return functions.map((called, index) => {
      const text = texts[index];
      const place = called.value !== 'None' || text === undefined ? called.place : text.place;
      const answer = { actual_function: called.value, actual_message: text?.value ?? null };
      const suffix = ` (try ${index + 1} of ${functions.length})`;
      return { holder: run, messages: [...messages, { value: answer, place }], suffix };
    });
  });
}
