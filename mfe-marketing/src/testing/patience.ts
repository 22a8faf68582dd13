import { configure } from '@testing-library/react';

// A page's code is transpiled at its first visit; on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(30_000);
