import type { QueryClient } from '@tanstack/react-query';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { Rule } from '../../worker/protocol.ts';
import type { EngineClient } from '../../worker/connect.ts';
import { sessionQuery, sweepQuery } from '../../services/engine/queries.ts';
import type { Keeping } from '../../services/keeping/keeping.ts';
import { keptMappings } from '../../services/keeping/mappings.ts';
import { chosenIn, decisionsOf } from '../../state/useSession.ts';
import { baselineInEditor, ruleInEditor } from '../../state/view/rule.ts';
import type { SessionChoice } from '../../state/view/sessions.ts';
import type { ViewStore } from '../../state/view.ts';
import { type Row, samplePrefix } from './rows.ts';
import type { ComparedRules } from './useRules.ts';

interface OpenDeps {
  readonly rules: ComparedRules;
  /** Functions that the open policy declares. */
  readonly declared: readonly string[];
  readonly engine: EngineClient;
  readonly queries: QueryClient;
  readonly view: ViewStore;
  readonly keeping: Keeping;
  readonly signal: AbortSignal;
}

/** A cell of a small ribbon, with the column of its rule. */
export interface RibbonPlace {
  /** Set for the ribbon of a policy rule, which is then put into the editor. */
  readonly policyRule: string | null;
  readonly rule: Rule;
  readonly cell: number;
  readonly cells: number;
}

/** Shows a row's session at a turn, or at the worst turn of a ribbon's cell. */
export async function openRow(deps: OpenDeps, row: Row, at: TurnIndex | RibbonPlace | null) {
  const { view } = deps;
  const choice = await choiceOf(deps, row);
  const turn = typeof at === 'object' && at !== null ? await worstTurn(deps, choice, row, at) : at;
  const { actions } = view.getState();
  keepRules(deps);
  actions.chooseSession(choice.shown, turn ?? undefined);
  if (typeof at === 'object' && at?.policyRule != null) actions.choosePolicyRule(at.policyRule, at.rule);
}

/** Another session has another suggested rule, which must not replace the rules that the table compares. */
function keepRules({ view, rules: { draft, baseline } }: OpenDeps): void {
  const { actions, ...before } = view.getState();
  if (draft.expression.trim() === '') return;
  if (ruleInEditor(before) === null) actions.setRule(draft);
  if (baselineInEditor(before) === null) actions.setBaseline(baseline ?? draft);
}

interface Choice {
  readonly source: string;
  readonly shown: SessionChoice;
}

/** Opens the row's file as a session; a file that is already open is not opened again. */
async function choiceOf({ engine, view, keeping, signal }: OpenDeps, { recording, entry }: Row): Promise<Choice> {
  if (recording.kind === 'open') {
    const { source, id } = recording;
    const sample = id.startsWith(samplePrefix) ? id.slice(samplePrefix.length) : null;
    return { source, shown: sample === null ? { kind: 'source', source, entry } : { kind: 'sample', sample, entry } };
  }
  const known = view.getState().sources.find((source) => source.recording === recording.id);
  if (known !== undefined) {
    const { source } = known.opened;
    return { source, shown: { kind: 'source', source, entry } };
  }
  const content = await engine.readRecording({ recording }, { signal });
  const { name } = recording;
  const remembered = await keptMappings(keeping);
  const opened =
    content.kind === 'text'
      ? await engine.open({ text: content.text, name, remembered }, { signal })
      : await engine.openArchive({ archive: content.archive, name, remembered }, { signal });
  view.getState().actions.addSource({ name: recording.name, opened, recording: recording.id });
  return { source: opened.source, shown: { kind: 'source', source: opened.source, entry } };
}

/** The first turn with the worst verdict in a ribbon's cell, which may cover many turns. */
async function worstTurn(
  { engine, queries, view, declared }: OpenDeps,
  { source }: Choice,
  { entry }: Row,
  { rule, cell, cells }: RibbonPlace,
): Promise<TurnIndex> {
  const outline = await queries.ensureQueryData(sessionQuery(engine, source, entry));
  const decisions = decisionsOf({ outline }, chosenIn(view.getState()), declared);
  const { codes } = await queries.ensureQueryData(sweepQuery(engine, outline.ref, rule, decisions));
  const startOf = (part: number) => Math.ceil((part * codes.length) / cells);
  let worst = startOf(cell);
  for (let turn = worst; turn < startOf(cell + 1); turn++) if ((codes[turn] ?? 0) > (codes[worst] ?? 0)) worst = turn;
  return worst;
}
