import { decisionAnswers, type Answers } from '../engine/model/decisions.ts';
import { hookIds, type HookId } from '../engine/model/hooks.ts';
import type { Rule, SourceId } from '../worker/protocol.ts';
import { axes, type InspectorTab, inspectorTabs, mainViews, systemTabs } from './view/layout.ts';
import { otherCompared } from './view/compare.ts';
import { baselineInEditor, ruleInEditor } from './view/rule.ts';
import { chosenSession, type SessionChoice, sameSession } from './view/sessions.ts';
import type { View, ViewStore } from './view.ts';

/**
 * The part of the view that a link carries. Its hash looks like `#v=3&sample=refund&turn=41&hook=turn&rule=…`; each
 * decision of the user is in it under its own name, so that the link gives the same verdicts everywhere.
 */
export interface LinkedView extends Pick<View, 'session' | 'turn' | 'tab' | 'main' | 'axis' | 'decisions'> {
  /** Only in the link of a comparison. */
  readonly compared?: View['compared'];
  /** The rule in the editor. */
  readonly rule: Rule | null;
  /** The rule that it is compared with; null for the one suggested where the link is opened. */
  readonly baseline: Rule | null;
}

/** What a link carries packed, beside the view. Only a link that was made to be sent has a policy. */
export interface Packed {
  /** A session file. */
  readonly session: string | null;
  /** A policy: its name and its text, as JSON. */
  readonly policy: string | null;
}

type Fields = { readonly [name: string]: string };

const version = 4;

/** `upgrades[n]` turns the fields of version n into those of n + 1. Never edited once published; add a new one. */
const upgrades: readonly ((fields: Fields) => Fields)[] = [
  // Version 0 is a hash without `v`, as someone would type it by hand: the same names.
  (fields) => fields,
  // Version 1 had no decisions: the name of a decision in such a link still has no effect.
  (fields) => withoutDecisions(fields),
  // In version 2 the capabilities were a view of the inspector.
  ({ tab, ...fields }) =>
    tab === undefined ? fields : tab === 'capabilities' ? { ...fields, view: tab } : { ...fields, tab },
  // Version 3 had no baseline. For a session that it carries, another rule may be suggested than for the one that was sent.
  (fields) => (fields['data'] === undefined ? fields : withBaseline(fields, ruleOf(fields, ruleFields))),
];

/** Whether an address names what to show. */
export const isLink = (hash: string): boolean => hash.length > 1 && !isPage(hash);

export function readLink(hash: string): LinkedView {
  const fields = upgraded(fieldsOf(hash));
  const session = sessionOf(fields);
  const other = otherOf(fields);
  return {
    session,
    ...(session !== null && other !== null && { compared: [session, other] }),
    turn: fields['turn'] === 'newest' ? 'newest' : wholeNumber(fields['turn']),
    rule: ruleOf(fields, ruleFields),
    baseline: ruleOf(fields, baselineFields),
    tab: oneOf<InspectorTab>([...inspectorTabs, ...systemTabs], fields['tab']),
    main: oneOf(mainViews, fields['view']) ?? 'transcript',
    axis: oneOf(axes, fields['axis']) ?? 'turns',
    decisions: answersIn(fields),
  };
}

export function packedIn(hash: string): Packed {
  const { data = null, policy = null } = fieldsOf(hash);
  return { session: data, policy };
}

/** The id of the session that a link carries: another session has another one (FNV-1a of its packed text). */
export function linkedSource(packed: string): SourceId {
  let digest = 0x811c9dc5;
  for (let at = 0; at < packed.length; at++) digest = Math.imul(digest ^ packed.charCodeAt(at), 0x01000193);
  return `link${(digest >>> 0).toString(16)}`;
}

