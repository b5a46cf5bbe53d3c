import type { Note, Problem } from '../engine/model/problem.ts';
import { answerTo } from '../services/answerTo.ts';
import { sessionQuery } from '../services/engine/queries.ts';
import { grantsHandles, isFileHandle, pickHandles } from '../services/fileHandles.ts';
import { keptMappings } from '../services/keeping/mappings.ts';
import { ownFormat } from '../state/ownFormat.ts';
import type { InspectorTab } from '../state/view/layout.ts';
import { counted } from '../ui/format.ts';
import { ProblemError } from '../worker/connect.ts';
import type { ReadableHandle } from '../worker/live-protocol.ts';
import type { Mapping } from '../worker/mapping-protocol.ts';
import type { Opened, SessionOutline, SourceId } from '../worker/protocol.ts';
import { type CommandContext, type OpeningDeps, whileReading } from './commandContext.ts';

/** What is known of a text beside its name. */
interface Origin {
  readonly mapping?: Mapping;
  /** Reads the file again as it grows. */
  readonly handle?: ReadableHandle;
  /** Its id in links; a new one if it is missing. */
  readonly source?: SourceId;
}

/**
 * Opens a text that was pasted, dropped or picked, shows it, and reports what was recognised and what was lost. A long
 * file is passed as a File: reading its text here would block the page, so the engine reads it.
 */
export async function openText(deps: OpeningDeps, text: string | File, name: string, origin: Origin = {}) {
  const { mapping, handle, source } = origin;
  const head = await wordsOf(text.slice(0, sniffLength));
  if (mapping === undefined && isManifest(head, name))
    return (await import('./policies.ts')).openPolicy(deps, await wordsOf(text), name);
  const own = mapping === undefined ? ownFormat(head) : null;
  if (own === 'marks') return (await import('./openInBacktest.ts')).openMarks(deps, await wordsOf(text), name);
  if (own === 'mapping') return (await import('./openMapping.ts')).openMapping(deps, await wordsOf(text), name);
  const { engine, queries, view, notices } = deps;
  const { actions } = notices.getState();
  const remembered = await keptMappings(deps.keeping);
  try {
    const opened = await whileReading(deps, name, (signal) =>
      engine.open({ text, name, remembered, ...(mapping && { mapping }), ...(source && { source }) }, { signal }),
    );
    if (opened === null) return;
    const outline = await answerTo(queries, sessionQuery(engine, opened.source, 0));
    const { addSource, openTab, showRoot } = view.getState().actions;
    // Followed files are read without a mapping.
    addSource({ name, opened, ...(handle !== undefined && opened.importer !== 'mapped' && { handle }) });
    if (outline.kinds.snapshot > 0 || exportedStates.has(opened.importer)) {
      // The state is what there is to see, even where some turns were exported with it.
      showRoot('system');
      openTab(outline.views.find((view) => showsState.has(view)) ?? 'state');
    }
    const assumed = outline.notes.find(({ code }) => code === 'import/mapping-assumed');
    const map = assumed === undefined ? null : { name, text: await wordsOf(text), problem: mapAgain };
    // Stays until it is closed, because the form is opened from it.
    actions.notify(recognised(opened, outline), { report: true, map, fades: map === null });
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    actions.refuse({ name, text: await wordsOf(text), problem: cause.problem });
  }
}

/** Formats of a state's own export (`to_dict()`), by their importers. */
const exportedStates: ReadonlySet<string> = new Set(['adk-context', 'voice-context']);

/** Views that show the whole state of their system better than a tree of its keys. */
const showsState: ReadonlySet<InspectorTab> = new Set<InspectorTab>(['namespaces', 'sharing']);

/** Opens the mapping form for a text that was read by an assumed mapping. */
const mapAgain: Problem = {
  code: 'mapping/assumed',
  message:
    'The fields of this text were mapped by their names. Change the mapping where it is wrong, and open the text again.',
};

const wordsOf = async (text: string | Blob): Promise<string> => (typeof text === 'string' ? text : text.text());

/**
 * Size in bytes of a long file. The text of a shorter one is copied, so that it can be opened again even if the file is
 * gone.
 */
const longFileBytes = 4_000_000;

/** Archives hold many recordings. Another `.gz` file holds one, and opens like it. */
const isArchive = /\.(zip|tgz|tar\.gz)$/i;

/** More files than this go to the backtest instead of being opened one by one. */
const maxOpened = 8;

/** What the browser knows of dropped files beside the files themselves. */
export interface Dropped {
  readonly entries: readonly FileSystemEntry[];
  readonly handles: Promise<readonly (FileSystemHandle | null)[]>;
}

/** Opens files one after the other, so that the list has their order; many files go to the backtest. */
export async function openAll(deps: OpeningDeps, files: readonly File[], dropped?: Dropped) {
  const entries = dropped?.entries ?? [];
  const isMany = files.length > maxOpened || entries.some((entry) => entry.isDirectory);
  if (isMany || files.some(({ name }) => isArchive.test(name)))
    return (await import('./openInBacktest.ts')).openMany(deps, files, entries);
  const handles = (await dropped?.handles) ?? [];
  for (const [index, file] of files.entries()) {
    const handle = handles[index];
    await openFile(deps, file, isFileHandle(handle) ? { handle } : {});
  }
}

