import { Lexer, type Token, type Tokens } from 'marked';
import { Fragment, memo, type ReactNode } from 'react';
import { Found } from './Found.tsx';
import styles from './Markdown.module.css';

/**
 * A message as formatted text. HTML, images and tables stay text, and a link is its text with the address beside it, so
 * nothing is loaded and nothing can be clicked.
 */
export const Markdown = memo(({ text }: { readonly text: string }) =>
  piecesOf(text).map((piece, index) => <Fragment key={index}>{blocks(tokensOf(piece), 0)}</Fragment>),
);

/** The time to read Markdown is not linear in its length, so a long text is read in pieces of about this length. */
const pieceLength = 2_000;
/** A piece that cannot be divided is shown as it is. */
const longestPiece = 6_000;

/** Divides a text at blank lines outside of code. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  let inCode = false;
  for (const { 0: line, index } of text.matchAll(/^(?:[ \t]*(?:```|~~~).*|[ \t]*)$/gm)) {
    if (line.trim() !== '') inCode = !inCode;
    else if (!inCode && index - from > pieceLength) {
      pieces.push(text.slice(from, index));
      from = index;
    }
  }
  return [...pieces, text.slice(from)];
}

function tokensOf(piece: string): readonly Token[] {
  const asItIs = [{ type: 'text', raw: piece }];
  if (piece.length > longestPiece) return asItIs;
  try {
    return Lexer.lex(piece, { gfm: true });
  } catch {
    // A quotation in a quotation, thousands deep: the stack overflows.
    return asItIs;
  }
}

/** Deeper lists and quotations are shown as they are. */
const maxDepth = 8;

const blocks = (tokens: readonly Token[], depth: number): ReactNode =>
  tokens.map((token, index) => <Fragment key={index}>{block(token, depth)}</Fragment>);

/** The lexer escapes HTML in some texts, depending on its version; what was written is always in `raw`. */
function block(token: Token, depth: number): ReactNode {
  if (depth > maxDepth) return plain(token.raw);
  // The library types tokens of extensions as `any` records; there are no extensions here.
  const known = token as Tokens.Generic & { readonly tokens?: Token[] };
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return null;
    case 'heading':
      return (
        <p dir="auto" className={styles.heading}>
          {inlines(known.tokens)}
        </p>
      );
    case 'paragraph':
      return <p dir="auto">{inlines(known.tokens)}</p>;
    case 'text':
      return known.tokens === undefined ? plain(token.raw) : <p dir="auto">{inlines(known.tokens)}</p>;
    case 'code':
      return (
        <pre className={styles.code}>
          <Found text={String(known['text'])} />
        </pre>
      );
    case 'blockquote':
      return <blockquote className={styles.quote}>{blocks(known.tokens ?? [], depth + 1)}</blockquote>;
    case 'list':
      return list(token as Tokens.List, depth); // its type says so
    case 'table':
      return (
        <pre className={styles.table}>
          <Found text={token.raw.trimEnd()} />
        </pre>
      );
    case 'hr':
      return <hr className={styles.rule} />;
    default:
      return plain(token.raw);
  }
}

const plain = (raw: string): ReactNode => (
  <p>
    <Found text={raw.trimEnd()} />
  </p>
);

function list({ ordered, start, items }: Tokens.List, depth: number): ReactNode {
  const children = items.map((item, index) => (
    <li key={index}>
      {item.task && (item.checked === true ? '☑ ' : '☐ ')}
      {blocks(item.tokens, depth + 1)}
    </li>
  ));
  return ordered ? (
    <ol dir="auto" className={styles.list} start={start === '' ? 1 : start}>
      {children}
    </ol>
  ) : (
    <ul dir="auto" className={styles.list}>
      {children}
    </ul>
  );
}

const inlines = (tokens: readonly Token[] = []): ReactNode =>
  tokens.map((token, index) => <Fragment key={index}>{inline(token)}</Fragment>);

function inline(token: Token): ReactNode {
  const { tokens } = token as Tokens.Generic & { readonly tokens?: Token[] }; // as in `block`
  switch (token.type) {
    case 'strong':
      return <strong>{inlines(tokens)}</strong>;
    case 'em':
      return <em>{inlines(tokens)}</em>;
    case 'del':
      return <del>{inlines(tokens)}</del>;
    case 'codespan':
      return (
        <code className={styles.inline}>
          <Found text={codeIn(token.raw)} />
        </code>
      );
    case 'escape':
      return <Found text={token.raw.slice(1)} />;
    case 'br':
      return '\n';
    case 'link': {
      const { href } = token as Tokens.Link; // its type says so
      const isBare = !token.raw.startsWith('[');
      return isBare ? (
        <Found text={token.raw} />
      ) : (
        <>
          {inlines(tokens)}{' '}
          <bdi className={styles.address}>
            (<Found text={href} />)
          </bdi>
        </>
      );
    }
    case 'text':
      return tokens === undefined ? <Found text={token.raw} /> : inlines(tokens);
    default:
      return <Found text={token.raw} />;
  }
}

/** The code between backticks, without the blank that separates it from a backtick of its own. */
function codeIn(raw: string): string {
  let ticks = 0;
  while (raw[ticks] === '`') ticks += 1;
  const code = raw.slice(ticks, raw.length - ticks);
  return code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;
}
