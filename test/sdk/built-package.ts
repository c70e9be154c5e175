import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Builds the client as `npm run build:sdk` does, and installs the package into the folder of a program. */
export function installClient(folder: string): void {
  const installed = join(folder, 'node_modules/@chainwatch/sdk');
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(root, 'sdk/package.json'), join(installed, 'package.json'));
  symlinkSync(join(root, 'node_modules/openapi-fetch'), join(folder, 'node_modules/openapi-fetch'));
  compile('-p', join(root, 'sdk'), '--outDir', join(installed, 'dist'));
}

/** Runs the compiler. @throws Error with what the compiler found. */
export function compile(...args: readonly string[]): void {
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
}

/** The Node of the machine, which may be older than the Node of the repository; that of the tests without another. */
export const nodeOfMachine = (): string =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((file) => existsSync(file)) ?? process.execPath;
