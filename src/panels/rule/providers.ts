import type { Decisions } from '../../engine/model/decisions.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type {
  CodeHover,
  CodeProviders,
  CodeRenaming,
  CodeSignatureHelp,
  CodeSuggestion,
  Span,
} from '../../ui/editor/codeEditor.ts';
import { type EngineClient, ProblemError } from '../../worker/connect.ts';
import type { Completion, Diagnostic, Hover, Rule } from '../../worker/protocol.ts';
import type { SignatureHelp } from '../../worker/writing-protocol.ts';

/** The editor's providers, answered by the engine for this rule at this turn. */
export function providersFor(
  engine: EngineClient,
  session: SessionRef,
  rule: Rule,
  turn: TurnIndex,
  decisions: Decisions,
): CodeProviders {
  const asked = (expression: string, offset: number) => ({
    session,
    rule: { ...rule, expression },
    offset,
    turn,
    decisions,
  });
  return {
    suggest: async (text, offset, signal) =>
      ((await unlessFailed(engine.complete(asked(text, offset), { signal }))) ?? []).map(suggestionOf),
    hover: async (text, offset, signal) => {
      const hover = await unlessFailed(engine.hover(asked(text, offset), { signal }));
      return hover === null ? null : hoverOf(hover);
    },
    signature: async (text, offset, signal) => {
      const help = await unlessFailed(engine.signature(asked(text, offset), { signal }));
      return help === null ? null : signatureOf(help);
    },
    binding: (expression, offset, signal) => unlessFailed(engine.binding({ expression, offset }, { signal })),
    rename: (text, offset, to, signal) => renamingOf(engine.renameBinding({ ...asked(text, offset), to }, { signal })),
    format: (expression) => unlessFailed(engine.format({ expression })),
  };
}

/** A problem becomes the reason why a name cannot be renamed. */
async function renamingOf(answer: Promise<readonly Span[]>): Promise<CodeRenaming> {
  try {
    return { places: await answer };
  } catch (cause) {
    if (cause instanceof ProblemError) return { refused: cause.message };
    throw cause;
  }
}

const signatureOf = ({ signatures, active, parameter }: SignatureHelp): CodeSignatureHelp => ({
  signatures: signatures.map((one) => ({
    ...one,
    parameters: one.parameters.map(({ range, about }) => ({ ...range, about })),
  })),
  active,
  parameter,
});

/**
 * Editor help that fails is left out silently: problems of the rule are shown below the editor, and a dead engine is
 * reported elsewhere.
 */
async function unlessFailed<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof ProblemError || (cause instanceof DOMException && cause.name === 'AbortError')) return null;
    throw cause;
  }
}

const suggestionOf = ({ label, kind, insert, range, detail, about }: Completion): CodeSuggestion => ({
  label,
  kind,
  insert,
  replaces: range,
  detail,
  about,
});

const hoverOf = ({ range, lines }: Hover): CodeHover => ({ ...range, lines });

/** The editor changes the text alone: a fix that moves the rule to another hook is a button beside it. */
export const markOf = ({ range, fix, ...rest }: Diagnostic) => ({
  ...range,
  ...rest,
  ...(fix !== undefined && fix.hook === undefined && { fix }),
});
