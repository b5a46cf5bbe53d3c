import { configure } from '@testing-library/react';
import { giveResizes } from '../../ui/testing.ts';

// As with a test's own limit: it only ends what hangs. What a test waits for is there much sooner, unless the machine is busy.
configure({ asyncUtilTimeout: 20_000 });

giveResizes();
