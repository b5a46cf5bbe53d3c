#!/usr/bin/env node
import { program } from './program.ts';
import { exitWith } from './run-command.ts';

await exitWith(() => program(process.argv.slice(2)));
