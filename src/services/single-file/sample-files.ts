import { sampleInPage } from '../sample-in-page.ts';

/** The text of a file that was put into the page: the list of samples, and the session that it names. */
export const fetchSampleFile = async (file: string): Promise<string> => sampleInPage(file) ?? '[]';
