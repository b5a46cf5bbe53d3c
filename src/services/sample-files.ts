import { sampleInPage } from './sample-in-page.ts';
import { ProblemError } from '../worker/connect.ts';

/** Relative, so that the page works from any folder of any server. */
const folder = 'samples';

/** The text of a file beside the list of samples. The page itself has what it shows first (vite.config.ts). */
export async function fetchSampleFile(file: string, signal: AbortSignal): Promise<string> {
  const inPage = sampleInPage(file);
  if (inPage !== null) return inPage;
  const problem = (why: string) =>
    new ProblemError({
      code: 'sample/unreachable',
      message: `The sample file ${file} could not be loaded (${why}). Reload the page, or open a session of your own.`,
    });
  const response = await fetch(`${folder}/${file}`, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw problem('no connection');
  });
  if (!response.ok) throw problem(`status ${response.status}`);
  return response.text();
}
