import type { CelFunction, EvalResult } from '../../cel/index.ts';
import {
  specificationHooks,
  specificationHookIds,
  type HookFunction,
  type SpecificationHookId,
  type SpecificationVariable,
} from '../../model/hooks.ts';
import { ContextAlias, type ContextView } from '../../model/context-view.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { Refused, type Surroundings } from './evaluate.ts';

/** The data and functions around the expressions of a running task. */
export interface Runtime {
  readonly context: ContextView;
  readonly now: string | undefined;
  /** Function keys, declared or used. */
  readonly functions: readonly string[];
  /** Undefined when the agent's `mount` is `none`. */
  readonly files: Map<string, string> | undefined;
  /** The result of a capability that a script calls. */
  readonly called: (key: string, args: Value) => EvalResult;
  /** The known decisions, by user. */
  readonly reviews: ReadonlyMap<string, boolean>;
}

/** The variables and functions of a scope; a name of another scope fails here with the reason. */
export function surroundingsOf(
  scope: SpecificationHookId,
  runtime: Runtime,
  input: Value = {},
  output: Value = {},
): Surroundings {
  const { variables, aliases, functions } = specificationHooks[scope];
  const asked: string[] = [];
  const values: { readonly [V in SpecificationVariable]: Value | undefined } = {
    context: runtime.context,
    input,
    output,
    now: runtime.now,
  };
  return {
    variables: {
      get(name) {
        const variable =
          variables.find((known) => known === name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined);
        if (variable === 'context' && name === 'c') return new ContextAlias(runtime.context);
        return variable === undefined ? undefined : values[variable];
      },
    },
    functions: allFunctions.flatMap((name) => {
      const offered = functionsNamed(name, runtime, asked);
      return functions.includes(name) && isThere(name, runtime) ? offered : offered.map(outOfScope(scope));
    }),
    pendingReviews: asked,
  };
}

/** In the order of the table of the specification, without aliases and functions. */
export const variablesOf = (scope: SpecificationHookId): readonly string[] => specificationHooks[scope].variables;

const allFunctions: readonly HookFunction[] = [
  ...new Set(specificationHookIds.flatMap((id) => specificationHooks[id].functions)),
];

const isThere = (name: HookFunction, { files }: Runtime): boolean => !name.startsWith('mount.') || files !== undefined;

const outOfScope =
  (scope: SpecificationHookId) =>
  ({ name, form }: CelFunction): CelFunction => ({
    name,
    form,
    arity: anyNumber,
    call: () => new Refused('not_in_scope', `${name}() does not exist at ${scope}`),
  });

const anyNumber = [0, Number.MAX_SAFE_INTEGER] as const;

function functionsNamed(name: HookFunction, runtime: Runtime, asked: string[]): readonly CelFunction[] {
  const { files = new Map<string, string>() } = runtime;
  switch (name) {
    case 'mount.read':
      return [
        hostFunction(name, 1, ([path]) =>
          typeof path === 'string' ? (refusal(path) ?? readFile(files, path)) : undefined,
        ),
      ];
    case 'mount.write':
      return [
        hostFunction(name, 2, ([path, text]) => {
          if (typeof path !== 'string' || typeof text !== 'string') return undefined;
          const refused = refusal(path);
          if (refused === null) files.set(path, text);
          return refused ?? text;
        }),
      ];
    case 'file':
      // The model gets a reference with a summary, never the bytes.
      return [hostFunction(name, 1, ([path]) => (typeof path === 'string' ? (refusal(path) ?? { path }) : undefined))];
    case 'review':
      return [
        hostFunction(name, 1, ([user]) => {
          if (typeof user !== 'string') return undefined;
          const decided = runtime.reviews.get(user);
          if (decided === undefined) asked.push(user);
          return decided ?? new Unknown([['review()']]);
        }),
      ];
    case '<capability>':
      return runtime.functions.map((key) => ({
        ...hostFunction(key, 0, ([args]) => runtime.called(key, args ?? {})),
        arity: anyNumber,
      }));
  }
}

const hostFunction = (name: string, count: number, call: CelFunction['call']): CelFunction => ({
  name,
  form: 'function',
  arity: [count, count],
  call,
});

const readFile = (files: ReadonlyMap<string, string>, path: string) =>
  files.get(path) ?? new Refused('no_such_file', `there is no file ${path.slice(0, 80)} in the mount`);

const refusal = (path: string): Refused | null =>
  path.split('/').includes('..')
    ? new Refused('path_rejected', `the path ${path.slice(0, 80)} leaves the mount: ".." is refused`)
    : null;
