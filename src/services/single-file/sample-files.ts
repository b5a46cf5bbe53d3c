/** The text of a file that was put into the page: the list of samples, and the session that it names. */
export async function fetchSampleFile(file: string): Promise<string> {
  return (
    document.querySelector(`script[type="application/json"][data-file="${CSS.escape(file)}"]`)?.textContent ?? '[]'
  );
}
