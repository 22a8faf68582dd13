// Loaded before a role that works in rounds: more of them in the same time show what each one leaves, and V8 has
// compiled the code after minutes instead of hours.
'use strict';
const { setTimeout: start } = globalThis;
const SPEED = 20;

globalThis.setTimeout = (task, ms, ...values) => start(task, ms / SPEED, ...values);
