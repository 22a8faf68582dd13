import { configure } from '@testing-library/react';

// A page's code is transpiled at its first visit, which can take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(30_000);
