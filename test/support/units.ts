import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { readTemplate } from '../../local/aws/template.ts';
import { functionsOf } from '../../local/aws/template-functions.ts';
import { STACK_NAME, templateFile } from '../../local/cli/build.ts';
import { type Ceiling, ceilings } from './unit-ceilings.ts';

const Units = z.object({ read: z.number(), write: z.number() });
const InvocationUnits = Units.extend({ functionName: z.string() });
const FileUnits = Units.extend({ file: z.string() });

const INVOCATIONS = 'invocations.jsonl';
const FILES = 'files.jsonl';

/** Test files that the end of a run prints: those that consumed most. */
const PRINTED_FILES = 10;

let folder: string | undefined;

/** Makes every stack of the run record the units of its invocations, and every test file its units, in any process. */
export function recordUnits(): Record<string, string> {
  folder = mkdtempSync(join(tmpdir(), 'chainwatch-units-'));
  return { UNITS_RECORD: join(folder, INVOCATIONS), UNITS_OF_FILES: join(folder, FILES) };
}

/** The test files that consumed most, one line each. */
export const largestFiles = (): string[] =>
  linesOf(FILES, FileUnits)
    .toSorted((a, b) => b.write + b.read - (a.write + a.read))
    .slice(0, PRINTED_FILES)
    .map(({ file, read, write }) => `${Math.round(write)} write and ${Math.round(read)} read units: ${file}`);

/** Parses a file of lines. A run that recorded nothing has no file. */
function linesOf<S extends z.ZodType>(name: string, schema: S): z.output<S>[] {
  const file = join(folder ?? '', name);
  if (folder === undefined || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

/**
 * The functions that exceeded their ceiling, and those without a ceiling, one line each. If all tests ran, also the
 * functions of the template without a ceiling and the ceilings without a function.
 */
export function unitFaults(allRan: boolean): string[] {
  if (folder === undefined) return [];
  const most = mostOf(linesOf(INVOCATIONS, InvocationUnits));
  rmSync(folder, { recursive: true });
  const names = new Set([...most.keys(), ...(allRan ? functionNames() : [])]);
  const unused = allRan ? Object.keys(ceilings).filter((name) => !names.has(name)) : [];
  return [
    ...[...names].flatMap((name) => faultOf(name, most.get(name) ?? { read: 0, write: 0 })),
    ...unused.map((name) => `no function has the name of the ceiling ${name}`),
  ];
}

function mostOf(invocations: readonly z.output<typeof InvocationUnits>[]): Map<string, Ceiling> {
  const most = new Map<string, Ceiling>();
  for (const { functionName, read, write } of invocations) {
    const name = shortName(functionName);
    const known = most.get(name) ?? { read: 0, write: 0 };
    most.set(name, { read: Math.max(known.read, read), write: Math.max(known.write, write) });
  }
  return most;
}

function faultOf(name: string, { read, write }: Ceiling): string[] {
  const ceiling = ceilings[name];
  if (ceiling === undefined) return [`${name} has no ceiling and consumed ${read} read and ${write} write units`];
  if (read <= ceiling.read && write <= ceiling.write) return [];
  return [
    `${name} consumed ${read} read and ${write} write units; its ceiling is ${ceiling.read} and ${ceiling.write}`,
  ];
}

const functionNames = (): string[] =>
  [...functionsOf(readTemplate(templateFile, { stackName: STACK_NAME, awsEndpoint: '' }), '').keys()].map(shortName);

/** All watchers have one ceiling. */
const shortName = (functionName: string): string =>
  functionName.slice(`${STACK_NAME}-`.length).replace(/^watch-.*/, 'watch-chain');
