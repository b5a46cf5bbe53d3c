import type { Problem } from '../../model/problem.ts';
import type { Expr } from '../ast.ts';
import { Cursor } from './cursor.ts';
import { parseExpression } from './expression.ts';
import { broken } from './parsing.ts';
import type { Parsing } from './parsing.ts';
import type { Variables } from './variables.ts';
import { walk } from '../walk.ts';

export interface Parsed {
  /** Always a whole tree: a part that could not be parsed is a `broken` node. */
  readonly expr: Expr;
  readonly problems: readonly Problem[];
  /** Ids are 0…nodeCount-1 in reading order: a parent's id is less than its children's. */
  readonly nodeCount: number;
}

const maxLength = 200_000;
/** How deep brackets and the like may nest, because the parser recurses for each. */
const maxNesting = 250;
/** How deep the tree may be; a chain such as `a + b + c` is as deep as it is long. */
const maxDepth = 1100;

/**
 * Parses an expression. Never throws; the problems describe the syntax errors with their places. A use of a variable is
 * replaced by what it means; the nodes of that all have the range of the use.
 */
export function parse(text: string, variables?: Variables): Parsed {
  if (text.length > maxLength) {
    return refuse(text, `This expression has ${text.length} characters; the limit is ${maxLength}.`);
  }
  const cursor = new Cursor(text, variables);
  const expr = parseWhole(cursor);
  const nodeCount = numberNodes(expr);
  if (nodeCount === null) {
    return refuse(
      text,
      `This expression is more than ${maxDepth} operations deep; split it, or use a list and a macro.`,
    );
  }
  return { expr, problems: cursor.inOrder(), nodeCount };
}

function refuse(text: string, message: string): Parsed {
  const range = { start: 0, end: text.length };
  return { expr: { kind: 'broken', id: 0, range }, problems: [{ code: 'cel/parse', message, range }], nodeCount: 1 };
}

function parseWhole(cursor: Cursor): Expr {
  let nesting = 0;
  const parsing: Parsing = {
    cursor,
    expression() {
      if (nesting >= maxNesting) {
        cursor.reportHere(`This is nested more than ${maxNesting} levels deep, which is the limit.`);
        cursor.giveUp();
        return broken(parsing, cursor.end);
      }
      nesting++;
      const expr = parseExpression(parsing);
      nesting--;
      return expr;
    },
  };
  if (cursor.token.kind === 'end' && cursor.problems.length === 0) {
    cursor.reportHere('The expression is empty; write one such as `context.llm.tokens.total < 1000`.');
    return broken(parsing, 0);
  }
  const expr = parsing.expression();
  if (cursor.token.kind !== 'end') {
    cursor.reportHere(
      cursor.atClosing
        ? `${cursor.found} closes nothing: no bracket before it is still open.`
        : `An operator is expected before ${cursor.found}; the rest is not understood without one.`,
    );
  }
  return expr;
}

/** Null when the tree is too deep for recursive code. */
function numberNodes(root: Expr): number | null {
  let count = 0;
  for (const { expr, depth } of walk(root)) {
    if (depth > maxDepth) return null;
    (expr as { id: number }).id = count++; // the tree is not shared yet, so it may still change
  }
  return count;
}
