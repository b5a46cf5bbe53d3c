import { emptyLibrary, extendLibrary } from '../evaluate/library.ts';
import type { Library } from '../evaluate/library.ts';
import { conversions } from './convert.ts';
import { encoderFunctions } from './encoders.ts';
import { jsonFunctions } from './json.ts';
import { listFunctions, mapFunctions, specificationFunctions } from './lists.ts';
import { mathFunctions } from './math.ts';
import { networkFunctions } from './network.ts';
import { optionalFunctions } from './optionals.ts';
import { regexFunctions } from './regex.ts';
import { stringFunctions } from './strings.ts';
import { timeFunctions } from './time.ts';
import { urlFunctions } from './url.ts';

/** CEL's standard functions, cel-go's extensions, some of Kubernetes' libraries, `put` and the JSON functions. */
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
  ...networkFunctions,
  ...urlFunctions,
]);

/** The standard library as the Common Agent Specification's examples use it. */
export const specificationLibrary: Library = extendLibrary(standardLibrary, specificationFunctions);
