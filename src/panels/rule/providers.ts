import type { Decisions } from '../../engine/model/decisions.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type { CodeHover, CodeProviders, CodeSuggestion } from '../../ui/editor/codeEditor.ts';
import { type EngineClient, ProblemError } from '../../worker/connect.ts';
import type { Completion, Diagnostic, Hover, Rule } from '../../worker/protocol.ts';

/** What the editor asks while someone types, answered by the engine for this rule at this turn. */
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
  };
}

/**
 * Help that fails or comes too late is no help, and no reason to interrupt either: what is wrong with the text
 * stands below the editor, and a dead engine says so itself.
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

export const markOf = ({ severity, message, range }: Diagnostic) => ({ ...range, severity, message });
