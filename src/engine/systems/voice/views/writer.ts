import { unreachable } from '../../../../base/unreachable.ts';

/** Who wrote: `name` is the tool's for `tool` and `action`, the agent's for `agent`; null where nobody named it. */
export interface Writer {
  /**
   * `tool` is the call itself, which makes params; `program` whoever wrote outside of any tool call; `context` the
   * context, which keeps its own history.
   */
  readonly kind: 'start' | 'tool' | 'action' | 'agent' | 'program' | 'context';
  readonly name: string | null;
}

export const theStart: Writer = { kind: 'start', name: null };
export const theContext: Writer = { kind: 'context', name: null };

/** As a person reads it. */
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
