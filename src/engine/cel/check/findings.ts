import type { TextRange } from '../../model/problem.ts';
import type { Expr, Select } from '../ast.ts';
import type { FunctionDeclaration, Overload } from '../declarations/signature.ts';
import type { RecordType, Type } from '../types/types.ts';

/** A mismatch that the inference found; `sentences.ts` puts it into words. */
export type Finding =
  | { readonly kind: 'unknown-variable'; readonly name: string; readonly range: TextRange }
  | {
      readonly kind: 'unknown-function';
      readonly name: string;
      /** The value before the dot. */
      readonly receiver: { readonly expr: Expr; readonly type: Type } | null;
      readonly args: readonly Expr[];
      readonly range: TextRange;
    }
  /** The function exists, but never with that many arguments. */
  | {
      readonly kind: 'wrong-count';
      readonly name: string;
      readonly counts: readonly number[];
      readonly argumentCount: number;
      readonly overloads: readonly Overload[];
      readonly range: TextRange;
    }
  /** A method called as a function, or the other way round. */
  | {
      readonly kind: 'wrong-style';
      readonly name: string;
      readonly wanted: 'method' | 'function';
      /** The receiver first, for a method. */
      readonly operands: readonly Expr[];
      readonly range: TextRange;
    }
  | {
      readonly kind: 'no-overload';
      readonly declared: FunctionDeclaration;
      readonly name: string;
      readonly isMethod: boolean;
      /** The receiver first, for a method. */
      readonly operands: readonly Expr[];
      readonly types: readonly Type[];
      /** The overloads with this number of arguments. */
      readonly overloads: readonly Overload[];
      readonly range: TextRange;
    }
  | { readonly kind: 'no-fields'; readonly type: Type; readonly select: Select; readonly range: TextRange }
  | {
      readonly kind: 'no-key';
      readonly key: string;
      readonly record: RecordType;
      readonly operand: Expr;
      readonly access: Expr;
      readonly range: TextRange;
    }
  /** A record indexed as if it were a list. */
  | {
      readonly kind: 'no-list';
      readonly access: Expr;
      readonly operand: Expr;
      readonly record: RecordType;
      /** The field that was selected from the supposed element. */
      readonly selected: string | undefined;
      readonly range: TextRange;
    }
  | { readonly kind: 'no-range'; readonly macro: string; readonly type: Type; readonly range: TextRange }
  | { readonly kind: 'not-bool'; readonly where: string; readonly type: Type; readonly range: TextRange }
  | { readonly kind: 'not-optional'; readonly where: string; readonly type: Type; readonly range: TextRange }
  /** A call whose types fit, but which never yields a value; the message is a whole sentence. */
  | {
      readonly kind: 'never-works';
      readonly message: string;
      /** True where only this session's data contradicts it. */
      readonly fromData: boolean;
      readonly range: TextRange;
    }
  | { readonly kind: 'no-messages'; readonly name: string; readonly range: TextRange };
