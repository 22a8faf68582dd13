// Loaded before a role whose live heap is measured: SIGUSR2 collects its garbage.
'use strict';
const v8 = require('node:v8');
const vm = require('node:vm');

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');
process.on('SIGUSR2', () => collect());
