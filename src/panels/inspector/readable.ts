/** A value's JSON as a person reads it: a text alone is shown as text, with its own line breaks. */
export function readable(json: string | null): string | null {
  if (json?.startsWith('"') !== true) return json;
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text : json;
  } catch {
    // Not quite JSON, such as a text with a lone quotation mark: shown as it is.
    return json;
  }
}
