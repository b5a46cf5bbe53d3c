import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { Answer, Delta, PermissionEnd, PermissionRequest, Usage } from './format.ts';
import type { Entry } from './lines.ts';

/** What later lines say of earlier ones. */
export interface Facts {
  /** Why a call was not allowed, by its id. */
  readonly denials: ReadonlyMap<string, string>;
  /** Where the user was asked for leave and had not answered when the log ended, by the id of the call. */
  readonly waiting: ReadonlyMap<string, Path>;
  /** What an answer took, by the id of its request to the model. */
  readonly usage: ReadonlyMap<string, Usage>;
  /** Texts that came in pieces and never as a whole, by the id of their message. */
  readonly pieces: ReadonlyMap<string, string>;
}

export function factsOf(entries: readonly Entry[]): Facts {
  const asked = new Map<string, string>();
  const waiting = new Map<string, Path>();
  const denials = new Map<string, string>();
  const usage = new Map<string, Usage>();
  const pieces = new Map<string, string[]>();
  const whole = new Set<string>();
  for (const { line, place } of entries) {
    switch (line.type) {
      case 'permission.requested': {
        const request = v.safeParse(PermissionRequest, line.data);
        if (!request.success) break;
        const { requestId, permissionRequest } = request.output;
        asked.set(requestId, permissionRequest.toolCallId);
        waiting.set(permissionRequest.toolCallId, place);
        break;
      }
      case 'permission.completed': {
        const end = v.safeParse(PermissionEnd, line.data);
        const call = end.success ? asked.get(end.output.requestId) : undefined;
        if (call !== undefined) waiting.delete(call);
        if (end.success && call !== undefined && end.output.result.kind.startsWith('denied'))
          denials.set(call, end.output.result.kind.replaceAll('-', ' '));
        break;
      }
      case 'assistant.usage': {
        const spent = v.safeParse(Usage, line.data);
        if (spent.success && spent.output.apiCallId !== undefined) usage.set(spent.output.apiCallId, spent.output);
        break;
      }
      case 'assistant.message_delta': {
        const delta = v.safeParse(Delta, line.data);
        if (!delta.success) break;
        const known = pieces.get(delta.output.messageId);
        if (known === undefined) pieces.set(delta.output.messageId, [delta.output.deltaContent]);
        else known.push(delta.output.deltaContent);
        break;
      }
      case 'assistant.message': {
        const answer = v.safeParse(Answer, line.data);
        if (answer.success) whole.add(answer.output.messageId);
        break;
      }
      default:
    }
  }
  const unfinished = [...pieces].filter(([id]) => !whole.has(id));
  return { denials, waiting, usage, pieces: new Map(unfinished.map(([id, texts]) => [id, texts.join('')])) };
}