export function writeLink(
  { session, turn, rule, baseline, tab, main, axis, decisions, compared = null }: LinkedView,
  packed: Packed = { session: null, policy: null },
): string {
  const params = new URLSearchParams({ v: String(version) });
  if (session !== null) {
    if (session.kind === 'sample') params.set('sample', session.sample);
    else params.set('source', session.source);
    if (session.entry > 0) params.set('entry', String(session.entry));
  }
  const other = otherCompared({ session, compared });
  if (other !== null) {
    if (other.kind === 'sample') params.set('with', other.sample);
    else params.set('withSource', other.source);
    if (other.entry > 0) params.set('withEntry', String(other.entry));
  }
  if (turn !== null) params.set('turn', String(turn));
  if (tab !== null) params.set('tab', tab);
  if (main !== 'transcript') params.set('view', main);
  if (axis !== 'turns') params.set('axis', axis);
  for (const question of questions) {
    const answer = decisions[question];
    if (answer !== undefined) params.set(question, answer);
  }
  for (const [name, value] of [...fieldsOfRule(rule, ruleFields), ...fieldsOfRule(baseline, baselineFields)])
    params.set(name, value);
  if (packed.policy !== null) params.set('policy', packed.policy);
  if (packed.session !== null) params.set('data', packed.session);
  return `#${params.toString()}`;
}

/** The session of the link that the page was opened with stays in the address while it is shown. */
export function linkTo(view: View): string {
  const { linkedSession, opening } = view;
  const { session, turn } = opening ?? view;
  const isShown =
    session?.kind === 'source' && linkedSession !== null && session.source === linkedSource(linkedSession);
  const rules = { rule: ruleInEditor(view), baseline: baselineInEditor(view) };
  return writeLink({ ...view, session, turn, ...rules }, { session: isShown ? linkedSession : null, policy: null });
}

/** A pasted text that is not kept is only in this page's memory. A link to one that is gone falls back to the first sample. */
export function openable<L extends Pick<LinkedView, 'session' | 'turn'> & { readonly compared?: View['compared'] }>(
  link: L,
  sources: readonly SourceId[],
): L {
  const isGone = (choice: SessionChoice | null) => choice?.kind === 'source' && !sources.includes(choice.source);
  if (isGone(link.session)) return { ...link, session: null, turn: null };
  return link.compared?.some(isGone) === true ? { ...link, compared: null } : link;
}

export const notKept =
  'The session that was shown is gone, because it was not kept on this device. A sample is shown instead. To keep one, open it and choose Keep on this device under More beside its name.';

export const notOpen =
  'The session of this address is not open on this page. The page shows the same session as before.';

/** A hash such as `#/specimens` is an address of its own, not a view. */
const isPage = (hash: string): boolean => hash.startsWith('#/');

function fieldsOf(hash: string): Fields {
  const fields = Object.create(null) as { [name: string]: string }; // without prototype: `__proto__` is an ordinary name
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ''))) fields[name] ??= value;
  return fields;
}

function upgraded(fields: Fields): Fields {
  const from = wholeNumber(fields['v']) ?? 0;
  return upgrades.slice(from).reduce((older, upgrade) => upgrade(older), fields);
}

function sessionOf(fields: Fields): SessionChoice | null {
  const entry = wholeNumber(fields['entry']) ?? 0;
  if (fields['sample']) return { kind: 'sample', sample: fields['sample'], entry };
  if (fields['source']) return { kind: 'source', source: fields['source'], entry };
  return null;
}

/** The session that the first one is compared with. */
const otherOf = ({ with: sample, withSource: source, withEntry: entry }: Fields): SessionChoice | null =>
  sessionOf({ ...(sample && { sample }), ...(source && { source }), ...(entry && { entry }) });

/** The names of the fields that a link has for a rule. */
interface RuleFields {
  readonly expression: string;
  readonly hook: string;
  readonly match: string;
}

const ruleFields: RuleFields = { expression: 'rule', hook: 'hook', match: 'match' };
const baselineFields: RuleFields = { expression: 'baseline', hook: 'baselineHook', match: 'baselineMatch' };

function ruleOf(fields: Fields, names: RuleFields): Rule | null {
  const expression = fields[names.expression];
  if (expression === undefined) return null;
  const hook = oneOf<HookId>(hookIds, fields[names.hook]) ?? 'turn';
  return { expression, hook, match: fields[names.match] || null };
}

