#!/usr/bin/env node
import { supervise } from '../dist/cli/run/supervise.js';

await supervise(import.meta.url);
