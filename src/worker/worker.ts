import { methods } from './methods.ts';
import { serve } from './serve.ts';

// In a worker the global object is the port.
serve(globalThis, methods());
