// Writes oclif.manifest.json: with it, help and version load no command. What was bundled of modules before these is removed,
// so that bin/run.js need not tell by times of files, which copies lose, whether a bundle is the modules' own.
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Plugin } from '@oclif/core';

const root = fileURLToPath(new URL('..', import.meta.url));
const plugin = new Plugin({
  root,
  ignoreManifest: true,
  errorOnManifestCreate: true,
  respectNoCacheDefault: true,
});
await plugin.load();
writeFileSync(new URL('../oclif.manifest.json', import.meta.url), `${JSON.stringify(plugin.manifest)}\n`);
rmSync(new URL('../dist/bundle', import.meta.url), { recursive: true, force: true });
