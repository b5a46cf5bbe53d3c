/** Enough of a long text to tell what it is. */
export const looked = 20_000;

/** Whether a text is an agent's manifest rather than a recording: by its name, its kind, or keys that only a manifest has. */
export function isManifest(text: string, name: string): boolean {
  if (/\.ya?ml$/i.test(name)) return true;
  const head = text.slice(0, looked);
  if (/^\s*[[{]/.test(head)) return /"kind"\s*:\s*"commonagents\.info\/\w+\/agent"/.test(head);
  return /^(?:kind:\s*["']?commonagents\.info\/|guardrails:|capabilities:)/m.test(head);
}
