import type { Path } from '../engine/model/path.ts';
import type { ExplainedPart } from '../worker/protocol.ts';

/**
 * The parts of a rule that read a path, a value within it, or a value that contains it, as a macro reads its list. Of
 * `context.llm.tokens` only the whole chain counts, not its steps.
 */
export const readersOf = (parts: readonly ExplainedPart[], place: Path): readonly ExplainedPart[] =>
  readParts(parts).filter(({ path }) => path !== null && (isWithin(path, place) || isWithin(place, path)));

/** The places that a rule reads: of a chain only the whole. */
export const placesRead = (parts: readonly ExplainedPart[]): readonly Path[] =>
  readParts(parts).flatMap(({ path }) => (path === null ? [] : [path]));

function readParts(parts: readonly ExplainedPart[]): readonly ExplainedPart[] {
  const chained = new Set<number>();
  const byId = new Map(parts.map((part) => [part.id, part]));
  for (const part of parts) {
    const parent = part.parent === null ? undefined : byId.get(part.parent);
    if (parent !== undefined && isStepOf(part, parent)) chained.add(part.id);
  }
  return parts.filter(({ id }) => !chained.has(id));
}

/** `context.llm` is a step of `context.llm.tokens`; the index in `a[b]` is not. */
const isStepOf = (part: ExplainedPart, parent: ExplainedPart): boolean =>
  part.path !== null && parent.path !== null && part.start === parent.start;

const isWithin = (path: Path, outer: Path): boolean =>
  outer.length <= path.length && outer.every((step, at) => String(path[at]) === String(step));
