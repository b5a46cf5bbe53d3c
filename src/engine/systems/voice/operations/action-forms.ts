import { err, ok, type Result } from '../../../../base/result.ts';
import type { Note } from '../../../model/problem.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { isNamespace, parsePath } from '../path.ts';
import type { Fault } from './running.ts';

/** One action of a tool, in the documented form. */
export type Action =
  | { readonly type: 'context.set'; readonly path: string; readonly value: Value }
  | { readonly type: 'context.get' | 'context.delete'; readonly path: string }
  | { readonly type: 'flag.set' | 'flag.clear'; readonly flag: string }
  | { readonly type: 'respond'; readonly message?: string; readonly messageKey?: string }
  | { readonly type: 'handoff'; readonly target: string; readonly conditions: readonly string[] }
  | { readonly type: 'request'; readonly url: string; readonly method?: string; readonly body?: Value }
  | {
      readonly type: 'conditional';
      readonly test: Test;
      readonly yes: readonly Value[];
      readonly no: readonly Value[];
    };

/** Flags that must all be true, or a path or template that must have a truthy value. */
export type Test = { readonly flags: readonly string[] } | { readonly condition: string };

export interface ReadAction {
  /** Forms of other pages may set several places at once. */
  readonly actions: readonly Action[];
  /** Notes on accepted forms of other pages, and on values that were probably meant differently. */
  readonly notes: readonly Note[];
}

/** Reads an action, in the documented form or in a form from other pages of the documentation. */
export function readAction(value: Value): Result<ReadAction, Fault> {
  const type = isRecord(value) ? entry(value, 'type') : undefined;
  if (!isRecord(value) || typeof type !== 'string') {
    return err({ kind: 'invalid_action', message: 'An action must be an object with a “type”.' });
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
      const test = condition === undefined ? { flags: texts(fields, 'conditions') } : { condition };
      return { type, test, yes: values(fields, ['then', 'actions']), no: values(fields, ['else']) };
    }
    case 'validate':
    case 'transform':
      return {
        kind: 'unsupported_action',
        message: `The documentation names “${type}” but does not describe its effect.`,
      };
    default:
      return { kind: 'unknown_action', message: `There is no action of type “${type.slice(0, 80)}”.` };
  }
}

/** Reads `path` and `value`. Other or older pages have `key`, `path` with `data`, or `data` with a value for each path. */
function readSet(fields: RecordValue): Result<ReadAction, Fault> {
  const path = firstText(fields, ['path']);
  const key = firstText(fields, ['key']);
  const data = entry(fields, 'data');
  const value = entry(fields, 'value');
  const place = path ?? key;
  const setValue = value === undefined ? data : value;
  if (place !== undefined && setValue !== undefined) {
    const olderField = value === undefined ? 'data' : undefined;
    return ok(withNotes([[place, setValue]], path === undefined ? 'key' : olderField));
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
  message: `A context.set has “path” and “value”. “${field}” is from another page of the documentation, or an older one: it is read as if written that way.`,
});

/** Notes on texts such as `params.theme`, which were probably meant as templates. They stay plain texts. */
function hints(path: string, value: Value): readonly Note[] {
  const parsed = typeof value === 'string' ? parsePath(value) : undefined;
  if (parsed?.ok !== true || !isNamespace(parsed.value.namespace)) return [];
  const message = `“${path}” is set to the plain text “${String(value)}”. To set the value, write {{${String(value)}}}.`;
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