/** Opens the files that the user chooses. Those chosen with the page's own input, which every browser has, cannot be followed. */
export async function pickFiles(context: CommandContext) {
  if (!grantsHandles()) return context.page.pickFile();
  const handles = await pickHandles(true);
  const files = await Promise.all(handles.map((handle) => handle.getFile()));
  await openAll(context, files, { entries: [], handles: Promise.resolve(handles) });
}

/** A packed file is not followed. */
export async function openFile(deps: OpeningDeps, file: File, { handle, ...origin }: Omit<Origin, 'mapping'> = {}) {
  try {
    const isPlain = !unlikeText.test(await file.slice(0, 512).text());
    const text = isPlain ? await plainText(file) : await (await import('./archives.ts')).openPacked(deps, file);
    if (text !== null) await openText(deps, text, file.name, { ...origin, ...(isPlain && handle && { handle }) });
  } catch (cause) {
    // The browser could not read the file: it was moved, is a folder, or is larger than the longest possible string.
    if (!(cause instanceof DOMException)) throw cause;
    deps.notices
      .getState()
      .actions.notify(
        `The browser could not read ${file.name} (${cause.message}). Check that it still exists and is not a folder.`,
        {
          tone: 'failure',
        },
      );
  }
}

const plainText = async (file: File): Promise<string | File> => (file.size < longFileBytes ? file.text() : file);

/** Characters at the beginning of a file that rule out UTF-8 text: the engine then recognises the file's type. */
// oxlint-disable-next-line no-control-regex -- control characters are how archives and UTF-16 differ
const unlikeText = /[\0-\x08\x0E-\x1A\x1C-\x1F\uFFFD]/;

/** One sentence: the format, the number of sessions and turns, and the notes. */
function recognised(opened: Opened, outline: SessionOutline): string {
  const several = opened.sessions.length > 1 ? `${counted(opened.sessions.length, 'session')}, the first with ` : '';
  return `${opened.importerTitle}: ${several}${outline.kinds.snapshot > 0 ? 'a snapshot without turns' : counted(outline.turns, 'turn')}. ${fidelity(outline.notes)}`;
}

const nouns = {
  lost: ['loss', 'losses'],
  repaired: ['repair', 'repairs'],
  assumed: ['assumption', 'assumptions'],
  info: ['note', 'notes'],
} as const;

export function fidelity(notes: readonly Note[]): string {
  const parts = (['lost', 'repaired', 'assumed', 'info'] as const).flatMap((severity) => {
    const number = notes.filter((note) => note.severity === severity).length;
    return number === 0 ? [] : [`${number} ${nouns[severity][number === 1 ? 0 : 1]}`];
  });
  return parts.length === 0 ? 'Everything was read as recorded.' : `${parts.join(', ')}.`;
}

/** Characters that are enough to recognise a manifest. */
const sniffLength = 20_000;

/** Whether a text is a policy rather than a recording: by its name, its kind, or keys that only policies have. */
export function isManifest(text: string, name: string): boolean {
  const head = text.slice(0, sniffLength);
  if (/\.ya?ml$/i.test(name) && !isRecording(head)) return true;
  if (/\.celpolicy$/i.test(name)) return true;
  if (/^\s*[[{]/.test(head)) return /"kind"\s*:\s*"commonagents\.info\/\w+\/agent"|"mcpAuthorization"\s*:/.test(head);
  return (
    /^(?:kind:\s*["']?(?:commonagents\.info\/|AgentgatewayPolicy\b)|guardrails:)/m.test(head) ||
    (/^capabilities:/m.test(head) && !isTaskContext(head)) ||
    /^[ \t-]{0,60}mcpAuthorization:/m.test(head) ||
    (/^rules:/m.test(head) && /^[ \t-]{0,60}condition:/m.test(head) && /^[ \t-]{0,60}effect:/m.test(head)) ||
    (/^rule:/m.test(head) && /^[ \t-]{0,60}(?:match|aggregate):/m.test(head) && /^[ \t-]{0,60}output:/m.test(head))
  );
}

/** A manifest is never a list, and has no key for messages, for events or for an exported context. */
const isRecording = (head: string): boolean =>
  /^(?:[ \t]*(?:#.*|---)?\r?\n)*- /.test(head) ||
  /^(?:messages|conversations?|events|turns|trajectory|history|spans|traces?|(?:http_)?interactions):/m.test(head) ||
  /^(?:context|contextId|call_id|invocation_id|itemLog|items):/m.test(head) ||
  isTaskContext(head);

/** `capabilities` is a key of a manifest and of a task context; the other keys differ. */
function isTaskContext(head: string): boolean {
  if (/^(?:_history:|[ \t]{1,8}_meta:[ \t]*\r?\n[ \t]{1,16}(?:invocations|count|delegation_count):)/m.test(head))
    return true;
  return new Set(head.match(/^(?:agent|user|llm|input|output):/gm)).size >= 3;
}
