import { RuleTester } from 'eslint';
import { apiCalls } from './lint-api-calls.mjs';

const tester = new RuleTester();
const invalid = (code: string, message = /only through its host/) => ({ code, errors: [{ message }] });
const LIST_BOOKS = /Use host\.api\(calls\.listBooks, input, \{ signal \}\)/;

tester.run('api-calls', apiCalls, {
  valid: [
    'host.api(calls.listBooks, {}, { signal })',
    // Addresses of files are no calls.
    "const film = { src: '/api/media/1.mp4' };",
    // A name of its own is not the browser's.
    'const fetch = async () => undefined; fetch("/books");',
    'function load(fetch) { return fetch("/books"); }',
    'const top = list.top; top.fetchAll();',
  ],
  invalid: [
    invalid("fetch('/api/books')", LIST_BOOKS),
    invalid("window.fetch('/api/books?sort=title')", LIST_BOOKS),
    invalid("globalThis['fetch']('/api/books')", LIST_BOOKS),
    invalid("globalThis.fetch?.('/api/books')", LIST_BOOKS),
    invalid('fetch(`/api/books`)', LIST_BOOKS),
    invalid('fetch(`${location.origin}/api/books`)', LIST_BOOKS),
    invalid("fetch(origin + '/api/books')", LIST_BOOKS),
    invalid("const address = '/api/books'; fetch(address);", LIST_BOOKS),
    invalid("fetch(new URL('/api/books', location.origin))", LIST_BOOKS),
    invalid("client.get('/api/books')", LIST_BOOKS),
    invalid("client({ url: '/api/books' })", LIST_BOOKS),
    invalid("request.open('GET', '/api/books')", LIST_BOOKS),
    invalid("navigator.sendBeacon('/api/books')", LIST_BOOKS),
    invalid("fetch('/api/wishes')", /none for \/api\/wishes yet: add it there first/),
    invalid('fetch(address)'),
    invalid('new XMLHttpRequest()'),
    invalid("new EventSource('/events')"),
    invalid('const load = fetch; load("/books");'),
    invalid('const load = window.fetch; load("/books");'),
    invalid('const { fetch: load } = window; load("/books");'),
    invalid("import axios from 'axios';"),
  ],
});
