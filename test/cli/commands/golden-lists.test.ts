import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { expectGolden } from '../../support/golden.ts';
import { apiDouble } from '../api-double.ts';
import { NOW, organisation } from '../organisation.ts';
import { printed } from '../printed.ts';

/** What commands print on terminals and into a pipe. */
const folder = join(import.meta.dirname, '../../golden/cli');

const LISTS = [
  'tx list',
  'tx why 0x604b',
  'tx lookup 0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87',
  'wallet list',
  'wallet list --type cld --tag vault',
  'rule list',
  'rule test "Any transfer" 5f1c01d3',
  'events list',
  'events tail --since 60d',
  'events ack 5f1c247c',
  'deliveries list',
  'webhook list',
  'destination list',
  'destination preview --severity critical',
  'key list',
  'audit list',
  'backfill status ethereum',
  'coverage',
  'coverage --wallet Treasury',
  'doctor',
] as const;
const RECORDS = [
  'tx get 0x604b',
  'events get 5f1c2822',
  'wallet get Treasury',
  'rule get "Large payment out"',
  'webhook get "Old SIEM"',
  'deliveries get 5f1c93c3',
  'rule enable Approvals',
  'me',
] as const;

let environment: Record<string, string>;
beforeAll(async () => {
  // Only the date stands still.
  jest.useFakeTimers({
    now: NOW,
    doNotFake: [
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'setInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
  environment = { CHAINWATCH_URL: await apiDouble(organisation, NOW), CHAINWATCH_API_KEY: 'cw_test_1', NO_COLOR: '1' };
});
afterAll(async () => {
  jest.useRealTimers();
  await closeAll();
});
/** The labels of the organisation have characters that are as wide as two others. */
const widthOf = (line: string): number => [...line].length + (line.match(/\p{Script=Han}/gu)?.length ?? 0);

const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

/** What a command prints; first its data, then its notes. The port of the service differs in each run. */
async function shown(command: string, columns?: number): Promise<string> {
  const stopping = new AbortController();
  const { out, err } = await printed(wordsOf(command), {
    environment,
    // A command that goes on ends after what it printed first.
    ...{ stopped: stopping.signal, onOutput: () => stopping.abort() },
    ...(columns !== undefined && { columns }),
  });
  return `${out}${err}`.replaceAll(environment.CHAINWATCH_URL ?? '', 'http://127.0.0.1:3000');
}

const fileOf = (command: string): string =>
  `${command
    .replace(/ --?/g, ' ')
    .replace(/ ("|0x|5f1c|since|(?<=get )Treasury).*/, '')
    .replaceAll(' ', '-')}.txt`;

describe('What a person sees', () => {
  it.each([...LISTS, ...RECORDS])('equals the golden file of `%s`', async (command) => {
    const parts = [];
    for (const columns of [80, 120, undefined]) {
      const where = columns === undefined ? 'in a pipe' : `on ${columns} columns`;
      parts.push(`$ chainwatch ${command}   # ${where}\n${await shown(command, columns)}`);
    }
    const content = parts.join('\n');
    expectGolden(join(folder, fileOf(command)), content);
  });

  it.each([80, 120])(
    'says on %s columns that a transaction failed, and how much of a token without a price moved',
    async (columns) => {
      const lines = (await shown('tx list', columns)).split('\n');
      expect(lines).toContainEqual(expect.stringMatching(/ failed: Treasury .*5f1c091f$/));
      expect(lines).toContainEqual(expect.stringMatching(/ \? 1,000,000 CLAI… .*5f1c074c$/));
    },
  );

  it('has no golden file without a test', () => {
    expect(readdirSync(folder).sort()).toEqual([...LISTS, ...RECORDS].map(fileOf).sort());
  });

  it.each(LISTS)('fits the terminal, and is for people, in `%s`', async (command) => {
    for (const columns of [80, 100, 120]) {
      const lines = (await shown(command, columns)).split('\n');
      expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
      expect(lines.filter((line) => /\[object|undefined|\bnull\b|NaN|[{}]/.test(line))).toEqual([]);
    }
  });
});
