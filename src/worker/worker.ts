import { methods } from './methods.ts';
import type { Port } from './message.ts';
import { serve } from './serve.ts';

// In a worker the global object is the port; the DOM types of this project describe a window.
serve(globalThis as unknown as Port, methods());
