import fc from 'fast-check';
import { seed } from '../../engine/fuzz/testing.ts';

// Every property begins at the seed that `npm test` prints, so that its failure can be repeated.
fc.configureGlobal({ seed });
