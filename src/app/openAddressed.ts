import { type Addressed, fetchAddressed } from '../services/addressed.ts';
import { unpack } from '../services/packing.ts';
import { linkedSource, type Packed } from '../state/url.ts';
import { ProblemError } from '../worker/connect.ts';
import type { OpeningDeps } from './commandContext.ts';
import { openFile } from './opening.ts';
import { openPolicy } from './policies.ts';
import { chooseFirst } from './shown.ts';

/** What the page's address names or carries. */
export interface InAddress {
  readonly recordings: readonly Addressed[];
  readonly packed: Packed;
  /** Of the page. */
  readonly href: string;
}

/**
 * Opens what the page's address names or carries, and then what its link chose. If the chosen session could not be read,
 * the first sample is shown.
 */
export async function openAddressed(deps: OpeningDeps, { recordings, packed, href }: InAddress): Promise<null> {
  const { view, notices } = deps;
  const failures: string[] = [];
  const attempt = async (open: () => Promise<void>): Promise<void> => {
    try {
      await open();
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      failures.push(cause.problem.message);
    }
  };
  const { session, turn, actions } = view.getState();
  for (const { address, source } of recordings)
    await attempt(async () => openFile(deps, await fetchAddressed(address, href), { source }));
  const linked = packed.session;
  if (linked !== null) {
    await attempt(async () => {
      const file = new File([await unpack(linked)], 'session of the link');
      await openFile(deps, file, { source: linkedSource(linked) });
    });
  }
  const { sources, session: chosen } = view.getState();
  const isOpen = (id: string) => sources.some(({ opened }) => opened.source === id);
  if (session?.kind === 'source' && isOpen(session.source)) actions.restore({ session, turn });
  else if (chosen?.kind === 'source' && !isOpen(chosen.source)) {
    actions.restore({ session: null, turn: null });
    await chooseFirst(deps.queries, view);
  }
  const { policy } = packed;
  if (policy !== null) {
    await attempt(async () => {
      const { name, text } = policyIn(await unpack(policy));
      await openPolicy(deps, text, name);
    });
  }
  // Last, because what was opened is reported in the same place.
  if (failures.length > 0) notices.getState().actions.notify(failures.join(' '), { tone: 'failure' });
  return null;
}

function policyIn(text: string): { readonly name: string; readonly text: string } {
  try {
    const policy: unknown = JSON.parse(text);
    if (typeof policy === 'object' && policy !== null && 'name' in policy && 'text' in policy)
      return { name: String(policy.name), text: String(policy.text) };
  } catch {
    // Not JSON: the sentence below says it.
  }
  throw new ProblemError({
    code: 'link/policy-malformed',
    message: 'The policy of this link cannot be read. Ask for it as a file.',
  });
}
