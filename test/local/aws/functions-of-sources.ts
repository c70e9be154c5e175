import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll } from '@jest/globals';
import { Lambda } from '../../../local/aws/lambda.ts';
import type { StrictBehaviour } from '../../../local/aws/leniency.ts';
import type { FunctionSpec } from '../../../local/aws/template-functions.ts';

const folder = mkdtempSync(join(tmpdir(), 'chainwatch-lambda-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A runtime with these sources as functions, and their output. Each function has its name in its environment. */
export function lambdaOf(
  sources: Record<string, string>,
  more: Partial<FunctionSpec> = {},
  lenient: readonly StrictBehaviour[] = [],
) {
  const specs = Object.entries(sources).map(([name, source]): [string, FunctionSpec] => {
    const file = join(folder, `${name}.cjs`);
    writeFileSync(file, source);
    const rest = {
      timeoutMs: 1000,
      memoryMb: 128,
      version: '$LATEST',
      concurrency: Number.POSITIVE_INFINITY,
      asyncRetries: 0,
      maxEventAgeMs: 60_000,
      logGroup: 'logs',
      ...more,
    };
    return [name, { name, arn: `arn:${name}`, file, exportName: 'handler', environment: { NAME: name }, ...rest }];
  });
  const printed: string[] = [];
  const lambda = new Lambda(new Map(specs), {
    environmentOf: () => ({ SHARED: 'yes' }),
    output: new Writable({ decodeStrings: false, write: (line, _, done) => done(void printed.push(String(line))) }),
    onEnd: () => {},
    lenient: new Set(lenient),
  });
  return { lambda, printed };
}
