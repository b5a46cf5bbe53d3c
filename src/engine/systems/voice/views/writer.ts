import { unreachable } from '../../../../base/unreachable.ts';

/**
 * The writer of a value. `name`: the tool for `tool` and `action`, the agent for `agent`; null if it was not recorded.
 */
export interface Writer {
  /**
   * `tool`: the tool call itself, which sets params. `program`: code outside of tool calls. `context`: the context,
   * which writes its own history.
   */
  readonly kind: 'start' | 'tool' | 'action' | 'agent' | 'program' | 'context';
  readonly name: string | null;
}

export const theStart: Writer = { kind: 'start', name: null };
export const theContext: Writer = { kind: 'context', name: null };

/** The writer, in words for the user. */
export function writerWords({ kind, name }: Writer): string {
  switch (kind) {
    case 'start':
      return 'the start';
    case 'tool':
      return name === null ? 'tool call' : `call of ${name}`;
    case 'action':
      return name === null ? 'a tool’s action' : `action of ${name}`;
    case 'agent':
      return `agent ${name ?? ''}`;
    case 'program':
      return 'outside of tools';
    case 'context':
      return 'the context';
    default:
      return unreachable(kind);
  }
}
