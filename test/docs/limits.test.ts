import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { stages } from '../../infra/stages.ts';
import { MOST_BLOCKS } from '../../lib/backfill/schema.ts';
import { exportJob } from '../../lib/exports/export-job.ts';
import { LIMITS } from '../../lib/organisations/limits/limits.ts';
import { SetLimits } from '../../lib/organisations/limits/set-limits.ts';
import { usualLimits } from '../../lib/overview/me.ts';
import { MAX_BODY_BYTES } from '../../lib/platform/http/body.ts';
import { MOST_STREAMED_ROWS } from '../../lib/transactions/stream-limit.ts';
import { REORG_WINDOW_BLOCKS } from '../../lib/watch/block-records.ts';

const documentOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const readme = documentOf('README.md');
const prod = stages.find(({ name }) => name === 'prod');
if (prod === undefined) throw new Error('there is no stage prod');
const { keyThrottle, keyReads, retryDelays, retention } = prod;
const text = (n: number) => n.toLocaleString('en');

it.each([
  ['body of a request', `${MAX_BODY_BYTES / 1024} KiB`],
  ['requests of one API key', `${keyThrottle.rate} per second, ${keyThrottle.burst} at once`],
  ['read units of one API key', `${text(keyReads.rate)} per second`],
  ['a delivery', `${retryDelays.length + 1} attempts`],
  ['finished work', `deliveries last for ${retention.deliveries} days`],
  ['a backfill', `${text(MOST_BLOCKS)} blocks`],
  ['rows of a streamed export', text(MOST_STREAMED_ROWS)],
  ['an export job', `${exportJob.slots.most} jobs at a time`],
  ['a reorganisation', `${REORG_WINDOW_BLOCKS} blocks`],
])('README.md states the limit that the code has: %s', (what, limit) => {
  expect(readme.split('\n').find((line) => line.startsWith(`| ${what} |`))).toContain(limit);
});

describe('The limits of an organisation', () => {
  const usual = usualLimits({
    wallets: prod.wallets,
    requestsPerSecond: prod.organisationThrottle.rate,
    recordsPerHour: prod.records.perHour,
    mailsPerMinute: prod.mailsPerMinute,
  });
  const stated = LIMITS.map((name) => [name, text(usual[name])]);

  it.each(['README.md', 'docs/api.md'])('stand in %s as the code of production has them', (path) => {
    const rows = [...documentOf(path).matchAll(/^\| `(\w+)` \| ([\d,]+)\b/gm)].map(([, name, limit]) => [name, limit]);
    expect(rows).toEqual(stated);
  });

  it.each(LIMITS)('can be changed by operators: %s', (name) => {
    const organisationId = '3f0a7d52-6a55-4c1e-9a3e-0d5f4b1c2a10';
    expect(SetLimits.parse({ organisationId, limits: { [name]: 70 } }).limits).toEqual({ [name]: 70 });
  });
});
