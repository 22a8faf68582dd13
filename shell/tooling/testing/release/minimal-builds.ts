/** The Node build of a minimal shell: its pages contain the remotes' texts and the API's response. */
export const MINIMAL_SHELL = `
exports.provided = { greeting: () => 'Hello from' };
exports.createRenderer = ({ registry, remotes, siteOrigin, apiOrigin }) => {
  const render = (kind, address) => ({
    page: { kind },
    head: ['<title>' + address + '</title>'],
    styles: '<style></style>',
    fonts: [],
    body: '<h1>' + remotes.map((remote) => remote.text()).join() + ' ' + address + '</h1><i>' + Object.keys(process.env).join() + '</i>',
  });
  return {
    async load(addresses) {
      return Promise.all(addresses.map(async (address) => {
        if (address === '/moved') return { address, outcome: 'redirect', to: '/shop' };
        const response = await fetch(apiOrigin + '/api' + address).catch(() => { throw new Error('The API is unavailable.'); });
        const data = await response.json();
        const json = JSON.stringify(data);
        return { address, outcome: 'page', dataHash: json, hasData: json !== 'null', ...(data?.addresses && { addresses: data.addresses }) };
      }));
    },
    async page(address) { return render('page', address); },
    async frame(address) { return render('frame', address); },
    async missing() { return render('missing', '/404'); },
  };
};`;

/** The Node build of a minimal remote. */
export const minimalRemote = (text: string, name = 'shop') =>
  `const greeting = require('greeting'); exports.default = { name: '${name}', text: () => greeting() + ' ${text}' };`;
