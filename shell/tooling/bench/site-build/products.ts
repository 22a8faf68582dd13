import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Serves a product for every id below `/api/products/`, with a text of 3 KB as a book has. Runs in a thread of its own. */
const API = `
const { createHash } = require('node:crypto');
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const revisions = new Map();
const product = (id) =>
  JSON.stringify({ id, text: ('Product ' + id + ', revision ' + (revisions.get(id) ?? 1) + '. ').repeat(120) });
const tagOf = (id) => createHash('sha256').update(product(id)).digest('base64url').slice(0, 27);
const tags = Object.fromEntries(
  Array.from({ length: workerData }, (_, index) => ['/api/products/' + (index + 1), tagOf(index + 1)]),
);
const server = createServer(({ url }, response) => {
  const id = Number(url.split('/').pop());
  const found = /^\\/api\\/products\\/\\d+$/.test(url);
  const isKnown = found || url === '/api/entity-tags';
  response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
  response.end(found ? product(id) : JSON.stringify(isKnown ? { tags } : { id: 'not-found' }));
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
parentPort.on('message', (id) => {
  revisions.set(id, (revisions.get(id) ?? 1) + 1);
  tags['/api/products/' + id] = tagOf(id);
  parentPort.postMessage('changed');
});
`;

export type ProductsApi = Awaited<ReturnType<typeof startProductsApi>>;

/** @param count how many products the entity tags contain. */
export async function startProductsApi(count: number) {
  const worker = new Worker(API, { eval: true, workerData: count });
  const [port] = (await once(worker, 'message')) as readonly unknown[];
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    async change(id: number) {
      const changed = once(worker, 'message');
      worker.postMessage(id);
      await changed;
    },
    stop: () => worker.terminate(),
  };
}

export const PRODUCT_PATH = '/products/:id';

/** The Node build of a remote with one page for each product. @param heading of every page. */
export const productsBuild = (heading: string) => `
const { createElement: h } = require('react');
const Product = ({ data }) => h('main', null, h('h1', null, ${JSON.stringify(heading)}), h('p', null, data.text));
exports.default = {
  name: 'shop',
  menu: [],
  routes: [{
    path: '${PRODUCT_PATH}',
    title: 'Product',
    load: ({ host, params, signal }) =>
      host.api({ method: 'GET', path: '/api${PRODUCT_PATH}' }, { params: { id: params.id } }, { signal }),
    page: async () => ({ default: Product }),
  }],
};`;
