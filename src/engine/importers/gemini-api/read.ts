import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { conversationEntry, imported } from '../../importing/messages/conversation-entry.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { fieldOf } from '../../importing/messages/gemini-content.ts';
import { keyOf } from '../../importing/values/where.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { answersIn, readAnswer, readChunk, readContents } from './messages.ts';
import { callingHistory, foundIn, type Found } from './shapes.ts';
import { noteSystem } from '../../importing/notes.ts';

export const read: Read = ({ value }) => {
  const found = foundIn(value);
  return imported(
    found === undefined ? [] : [entryOf(found)],
    'This looks like the Gemini API, but no content is in it.',
  );
};

/** A message of the conversation, or all pieces of an answer. */
interface Entry extends Placed {
  readonly pieces?: readonly Placed[];
}

function entryOf(found: Found): SessionEntry {
  const { contents, chunks, responses, request, requestPlace } = found;
  const answers = answersIn(responses).flatMap((pieces): readonly Entry[] => {
    const [head] = pieces;
    return head === undefined ? [] : [{ ...head, pieces }];
  });
  const first = responses[0];
  const history = first === undefined ? [] : callingHistory(first);
  // The history of an answer begins with the request.
  const before = history.length > 0 ? history : contents;
  const messages: readonly Entry[] = [...before, ...chunks, ...answers];
  return conversationEntry({
    importer: 'gemini-api',
    messages,
    read: (entry: Entry, report) =>
      entry.pieces !== undefined
        ? readAnswer(entry.pieces, report)
        : chunks.length > 0
          ? readChunk(entry, report)
          : readContents(entry, report),
    about: () => {
      const model = request === undefined ? undefined : modelIn(request);
      return { declared: request === undefined ? [] : declaredIn(request), ...(model !== undefined && { model }) };
    },
    end(_, report) {
      if (request === undefined) return;
      const key = keyOf(request, 'system_instruction');
      if (fieldOf(request, key) !== undefined) noteSystem([...requestPlace, key], report);
    },
  });
}

function modelIn(request: RecordValue): string | undefined {
  const settings = request['runSettings'];
  const model = request['model'] ?? (settings !== undefined && isRecord(settings) ? settings['model'] : undefined);
  return typeof model === 'string' ? model.replace(/^models\//, '') : undefined;
}

/** `tools: [{functionDeclarations: [{name}]}]`; google-genai has them under `config`. */
function declaredIn(request: RecordValue): readonly string[] {
  const config = request['config'];
  const tools = request['tools'] ?? (config !== undefined && isRecord(config) ? config['tools'] : undefined);
  return elementsOf(tools ?? null).flatMap((tool) => {
    const declarations: Value = isRecord(tool) ? (fieldOf(tool, 'function_declarations') ?? []) : [];
    return isList(declarations) ? [...declarations].flatMap(nameOf) : [];
  });
}

const nameOf = (declaration: Value): readonly string[] =>
  isRecord(declaration) && typeof declaration['name'] === 'string' ? [declaration['name']] : [];
