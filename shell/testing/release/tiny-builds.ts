/** A shell that draws pages as small as can be: what its remotes say, and what the API answers. */
export const TINY_SHELL = `
exports.readsOutlines = true;
exports.provided = { greeting: () => 'Hello from' };
exports.createRenderer = ({ registry, remotes, siteOrigin, apiOrigin }) => {
  const drawn = (kind, address) => ({
    page: { kind },
    head: ['<title>' + address + '</title>'],
    styles: '<style></style>',
    fonts: [],
    body: '<h1>' + remotes.map((remote) => remote.words()).join() + ' ' + address + '</h1><i>' + Object.keys(process.env).join() + '</i>',
  });
  const answers = new Map();
  return {
    async load(addresses) {
      return Promise.all(addresses.map(async (address) => {
        if (address === '/moved') return { address, outcome: 'redirect', to: '/shop' };
        const response = await fetch(apiOrigin + '/api' + address).catch(() => { throw new Error('The API is away.'); });
        const json = JSON.stringify(await response.json());
        answers.set('/api' + address, json);
        return { address, outcome: 'page', dataHash: json, hasData: json !== 'null' };
      }));
    },
    async page(address) { return drawn('page', address); },
    async frame(address) { return drawn('frame', address); },
    async missing() { return drawn('missing', '/404'); },
    async answers() { return [...answers]; },
  };
};`;

/** A shop that says so. */
export const remoteSaying = (words: string) =>
  `const greeting = require('greeting'); exports.default = { name: 'shop', words: () => greeting() + ' ${words}' };`;
