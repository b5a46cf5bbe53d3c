/** The text of a sample file that is part of the page's HTML, if it is. */
export function sampleInPage(file: string): string | null {
  const blocks = document.querySelectorAll<HTMLElement>('script[type="application/json"]');
  return [...blocks].find(({ dataset }) => dataset['file'] === file)?.textContent ?? null;
}
