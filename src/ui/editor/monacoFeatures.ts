// All features of Monaco in the bundle besides the core editor. One line each, so that its size can be attributed.
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codeAction/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/parameterHints/register';
import 'monaco-editor/features/placeholderText/register';
import 'monaco-editor/features/rename/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/features/wordOperations/register';
// The package's own `features/suggest/register` loads only inline suggestions; the list is here.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';

export * as monaco from 'monaco-editor/editor/editor.api';
