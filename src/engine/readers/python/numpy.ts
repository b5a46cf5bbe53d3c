import { double, Double } from '../../model/value.ts';
import type { Constructor } from './given.ts';

/** `np.float64(0.75)`, `np.int64(7)`: NumPy 2 prints its numbers like this. */
const numpyDouble: Constructor = ({ positional: [value, ...more], keywords }) => {
  if (more.length > 0 || keywords.size > 0) return undefined;
  const isNumber = typeof value === 'number' || value instanceof Double;
  if (!isNumber) return undefined;
  return { value: typeof value === 'number' ? double(value) : value, about: numpyAbout };
};

const numpyInt: Constructor = ({ positional: [value, ...more], keywords }) =>
  (typeof value === 'bigint' || Number.isInteger(value)) && more.length === 0 && keywords.size === 0
    ? { value: value ?? null, about: numpyAbout }
    : undefined;

const numpyBool: Constructor = ({ positional: [value, ...more] }) =>
  typeof value === 'boolean' && more.length === 0 ? { value, about: numpyAbout } : undefined;

const numpyText: Constructor = ({ positional: [value], keywords }) =>
  typeof value === 'string' && keywords.size === 0 ? { value, about: numpyAbout } : undefined;

const numpyAbout = 'A NumPy scalar was read as the plain value.';

/** By the last part of their names. */
export const numpyConstructors: { readonly [name: string]: Constructor } = {
  float16: numpyDouble,
  float32: numpyDouble,
  float64: numpyDouble,
  longdouble: numpyDouble,
  int8: numpyInt,
  int16: numpyInt,
  int32: numpyInt,
  int64: numpyInt,
  uint8: numpyInt,
  uint16: numpyInt,
  uint32: numpyInt,
  uint64: numpyInt,
  bool_: numpyBool,
  str_: numpyText,
  datetime64: numpyText,
};