function fieldsOfRule(rule: Rule | null, names: RuleFields): readonly (readonly [string, string])[] {
  if (rule === null) return [];
  const match = rule.match === null ? [] : [[names.match, rule.match] as const];
  return [[names.hook, rule.hook], ...match, [names.expression, rule.expression]];
}

const withBaseline = (fields: Fields, baseline: Rule | null): Fields => ({
  ...fields,
  ...Object.fromEntries(fieldsOfRule(baseline, baselineFields)),
});

// The table's own keys, in its order.
const questions = Object.keys(decisionAnswers) as readonly (keyof Answers)[];

/** The answers among some fields; those that this page does not know are left out. */
export function answersIn(fields: Fields): Partial<Answers> {
  const found = questions.flatMap((question) => {
    const answer = oneOf<string>(decisionAnswers[question], fields[question]);
    return answer === null ? [] : [[question, answer] as const];
  });
  // Each answer was found among those of its own question; the compiler cannot follow that.
  return Object.fromEntries(found) as Partial<Answers>;
}

const withoutDecisions = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(decisionAnswers, name)));

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function oneOf<T extends string>(known: readonly T[], text: string | undefined): T | null {
  return known.find((one) => one === text) ?? null;
}

/** The parts of a browser window that the address needs; tests pass their own. */
export interface AddressBar {
  readonly location: { readonly hash: string };
  readonly history: {
    replaceState(data: null, unused: string, url: string): void;
    pushState(data: null, unused: string, url: string): void;
  };
  addEventListener(type: 'hashchange' | 'popstate', listener: () => void): void;
  removeEventListener(type: 'hashchange' | 'popstate', listener: () => void): void;
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(timer: number): void;
}

/** Browsers refuse more than about a hundred address changes in 30 seconds; moving the cursor by key makes more. */
const settleMs = 200;

/** What the page does with an address that does not only change the view. */
export interface AddressHandlers {
  /** Opens the session or the policy that a link carries. */
  open(link: LinkedView, packed: Packed): void;
  /** Reports that the session of a link is not open. The view stays, and so does its address. */
  reportGone(): void;
}

/**
 * Keeps the address and the view equal, in both directions. Another session adds a history entry; every other change
 * replaces the current one. Returns a function that stops it.
 */
export function syncAddress(
  store: ViewStore,
  bar: AddressBar,
  { open, reportGone }: Partial<AddressHandlers> = {},
): () => void {
  let timer: number | undefined;
  let written = store.getState();

  const write = () => {
    timer = undefined;
    const view = store.getState();
    const hash = linkTo(view);
    const before = chosenSession(written);
    const step = before !== null && !sameSession(before, chosenSession(view));
    written = view;
    if (hash === bar.location.hash || isPage(bar.location.hash)) return;
    if (step) bar.history.pushState(null, '', hash);
    else bar.history.replaceState(null, '', hash);
  };
  const read = () => {
    if (isPage(bar.location.hash)) return;
    const view = store.getState();
    if (bar.location.hash === linkTo(view)) return;
    const packed = packedIn(bar.location.hash);
    const sources = view.sources.map(({ opened }) => opened.source);
    const isNew = packed.session !== null && !sources.includes(linkedSource(packed.session));
    const named = readLink(bar.location.hash);
    if (isNew || packed.policy !== null) return open?.(named, packed);
    const link = openable(named, sources);
    if (link.session !== named.session) {
      bar.history.replaceState(null, '', linkTo(view));
      return reportGone?.();
    }
    if (writeLink(link) === linkTo(view)) return;
    view.actions.restore(link);
    written = store.getState();
  };
  const unsubscribe = store.subscribe(() => {
    if (timer !== undefined) bar.clearTimeout(timer);
    timer = bar.setTimeout(write, settleMs);
  });
  bar.addEventListener('hashchange', read);
  bar.addEventListener('popstate', read);

  return () => {
    unsubscribe();
    if (timer !== undefined) bar.clearTimeout(timer);
    bar.removeEventListener('hashchange', read);
    bar.removeEventListener('popstate', read);
  };
}
