import { entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Part } from './part.ts';
import { textOf } from './wire/field.ts';

/**
 * A call or result of a function in a data part, written by agents that show their work. ADK marks such parts with
 * `adk_type`, others with a prefix of their own or none. Code that the model ran itself is marked in the same way.
 * https://github.com/google/adk-python/blob/main/src/google/adk/a2a/converters/part_converter.py
 */
export type FunctionPart =
  | {
      readonly kind: 'call';
      readonly id: string | undefined;
      readonly name: string;
      readonly args: Value | undefined;
      /** The result comes from outside, possibly in a later turn. */
      readonly isLongRunning: boolean;
    }
  | {
      readonly kind: 'result';
      readonly id: string | undefined;
      readonly name: string | undefined;
      readonly response: Value | undefined;
    };

export function functionPart(part: Part): FunctionPart | null {
  if (!('data' in part) || part.metadata === undefined || !isRecord(part.data)) return null;
  const { data, metadata } = part;
  const mark = Object.entries(metadata).find(([key]) => key === 'type' || key.endsWith('_type'))?.[1];
  const [id, name] = [textOf(entry(data, 'id')), textOf(entry(data, 'name'))];
  if (mark === 'function_call' && name !== undefined) {
    const isLongRunning = Object.entries(metadata).some(
      ([key, value]) => key.endsWith('is_long_running') && value === true,
    );
    return { kind: 'call', id, name, args: entry(data, 'args') ?? undefined, isLongRunning };
  }
  if (mark === 'executable_code') return { kind: 'call', id, name: codeExecution, args: data, isLongRunning: false };
  if (mark === 'code_execution_result') return { kind: 'result', id, name: codeExecution, response: ranWith(data) };
  if (mark !== 'function_response' || (name === undefined && id === undefined)) return null;
  return { kind: 'result', id, name, response: entry(data, 'response') };
}

/** Gemini runs code itself: https://ai.google.dev/api/caching#CodeExecutionResult */
const codeExecution = 'code_execution';

function ranWith(result: RecordValue): Value {
  const [outcome = '', output = ''] = [textOf(entry(result, 'outcome')), textOf(entry(result, 'output'))];
  return outcome.endsWith('OUTCOME_OK') ? output : { error: output === '' ? outcome : output };
}

/** The functions that a message calls. */
export function plannedIn(parts: readonly Part[]): readonly string[] {
  const planned: string[] = [];
  for (const part of parts) {
    const found = functionPart(part);
    if (found?.kind === 'call') planned.push(functionKey(found.name));
  }
  return planned;
}

/** Whether a message holds only results of functions, so that it is not an utterance. */
export const holdsOnlyResults = (parts: readonly Part[]): boolean =>
  parts.length > 0 && parts.every((part) => functionPart(part)?.kind === 'result');

/** The name under `context.capabilities`, where hyphens become underscores. */
export const functionKey = (name: string): string => name.replaceAll('-', '_');
