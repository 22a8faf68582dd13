// This file is loaded before a role of a chaos run: its clock is off by CLOCK_OFFSET_MS, and its disk is full
// while FULL_DISK exists.
'use strict';
const fs = require('node:fs');

const offset = Number(process.env.CLOCK_OFFSET_MS ?? 0);
if (offset !== 0) {
  const RealDate = Date;
  globalThis.Date = class Date extends RealDate {
    constructor(...values) {
      if (values.length === 0) super(RealDate.now() + offset);
      else super(...values);
    }
    static now() {
      return RealDate.now() + offset;
    }
    static [Symbol.hasInstance](value) {
      return value instanceof RealDate;
    }
  };
}

const flag = process.env.FULL_DISK;
const isFull = () => flag !== undefined && fs.existsSync(flag);
const refused = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

if (flag !== undefined) {
  for (const name of ['mkdir', 'symlink', 'link', 'copyFile', 'writeFile', 'open']) {
    const original = fs.promises[name];
    fs.promises[name] = async (...values) => {
      const reads = name === 'open' && (values[1] === undefined || values[1] === 'r');
      if (!isFull() || reads) return original(...values);
      // The disk had room for a part of it.
      if (name === 'writeFile') await original(values[0], String(values[1]).slice(0, 10));
      throw refused();
    };
  }
  for (const name of ['linkSync', 'mkdirSync', 'copyFileSync']) {
    const original = fs[name];
    fs[name] = (...values) => {
      if (isFull()) throw refused();
      return original(...values);
    };
  }
}
