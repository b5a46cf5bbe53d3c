import { either } from './join.ts';
import { dyn, isFromData, isUnsettled, listOf, mapOf, sameType, string, typeOf } from './types.ts';
import type { Type } from './types.ts';

/**
 * Types made to grow could cost any time; beyond this many steps everything is assignable and no parameter is resolved
 * any more.
 */
const maxSteps = 300_000;

/**
 * Finds the type of each type parameter while arguments are matched with signatures. The rules are those of cel-go's
 * checker (checker/types.go), so that we refuse what a production engine refuses; records and alternatives, which come
 * only from data, are accepted as generously as possible.
 */
export class Unifier {
  private readonly bound = new Map<string, Type>();
  private readonly trail: { readonly name: string; readonly before: Type | undefined }[] = [];
  private parameters = 0;
  private fuel = maxSteps;

  /** A type about which nothing is known yet, such as that of the elements of `[]`. */
  fresh(): Type {
    return { kind: 'parameter', name: `#${this.parameters++}` };
  }

  /** The same types with fresh parameters. */
  instantiate(types: readonly Type[]): readonly Type[] {
    const fresh = new Map<string, Type>();
    return types.map((type) => this.renamed(type, fresh));
  }

  /**
   * True if a value of type `from` is accepted where `to` is wanted. Resolved parameters are kept only in that case.
   */
  assignable(from: Type, to: Type): boolean {
    const mark = this.trail.length;
    if (this.fits(from, to)) return true;
    this.rollBack(mark);
    return false;
  }

  assignableAll(from: readonly Type[], to: readonly Type[]): boolean {
    const mark = this.trail.length;
    if (this.fitAll(from, to)) return true;
    this.rollBack(mark);
    return false;
  }

  /** The same test, without resolving parameters. */
  couldBe(from: Type, to: Type): boolean {
    const mark = this.trail.length;
    const fits = this.fits(from, to);
    this.rollBack(mark);
    return fits;
  }

  /** The type with all resolved parameters replaced; others stay parameters. */
  resolve(type: Type): Type {
    return this.substitute(type, false);
  }

  /** Like `resolve`, with `dyn` for unresolved parameters. */
  settle(type: Type): Type {
    return this.substitute(type, true);
  }

  private fits(from: Type, to: Type): boolean {
    if (--this.fuel < 0) return true;
    if (to.kind === 'parameter') {
      const { valid, known } = this.substitutes(from, to);
      if (valid) return true;
      if (known) return false;
    }
    if (from.kind === 'parameter') return this.substitutes(to, from).valid;
    if (isUnsettled(from) || isUnsettled(to)) return true;
    if (from.kind === 'either') return from.of.some((one) => this.assignable(one, to));
    if (to.kind === 'either') return to.of.some((one) => this.assignable(from, one));
    if (isNull(from)) return takesNull(to);
    if (isNull(to)) return takesNull(from);
    return this.fitsMake(from, to);
  }

  private fitsMake(from: Type, to: Type): boolean {
    switch (from.kind) {
      case 'scalar':
        return to.kind === 'scalar' && from.name === to.name;
      case 'type':
        return to.kind === 'type';
      case 'list':
        return to.kind === 'list' && this.fits(from.element, to.element);
      case 'map':
        if (to.kind === 'record') return to.message === undefined && this.fits(from.key, string);
        return to.kind === 'map' && this.fits(from.key, to.key) && this.fits(from.value, to.value);
      case 'record':
        if (to.kind === 'map')
          return from.message === undefined && this.fits(string, to.key) && this.fits(dyn, to.value);
        return to.kind === 'record' && from.message === to.message;
      case 'opaque':
        return to.kind === 'opaque' && from.name === to.name && this.fitAll(from.parameters, to.parameters);
      default:
        return false;
    }
  }

  private fitAll(from: readonly Type[], to: readonly Type[]): boolean {
    return from.length === to.length && from.every((type, index) => this.fits(type, to[index] ?? dyn));
  }

  /** Whether `parameter` can be `type`, and whether it was already resolved. */
  private substitutes(type: Type, parameter: Type & { kind: 'parameter' }): { valid: boolean; known: boolean } {
    if (sameType(type, parameter)) return { valid: true, known: true };
    const known = this.bound.get(parameter.name);
    if (known === undefined) {
      if (this.mentions(type, parameter)) return { valid: false, known: false };
      this.bind(parameter.name, type);
      return { valid: true, known: false };
    }
    if (sameType(type, known)) return { valid: true, known: true };
    if (!this.fits(type, known)) return { valid: false, known: true };
    const general = mostGeneral(type, known);
    if (!this.mentions(general, parameter)) this.bind(parameter.name, general);
    return { valid: true, known: true };
  }

