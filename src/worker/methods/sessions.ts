import { ok, type Result } from '../../base/result.ts';
import { writeSessionFile } from '../../engine/model/session-file.ts';
import type { History, NodeId } from '../../engine/model/history.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { starterRule } from '../../engine/rules/starter.ts';
import type { SystemViews, ViewId } from '../../engine/systems/views.ts';
import type { Mapping } from '../mapping-protocol.ts';
import type { NodeOutline, Opened, SessionOutline, SourceId } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import type { Look } from '../look.ts';
import { asked, type OpenSources } from './open-sources.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { readable } from '../../engine/readers/archives/bytes.ts';

/** Opening, listing and exporting sessions. */
export function sessionMethods(
  sources: OpenSources,
): Pick<Methods, 'open' | 'openArchive' | 'openSession' | 'starter' | 'exportSession' | 'close'> {
  return {
    async open({ text, name, source, mapping, remembered = [] }, pace) {
      const result = await sources.open(() => textOf(text, name), source, pace, {
        ...(mapping && { chosen: mapping }),
        remembered: remembered.length === 0 ? [] : await mappingsOf(remembered),
        mayAssume: true,
      });
      if (!result.ok) return result;
      return ok(openedOf(result.value, typeof text === 'string' ? text.length : text.size));
    },
    async openArchive({ archive, name: _name, source, remembered = [] }, pace) {
      const mappings = { remembered: remembered.length === 0 ? [] : await mappingsOf(remembered) };
      const result = await sources.openArchive(archive, source, pace, mappings);
      if (!result.ok) return result;
      return ok({ ...openedOf(result.value, archive.size), refused: result.value.opened.refused });
    },
    async openSession({ source, entry }, pace) {
      const session = await sources.session(source, entry, pace);
      const ref = sources.ref(source, entry);
      return session.ok ? ok(outlineOf(session.value, ref, sources.run(ref).ok)) : session;
    },
    starter: asked(sources, (session) => ok(starterRule(session))),
    exportSession: asked(sources, ({ session, notes }) =>
      ok({ text: writeSessionFile({ ...session, notes }), fileName: `${fileNameOf(session.header.title)}.ctx.json` }),
    ),
    async close({ source }) {
      sources.close(source);
      return ok(null);
    },
  };
}

export function openedOf(
  { source, opened }: { readonly source: SourceId; readonly opened: Pick<Look, 'importer' | 'entries'> },
  bytes: number,
): Opened {
  const { importer, entries } = opened;
  const sessions = entries.map(({ title, system }) => ({ title, system }));
  return { source, importer: importer.id, importerTitle: importer.title, bytes, sessions };
}

export function outlineOf(opened: OpenSession, ref: SessionRef, isRun: boolean): SessionOutline {
  const { session, system, history, importer, notes } = opened;
  return {
    ref,
    title: session.header.title,
    system: session.system,
    root: system.root,
    views: viewIds(system.views),
    importer: importer.title,
    isRun,
    hasManifest: 'manifest' in session.header,
    origin: session.header.origin ?? null,
    turns: history.turns.length,
    kinds: kindsOf(history),
    functions: history.functions.map(({ key }) => key),
    nodes: nodesOf(history),
    notes,
    decisions: session.header.decisions ?? {},
  };
}

/** Texts that cannot be read are no mappings. */
export async function mappingsOf(texts: readonly string[]): Promise<readonly Mapping[]> {
  const { readMapping } = await import('../../engine/importers/mapped/mapping.ts');
  return texts.map(readMapping).flatMap((read) => (read.ok ? [read.value] : []));
}

// A system's views have exactly these keys, although the type allows more.
const viewIds = (views: SystemViews) => Object.keys(views) as ViewId[];

function kindsOf({ turns }: History): SessionOutline['kinds'] {
  const kinds = { input: 0, llm: 0, capability: 0, snapshot: 0 };
  for (const { kind } of turns) kinds[kind] += 1;
  return kinds;
}

/** Number of bars that a small picture can show; fewer turns have one bar each. */
const maxParts = 24;

function nodesOf(history: History): readonly NodeOutline[] {
  const total = history.turns.length;
  const parts = Math.min(maxParts, total);
  const turns = new Map<NodeId, { count: number; readonly first: number; readonly density: number[] }>();
  for (const { node, index } of history.turns) {
    const known = turns.get(node) ?? { count: 0, first: index, density: Array.from({ length: parts }, () => 0) };
    turns.set(node, known);
    const part = Math.floor((index * parts) / total);
    known.count += 1;
    known.density[part] = (known.density[part] ?? 0) + 1;
  }
  return history.nodes.map(({ id, parent, title }) => ({
    id,
    parent,
    title,
    turns: turns.get(id)?.count ?? 0,
    firstTurn: turns.get(id)?.first ?? null,
    density: turns.get(id)?.density ?? [],
  }));
}

/** Letters, digits and hyphens of any title; never empty, never a path. */
export function fileNameOf(title: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  return name === '' ? 'session' : name;
}

/** The text of the request, or the text of its file. */
const textOf = async (text: string | Blob, name: string): Promise<Result<string, Problem>> =>
  typeof text === 'string' ? ok(text) : readable(name, async () => ok(await text.text()));
