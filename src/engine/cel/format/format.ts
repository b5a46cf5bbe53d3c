import { lex } from '../parse/lex.ts';
import { parse } from '../parse/parse.ts';
import { commentsIn } from './comments.ts';
import { Printer } from './printer.ts';
import { render } from './render.ts';

/** Lines are no longer than this where they can be broken: a rule is shown beside other panels, or within YAML. */
const maxWidth = 80;

/** Comments reach their final place in one round, except in odd places; no text of any test needed more. */
const maxRounds = 4;

/**
 * The expression in its usual form: one blank around operators, long chains one operand a line, comments kept, and no
 * redundant parentheses. Null for a text that does not parse. The meaning stays the same, and formatting the result
 * again changes nothing.
 */
export function format(text: string, width: number = maxWidth): string | null {
  let now = setOnce(text, width);
  // A comment in the middle of a path moves to the end of its line, and may then be within other brackets.
  for (let round = 1; now !== null && round < maxRounds; round++) {
    const next = setOnce(now, width);
    if (next === now) return now;
    now = next;
  }
  return now;
}

function setOnce(text: string, width: number): string | null {
  const { expr, problems } = parse(text);
  if (problems.length > 0) return null;
  const { tokens } = lex(text);
  const comments = commentsIn(text, tokens);
  return render(new Printer(text, expr, tokens, comments).document(), comments, width);
}
