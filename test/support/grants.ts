import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Iam } from '../../local/aws/iam.ts';
import { readTemplate } from '../../local/aws/template.ts';
import { STACK_NAME, templateFile } from '../../local/cli/build.ts';

/** Grants that no test over a stack needs for sure, by function, and what does need them. */
const unreached: readonly { readonly grants: RegExp; readonly why: string }[] = [
  {
    grants: /^chainwatch-local-reconcile (dynamodb|sqs|lambda):/,
    why: 'Only after a crash. test/functions/access.real.test.ts holds what it may do to the table to what it does.',
  },
  {
    grants: /^chainwatch-local-watch-chain (dynamodb:DeleteItem|sqs:SendMessage) /,
    why: 'Only when a chain takes a block back: notes and deliveries of retractions (test/watch/reorg.real.test.ts).',
  },
  {
    grants: /^chainwatch-local-resume-replay lambda:InvokeFunction /,
    why: 'A replay of a test is done before it could be cancelled and resumed.',
  },
];

let folder: string | undefined;

/** Has every stack of the run, whatever process it runs in, write down what its functions use and are refused. */
export function recordGrants(): Record<string, string> {
  folder = mkdtempSync(join(tmpdir(), 'chainwatch-grants-'));
  return { IAM_RECORD: join(folder, 'grants.txt') };
}

/**
 * What is wrong with the grants of the template, one line each: requests that were refused and, when all tests ran, grants
 * that none of them used.
 */
export function grantsAmiss(allRan: boolean): string[] {
  if (folder === undefined) return [];
  const lines = readFileSync(join(folder, 'grants.txt'), 'utf8').trimEnd().split('\n');
  rmSync(folder, { recursive: true });
  const used = new Set(lines);
  const iam = new Iam(readTemplate(templateFile, { stackName: STACK_NAME, awsEndpoint: '' }), () => {});
  const needless = iam
    .all()
    .filter((text) => !used.has(`used ${text}`) && !unreached.some(({ grants }) => grants.test(text)));
  return [
    ...[...used].filter((line) => line.startsWith('refused ')),
    ...(allRan ? needless.map((text) => `never used: ${text}`) : []),
  ];
}
