import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { Answer, Delta, PermissionEnd, PermissionRequest, Usage } from './format.ts';
import type { Entry } from './lines.ts';

/** Data in later lines that belongs to earlier lines. */
export interface Facts {
  /** Why a call was denied, by the call's id. */
  readonly denials: ReadonlyMap<string, string>;
  /** Places of permission requests without an answer when the log ends, by the id of the call. */
  readonly waiting: ReadonlyMap<string, Path>;
  /** Usage of an answer, by the id of its request to the model. */
  readonly usage: ReadonlyMap<string, Usage>;
  /** Texts of messages that the log has only in pieces, by message id. */
  readonly pieces: ReadonlyMap<string, string>;
}

export function factsOf(entries: readonly Entry[]): Facts {
  const callsByRequest = new Map<string, string>();
  const waiting = new Map<string, Path>();
  const denials = new Map<string, string>();
  const usage = new Map<string, Usage>();
  const pieces = new Map<string, string[]>();
  const completeMessages = new Set<string>();
  for (const { line, place } of entries) {
    switch (line.type) {
      case 'permission.requested': {
        const request = v.safeParse(PermissionRequest, line.data);
        if (!request.success) break;
        const { requestId, permissionRequest } = request.output;
        callsByRequest.set(requestId, permissionRequest.toolCallId);
        waiting.set(permissionRequest.toolCallId, place);
        break;
      }
      case 'permission.completed': {
        const end = v.safeParse(PermissionEnd, line.data);
        const call = end.success ? callsByRequest.get(end.output.requestId) : undefined;
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
        if (answer.success) completeMessages.add(answer.output.messageId);
        break;
      }
      default:
    }
  }
  const unfinished = [...pieces].filter(([id]) => !completeMessages.has(id));
  return { denials, waiting, usage, pieces: new Map(unfinished.map(([id, texts]) => [id, texts.join('')])) };
}
