import type { Path } from '../../engine/model/path.ts';
import type { ExplainedPart, Explanation } from '../../worker/protocol.ts';

/** A part as a line, `depth` levels below the whole expression. */
export interface PartLine {
  readonly part: ExplainedPart;
  readonly depth: number;
}

export interface ProofLine {
  readonly part: ExplainedPart;
  /** Its operands with their values, without literals. */
  readonly operands: readonly ExplainedPart[];
  readonly isWhole: boolean;
}

/** Parts by their parent, in the order of the text. */
type Children = ReadonlyMap<number | null, readonly ExplainedPart[]>;

/** All parts worth a line, in reading order. */
export function partLines(explanation: Explanation): readonly PartLine[] {
  const parts = withoutEchoes(explanation.parts);
  const children = childrenOf(parts);
  const byId = new Map(parts.map((part) => [part.id, part]));
  const lines: PartLine[] = [];
  // An explicit stack, because a rule may be nested deeper than the call stack allows.
  const open: PartLine[] = pushed(children, null, 0);
  for (let line = open.pop(); line !== undefined; line = open.pop()) {
    const { part, depth } = line;
    const said = isWorthALine(part, part.parent === null ? undefined : byId.get(part.parent));
    if (said) lines.push(line);
    open.push(...pushed(children, part.id, said ? depth + 1 : depth));
  }
  return lines;
}

/** Reversed, because the last one pushed is the first one popped. */
const pushed = (children: Children, parent: number | null, depth: number): PartLine[] =>
  (children.get(parent) ?? []).map((part) => ({ part, depth })).toReversed();

/** The deciding parts with the values behind them. */
export function proofLines({ parts: all, proof }: Explanation): readonly ProofLine[] {
  const parts = withoutEchoes(all);
  const children = childrenOf(parts);
  const byId = new Map(parts.map((part) => [part.id, part]));
  return proof
    .map((id) => byId.get(id))
    .filter((part) => part !== undefined)
    .map((part) => {
      const isWhole = part.parent === null;
      // The operands of the whole rule are in the lines before it.
      const isShown = isWhole && proof.length > 1;
      return { part, operands: isShown ? [] : operandsOf(part, children), isWhole };
    });
}

/**
 * The direct operands of a part. For a macro, the values it reads besides its list, because the list is shown element
 * by element.
 */
function operandsOf(whole: ExplainedPart, children: Children): readonly ExplainedPart[] {
  if (whole.path !== null) return [];
  const inside = children.get(whole.id) ?? [];
  const operands = whole.elements === null ? inside : readsBeside(inside, children);
  return operands.filter((part) => part.outcome !== 'unreached' && !isLiteral(part));
}

function readsBeside([list, ...body]: readonly ExplainedPart[], children: Children): readonly ExplainedPart[] {
  const found: ExplainedPart[] = [];
  const open = body.toReversed();
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.path === null) open.push(...(children.get(part.id) ?? []).toReversed());
    else if (!isWithin(part.path, list?.path ?? null)) found.push(part);
  }
  return found;
}

const isWithin = (path: Path, outer: Path | null) => outer !== null && outer.every((step, at) => path[at] === step);

/** A failure passes from each part to its parent; keep it only where it arose. */
function withoutEchoes(parts: readonly ExplainedPart[]): readonly ExplainedPart[] {
  const messages = new Map(parts.map((part) => [part.id, part.message]));
  const echoing = new Set<number | null>();
  for (const { parent, message } of parts) {
    if (message !== null && parent !== null && messages.get(parent) === message) echoing.add(parent);
  }
  return parts.map((part) => (echoing.has(part.id) ? { ...part, message: null } : part));
}

function childrenOf(parts: readonly ExplainedPart[]): Children {
  const children = new Map<number | null, ExplainedPart[]>();
  for (const part of parts) {
    const siblings = children.get(part.parent);
    if (siblings === undefined) children.set(part.parent, [part]);
    else siblings.push(part);
  }
  for (const siblings of children.values()) siblings.sort((a, b) => a.start - b.start || b.end - a.end);
  return children;
}

/** A literal's value is its text, so a line would repeat it. */
const isLiteral = ({ path, value, text }: ExplainedPart) => path === null && value !== null && value.text === text;

/** Literals and path steps have no line: of `context.llm.tokens.total` only the whole path has one. */
function isWorthALine(part: ExplainedPart, parent: ExplainedPart | undefined): boolean {
  if (parent === undefined) return true;
  if (isLiteral(part)) return false;
  const isStep = parent.path !== null && parent.start === part.start;
  // If the path failed, the failing step is shown.
  return !isStep || (part.outcome === 'error' && parent.outcome === 'error');
}
