import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The compressed copy of a file. @param extension what is added to its name. */
export function compressed(bytes: Buffer, extension: '.br' | '.gz'): Promise<Buffer> {
  return extension === '.br'
    ? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    : promisify(gzip)(bytes, { level: 9 });
}
