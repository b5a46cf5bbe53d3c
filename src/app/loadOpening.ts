/**
 * The code that opens texts and files is a script of its own, loaded when the page is idle or with the first opened
 * text.
 */
export const loadOpening = () => import('./opening.ts');
