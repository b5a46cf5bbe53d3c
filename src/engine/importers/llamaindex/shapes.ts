import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { AgentOutput, ChatStore, Message, ToolCallResult } from './format.ts';

/** A conversation of a file: its messages, or the events of an agent. */
export interface Recording {
  readonly name: string | undefined;
  readonly entries: readonly Placed[];
}

/** How many entries are examined. */
const sample = 40;

export function recordingsIn(value: Value): readonly Recording[] {
  const store = v.safeParse(ChatStore, value);
  if (store.success) {
    return Object.entries(store.output.store).flatMap(([name, list]) => {
      const entries = elementsOf(list).map((one, index): Placed => ({ value: one, place: ['store', name, index] }));
      return isConversation(entries) ? [{ name, entries }] : [];
    });
  }
  const entries = oneOrMany(value).map(unwrapped);
  const isOwn = isConversation(entries) || entries.slice(0, sample).some(isEvent);
  return isOwn ? [{ name: undefined, entries }] : [];
}

const isConversation = (entries: readonly Placed[]): boolean =>
  entries.length > 0 && entries.slice(0, sample).every(({ value }) => isOwnMessage(value));

function isOwnMessage(value: Value): boolean {
  const message = v.safeParse(Message, value);
  // LangChain's messages have additional_kwargs, too.
  if (!message.success || !isRecord(value) || 'response_metadata' in value || 'type' in value) return false;
  return message.output.blocks?.every(isBlock) ?? 'content' in value;
}

const isBlock = (block: Value): boolean => isRecord(block) && ('block_type' in block || 'text' in block);

/** The two events that only an agent's workflow has. */
const isEvent = ({ value }: Placed): boolean =>
  v.is(ToolCallResult, value) || (v.is(AgentOutput, value) && isRecord(value) && 'current_agent_name' in value);

/** `{__is_pydantic: true, value, qualified_name}`, as the serializer of workflows writes an event. */
function unwrapped(placed: Placed): Placed {
  const { value, place } = placed;
  if (!isRecord(value) || value['__is_pydantic'] !== true || value['value'] === undefined) return placed;
  const inside: Path = [...place, 'value'];
  return { value: value['value'], place: inside };
}
