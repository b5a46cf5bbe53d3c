import { gateWords } from '../../model/gate-decision.ts';
import type { History, Turn } from '../../model/history.ts';
import { toJson } from '../../model/json.ts';
import { oneLine } from '../../model/label.ts';
import type { Note } from '../../model/problem.ts';
import { formatPath } from '../../model/path.ts';
import type { Session } from '../../model/session.ts';
import { turnCount } from '../../model/snapshot-moment.ts';
import type { Value } from '../../model/value.ts';
import type { Sources } from '../../importing/importer.ts';
import { counted } from '../../importing/import-report.ts';

/** A session as text for reviewers: one line per turn, then the fidelity report. */
export interface Outlined {
  readonly session: Session;
  readonly history: History;
  readonly sources: Sources;
  readonly notes: readonly Note[];
}

export function outlineOf({ session, history, sources, notes }: Outlined): string {
  const lines = [
    session.header.title,
    kindsLine(history),
    ...functionLines(history),
    tokensLine(history),
    '',
    ...history.turns.map((turn) => turnLine(turn, history, sources)),
    '',
    ...notes.map(noteLine),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function kindsLine(history: History): string {
  const { turns, model, agent } = history;
  const count = (kind: Turn['kind']) => turns.filter((turn) => turn.kind === kind).length;
  const who = [model === undefined ? 'model unknown' : model, agent.startedAt ?? 'start unknown'];
  const kinds = `${counted(turnCount(history), 'turn')}: ${count('input')} input, ${count('llm')} llm, ${count('capability')} capability`;
  return `${kinds} (${who.join(', ')})`;
}

function functionLines({ functions, invocations }: History): string[] {
  return functions.map(({ key, kind, declared }) => {
    const own = invocations.filter((invocation) => invocation.function === key);
    const count = (outcome: string) => own.filter((invocation) => invocation.outcome === outcome).length;
    const counts = `${count('successful')} successful, ${count('errored')} errored, ${count('restricted')} restricted`;
    return `${kind} ${key}: ${counts}${declared ? ' (declared)' : ''}`;
  });
}

function tokensLine({ tokens }: History): string {
  const last = tokens.at(-1);
  const shown = (sum: number | undefined) => (sum === undefined ? 'unknown' : String(sum));
  if (last === undefined) return 'tokens: none';
  return `tokens: prompt ${shown(last.prompt)}, completion ${shown(last.completion)}, total ${shown(last.total)}`;
}

function tokensText({ prompt, completion, cached }: NonNullable<Turn['tokens']>): string {
  const read = cached === undefined ? '' : ` (${cached} cached)`;
  return `${prompt ?? '?'}${read}+${completion ?? '?'} tokens`;
}

function turnLine(turn: Turn, { invocations }: History, sources: Sources): string {
  const invocation = turn.invocation === undefined ? undefined : invocations[turn.invocation];
  const source = sources.at(turn.event);
  const parts = [
    String(turn.index).padStart(4),
    turn.kind.padEnd(10),
    cut(turn.label, 90),
    invocation && `(${shownValue(invocation.input)}) ${invocation.outcome}: ${shownValue(invocation.output)}`,
    turn.answers ? '[answers]' : undefined,
    turn.gate
      ?.map((one) => `[${gateWords(one)}: ${[...(one.rules ?? []), one.reason ?? ''].join(' ')}]`.replace(': ]', ']'))
      .join(' '),
    turn.tokens && tokensText(turn.tokens),
    turn.at,
    source == null ? undefined : `@${formatPath(source)}`,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join('  ');
}

const shownValue = (value: Value | undefined): string => (value === undefined ? 'unknown' : cut(toJson(value), 70));

const cut = (text: string, length: number): string => {
  const line = oneLine(text);
  return line.length <= length ? line : `${line.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
};

const noteLine = ({ severity, code, message, place }: Note): string =>
  `${severity} ${code}: ${message}${place === undefined ? '' : ` @${place}`}`;
