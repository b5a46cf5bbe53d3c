import { isList, isRecord, type Value } from '../../model/value.ts';
import { fieldOf, rawPartsOf, textIn } from '../../importing/messages/gemini-content.ts';
import { keyOf } from '../../importing/values/where.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { ModelCall } from './format.ts';
import { noteSystem } from '../../importing/notes.ts';

/**
 * Notes the parts of a request beside the conversation: the instructions, and the functions that the model may call.
 * Every request of an agent repeats them, so each is noted once. `noted` keeps them from call to call.
 */
export function noteSurroundings({ agent, index, request }: ModelCall, noted: Set<string>, report: ImportReport): void {
  const isNew = (what: string): boolean => {
    const key = JSON.stringify([agent, what]);
    const isFirst = !noted.has(key);
    noted.add(key);
    return isFirst;
  };
  const body = [index, 'request', 'body'];
  const instructions = rawPartsOf(fieldOf(request, 'system_instruction')).map((part) => textIn(part, 'text'));
  if (instructions.length > 0 && isNew(instructions.join('\n'))) {
    noteSystem([...body, keyOf(request, 'system_instruction')], report);
  }
  for (const name of functionsIn(request['tools'])) {
    if (!isNew(`function ${name}`)) continue;
    report.note(
      'info',
      'adk-httprr/offered',
      [...body, 'tools'],
      (n) => `${counted(n, 'function')} offered to the model, with what they do: no turn, so left out.`,
    );
  }
}

function functionsIn(tools: Value | undefined): readonly string[] {
  return listed(tools)
    .flatMap((tool) => (isRecord(tool) ? listed(fieldOf(tool, 'function_declarations')) : []))
    .flatMap((declaration) => (isRecord(declaration) ? [textIn(declaration, 'name')] : []));
}

const listed = (value: Value | undefined): readonly Value[] => (value !== undefined && isList(value) ? [...value] : []);
