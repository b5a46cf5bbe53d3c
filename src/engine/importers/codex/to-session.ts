import * as v from 'valibot';
import { entry, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { noteNewestFirst } from '../../importing/transcript/newest-first.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { createItemReader } from '../../importing/responses/response-items.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { callIdsIn, createEventReader, endsByCall } from './events.ts';
import { SessionMeta, TurnContext, type Event } from './format.ts';
import type { Line, Lines } from './lines.ts';
import { noteCodex } from './notes.ts';
import { neverApproved, withCodexOutcome } from './outcomes.ts';
import { createSpending } from './spending.ts';

export function titleOf(lines: readonly Line[]): string {
  for (const { kind, body } of lines.slice(0, 400)) {
    if (kind === 'item' && (entry(body, 'role') !== 'user' || isProgramText(body))) continue;
    if (kind === 'event' && entry(body, 'type') !== 'user_message') continue;
    if (kind !== 'item' && kind !== 'event') continue;
    const text = textOf(readContent(entry(body, kind === 'item' ? 'content' : 'message'), [], createImportReport()));
    if (text.trim() !== '') return shortTitle(text);
  }
  return 'Codex session';
}

export function toSession({ lines, wereNewestFirst }: Lines): ReadSession {
  const report = createImportReport();
  if (wereNewestFirst) noteNewestFirst('codex', report);
  const items = lines.filter(({ kind }) => kind === 'item').map(({ body }) => body);
  const ends = endsByCall(lines.filter(({ kind }) => kind === 'event').map(({ body }) => body));
  const answered = callIdsIn(items.filter(isOutput));
  const matcher = createSpending(withOutcomes(createCallMatcher(report), ends, answered));
  const reader = createItemReader(items, matcher, report);
  const events = createEventReader(items.length > 0, callIdsIn(items), matcher, report);
  for (const { kind, body, at, place } of lines) {
    const instant = () => readInstant(at, place.length > 1 ? place.slice(0, 1) : place, report);
    switch (kind) {
      case 'item':
        if (isProgramText(body)) noteCodex('environment', place, report);
        else {
          reader.begin(instant(), undefined);
          reader.item(body, place);
        }
        break;
      case 'event':
        // Codex writes the tokens of an answer after the answer is complete.
        if (entry(body, 'type') === 'token_count') reader.end(place);
        events.read(body, instant(), place);
        break;
      case 'compacted':
        noteCodex('compacted', place, report);
        break;
      case 'surroundings':
        noteCodex('surroundings', place, report);
        break;
      case 'unknown':
        noteCodex('line', place, report);
        break;
      default:
        break;
    }
  }
  reader.end([]);
  events.end();
  const steps = matcher.entries();
  const [start] = lines;
  if (steps.length > 0 && !steps.some((step) => step.kind === 'input')) noteCodex('no-input', [], report);
  const meta = metaOf(lines, report);
  return toTaskSession(
    {
      title: titleOf(lines),
      importer: 'codex',
      agent: 'Codex',
      model: modelOf(lines),
      startedAt: start && readInstant(start.at, start.place.slice(0, 1), report),
      declared: [],
      recording: meta,
      entries: steps,
    },
    report,
  );
}

const isOutput = (body: RecordValue): boolean => {
  const type = entry(body, 'type');
  return typeof type === 'string' && type.endsWith('_output');
};

/** Messages in the user’s role that Codex itself writes. */
const programText =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|skill|INSTRUCTIONS)|# AGENTS\.md instructions)/;

function isProgramText(body: RecordValue): boolean {
  if (entry(body, 'role') !== 'user') return false;
  const text = textOf(readContent(entry(body, 'content'), [], createImportReport()));
  return programText.test(text.slice(0, 200));
}

/** Adds the outcomes that Codex writes as text or in separate events. */
function withOutcomes(
  matcher: CallMatcher,
  ends: ReadonlyMap<string, Event>,
  answered: ReadonlySet<string>,
): CallMatcher {
  return {
    ...matcher,
    addModelTurn(turn, calls, unread) {
      const known = calls.map((call) => {
        if (call.result !== undefined || call.id === undefined || answered.has(call.id)) return call;
        const result = neverApproved(call);
        return result === undefined ? call : { ...call, result };
      });
      matcher.addModelTurn(turn, known, unread);
    },
    addResult: (mark, result) => matcher.addResult(mark, withCodexOutcome(result, ends.get(mark.id ?? ''))),
  };
}

function metaOf(lines: readonly Line[], report: ImportReport): RecordValue {
  const line = lines.find(({ kind }) => kind === 'meta');
  const meta = v.safeParse(SessionMeta, line?.body);
  if (!meta.success || line === undefined) return {};
  const { id, cwd, cli_version, git, parent_thread_id } = meta.output;
  if (parent_thread_id !== undefined) noteCodex('thread', line.place, report);
  const facts = { session: id, cwd, git_branch: git?.branch, version: cli_version };
  return Object.fromEntries(Object.entries(facts).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** A user may change the model during a session; then the session has no single model. */
function modelOf(lines: readonly Line[]): string | undefined {
  const models = new Set<Value>();
  for (const { kind, body } of lines) {
    const context = kind === 'context' ? v.safeParse(TurnContext, body) : undefined;
    if (context?.success === true && context.output.model !== undefined) models.add(context.output.model);
  }
  const [model] = models;
  return models.size === 1 && typeof model === 'string' ? model : undefined;
}