  /** Guards against a parameter that would contain itself. */
  private mentions(type: Type, parameter: Type): boolean {
    if (--this.fuel < 0) return false;
    switch (type.kind) {
      case 'parameter': {
        if (sameType(type, parameter)) return true;
        const known = this.bound.get(type.name);
        return known !== undefined && this.mentions(known, parameter);
      }
      case 'list':
        return this.mentions(type.element, parameter);
      case 'map':
        return this.mentions(type.key, parameter) || this.mentions(type.value, parameter);
      case 'type':
        return this.mentions(type.of, parameter);
      case 'opaque':
        return type.parameters.some((one) => this.mentions(one, parameter));
      case 'either':
        return type.of.some((one) => this.mentions(one, parameter));
      default:
        return false;
    }
  }

  private bind(name: string, type: Type): void {
    this.trail.push({ name, before: this.bound.get(name) });
    this.bound.set(name, type);
  }

  private rollBack(mark: number): void {
    while (this.trail.length > mark) {
      const last = this.trail.pop();
      if (last === undefined) return;
      if (last.before === undefined) this.bound.delete(last.name);
      else this.bound.set(last.name, last.before);
    }
  }

  private substitute(type: Type, openToDyn: boolean): Type {
    return rebuilt(type, (parameter) => {
      if (--this.fuel < 0) return dyn;
      const known = this.bound.get(parameter.name);
      if (known !== undefined) return this.substitute(known, openToDyn);
      return openToDyn ? dyn : parameter;
    });
  }

  private renamed(type: Type, fresh: Map<string, Type>): Type {
    return rebuilt(type, (parameter) => {
      const known = fresh.get(parameter.name) ?? this.fresh();
      fresh.set(parameter.name, known);
      return known;
    });
  }
}

/** The type with each parameter replaced; the same object when it has none. Records hold no parameters. */
function rebuilt(type: Type, replace: (parameter: Type & { kind: 'parameter' }) => Type): Type {
  switch (type.kind) {
    case 'parameter':
      return replace(type);
    case 'list': {
      const element = rebuilt(type.element, replace);
      return element === type.element ? type : listOf(element);
    }
    case 'map': {
      const key = rebuilt(type.key, replace);
      const value = rebuilt(type.value, replace);
      return key === type.key && value === type.value ? type : mapOf(key, value);
    }
    case 'type': {
      const of = rebuilt(type.of, replace);
      return of === type.of ? type : typeOf(of);
    }
    case 'opaque': {
      const parameters = type.parameters.map((one) => rebuilt(one, replace));
      return parameters.every((one, index) => one === type.parameters[index]) ? type : { ...type, parameters };
    }
    case 'either': {
      const of = type.of.map((one) => rebuilt(one, replace));
      return of.every((one, index) => one === type.of[index]) ? type : of.reduce(either);
    }
    default:
      return type;
  }
}

const isNull = (type: Type): boolean => type.kind === 'scalar' && type.name === 'null';

/** cel-go accepts null for every type that it holds as an object: times, durations and opaque types among them. */
function takesNull(type: Type): boolean {
  if (type.kind === 'opaque') return true;
  return type.kind === 'scalar' && (type.name === 'null' || type.name === 'timestamp' || type.name === 'duration');
}

/** The less specific of two types, one of which is assignable to the other. */
export function mostGeneral(a: Type, b: Type): Type {
  if (fromData(a) || fromData(b)) return either(a, b);
  // Null is assignable to the other type, but not the reverse.
  if (isNull(a)) return b;
  if (isNull(b)) return a;
  return coversAll(a, b) ? a : b;
}

const fromData = (type: Type): boolean => type.kind === 'record' || type.kind === 'either' || isFromData(type);

/** True for an equal or less specific type. */
function coversAll(a: Type, b: Type): boolean {
  if (a.kind === 'dyn' || a.kind === 'parameter') return true;
  if (b.kind === 'dyn' || b.kind === 'parameter') return false;
  switch (a.kind) {
    case 'opaque':
      return (
        b.kind === 'opaque' &&
        a.name === b.name &&
        a.parameters.length === b.parameters.length &&
        a.parameters.every((one, index) => coversAll(one, b.parameters[index] ?? dyn))
      );
    case 'list':
      return b.kind === 'list' && coversAll(a.element, b.element);
    case 'map':
      return b.kind === 'map' && coversAll(a.key, b.key) && coversAll(a.value, b.value);
    case 'type':
      return b.kind === 'type';
    default:
      return sameType(a, b);
  }
}
