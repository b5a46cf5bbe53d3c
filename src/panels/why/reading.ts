import type { Path } from '../../engine/model/path.ts';
import type { ExplainedPart, Explanation } from '../../worker/protocol.ts';

/** A part as a line, `depth` levels below the whole expression. */
export interface PartLine {
  readonly part: ExplainedPart;
  readonly depth: number;
}

/** A part that decided, with what it read. */
export interface ProofStep {
  readonly part: ExplainedPart;
  /** Its operands with their values, without literals. */
  readonly operands: readonly ExplainedPart[];
  /** Of a macro: the list whose elements it tried. */
  readonly list: ExplainedPart | null;
  /** Of a macro: what decided inside its body. */
  readonly inner: readonly ProofStep[];
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

/**
 * The deciding parts with the values behind them, in the order of the text; those inside a macro below the macro. The
 * whole rule is left out where others decided: its text is in the editor, and its result in the title.
 */
export function proofSteps({ parts: all, proof }: Explanation): readonly ProofStep[] {
  const parts = withoutEchoes(all);
  const children = childrenOf(parts);
  const byId = new Map(parts.map((part) => [part.id, part]));
  const deciding = proof
    .map((id) => byId.get(id))
    .filter((part) => part !== undefined)
    .filter(({ parent, elements }) => parent !== null || proof.length === 1 || elements !== null)
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const macros = new Set(deciding.filter(({ elements }) => elements !== null).map(({ id }) => id));
  const within = new Map<number | null, ExplainedPart[]>();
  for (const part of deciding) {
    const macro = enclosing(part, macros, byId);
    const others = within.get(macro);
    if (others === undefined) within.set(macro, [part]);
    else others.push(part);
  }
  // As deep as macros are nested, which the parser limits.
  const stepOf = (part: ExplainedPart): ProofStep => {
    const inner = (within.get(part.id) ?? []).map(stepOf);
    const list = part.elements === null ? null : (children.get(part.id)?.[0] ?? null);
    // What the body read is with what decided in it.
    return { part, operands: inner.length > 0 ? [] : operandsOf(part, children), list, inner };
  };
  return (within.get(null) ?? []).map(stepOf);
}

function enclosing(part: ExplainedPart, ids: ReadonlySet<number>, byId: ReadonlyMap<number, ExplainedPart>) {
  if (ids.size === 0) return null;
  for (let { parent } = part; parent !== null; parent = byId.get(parent)?.parent ?? null)
    if (ids.has(parent)) return parent;
  return null;
}

/** Whether the proof shows every part; of a macro over a recorded list, its elements are enough. */
export function showsEveryPart(explanation: Explanation, steps: readonly ProofStep[]): boolean {
  const shown = new Set<number>();
  const macros = new Set<number>();
  const open = [...steps];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    for (const { id } of [step.part, ...step.operands]) shown.add(id);
    if (step.list !== null && step.list.path !== null) macros.add(step.part.id);
    open.push(...step.inner);
  }
  const byId = new Map(explanation.parts.map((part) => [part.id, part]));
  return partLines(explanation).every(
    ({ part }) => part.parent === null || shown.has(part.id) || enclosing(part, macros, byId) !== null,
  );
}

/**
 * The direct operands of a part, each computed one followed by the values that it read. For a macro, the values it reads
 * besides its list, because the list is shown element by element.
 */
function operandsOf(whole: ExplainedPart, children: Children): readonly ExplainedPart[] {
  if (whole.path !== null) return [];
  const inside = children.get(whole.id) ?? [];
  if (whole.elements !== null) {
    const [list, ...body] = inside;
    return unrepeated(readsIn(body, children).filter((part) => !isWithin(part.path, list?.path ?? null)));
  }
  // The elements of a macro are listed in *Every part*.
  return unrepeated(inside.flatMap((part) => (part.elements === null ? [part, ...readsIn([part], children)] : [part])));
}

/** A value that is read twice is listed once. */
function unrepeated(parts: readonly ExplainedPart[]): readonly ExplainedPart[] {
  const listed = parts.filter((part) => part.outcome !== 'unreached' && !isLiteral(part));
  const firsts = new Map(listed.toReversed().map((part) => [part.text, part]));
  return [...new Set(listed.map((part) => firsts.get(part.text) ?? part))];
}

/** The parts among these and below them that read a place. */
function readsIn(parts: readonly ExplainedPart[], children: Children): readonly ExplainedPart[] {
  const found: ExplainedPart[] = [];
  const open = parts.toReversed();
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.path === null) open.push(...(children.get(part.id) ?? []).toReversed());
    else found.push(part);
  }
  return found;
}

const isWithin = (path: Path | null, outer: Path | null) =>
  path !== null && outer !== null && outer.every((step, at) => path[at] === step);

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
const isLiteral = ({ path, text }: ExplainedPart) => path === null && literal.test(text);

const literal = /^(?:-?\d[\w.+-]*|true|false|null|b?r?"[^"]*"|b?r?'[^']*')$/i;

/** Literals and path steps have no line: of `context.llm.tokens.total` only the whole path has one. */
function isWorthALine(part: ExplainedPart, parent: ExplainedPart | undefined): boolean {
  if (parent === undefined) return true;
  if (isLiteral(part)) return false;
  const isStep = parent.path !== null && parent.start === part.start;
  // If the path failed, the failing step is shown.
  return !isStep || (part.outcome === 'error' && parent.outcome === 'error');
}
