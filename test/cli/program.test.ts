import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EXIT } from '../../cli/base/failures.ts';
import { forEach, program } from '../../cli/program.ts';
import { printed } from './printed.ts';

const silent = { write: () => true };

const chainwatch = (...args: readonly string[]) => printed(args);

/** Each command that does something, with the names that lead to it. */
const commands: { path: string; usage: string; summary: string }[] = [];
const root = program({ environment: {}, stdout: silent, stderr: silent, untilStopped: () => AbortSignal.abort() });
forEach(root, (each) => {
  // The shells run a hidden command for each completion.
  if (each.commands.length > 0 || each.name().startsWith('_')) return;
  const names = [];
  for (let at: typeof each | null = each; at !== null && at !== root; at = at.parent) names.unshift(at.name());
  const takes = each.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  commands.push({ path: names.join(' '), usage: [...names, ...takes].join(' '), summary: each.description() });
});

describe('The commands', () => {
  it('are those of docs/cli.md, with the same summaries and exit codes', () => {
    const document = readFileSync(`${import.meta.dirname}/../../docs/cli.md`, 'utf8');
    const rows = commands.map(({ usage, summary }) => `| \`${usage}\` | ${summary} |`);
    expect([...document.matchAll(/^\| `[a-z].*$/gm)].map(([row]) => row)).toEqual(rows);
    expect([...document.matchAll(/^\| (\d) \|/gm)].map(([, code]) => Number(code))).toEqual(Object.values(EXIT));
  });

  it.each(commands)('have a help with two examples of the command itself: $path', async ({ path }) => {
    const { code, out } = await chainwatch(...path.split(' '), '--help');
    expect(code).toBe(0);
    const examples = [...out.matchAll(/^ {2}\$ chainwatch (.*)$/gm)].map(([, example = '']) => example);
    expect(examples).toHaveLength(2);
    expect(examples.filter((example) => !example.startsWith(path))).toEqual([]);
  });

  it('refuse an unknown command, an unknown option and a missing argument with 2', async () => {
    for (const args of [['bogus'], ['wallet'], ['me', '--bogus'], ['tx', 'get'], ['wallet', 'list', '--limit', 'x']]) {
      const { code, out, err } = await chainwatch(...args);
      expect({ args, code, out }).toEqual({ args, code: EXIT.wrongUse, out: '' });
      expect(err).not.toBe('');
    }
  });

  it('lead from a wrong use to the help of the command, and say what may have been meant', async () => {
    const { err: ofGroup } = await chainwatch('rule', 'ad');
    expect(ofGroup).toBe("error: unknown command 'ad'\n(Did you mean add?)\nSee `chainwatch rule --help`.\n");
    const { err: ofCommand } = await chainwatch('apply', 'a.yaml');
    expect(ofCommand).toContain("'-f, --file <file>' not specified\nSee `chainwatch apply --help`.\n");
  });

  it.each(commands)('fit 80 columns with their help and break no example: $path', async ({ path }) => {
    const { out } = await printed([...path.split(' '), '--help'], { columns: 80 });
    expect(out.split('\n').filter((line) => line.length > 80 && !line.startsWith('  $ '))).toEqual([]);
  });

  it('break a long error between words on a terminal, and keep it whole in a pipe', async () => {
    const args = ['events', 'list', '--since', 'yesterday'];
    const { err } = await printed(args, { columns: 60 });
    expect(err.split('\n').filter((line) => line.length > 60)).toEqual([]);
    expect((await chainwatch(...args)).err).toBe(err.replace(/(?<!\.)\n(?=\S)/g, ' '));
  });

  it.each([
    [['tx', 'list', '--chain', 'etherium'], 'ethereum'],
    [['events', 'ack', '--all', '--chain', 'solona'], 'solana'],
    [['wallet', 'add', 'Treasury', '0x1', '--chain', 'base', '--chain', 'arbitrun'], 'arbitrum'],
    [['backfill', 'start', 'etherium', '--wallet', 'a', '--from', '1', '--to', '2'], 'ethereum'],
  ])('ask before a request which chain is meant: %j', async (args, chain) => {
    const { code, err } = await chainwatch(...args);
    expect([code, err]).toEqual([EXIT.wrongUse, expect.stringContaining(`Did you mean ${chain}?`)]);
  });

  it('refuse a wrong file with 2, and name each wrong line, before they need a key', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'chainwatch-cli-')), 'a.yaml');
    writeFileSync(file, 'rules:\n  - name: A\nhooks: []\n');
    const { code, err } = await chainwatch('apply', '-f', file);
    rmSync(dirname(file), { recursive: true });
    expect([code, err.split('\n')]).toEqual([
      EXIT.wrongUse,
      [expect.stringContaining(':2: rules.0.ruleType: '), expect.stringContaining(':3: hooks: is not a field'), ''],
    ]);
  });

  it('end their help with the documentation of the chosen service, or with that of the repository', async () => {
    const lastLine = async (environment: Record<string, string>, ...args: readonly string[]) =>
      (await printed([...args, '--help'], { environment })).out.trimEnd().split('\n').at(-1);
    const served = 'Documentation: https://watch.example/prod/docs/guides/cli.html';
    expect(await lastLine({ CHAINWATCH_URL: 'https://watch.example/prod/' })).toBe(served);
    expect(await lastLine({}, '--url', 'https://watch.example/prod')).toBe(served);
    expect(await lastLine({})).toBe('Documentation: docs/cli.md');
    expect(await lastLine({ CHAINWATCH_URL: 'nonsense' })).toBe('Documentation: docs/cli.md');
  });

  it('ask for a key with 4', async () => {
    const { code, err } = await chainwatch('me', '--url', 'http://127.0.0.1:1');
    expect([code, err]).toEqual([EXIT.notAllowed, expect.stringContaining('chainwatch login')]);
  });
});
