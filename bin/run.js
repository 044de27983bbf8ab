#!/usr/bin/env node
'use strict';
const { statSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const madeAt = (path) => statSync(join(__dirname, '..', path), { throwIfNoEntry: false })?.mtimeMs ?? -1;

// Who compiled without bundling runs what was compiled.
if (madeAt('dist/bundle/start.cjs') >= madeAt('oclif.manifest.json')) require('../dist/bundle/start.cjs');
else
  import('../dist/cli/run/supervise.js').then(({ supervise }) => supervise(pathToFileURL(__filename).href));
