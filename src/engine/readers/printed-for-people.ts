import type { Problem } from '../model/problem.ts';
import { withoutColours } from './colours.ts';

interface Print {
  readonly by: string;
  readonly line: RegExp;
  /** What the same program gives that can be read. */
  readonly instead: string;
}

/** What programs print of their work for people to read: pictures of values, which nothing can be made of again. */
const prints: readonly Print[] = [
  {
    by: 'what CrewAI prints of a crew at work (`verbose=True`)',
    line: /^(?:[│|]\s*)?(?:# Agent: \S|(?:🚀 )?Crew: crew\b|Crew Execution (?:Started|Completed))/mu,
    instead: 'the crew’s output: `print(result.model_dump_json())`',
  },
  {
    by: 'what DSPy’s `inspect_history()` prints',
    line: /^\[\d{4}-\d\d-\d\dT[\d:.]+\]\s+(?:System|User) message:$/m,
    instead: 'the history itself: `print(json.dumps(dspy.settings.lm.history, default=str))`',
  },
  {
    by: 'a data stream of version 4 of the AI SDK',
    line: /^(?:f:\{"messageId"|0:")/m,
    instead: 'the messages: `JSON.stringify(messages)` of `useChat`, or what `onFinish` is given',
  },
];

/** How much of a text is looked at. */
const sample = 20_000;

/** A sentence for who pasted such a print: what it is, and what to paste. Undefined for any other text. */
export function printedForPeople(text: string): Problem | undefined {
  const { text: plain } = withoutColours(text.slice(0, sample));
  const found = prints.find(({ line }) => line.test(plain));
  return (
    found && {
      code: 'reader/printed-for-people',
      message: `This looks like ${found.by}: it shows values without holding them. Paste ${found.instead}.`,
    }
  );
}
