import { err, ok, type Result } from '../../../../base/result.ts';
import type { Note } from '../../../model/problem.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { isNamespace, parsePath } from '../path.ts';
import type { Fault } from './running.ts';

/** One action of a tool, in the form that the page documents. */
export type Action =
  | { readonly type: 'context.set'; readonly path: string; readonly value: Value }
  | { readonly type: 'context.get' | 'context.delete'; readonly path: string }
  | { readonly type: 'flag.set' | 'flag.clear'; readonly flag: string }
  | { readonly type: 'respond'; readonly message?: string; readonly messageKey?: string }
  | { readonly type: 'handoff'; readonly target: string; readonly conditions: readonly string[] }
  | { readonly type: 'request'; readonly url: string; readonly method?: string; readonly body?: Value }
  | {
      readonly type: 'conditional';
      readonly given: Given;
      readonly yes: readonly Value[];
      readonly no: readonly Value[];
    };

/** Flags that must all be true, or a path or template that must hold something. */
export type Given = { readonly flags: readonly string[] } | { readonly condition: string };

export interface ReadAction {
  /** Older forms may set several places at once. */
  readonly actions: readonly Action[];
  /** Forms of older pages that were read all the same, and what was probably meant otherwise. */
  readonly notes: readonly Note[];
}

/** Reads an action, in the documented form or one that other pages of the documentation show. */
export function readAction(value: Value): Result<ReadAction, Fault> {
  const type = isRecord(value) ? entry(value, 'type') : undefined;
  if (!isRecord(value) || typeof type !== 'string') {
    return err({ kind: 'invalid_action', message: 'An action is an object with a “type”.' });
  }
  if (type === 'context.set') return readSet(value);
  const action = readOther(type, value);
  return 'kind' in action ? err(action) : ok({ actions: [action], notes: [] });
}

function readOther(type: string, fields: RecordValue): Action | Fault {
  const text = (...names: string[]) => firstText(fields, names);
  switch (type) {
    case 'context.get':
    case 'context.delete': {
      const path = text('path', 'key');
      return path === undefined ? missing(type, 'path') : { type, path };
    }
    case 'flag.set':
    case 'flag.clear': {
      const flag = text('flag');
      return flag === undefined ? missing(type, 'flag') : { type, flag };
    }
    case 'respond': {
      const [message, messageKey] = [text('message'), text('message_key')];
      if (message !== undefined) return { type, message };
      return messageKey === undefined ? missing(type, 'message') : { type, messageKey };
    }
    case 'handoff': {
      const target = text('target', 'target_agent', 'agent');
      return target === undefined ? missing(type, 'target') : { type, target, conditions: texts(fields, 'conditions') };
    }
    case 'api_call':
    case 'webhook': {
      const [url, method, body] = [text('url', 'endpoint'), text('method'), entry(fields, 'body')];
      if (url === undefined) return missing(type, 'url');
      return {
        type: 'request',
        url,
        ...(method === undefined ? {} : { method }),
        ...(body === undefined ? {} : { body }),
      };
    }
    case 'conditional': {
      const condition = text('condition', 'if');
      const given = condition === undefined ? { flags: texts(fields, 'conditions') } : { condition };
      return { type, given, yes: values(fields, ['then', 'actions']), no: values(fields, ['else']) };
    }
    case 'validate':
    case 'transform':
      return { kind: 'unsupported_action', message: `The documentation names “${type}” but not what it does.` };
    default:
      return { kind: 'unknown_action', message: `No action has the type “${type.slice(0, 80)}”.` };
  }
}

/** `path` and `value`; older pages have `key`, `path` with `data`, or `data` with a value for each path. */
function readSet(fields: RecordValue): Result<ReadAction, Fault> {
  const path = firstText(fields, ['path']);
  const key = firstText(fields, ['key']);
  const data = entry(fields, 'data');
  const value = entry(fields, 'value');
  const place = path ?? key;
  const given = value === undefined ? data : value;
  if (place !== undefined && given !== undefined) {
    const dated = value === undefined ? 'data' : undefined;
    return ok(withNotes([[place, given]], path === undefined ? 'key' : dated));
  }
  if (place === undefined && data !== undefined && isRecord(data)) return ok(withNotes(Object.entries(data), 'data'));
  return err(missing('context.set', place === undefined ? 'path' : 'value'));
}

function withNotes(places: readonly (readonly [string, Value])[], older: string | undefined): ReadAction {
  return {
    actions: places.map(([path, value]) => ({ type: 'context.set', path, value })),
    notes: [
      ...(older === undefined ? [] : [olderForm(older)]),
      ...places.flatMap(([path, value]) => hints(path, value)),
    ],
  };
}

const olderForm = (field: string): Note => ({
  severity: 'assumed',
  code: 'voice/older-action',
  message: `A context.set with “${field}” is of an older page: it is read as “path” and “value”.`,
});

/** A text such as `params.theme` was probably meant as a template. It is taken as the text that it is. */
function hints(path: string, value: Value): readonly Note[] {
  const parsed = typeof value === 'string' ? parsePath(value) : undefined;
  if (parsed?.ok !== true || !isNamespace(parsed.value.namespace)) return [];
  const message = `“${path}” is set to the plain text “${String(value)}”: for the value, write {{${String(value)}}}.`;
  return [{ severity: 'info', code: 'voice/bare-value', message, place: path }];
}

const missing = (type: string, field: string): Fault => ({
  kind: 'invalid_action',
  message: `The action ${type} needs “${field}”.`,
});

function firstText(fields: RecordValue, names: readonly string[]): string | undefined {
  return names.map((name) => entry(fields, name)).find((value) => typeof value === 'string');
}

function values(fields: RecordValue, names: readonly string[]): readonly Value[] {
  const found = names.map((name) => entry(fields, name)).find((value) => value !== undefined && isList(value));
  return found !== undefined && isList(found) ? [...found] : [];
}

const texts = (fields: RecordValue, name: string): readonly string[] =>
  values(fields, [name]).filter((value) => typeof value === 'string');
