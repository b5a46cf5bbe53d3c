import type { Note } from '../../model/problem.ts';

/** One program's way of writing a chat as text: the lines that begin a message. */
export interface Dialect {
  /** The program that wrote the text, if its marks tell. */
  readonly program?: string;
  /** What a line begins; undefined for a line that continues the entry before it, whose role is `open`. */
  readonly start: (line: string, open: Role | undefined, index: number) => Start | undefined;
  /** The text of a line of an entry, without the dialect's own marks. */
  readonly clean?: (line: string, role: Role, index: number) => string;
  /** What was assumed about the text, each at the number of a line. */
  readonly notes?: readonly (Pick<Note, 'severity' | 'code' | 'message'> & { readonly line: number })[];
}

/**
 * `other`: someone who is neither the user nor the model. `call` and `result`: a use of a tool and its answer. `aside`: text of the program itself, which is no message. `session`:
 * another conversation begins.
 */
export type Role = 'user' | 'assistant' | 'system' | 'tool' | 'other' | 'call' | 'result' | 'aside' | 'session';

export interface Start {
  readonly role: Role;
  /** The column at which the entry's text begins. */
  readonly from: number;
  readonly time?: string | undefined;
  /** The name of another speaker. Of a call or a result: the tool's name and the id of the call, where the line has them. */
  readonly name?: string | undefined;
  readonly id?: string | undefined;
}
