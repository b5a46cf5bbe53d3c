import { ok, type Result } from '../../base/result.ts';
import { countLeading } from '../../base/scan.ts';
import { sessionContent } from '../../engine/model/session-content.ts';
import { writeSessionFile } from '../../engine/model/session-file.ts';
import type { Growth } from '../../engine/model/growth.ts';
import type { History, NodeId, TurnIndex, TurnKind } from '../../engine/model/history.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { suggestionsFor } from '../../engine/rules/suggestions.ts';
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
): Pick<Methods, 'open' | 'openArchive' | 'openSession' | 'suggestions' | 'exportSession' | 'userNotes' | 'close'> {
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
    suggestions: asked(sources, async (session, _input, pace) => ok(await suggestionsFor(session, pace))),
    exportSession: asked(sources, ({ session, notes }) =>
      ok({ text: writeSessionFile({ ...session, notes }), fileName: `${fileNameOf(session.header.title)}.ctx.json` }),
    ),
    userNotes: asked(sources, ({ session }) =>
      ok({ content: sessionContent(session), notes: session.userNotes ?? [] }),
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
  const lists = TurnLists.of(history);
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
    kinds: lists.kinds,
    recorded: lists.recorded,
    functions: history.functions.map(({ key }) => key),
    nodes: history.nodes.map(({ id, parent, title }) => ({ id, parent, title, ...lists.ofNode(id) })),
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

/** The turns of each kind, of each context, and with a time or tokens, ascending. They are kept with the history, and extended when it has grown. */
class TurnLists {
  readonly #kinds: { readonly [K in TurnKind]: TurnIndex[] } = { input: [], llm: [], capability: [], snapshot: [] };
  readonly #nodes = new Map<NodeId, TurnIndex[]>();
  readonly #recorded: { readonly times: TurnIndex[]; readonly tokens: TurnIndex[] } = { times: [], tokens: [] };
  #listed = 0;
  /** The changes of the history that the lists know. */
  #changes = 0;

  static of(history: History): TurnLists {
    const lists = turnLists.get(history.growth) ?? new TurnLists();
    turnLists.set(history.growth, lists);
    lists.#update(history);
    return lists;
  }

  #update({ growth, turns }: History): void {
    const from = Math.max(0, Math.min(growth.since(this.#changes), this.#listed, turns.length));
    this.#changes = growth.count;
    for (const list of [...Object.values(this.#kinds), ...this.#nodes.values(), ...Object.values(this.#recorded)])
      list.length = countLeading(list.length, (at) => (list[at] ?? from) < from);
    for (const { index, kind, node, at, tokens } of turns.slice(from)) {
      this.#kinds[kind].push(index);
      const known = this.#nodes.get(node);
      if (known === undefined) this.#nodes.set(node, [index]);
      else known.push(index);
      if (at !== undefined) this.#recorded.times.push(index);
      if (tokens !== undefined) this.#recorded.tokens.push(index);
    }
    this.#listed = turns.length;
  }

  get kinds(): SessionOutline['kinds'] {
    const { input, llm, capability, snapshot } = this.#kinds;
    return { input: input.length, llm: llm.length, capability: capability.length, snapshot: snapshot.length };
  }

  get recorded(): SessionOutline['recorded'] {
    return { times: this.#recorded.times.length, tokens: this.#recorded.tokens.length };
  }

  ofNode(node: NodeId): Pick<NodeOutline, 'turns' | 'firstTurn' | 'lastTurn' | 'density'> {
    const list = this.#nodes.get(node) ?? [];
    const parts = list.length === 0 ? 0 : Math.min(maxParts, this.#listed);
    const before = (part: number) => {
      const start = Math.ceil((part * this.#listed) / parts);
      return countLeading(list.length, (at) => (list[at] ?? start) < start);
    };
    const density = Array.from({ length: parts }, (_, part) => before(part + 1) - before(part));
    return { turns: list.length, firstTurn: list[0] ?? null, lastTurn: list.at(-1) ?? null, density };
  }
}

/** By its growth, because a live session may get new columns. */
const turnLists = new WeakMap<Growth, TurnLists>();

/** Number of bars that a small picture can show; fewer turns have one bar each. */
const maxParts = 24;

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
