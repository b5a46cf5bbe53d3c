/** What takes in texts and files is a script of its own: it comes when the page is at rest, or with what is opened first. */
export const loadOpening = () => import('./opening.ts');
