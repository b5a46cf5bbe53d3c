import { emptyLibrary, extendLibrary } from '../evaluate/library.ts';
import type { Library } from '../evaluate/library.ts';
import { conversions } from './convert.ts';
import { encoderFunctions } from './encoders.ts';
import { jsonFunctions } from './json.ts';
import { listFunctions, mapFunctions, specificationFunctions } from './lists.ts';
import { mathFunctions } from './math.ts';
import { optionalFunctions } from './optionals.ts';
import { regexFunctions } from './regex.ts';
import { stringFunctions } from './strings.ts';
import { timeFunctions } from './time.ts';

/** CEL's standard functions, cel-go's extensions, `put` and the JSON functions. */
export const standardLibrary: Library = extendLibrary(emptyLibrary, [
  ...conversions,
  ...stringFunctions,
  ...regexFunctions,
  ...timeFunctions,
  ...mathFunctions,
  ...listFunctions,
  ...mapFunctions,
  ...optionalFunctions,
  ...encoderFunctions,
  ...jsonFunctions,
]);

/** The standard library as the Common Agent Specification's examples use it. */
export const specificationLibrary: Library = extendLibrary(standardLibrary, specificationFunctions);
