import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';
import { root } from '../setup/run.ts';

/** One regular expression of the sources. */
export interface Found {
  /** `src/file.ts:12` */
  readonly place: string;
  /** The pattern, or undefined when it is built at run time. */
  readonly pattern: { readonly source: string; readonly flags: string } | undefined;
  /** The expression in the source text. */
  readonly written: string;
}

/**
 * Every regular expression in these files: literals, and `new RegExp` with arguments that can be computed from the
 * sources.
 */
export function findExpressions(files: readonly string[]): Found[] {
  return files.flatMap((file) => expressionsOf(parsed(resolve(root, file))));
}

const trees = new Map<string, ts.SourceFile>();

function parsed(path: string): ts.SourceFile {
  const known = trees.get(path);
  if (known !== undefined) return known;
  const tree = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  trees.set(path, tree);
  return tree;
}

function expressionsOf(tree: ts.SourceFile): Found[] {
  const found: Found[] = [];
  const add = (node: ts.Node, patterns: readonly Found['pattern'][]) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    const place = `${relative(root, tree.fileName)}:${line + 1}`;
    found.push(...patterns.map((pattern) => ({ place, pattern, written: node.getText() })));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) add(node, [literal(node)]);
    else if (makesRegExp(node)) {
      const [source, flags] = node.arguments ?? [];
      const sources = source === undefined ? undefined : texts(source, tree);
      const allFlags = flags === undefined ? [''] : texts(flags, tree);
      if (sources === undefined || allFlags === undefined) add(node, [undefined]);
      else
        add(
          node,
          sources.flatMap((one) => allFlags.map((all) => ({ source: one, flags: all }))),
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function makesRegExp(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  );
}

function literal(node: ts.RegularExpressionLiteral) {
  const end = node.text.lastIndexOf('/');
  return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
}

/** The texts that an expression can evaluate to, if the sources decide it; both branches of a condition count. */
function texts(node: ts.Expression, tree: ts.SourceFile): string[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
    return texts(node.expression, tree);
  }
  if (ts.isTemplateExpression(node)) return joined(templateParts(node, false), tree);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') {
    return ts.isTemplateExpression(node.template)
      ? joined(templateParts(node.template, true), tree)
      : [node.template.getText().slice(1, -1)];
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return joined([node.left, node.right], tree);
  }
  if (ts.isConditionalExpression(node)) return either([node.whenTrue, node.whenFalse], tree);
  if (ts.isPropertyAccessExpression(node) && (node.name.text === 'source' || node.name.text === 'flags')) {
    const origin = definition(node.expression, tree);
    if (origin === undefined || !ts.isRegularExpressionLiteral(origin.node)) return undefined;
    return [literal(origin.node)[node.name.text]];
  }
  const origin = definition(node, tree);
  return origin && texts(origin.node, origin.tree);
}

function templateParts(node: ts.TemplateExpression, isRaw: boolean): (string | ts.Expression)[] {
  const text = (part: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail) =>
    isRaw
      ? part
          .getText()
          .replace(/^[`}]/, '')
          .replace(/(?:\$\{|`)$/, '')
      : part.text;
  return [text(node.head), ...node.templateSpans.flatMap((span) => [span.expression, text(span.literal)])];
}

function joined(parts: readonly (string | ts.Expression)[], tree: ts.SourceFile): string[] | undefined {
  let all = [''];
  for (const part of parts) {
    const next = typeof part === 'string' ? [part] : texts(part, tree);
    if (next === undefined) return undefined;
    all = all.flatMap((before) => next.map((one) => before + one));
  }
  return all;
}

function either(branches: readonly ts.Expression[], tree: ts.SourceFile): string[] | undefined {
  const all = branches.map((branch) => texts(branch, tree));
  return all.every((one) => one !== undefined) ? all.flat() : undefined;
}

interface Definition {
  readonly node: ts.Expression;
  readonly tree: ts.SourceFile;
}

/** The definition of a name: a `const` of the same file, or of the file that it is imported from. */
function definition(node: ts.Expression, tree: ts.SourceFile): Definition | undefined {
  if (!ts.isIdentifier(node)) return undefined;
  const here = constants(tree).get(node.text);
  if (here !== undefined) return here.length === 1 && here[0] !== undefined ? { node: here[0], tree } : undefined;
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const names = statement.importClause?.namedBindings;
    if (names === undefined || !ts.isNamedImports(names) || !statement.moduleSpecifier.text.startsWith('.')) continue;
    const imported = names.elements.find(({ name }) => name.text === node.text);
    if (imported === undefined) continue;
    const other = parsed(resolve(dirname(tree.fileName), statement.moduleSpecifier.text));
    const there = constants(other).get((imported.propertyName ?? imported.name).text);
    return there?.length === 1 && there[0] !== undefined ? { node: there[0], tree: other } : undefined;
  }
  return undefined;
}

/**
 * The values that the declarations of a file give to each name. A parameter or `let` of that name counts as unknown.
 */
function constants(tree: ts.SourceFile): ReadonlyMap<string, readonly (ts.Expression | undefined)[]> {
  const byName = new Map<string, (ts.Expression | undefined)[]>();
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && ts.isIdentifier(node.name)) {
      const isConstant = ts.isVariableDeclaration(node) && (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0;
      byName.set(node.name.text, [...(byName.get(node.name.text) ?? []), isConstant ? node.initializer : undefined]);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return byName;
}
