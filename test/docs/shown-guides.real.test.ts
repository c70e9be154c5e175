import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { build } from '../../cli/build-cli.ts';
import { routes } from '../../functions/routes.ts';
import { type LocalStack, startStack } from '../../local/cli/local-stack.ts';
import { freePort, root } from '../examples/receiver-process.ts';
import { closeAll, listen } from '../platform/outbound/receiver.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { noteSecrets } from '../support/secrets.ts';
import { Terminal } from './guide.ts';
import { followGuide } from './shown-guide.ts';

// A reader follows each guide in a terminal, on a stack with a node whose blocks no other test makes. Every command is
// that of the guide; only URLs, the key and the home folder are those of the test.

const EXTRACT = 'https://raw.githubusercontent.com/0xB10C/ofac-sanctioned-digital-currency-addresses/lists';
const FLAGGED = [
  '0x098B716B8Aaf21512996dC57EB0615e2383E2f96',
  '0x8589427373D6D84E98730D7795D8f6f8731FDA16',
  '0x722122dF12D4e14e13Ac3b6895a86e84145b6967',
];
/** The layouts that the guide names, as their publishers may serve them. */
const SOURCES: Readonly<Record<string, string>> = {
  '/lists/sanctioned_addresses_ETH.txt': `${FLAGGED.join('\n')}\n`,
  '/sanctioned.csv': `name,address,since\n${FLAGGED.map((each, n) => `Entity ${n},${each},2022-08-08`).join('\n')}\n`,
  '/sanctioned.json': JSON.stringify(FLAGGED.slice(1).map((address) => ({ address, chain: 'ethereum' }))),
};

const home = mkdtempSync(join(tmpdir(), 'chainwatch-shown-guides-'));
const terminals: Terminal[] = [];
let stack: LocalStack;
let publisher: string;

beforeAll(async () => {
  // Slack answers the same to every message, as do the files below it.
  const server = createServer(({ url = '' }, response) => {
    const type = url.endsWith('.json') ? 'application/json' : 'text/plain';
    response.writeHead(200, { 'Content-Type': type }).end(SOURCES[url] ?? 'ok');
  });
  publisher = `http://127.0.0.1:${await listen(server)}`;
  const dataDir = join(home, 'data');
  stack = await startStack({ port: 0, dataDir, vendors: { slack: publisher }, checkpointEvery: 1, log: () => {} });
  const bin = join(home, '.local/bin');
  mkdirSync(bin, { recursive: true });
  await build(join(bin, 'chainwatch'));
  chmodSync(join(bin, 'chainwatch'), 0o755);
  noteSecrets(['https://hooks.slack.com/services/T024BE7LD/B024BE7LH/aQ7rT2vZ']);
});
afterAll(async () => {
  for (const terminal of terminals) {
    // A guide that broke off has left its listener.
    await terminal.run('for job in $(jobs -p); do kill $job || true; done').catch(() => {});
    terminal.close();
  }
  await closeAll();
  await stack.stop();
  rmSync(home, { recursive: true, force: true });
});

it.each([
  ['exchange', 5],
  ['treasury-in-ten-minutes', 11],
  ['sanctioned-addresses', 4],
  ['prove-the-audit-log', 3],
])('docs/guides/%s.md shows what its commands print', async (guide, shown) => {
  const { apiKey } = await newOrganisation(stack.awsEndpoint, stack.baseUrl);
  const terminal = new Terminal();
  terminals.push(terminal);
  await terminal.run(`export HOME=${home} TMPDIR=${home} PATH=${home}/.local/bin:$PATH; unset XDG_CONFIG_HOME`);
  const port = await freePort();
  const actual = {
    'http://127.0.0.1:3000': stack.baseUrl,
    cw_test_Y98r7Sh3CuLicBu914gtKInZmbVl8E1N526r: apiKey,
    'http://127.0.0.1:3002': stack.anvilUrl ?? '',
    '127.0.0.1:4000': `127.0.0.1:${port}`,
    '127.0.0.1/4000': `127.0.0.1/${port}`,
    '--port 4000': `--port ${port}`,
    [EXTRACT]: `${publisher}/lists`,
    'https://lists.example.com': publisher,
  };
  expect(await followGuide(guide, terminal, actual)).toBe(shown);
});

/** The first commands of the README, up to the payment. The commands after the payment have ids to fill in. */
function firstCommands(): readonly [setUp: string, pay: string] {
  const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## First steps with curl');
  const [, block = ''] = /^```sh\n(.*?)^```$/ms.exec(section) ?? [];
  const [setUp = '', rest = ''] = block.split(/^# an account of anvil.*\n/m);
  return [setUp, rest.split(/^api /m, 1)[0] ?? ''];
}

it('README.md: a second payment within the same minute makes an alert, too', async () => {
  const { apiKey, api } = await newOrganisation(stack.awsEndpoint, stack.baseUrl);
  const terminal = new Terminal();
  terminals.push(terminal);
  const here = (commands: string) =>
    commands
      .replace('KEY=cw_test_…', `KEY=${apiKey}`)
      .replaceAll('localhost:3000', stack.baseUrl)
      .replaceAll('http://127.0.0.1:3002', stack.anvilUrl ?? '');
  const [setUp, pay] = firstCommands();
  await terminal.run(here(setUp));
  for (const paid of [1, 2]) {
    expect(await terminal.run(here(pay))).toContain('"result":"0x');
    await eventually(
      () => api.ok(routes.listEvents),
      ({ meta }) => meta.total >= paid,
    );
  }
  const { data: rules } = await api.ok(routes.listRules);
  expect(rules).toMatchObject([{ name: 'Over 1,000 USD', firedCount: 2, suppressedByReason: { cooldown: 0 } }]);
  expect((await api.ok(routes.listWallets)).data).toMatchObject([{ label: 'Treasury', type: 'treasury' }]);
});
