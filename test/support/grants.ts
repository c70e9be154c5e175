import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Iam } from '../../local/aws/iam.ts';
import { readTemplate } from '../../local/aws/template.ts';
import { STACK_NAME, templateFile } from '../../local/cli/build.ts';

/** Grants that the tests over a stack may leave unused, with the reason. */
const unreached: readonly { readonly grants: RegExp; readonly why: string }[] = [
  {
    grants: /^chainwatch-local-handover (dynamodb|sqs|lambda):/,
    why: 'Used only after a crash. test/functions/access.real.test.ts compares the table grants with the used actions.',
  },
  {
    grants: /^chainwatch-local-evaluate-pending /,
    why: 'Used only after an outage. It evaluates as evaluate-rules does (test/functions/access.real.test.ts).',
  },
  {
    grants: /^chainwatch-local-evaluate-rules sqs:SendMessage .*evaluations/,
    why: 'Used only beyond the budget of an organisation (test/functions/pipelines/pipelines.real.test.ts).',
  },
  {
    grants: /^chainwatch-local-watch-anvil (dynamodb:DeleteItem|sqs:SendMessage) /,
    why: 'Used only after a reorganisation: outbox entries and retractions (test/watch/reorg.real.test.ts).',
  },
  {
    grants: /^chainwatch-local-record-matches sqs:SendMessage /,
    why: 'Used only when a wallet is throttled and when a run leaves matches waiting (test/watch/deferred).',
  },
  {
    grants: /^chainwatch-local-watch-(?!anvil )\S+ /,
    why: 'The same code with the same grants: tests over a stack watch mostly the chain of anvil.',
  },
  {
    grants: /^chainwatch-local-(compact-lists|run-operator-jobs) dynamodb:/,
    why: 'The lists of the stack are too short, and a recount finds them right (test/operation).',
  },
  {
    grants: /^chainwatch-local-(get-rule|get-stats|test-rule) dynamodb:BatchGetItem /,
    why: 'Reads the runs of a list, and the lists of the stack have none (test/platform/lists).',
  },
  {
    grants: /^chainwatch-local-(list-balances|list-balance-sums|get-balance-history) dynamodb:(PutItem|BatchGetItem) /,
    why: 'Keeps prices of a network. The stack has fixed prices (test/prices/table-cache.real.test.ts).',
  },
  {
    grants: /^chainwatch-local-(list-balance-sums|get-balance-history|record-matches) secretsmanager:/,
    why: 'Asks nodes for the feeds of Chainlink. The stack has fixed prices (test/prices/live.test.ts).',
  },
  {
    grants: /^chainwatch-local-set-values /,
    why: 'The fixed prices of the stack never fail (test/transactions/valuation, test/functions/access.real.test.ts).',
  },
  {
    grants: /^chainwatch-local-get-coverage dynamodb:BatchGetItem /,
    why: 'Reads matches and values that wait, and the stack has none (test/overview/coverage).',
  },
  {
    grants: /^chainwatch-local-backfill-blocks sqs:ChangeMessageVisibility /,
    why: 'Used only for a part that failed (test/backfill/part-redelivery.real.test.ts).',
  },
  {
    grants: /^chainwatch-local-write-export (s3:(GetObject|AbortMultipartUpload)|dynamodb:GetItem) /,
    why: 'Used only for a remainder, after a crash and when a run loses its job (test/exports).',
  },
  {
    grants: /^chainwatch-local-run-operator-jobs s3:/,
    why: 'A deletion erases 70 minutes after its begin (test/operation/deletion).',
  },
  {
    grants: /^chainwatch-local-expire-records (dynamodb|s3):/,
    why: 'The records of tests are younger than any retention (test/operation/retention, test/functions/access).',
  },
  {
    grants: /^chainwatch-local-create-wallets dynamodb:Query /,
    why: 'Counts the wallets of an organisation from before, or reads a scan meanwhile (test/wallets/bulk-creation).',
  },
  {
    grants: /^chainwatch-local-resume-replay lambda:InvokeFunction /,
    why: 'The replays of tests are done before a test could cancel and resume them.',
  },
];

let folder: string | undefined;

/** Makes every stack of the run record the used grants and the refusals of its functions, in any process. */
export function recordGrants(): Record<string, string> {
  folder = mkdtempSync(join(tmpdir(), 'chainwatch-grants-'));
  return { IAM_RECORD: join(folder, 'grants.txt') };
}

/**
 * The faults of the template's grants, one line each: refused requests and, if all tests ran, unused grants.
 */
export function grantFaults(allRan: boolean): string[] {
  if (folder === undefined) return [];
  const lines = readFileSync(join(folder, 'grants.txt'), 'utf8').trimEnd().split('\n');
  rmSync(folder, { recursive: true });
  const used = new Set(lines);
  const iam = new Iam(readTemplate(templateFile, { stackName: STACK_NAME, awsEndpoint: '' }), () => {});
  const unused = iam
    .all()
    .filter((text) => !used.has(`used ${text}`) && !unreached.some(({ grants }) => grants.test(text)));
  return [
    ...[...used].filter((line) => line.startsWith('refused ')),
    ...(allRan ? unused.map((text) => `never used: ${text}`) : []),
  ];
}
