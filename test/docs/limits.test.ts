import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { stages } from '../../infra/stages.ts';
import { MAX_RULES } from '../../lib/alerts/rules/repo.ts';
import { MOST_BLOCKS } from '../../lib/backfill/schema.ts';
import { exportJob } from '../../lib/exports/export-job.ts';
import { MAX_WEBHOOKS } from '../../lib/organisations/limits/recipient-room.ts';
import { MAX_BODY_BYTES } from '../../lib/platform/http/body.ts';
import { MOST_STREAMED_ROWS } from '../../lib/transactions/stream-limit.ts';
import { REORG_WINDOW_BLOCKS } from '../../lib/watch/block-records.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const prod = stages.find(({ name }) => name === 'prod');
if (prod === undefined) throw new Error('there is no stage prod');
const { keyThrottle, keyReads, retryDelays, retention } = prod;
const text = (n: number) => n.toLocaleString('en');

it.each([
  ['body of a request', `${MAX_BODY_BYTES / 1024} KiB`],
  ['requests of one API key', `${keyThrottle.rate} per second, ${keyThrottle.burst} at once`],
  ['read units of one API key', `${text(keyReads.rate)} per second`],
  ['webhook subscriptions', `${MAX_WEBHOOKS} per organisation`],
  ['alert rules', `${MAX_RULES} per organisation`],
  ['a delivery', `${retryDelays.length + 1} attempts`],
  ['finished work', `deliveries last for ${retention.deliveries} days`],
  ['a backfill', `${text(MOST_BLOCKS)} blocks`],
  ['rows of a streamed export', text(MOST_STREAMED_ROWS)],
  ['an export job', `${exportJob.slots.most} jobs at a time`],
  ['a reorganisation', `${REORG_WINDOW_BLOCKS} blocks`],
])('README.md states the limit that the code has: %s', (what, limit) => {
  expect(readme.split('\n').find((line) => line.startsWith(`| ${what} |`))).toContain(limit);
});
