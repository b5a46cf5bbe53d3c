// Parts of Monaco that are only started, and have no types of their own.
declare module 'monaco-editor/editor/*';
