import type { Document } from '../document.ts';
import { isList, isRecord } from '../../model/value.ts';
import { readYaml } from './index.ts';

/** A recording that was written as YAML; undefined for what is none, or not without faults. */
export function yamlDocument(text: string): Document | undefined {
  const read = readYaml(text);
  if (!read.ok) return undefined;
  const { value, problems, locate } = read.value;
  if (problems.length > 0 || !(isList(value) || isRecord(value))) return undefined;
  return { syntax: 'yaml', text, value, notes: [], typeName: () => undefined, locate };
}
