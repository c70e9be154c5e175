import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '../../../lib/channels/http/sign.ts';
import { OutboundError } from '../../../lib/platform/outbound/outbound-error.ts';
import { post } from '../../../lib/platform/outbound/post.ts';
import { closeAll, listen } from '../../platform/outbound/receiver.ts';

const document = readFileSync(`${import.meta.dirname}/../../../docs/signatures.md`, 'utf8');
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const otherSecret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const body = '{"event":"alert.fired","rule":{"name":"Zoë 🐋"}}';

/** The program under a heading of the document. */
function program(heading: string): string {
  const code = new RegExp(`^## ${heading}\\n\\n\`\`\`\\w+\\n(.*?)^\`\`\`$`, 'ms').exec(document)?.[1];
  if (code === undefined) throw new Error(`docs/signatures.md has no program under ${heading}`);
  return code;
}

const languages = [
  { heading: 'Node', command: process.execPath, file: 'receiver.mjs' },
  { heading: 'Python', command: 'python3', file: 'receiver.py' },
];
const here = languages.filter(({ command }) => spawnSync(command, ['--version']).status === 0);

describe.each(here)('the receiver in $heading of docs/signatures.md', ({ heading, command, file }) => {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  let receiver: ChildProcess;
  let url: string;

  /** Posts as a delivery does; waits for the receiver to listen. */
  async function deliver(headers: Record<string, string>, sent = body): Promise<number> {
    for (;;) {
      try {
        return (await post({ url, headers, body: sent, policy: 'loopback' })).statusCode;
      } catch (error) {
        const starting =
          error instanceof OutboundError && error.kind === 'connect_failed' && receiver.exitCode === null;
        if (!starting) throw error;
        await pause(20);
      }
    }
  }

  const signed = (keys: { secret: string; previousSecrets?: readonly string[] }) =>
    signatureHeaders({ body, deliveryId: '2b8f3f0a', timestamp: new Date('2026-01-31T09:00:00Z'), ...keys });

  beforeAll(async () => {
    // Below those that systems give out by themselves, of which another test may get this one before the receiver has
    // it.
    const port = await listen(createServer(), '127.0.0.1', randomInt(20_000, 30_000));
    await closeAll();
    url = `http://127.0.0.1:${port}/`;
    writeFileSync(join(folder, file), program(heading));
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
    receiver = spawn(command, [join(folder, file)], { env, stdio: 'ignore' });
  });
  afterAll(() => {
    receiver.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it('accepts a delivery that is signed with its secret', async () => {
    await expect(deliver(signed({ secret }))).resolves.toBe(204);
  });

  it('accepts a delivery during a rotation with the new or the old secret', async () => {
    await expect(deliver(signed({ secret, previousSecrets: [otherSecret] }))).resolves.toBe(204);
    await expect(deliver(signed({ secret: otherSecret, previousSecrets: [secret] }))).resolves.toBe(204);
  });

  it('refuses another secret, another body, another signature and no signature', async () => {
    await expect(deliver(signed({ secret: otherSecret }))).resolves.toBe(401);
    await expect(deliver(signed({ secret }), body.replace('alert', 'elart'))).resolves.toBe(401);
    await expect(deliver({ 'X-Service-Signature': 'sha256=' })).resolves.toBe(401);
    await expect(deliver({})).resolves.toBe(401);
  });
});
