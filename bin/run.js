#!/usr/bin/env node
import { supervise } from '../dist/cli/supervise.js';

await supervise(import.meta.url);
