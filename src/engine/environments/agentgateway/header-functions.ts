import { CelError, type CelFunction } from '../../cel/index.ts';
import { entry, isList, isMap, keysOf, Unknown, type MapValue, type Value } from '../../model/value.ts';
import { readForm, writeForm, type Field } from './encodings.ts';

const missing = (key: string): CelError => new CelError('no_such_key', `no such key: ${key}`);

/** The values of each header, as a list. */
const valuesOf = (headers: MapValue, name: Value): readonly string[] => {
  const value = entry(headers, String(name)) ?? null;
  return (isList(value) ? [...value] : [value]).filter((one) => typeof one === 'string');
};

const each = (headers: MapValue, change: (values: readonly string[]) => Value): Value =>
  new Map<Value, Value>(keysOf(headers).map((name) => [name, change(valuesOf(headers, name))]));

/** Which values are secret is the gateway's own knowledge. */
const redacted = new Unknown([['request', 'headers', 'redacted']]);

/** Methods of `request.headers`, `request.uri` and `request.pathAndQuery`. `standard`: the language's methods of the same names. */
export function headerFunctions(standard: (name: string) => CelFunction['call']): readonly CelFunction[] {
  const method = (name: string, least: number, call: CelFunction['call'], most = least): CelFunction => ({
    name,
    form: 'method',
    arity: [least, most],
    call,
    isPure: true,
  });
  return [
    method('redacted', 1, ([headers]) => (headers !== undefined && isMap(headers) ? redacted : undefined)),
    method('raw', 1, ([headers]) =>
      headers !== undefined && isMap(headers) ? each(headers, (values) => values) : undefined,
    ),
    method(
      'join',
      1,
      (args, meter) => {
        const [headers, ...rest] = args;
        if (headers === undefined || !isMap(headers) || rest.length > 0) return standard('join')(args, meter);
        return each(headers, (values) => values.join(','));
      },
      2,
    ),
    method(
      'split',
      1,
      (args, meter) => {
        const [headers, ...rest] = args;
        if (headers === undefined || !isMap(headers) || rest.length > 0) return standard('split')(args, meter);
        return each(headers, (values) => values.flatMap((value) => value.split(',').map((part) => part.trim())));
      },
      3,
    ),
    method('cookie', 2, ([headers, name]) => {
      if (headers === undefined || !isMap(headers) || typeof name !== 'string') return undefined;
      const pairs = valuesOf(headers, 'cookie').flatMap((value) => value.split(';').map((pair) => pair.trim()));
      const found = pairs.find((pair) => pair.startsWith(`${name}=`));
      return found === undefined ? missing(name) : found.slice(name.length + 1);
    }),
    method('query', 2, ([address, name]) => {
      if (typeof address !== 'string' || typeof name !== 'string') return undefined;
      const found = queryOf(address).filter(([key]) => key === name);
      return found.length === 0 ? missing(name) : found.map(([, value]) => value);
    }),
    method('addQuery', 3, ([address, name, value]) =>
      typeof address === 'string' && typeof name === 'string' && typeof value === 'string'
        ? withQuery(address, [...queryOf(address), [name, value]])
        : undefined,
    ),
    method('setQuery', 3, ([address, name, value]) =>
      typeof address === 'string' && typeof name === 'string' && typeof value === 'string'
        ? withQuery(address, [...queryOf(address).filter(([key]) => key !== name), [name, value]])
        : undefined,
    ),
  ];
}

const queryOf = (address: string): readonly Field[] => {
  const mark = address.indexOf('?');
  return mark < 0 ? [] : readForm(address.slice(mark + 1));
};

const withQuery = (address: string, fields: readonly Field[]): string =>
  `${address.replace(/\?.*$/s, '')}?${writeForm(fields)}`;
