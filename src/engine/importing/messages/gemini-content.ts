import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { below, type Path } from '../../model/path.ts';
import { responsePart } from '../adk/adk-outcomes.ts';
import { countAt, elementsAt, findAt, textAt } from '../values/where.ts';
import { counted, type ImportReport } from '../import-report.ts';
import { noteUnreadPart } from '../notes.ts';
import { type RecordedTokens, plusAny, recordedTokens } from '../transcript/transcript.ts';

/** A field under either name; null is absent. */
export const fieldOf = (record: RecordValue, name: string): Value | undefined => findAt(record, name)?.value;

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The same record with its own keys, not those inside its values, in snake_case; nulls are left out. */
export function inSnakeCase(record: RecordValue): RecordValue {
  return Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [/^[a-z]+[A-Z]/.test(key) ? snakeCase(key) : key, value]),
  );
}

export const textIn = (record: RecordValue, name: string): string => textAt(record, name) ?? '';

/** The parts of a `Content` as recorded; entries that are not parts are left out. */
export const rawPartsOf = (content: Value | undefined): readonly RecordValue[] =>
  elementsAt(content, 'parts').filter(isRecord);

/** The texts of a `Content`. */
export const wordsOf = (content: Value | undefined, separator = ' '): string =>
  rawPartsOf(content)
    .map((part) => textIn(part, 'text'))
    .join(separator);

/**
 * The parts of a Gemini `Content` as langchain_adk's parts. https://ai.google.dev/api/caching#Part
 *
 * | Gemini | here |
 * | --- | --- |
 * | `text` | `text` |
 * | `text` with `thought` | `thinking` |
 * | `functionCall` | `tool_call` |
 * | `functionResponse` | `tool_response`; its outcome by the table in `adk-outcomes.ts` |
 * | `inlineData`, `fileData` | `file` |
 * | `executableCode`, `codeExecutionResult` | `tool_call` and `tool_response`, where `areCalls`; else `data`, whole |
 * | anything else | `data`, whole |
 */
export function partsOf(
  content: Value | undefined,
  place: Path,
  report: ImportReport,
  areCalls = false,
): readonly RecordValue[] {
  const parts = content !== undefined && isRecord(content) ? content['parts'] : undefined;
  if (parts === undefined || parts === null) return [];
  if (!isList(parts)) {
    noteUnreadPart(below(place, 'parts'), report);
    return [];
  }
  return [...parts].flatMap(
    (part, index) => (areCalls ? codePart(part) : undefined) ?? partOf(part, [...place, 'parts', index], report),
  );
}

/** Code that the model ran itself, or how it ended. https://ai.google.dev/api/caching#CodeExecutionResult */
function codePart(part: Value): readonly RecordValue[] | undefined {
  const [code, ran] = isRecord(part) ? [fieldOf(part, 'executable_code'), fieldOf(part, 'code_execution_result')] : [];
  const own = { tool_name: 'code_execution', metadata: {} };
  if (isRecord(code)) return [{ type: 'tool_call', tool_call_id: textIn(code, 'id'), args: code, ...own }];
  if (!isRecord(ran)) return undefined;
  const [outcome, result] = [textIn(ran, 'outcome').replace(/^.*OUTCOME_/s, ''), textIn(ran, 'output')];
  const error = outcome === 'OK' ? null : result === '' ? outcome : result;
  return [{ type: 'tool_response', tool_call_id: textIn(ran, 'id'), result, error, ...own }];
}

/** A part as a list of at most one: empty if it has no content, such as a part with only a signature. */
function partOf(part: Value, place: Path, report: ImportReport): readonly RecordValue[] {
  if (!isRecord(part)) {
    noteUnreadPart(place, report);
    return [];
  }
  const text = fieldOf(part, 'text');
  if (typeof text === 'string') {
    if (text === '') return [];
    return [{ type: fieldOf(part, 'thought') === true ? 'thinking' : 'text', text, metadata: {} }];
  }
  const call = fieldOf(part, 'function_call');
  if (isRecord(call)) {
    const [tool_call_id, tool_name] = [textIn(call, 'id'), textIn(call, 'name')];
    return [{ type: 'tool_call', tool_call_id, tool_name, args: fieldOf(call, 'args') ?? {}, metadata: {} }];
  }
  const response = fieldOf(part, 'function_response');
  if (isRecord(response)) return [responsePart(textIn(response, 'id'), textIn(response, 'name'), response['response'])];
  return otherPart(part, place, report);
}

function otherPart(part: RecordValue, place: Path, report: ImportReport): readonly RecordValue[] {
  const inline = fieldOf(part, 'inline_data');
  if (isRecord(inline)) return [filePart({ inline_bytes: fieldOf(inline, 'data') ?? null }, inline)];
  const file = fieldOf(part, 'file_data');
  if (isRecord(file)) return [filePart({ uri: fieldOf(file, 'file_uri') ?? null }, file)];
  const held = inSnakeCase(part);
  const { thought_signature: _signature, thought: _thought, text: _text, ...data } = held;
  if (Object.keys(data).length === 0) return [];
  report.note('assumed', 'import/data-part', place, (n) => {
    const what = counted(n, 'part');
    return `${what} of a message (code that the model ran itself, or of an unknown kind) shown as data.`;
  });
  return [{ type: 'data', data, metadata: {} }];
}

const filePart = (source: RecordValue, holder: RecordValue): RecordValue => ({
  type: 'file',
  ...source,
  mime_type: fieldOf(holder, 'mime_type') ?? null,
  name: fieldOf(holder, 'display_name') ?? null,
  metadata: {},
});

/** The tokens of a model's answer, as langchain_adk's `llm_response`. */
export function llmResponseOf(answer: RecordValue): RecordValue | null {
  const usage = fieldOf(answer, 'usage_metadata');
  const model = fieldOf(answer, 'model_version');
  const reason = fieldOf(answer, 'finish_reason');
  const { prompt, completion } = (isRecord(usage) ? geminiTokens(usage) : undefined) ?? {};
  const response: RecordValue = {
    ...(typeof model === 'string' && { model_version: model }),
    ...(typeof reason === 'string' && { finish_reason: reason }),
    ...(prompt !== undefined && { input_tokens: prompt }),
    ...(completion !== undefined && { output_tokens: completion }),
    ...(isRecord(usage) && { usage_metadata: usage }),
  };
  return Object.keys(response).length === 0 ? null : response;
}

/**
 * Gemini counts thoughts and the text of answers separately, and both are output; the results of its own tools are part of the
 * prompt. It leaves out counts that are zero: then the total determines the output.
 * https://ai.google.dev/api/generate-content#UsageMetadata
 */
export function geminiTokens(usage: RecordValue): RecordedTokens | undefined {
  const [asked, total] = [countAt(usage, 'prompt_token_count'), countAt(usage, 'total_token_count')];
  const prompt = plusAny(asked, countAt(usage, 'tool_use_prompt_token_count'));
  const cached = countAt(usage, 'cached_content_token_count');
  const [text, thoughts] = [countAt(usage, 'candidates_token_count'), countAt(usage, 'thoughts_token_count')];
  if (text !== undefined || thoughts !== undefined)
    return recordedTokens(prompt, (text ?? 0) + (thoughts ?? 0), cached);
  const rest = prompt === undefined || total === undefined || total < prompt ? undefined : total - prompt;
  return recordedTokens(prompt, rest, cached);
}
