import { err, ok, type Result } from '../../../base/result.ts';

/** The roots that every path begins with. */
export const namespaces = ['user', 'workflow', 'flags', 'agents', 'params', 'history'] as const;
export type Namespace = (typeof namespaces)[number];

/** A parsed path: `workflow.meals[0].type`, `workflow.meals[+]`. */
export interface CallPath {
  readonly namespace: Namespace;
  /** Keys and indices below the namespace; a negative index counts from the end. */
  readonly steps: readonly (string | number)[];
  /** Whether it ended in `[+]`. */
  readonly appends: boolean;
}

export type PathFault =
  | { readonly kind: 'invalid_path'; readonly message: string }
  | { readonly kind: 'unknown_namespace'; readonly message: string; readonly proposal: string };

/** The limit of nesting: deeper paths come from loops. It also keeps every walk along a path short. */
const maxSteps = 200;

const firstPart = /[^.[\]{}]+/y;
const nextPart = /\.([^.[\]{}]+)|\[(-?\d{1,15}|\+)\]/y;

/** Parsed paths, because a call writes to the same few places repeatedly. Long texts are not worth the memory. */
const parsedPaths = new Map<string, Result<CallPath, PathFault>>();
const maxCached = 1000;

/** `namespace ( "." key | "[" index "]" )*`, optionally closed by `[+]`. */
export function parsePath(text: string): Result<CallPath, PathFault> {
  const known = parsedPaths.get(text);
  if (known !== undefined) return known;
  const path = parseUncached(text);
  if (parsedPaths.size === maxCached) parsedPaths.clear();
  if (text.length <= 100) parsedPaths.set(text, path);
  return path;
}

function parseUncached(text: string): Result<CallPath, PathFault> {
  firstPart.lastIndex = 0;
  const root = firstPart.exec(text)?.[0];
  if (root === undefined) return err(invalid(text, 'it does not begin with a namespace'));
  const steps: (string | number)[] = [];
  let appends = false;
  let position = root.length;
  while (position < text.length) {
    if (appends) return err(invalid(text, '[+] is allowed only at the end'));
    if (steps.length === maxSteps) return err(invalid(text, `it has more than ${maxSteps} steps`));
    nextPart.lastIndex = position;
    const match = nextPart.exec(text);
    if (match === null)
      return err(invalid(text, `“${text.slice(position, position + 1)}” is not allowed at position ${position}`));
    const [part, key, index] = match;
    if (key !== undefined) steps.push(key);
    else if (index === '+') appends = true;
    // Adding zero turns `-0` into 0.
    else steps.push(Number(index) + 0);
    position += part.length;
  }
  return isNamespace(root) ? ok({ namespace: root, steps, appends }) : err(unknown(root, text));
}

/** The path as the documentation writes it. */
export function formatCallPath({ namespace, steps, appends }: CallPath): string {
  const text = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return `${namespace}${text}${appends ? '[+]' : ''}`;
}

export const isNamespace = (text: string): text is Namespace => (namespaces as readonly string[]).includes(text); // so that any text can be checked

function invalid(text: string, why: string): PathFault {
  return { kind: 'invalid_path', message: `“${shortened(text)}” is not a valid path: ${why}.` };
}

/** Proposes the namespace with a similar name; otherwise `workflow`, the shared state. */
function unknown(root: string, text: string): PathFault {
  const near = namespaces.find((name) => isNear(root.toLowerCase(), name));
  const proposal = near === undefined ? `workflow.${shortened(text)}` : near + shortened(text).slice(root.length);
  const message = `There is no namespace “${shortened(root)}”: did you mean ${proposal}?`;
  return { kind: 'unknown_namespace', message, proposal };
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Whether the texts differ by one additional, missing or wrong letter, or by two swapped neighbours. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
