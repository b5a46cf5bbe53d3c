import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { conversationEntry, imported } from '../../importing/transcript/conversation-entry.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { oneOrMany, type Placed } from '../../importing/values/one-or-many.ts';
import { branchSuffix, waysThrough, type TreeEntry } from '../../importing/transcript/ways.ts';
import { Node } from './format.ts';
import { readEntry } from './messages.ts';
import { conversationIn, type PlacedConversation } from './shapes.ts';
import { withResultsTogether } from './tool-results.ts';

export const read: Read = ({ value }) =>
  imported(
    oneOrMany(value).flatMap((one) => {
      const found = conversationIn(one.value, one.place);
      return found === undefined ? [] : sessionsOf(found);
    }),
    'This looks like conversations of ChatGPT, but no message is in them.',
  );

interface Entry extends TreeEntry, Placed {}

function sessionsOf(found: PlacedConversation): readonly SessionEntry[] {
  const { conversation, place } = found;
  const entries = Object.entries(conversation.mapping).map(([id, node]) =>
    entryOf(id, node, [...place, 'mapping', id]),
  );
  const { ways, others } = waysThrough(entries, conversation.current_node);
  return ways.map((way, index) =>
    conversationEntry({
      importer: 'chatgpt-export',
      title: conversation.title,
      suffix: branchSuffix(index, ways.length),
      messages: withResultsTogether(way.filter(({ value }) => value !== null)),
      read: readEntry,
      about: (report) => ({
        agent: 'ChatGPT',
        startedAt: readInstant(conversation.create_time, [...place, 'create_time'], report),
        recording: recordingOf(found),
      }),
      end: (_, report) => noteOthers(others, found, report),
    }),
  );
}

/** The message of a node; the root of a conversation has none. */
function entryOf(id: string, value: Value, place: Placed['place']): Entry {
  const node = v.safeParse(Node, value);
  const message = node.success ? node.output.message : undefined;
  const parent = node.success ? node.output.parent : undefined;
  return { id, parent, value: message ?? null, place: message === undefined ? place : [...place, 'message'] };
}

function recordingOf({ conversation }: PlacedConversation) {
  const { conversation_id, gizmo_id, default_model_slug } = conversation;
  return {
    ...(conversation_id !== undefined && { conversation_id }),
    ...(gizmo_id !== undefined && { gizmo_id }),
    ...(default_model_slug !== undefined && { default_model_slug }),
  };
}

function noteOthers(others: number, { place }: PlacedConversation, report: ImportReport): void {
  if (others === 0) return;
  report.note(
    'lost',
    'chatgpt-export/branches',
    [...place, 'mapping'],
    () => `${counted(others, 'further branch', 'further branches')} of this conversation not listed.`,
  );
}
