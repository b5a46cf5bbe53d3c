import * as v from 'valibot';
import { hostEffects } from '../../../engine/model/host-effect.ts';
import { hookIds } from '../../../engine/model/hooks.ts';

const Rule = v.object({
  expression: v.string(),
  hook: v.picklist(hookIds),
  match: v.nullable(v.string()),
  functions: v.exactOptional(v.array(v.string())),
  ofPolicy: v.exactOptional(v.literal(true)),
  yields: v.exactOptional(v.picklist(['value', 'output', ...hostEffects])),
  condition: v.exactOptional(v.string()),
  variables: v.exactOptional(v.record(v.string(), v.string())),
});

/** The rule in the editor, and the user's own one behind a rule of the policy. */
const Editor = {
  ownRule: v.nullable(Rule),
  ownBaseline: v.nullable(Rule),
  policyRule: v.nullable(v.object({ id: v.string(), rule: Rule, baseline: v.nullable(Rule) })),
  unwritten: v.array(v.object({ rule: v.string(), expression: v.string() })),
};

const Policy = v.object({ name: v.string(), text: v.string() });

const index = v.pipe(v.number(), v.safeInteger());

/** What one tab works on. A value that a newer page added to a list of choices is replaced by the usual one. */
export const schema = v.object({
  ...Editor,
  policy: v.nullable(Policy),
  closedPolicy: v.nullable(v.object({ ...Editor, policy: Policy })),
  marks: v.array(
    v.object({
      name: v.string(),
      entry: index,
      title: v.string(),
      content: v.nullable(v.string()),
      mark: v.picklist(['acts', 'silent']),
    }),
  ),
  session: v.nullable(
    v.variant('kind', [
      v.object({ kind: v.literal('sample'), sample: v.string(), entry: index }),
      v.object({ kind: v.literal('source'), source: v.string(), entry: index }),
    ]),
  ),
  turn: v.nullable(v.union([index, v.literal('newest')])),
  filter: v.string(),
  /** The open sessions that are kept: each with its id in the engine and the id of its record. */
  sessions: v.array(v.object({ source: v.string(), kept: v.string() })),
  layout: v.object({
    tab: v.nullable(v.string()),
    main: v.string(),
    root: v.string(),
    axis: v.string(),
    region: v.string(),
    policyTab: v.string(),
    hasRail: v.boolean(),
  }),
  /** Sizes of panes in percent, by split and pane, where the user has moved a handle. */
  splits: v.record(v.string(), v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(100)))),
  /** The user's answers where the specification is silent, by question. */
  decisions: v.record(v.string(), v.string()),
  /** What the user gives because no recording has it: JSON texts that the engine reads. */
  givenTexts: v.object({ findings: v.exactOptional(v.string()), given: v.exactOptional(v.string()) }),
  windowLimit: v.nullable(v.number()),
});

/** Version 1 had no sizes of panes. */
const withSplits = (value: unknown): unknown => ({ ...(value as object), splits: {} });

/** Version 2 had nothing that a user gives. */
const withGivenTexts = (value: unknown): unknown => ({ ...(value as object), givenTexts: {} });

export const upgrades = [withSplits, withGivenTexts];
