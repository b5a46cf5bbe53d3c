/** Enough of a long text to tell what it is. */
export const looked = 20_000;

/** Whether a text is an agent's manifest rather than a recording: by its name, its kind, or keys that only a manifest has. */
export function isManifest(text: string, name: string): boolean {
  const head = text.slice(0, looked);
  if (/\.ya?ml$/i.test(name) && !isRecording(head)) return true;
  if (/^\s*[[{]/.test(head)) return /"kind"\s*:\s*"commonagents\.info\/\w+\/agent"/.test(head);
  return /^(?:kind:\s*["']?commonagents\.info\/|guardrails:|capabilities:)/m.test(head);
}

/** No manifest is a list, nor has it a key for what was said, done or exchanged. */
const isRecording = (head: string): boolean =>
  /^(?:[ \t]*(?:#.*|---)?\r?\n)*- /.test(head) ||
  /^(?:messages|conversations?|events|turns|trajectory|history|spans|traces?|(?:http_)?interactions):/m.test(head);
