import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';

// jsdom has these in browsers only by its own realm; React Router and the shared rules need them.
Object.assign(globalThis, { TextDecoder, TextEncoder });
if (!('Request' in globalThis)) Object.assign(globalThis, { fetch, Headers, Request, Response });
