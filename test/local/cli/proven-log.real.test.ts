import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../../functions/routes.ts';
import { type LocalStack, startStack } from '../../../local/cli/local-stack.ts';
import { startOptions } from '../../../local/cli/start-options.ts';
import { addRule } from '../../api/samples.ts';
import { aKeyPair } from '../../cli/audit/signed-file.ts';
import { type BundledCli, bundledCli } from '../../cli/bundled.ts';
import { api } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';

// Scenario: a stack that signs each second, and the bundled command line, which knows only the URL and the key of the
// stack. Somebody then changes the file of the log to hide what happened.
const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-proven-'));
let stack: LocalStack;
let cli: BundledCli;
/** The file of the log, line by line. */
let lines: readonly string[];
/** The index of the line of a checkpoint that covers two entries or more. */
let signed: number;

beforeAll(async () => {
  const options = startOptions(['--port', '0', '--data-dir', dataDir, '--no-watch', '--checkpoint-every', '1']);
  stack = await startStack({ ...options, log: () => {} });
  cli = await bundledCli(stack.apiKey);
  await makeChanges();
  lines = (await printed('audit', 'export')).trimEnd().split('\n');
  signed = lines.findIndex((line) => countOf(line) >= 2);
  writeFileSync(join(cli.folder, 'key.pem'), await printed('audit', 'key'));
});
afterAll(async () => {
  await cli.remove();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const run = (...args: readonly string[]) => cli.run(args, { env: { CHAINWATCH_URL: stack.baseUrl } });

/** Runs a command, which must succeed. Returns what it printed. */
async function printed(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await run(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

/** Makes changes until the log has two checkpoints, of which one covers two changes. */
async function makeChanges(): Promise<void> {
  const client = api(stack.apiKey, stack.baseUrl);
  await Promise.all([1, 2, 3].map((n) => addRule(client, { name: `Rule ${n}` })));
  const newest = (await client.ok(routes.listAudit)).data[0]?.at ?? '';
  const checkpoints = await eventually(
    async () => (await client.ok(routes.listCheckpoints)).data,
    ([last]) => last !== undefined && last.to > newest,
  );
  // Changes on two sides of the end of a second are in two checkpoints.
  if (checkpoints.length < 2 || !checkpoints.some(({ count }) => count >= 2)) await makeChanges();
}

const CheckpointLine = z.object({ checkpoint: z.object({ count: z.number() }) });

/** How many entries a line covers: none, unless it is a checkpoint. */
const countOf = (line: string): number => CheckpointLine.safeParse(JSON.parse(line)).data?.checkpoint.count ?? 0;

/** Verifies a file of these lines. */
function verified(file: readonly string[]) {
  writeFileSync(join(cli.folder, 'audit.jsonl'), file.map((line) => `${line}\n`).join(''));
  return run('audit', 'verify', 'audit.jsonl', '--key', 'key.pem');
}

describe('audit verify', () => {
  it('accepts what audit export and audit key printed', async () => {
    const { code, out, err } = await verified(lines);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^valid\nentries: \d+, in \d+ checkpoints, from .*\n/);
  });

  it('exits with 5 and names the line where the entries begin of which a digit was changed', async () => {
    const changed = lines.with(signed - 1, otherDigit(lines[signed - 1] ?? ''));
    const first = signed - countOf(lines[signed] ?? '') + 1;
    const { code, err } = await verified(changed);
    expect(code).toBe(5);
    expect(err).toContain(`Not valid, line ${first}: Not the entries that were signed`);
    expect(err).toContain(`lines ${first} to ${signed}`);
  });

  it('exits with 5 and names the checkpoint that covers a row that was dropped', async () => {
    const { code, err } = await verified(lines.toSpliced(signed - 1, 1));
    expect(code).toBe(5);
    expect(err).toContain(`Not valid, line ${signed}: The checkpoint covers ${countOf(lines[signed] ?? '')} entries`);
    expect(err).toContain('some were dropped');
  });

  it('exits with 5 and names the second of two rows that were swapped', async () => {
    const [first = '', second = ''] = lines.slice(signed - 2, signed);
    const { code, err } = await verified(lines.toSpliced(signed - 2, 2, second, first));
    expect(code).toBe(5);
    expect(err).toContain(`Not valid, line ${signed}: The entry belongs before line ${signed - 1}`);
  });

  it('exits with 5 and names the first entry when the first checkpoint was dropped', async () => {
    const checkpoint = lines.findIndex((line) => countOf(line) > 0);
    const { code, err } = await verified(lines.toSpliced(checkpoint, 1));
    expect(code).toBe(5);
    expect(err).toContain('Not valid, line 1: The entry is older than the checkpoint after it');
  });

  it('refuses the key of another service', async () => {
    const { publicKey } = aKeyPair();
    writeFileSync(join(cli.folder, 'other.pem'), publicKey);
    await verified(lines);
    const { code, err } = await run('audit', 'verify', 'audit.jsonl', '--key', 'other.pem');
    expect(code).toBe(5);
    expect(err).toContain('The key did not sign the checkpoint');
  });
});

/** The entry with another last digit. */
const otherDigit = (line: string): string => line.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
