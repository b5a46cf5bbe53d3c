import { elementsOf } from '../importing/values/elements.ts';
import type { Note } from '../model/problem.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { ChatSpeller, type Spellings } from './chat-spelling.ts';
import { isChat } from './chat-words.ts';

/** No chat is searched deeper than this, or beyond this many records of a list. */
const maxDepth = 12;

/**
 * The document with its chats in the words of Chat Completions and the Messages API, so that their importers claim it. Undefined when
 * nothing changes. Arguments and results of tools stay as recorded.
 */
export function respelled(document: Document): Document | undefined {
  const speller = new ChatSpeller();
  const value = rewrite(document.value, speller, 0);
  if (Object.is(value, document.value)) return undefined;
  return speller.composer.document(document, value, [noteOf(speller.spellings)]);
}

function rewrite(value: Value, speller: ChatSpeller, depth: number): Value {
  if (depth > maxDepth) return value;
  const inner = (one: Value) => rewrite(one, speller, depth + 1);
  if (isList(value)) {
    const list = elementsOf(value);
    return isChat(list) ? speller.messages(list) : speller.each(list, inner);
  }
  return isRecord(value) ? rewriteRecord(value, speller, inner) : value;
}

function rewriteRecord(record: RecordValue, speller: ChatSpeller, inner: (value: Value) => Value): Value {
  const { choices, message, type, content } = record;
  if (isList(choices ?? null))
    return speller.body(record, (held) => (held === choices ? choicesIn(held, speller) : held));
  // An answer of Anthropic.
  if (type === 'message' && isList(content ?? null)) return speller.message(record);
  if (message !== undefined && isRecord(message) && isChat([message]))
    return speller.body(record, (held) => (held === message ? speller.message(message) : inner(held)));
  const holdsChat = Object.values(record).some((held) => isList(held) && isChat(elementsOf(held)));
  return holdsChat ? speller.body(record, inner) : speller.holder(record, inner);
}

function choicesIn(choices: Value, speller: ChatSpeller): Value {
  return speller.each(elementsOf(choices), (choice) =>
    isRecord(choice)
      ? speller.body(choice, (held) => (isRecord(held) && isChat([held]) ? speller.message(held) : held))
      : choice,
  );
}

/** The report names at most this many words. */
const most = 6;

function noteOf({ roles, keys }: Spellings): Note {
  const inWords = (found: ReadonlyMap<string, string>) =>
    [...found].slice(0, most).map(([from, to]) => `${from} as ${to}`);
  const isGuessed = [...roles].some(([from, to]) => from.toLowerCase() !== to);
  const said = [...inWords(new Map([...roles].map(([from, to]) => [`role “${from}”`, to]))), ...inWords(keys)];
  return {
    severity: isGuessed ? 'assumed' : 'info',
    code: 'chat/spelling',
    message: `The chat uses other words than the providers’ APIs. They were read as follows: ${said.join(', ')}.`,
  };
}
