#!/usr/bin/env node
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

// Who compiles without bundling has no bundle any more, and runs what was compiled: scripts/manifest.js removes the old one.
if (existsSync(join(__dirname, '../dist/bundle/start.cjs'))) require('../dist/bundle/start.cjs');
else
  import('../dist/cli/run/supervise.js').then(({ supervise }) => supervise(pathToFileURL(__filename).href));
