import * as v from 'valibot';
import { isRecord, type Value } from '../../model/value.ts';
import { DotNetItem, PythonItem } from './format.ts';

/** One part of a message, whichever language wrote it. */
export interface Item {
  readonly kind: 'text' | 'call' | 'result' | 'image' | 'reasoning' | 'other';
  readonly text: Value | undefined;
  /** Of the call, also where the item is its result. */
  readonly id: string | undefined;
  /** Plugin and function, as the model knows it. */
  readonly name: string | undefined;
  readonly input: Value | undefined;
  readonly result: Value | undefined;
  readonly file: string | undefined;
  readonly mimeType: string | undefined;
}

const kinds: { readonly [type: string]: Item['kind'] | undefined } = {
  text: 'text',
  function_call: 'call',
  function_result: 'result',
  image: 'image',
  reasoning: 'reasoning',
  TextContent: 'text',
  FunctionCallContent: 'call',
  FunctionResultContent: 'result',
  ImageContent: 'image',
  ReasoningContent: 'reasoning',
};

const kindOf = (type: string): Item['kind'] => (Object.hasOwn(kinds, type) ? (kinds[type] ?? 'other') : 'other');

export function itemIn(value: Value): Item | undefined {
  if (!isRecord(value)) return undefined;
  const python = v.safeParse(PythonItem, value);
  if (python.success) {
    const item = python.output;
    return {
      kind: kindOf(item.content_type),
      text: item.text,
      id: item.id,
      name: fullName(item.plugin_name, item.function_name) ?? item.name,
      input: item.arguments,
      result: item.result,
      file: item.data_uri ?? item.uri,
      mimeType: item.mime_type,
    };
  }
  const written = v.safeParse(DotNetItem, value);
  if (!written.success) return undefined;
  const item = written.output;
  return {
    kind: kindOf(item.$type),
    text: item.Text,
    id: item.CallId ?? item.Id,
    name: fullName(item.PluginName, item.FunctionName),
    input: item.Arguments,
    result: item.Result,
    file: item.DataUri ?? item.Uri,
    mimeType: item.MimeType,
  };
}

const fullName = (plugin: string | undefined, name: string | undefined): string | undefined =>
  name === undefined || plugin === undefined || plugin === '' ? name : `${plugin}-${name}`;
