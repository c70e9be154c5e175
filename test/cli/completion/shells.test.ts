import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from '../../../cli/build-cli.ts';
import { routes } from '../../../functions/routes.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { anEvent, aTransaction, aWebhook } from '../../support/records.ts';
import { shownWallet } from '../answers.ts';
import { apiDouble, fixed, listOf } from '../api-double.ts';

/**
 * The scripts in real shells. A colleague with a key of the organisation chooses the names. Each of these names attacks
 * the shell of the person who completes it: a shell that runs a part of the name makes the file `pwned`.
 */
const HOSTILE = [
  'a1 $(touch pwned)',
  'a2 `touch pwned`',
  "a3 '; touch pwned; '",
  'a4 "; touch pwned; "',
  'a5; touch pwned & touch pwned | touch pwned',
  'a6 > pwned',
  'a7 \\$(touch pwned) \\',
  'a8 !! !touch $HOME ~ * {a,b} [a-z]? #',
  "a9 $'\\x41' %s %n",
  'aa "quoted" \'both\'',
  'ab ü 資💰',
];
const NAMES = [...HOSTILE, 'Cold vault A', 'Cold vault B', 'Treasury'];
const HOOK = 'https://hooks.example.com/a?b=c&d=$(touch pwned)';

let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainwatch-completion-'));
  await build(join(folder, 'chainwatch'));
  chmodSync(join(folder, 'chainwatch'), 0o755);
  const service = await apiDouble([
    fixed(routes.listWallets, listOf(...NAMES.map((label, n) => shownWallet({ id: idOf(n), label })))),
    fixed(
      routes.listTransactions,
      listOf(...[1, 2].map((n) => aTransaction({ id: idOf(n), summary: '$(touch pwned) twice' }))),
    ),
    fixed(routes.listWebhooks, listOf(aWebhook({ url: HOOK }))),
    fixed(
      routes.listEvents,
      listOf(anEvent({ id: idOf(1), ruleName: '$(touch pwned)' }), anEvent({ id: idOf(2), status: 'resolved' })),
    ),
  ]);
  env = {
    PATH: [folder, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: folder,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    CHAINWATCH_URL: service,
    CHAINWATCH_API_KEY: 'cw_test_1',
    XDG_CONFIG_HOME: folder,
  };
});
afterAll(async () => {
  await closeAll();
  rmSync(folder, { recursive: true, force: true });
});

/** The first eight characters differ, so that they name one thing. */
const idOf = (n: number): string => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).error === undefined;

/** A function for bash and zsh. */
const PRINTING = `chainwatch() {
  if [ "$1" = __complete ]; then command chainwatch "$@"; else printf 'RAN'; printf '<%s>' "$@"; echo; fi
}`;

/** In each shell, `chainwatch` prints its arguments, and completes as usual. */
const SETUP: Readonly<Record<'bash' | 'zsh' | 'fish', string>> = {
  bash: `eval "$(command chainwatch completion bash)"
${PRINTING}
bind 'set enable-bracketed-paste off'; bind 'set completion-query-items 0'; bind 'set page-completions off'
`,
  zsh: `autoload -Uz compinit; compinit -u -D
source <(command chainwatch completion zsh)
${PRINTING}
`,
  fish: `command chainwatch completion fish | source
function chainwatch
    if test "$argv[1]" = __complete
        command chainwatch $argv
    else
        printf 'RAN'; printf '<%s>' $argv; echo
    end
end
`,
};

const started = (program: string, args: readonly string[], environment: Readonly<Record<string, string>>) =>
  spawn(program, args, { cwd: folder, env: environment });

/** Types lines into an interactive shell. Returns everything that its terminal shows. */
function typed(shell: 'bash' | 'zsh', lines: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const rc = join(folder, `${shell}rc`);
  writeFileSync(rc, SETUP[shell]);
  // zsh edits lines only on a terminal, which `script` makes.
  const [program, args] =
    shell === 'bash' ? ['bash', ['--noprofile', '--rcfile', rc, '-i']] : ['script', ['-qec', 'zsh -f -i', '/dev/null']];
  const child = started(program, args, { ...env, ...more });
  const input = [...(shell === 'zsh' ? [`source ${rc}`] : []), ...lines, 'exit'];
  child.stdin.end(input.map((line) => `${line}\n`).join(''));
  return Promise.all([text(child.stdout), text(child.stderr)]).then((shown) => shown.join('').replaceAll('\r', ''));
}

/** The arguments with which each line ran `chainwatch`. */
const runs = (shown: string): string[] => [...shown.matchAll(/^RAN(.*)$/gm)].map(([, args = '']) => args);
/** The arguments of `wallet mute`, each with this name of a wallet. */
const muting = (names: readonly string[]): string[] => names.map((name) => `<wallet><mute><${name}>`);
const isPwned = (): boolean => existsSync(join(folder, 'pwned'));
const startOf = (name: string): string => name.slice(0, 2);

describe('The completion of bash', () => {
  it('offers commands, options, choices, and the names and ids that the service knows', async () => {
    const shown = await typed('bash', [
      'chainwatch wal\tmut\tTre\t',
      'chainwatch --json events li\t--sev\tcri\t',
      'chainwatch tx list --direction=o\t',
      'chainwatch rule add Big --type approval --notify sl\t',
      'chainwatch tx list --wallet "Cold vault A\t',
      'chainwatch tx list --wallet=tre\t',
      'chainwatch events ack 00000001\t00000002\t',
      'chainwatch webhook test https://ho\t',
    ]);
    expect(runs(shown)).toEqual([
      '<wallet><mute><Treasury>',
      '<--json><events><list><--severity><critical>',
      '<tx><list><--direction=outbound>',
      '<rule><add><Big><--type><approval><--notify><slack>',
      '<tx><list><--wallet><Cold vault A>',
      '<tx><list><--wallet=Treasury>',
      '<events><ack><00000001><00000002>',
      `<webhook><test><${HOOK}>`,
    ]);
  });

  it('shows what tells several offers apart, and puts into the line only what they have in common', async () => {
    const shown = await typed('bash', ['chainwatch events ack \t\t\t', 'chainwatch wallet mute Cold\t\t\t']);
    expect(shown).toMatch(/^00000001 +\(open, warning, \$\(touch pwned\): Treasury received 1 ETH.*\)$/m);
    expect(shown).toMatch(/^00000002 +\(resolved, warning, .*\)$/m);
    expect(shown).toMatch(/^Cold\\ vault\\ B +\(hot, 0x5290\S+, ethereum\)$/m);
    expect(runs(shown)).toEqual(['<events><ack><0000000>', '<wallet><mute><Cold vault >']);
  });

  it('puts no description into the line, also when two offers are the same word', async () => {
    const shown = await typed('bash', ['chainwatch tx get 0x\t']);
    expect(runs(shown)).toEqual([`<tx><get><${aTransaction().hash}>`]);
    expect(isPwned()).toBe(false);
  });

  it('keeps every name literal', async () => {
    const lines = HOSTILE.map((name) => `chainwatch wallet mute ${startOf(name)}\t`);
    expect(runs(await typed('bash', lines))).toEqual(muting(HOSTILE));
    expect(isPwned()).toBe(false);
  });

  it.each(['"', "'"])('keeps names literal behind %s, and offers no name that cannot stand there', async (quote) => {
    const possible = HOSTILE.filter((name) => !name.includes(quote) && !(quote === '"' && name.includes('!')));
    const lines = possible.map((name) => `chainwatch wallet mute ${quote}${startOf(name)}\t`);
    expect(runs(await typed('bash', lines))).toEqual(muting(possible));
    const others = HOSTILE.filter((name) => !possible.includes(name));
    const unchanged = others.map((name) => `chainwatch wallet mute ${quote}${startOf(name)}\t${quote}`);
    expect(runs(await typed('bash', unchanged))).toEqual(muting(others.map(startOf)));
    expect(isPwned()).toBe(false);
  });

  it('is silent without a key', async () => {
    const line = 'chainwatch wallet mute Tre\t';
    expect(await typed('bash', [line], { CHAINWATCH_API_KEY: '' })).not.toMatch(/There is no|error/i);
  });
});

// Few machines have these shells. Debian has the packages `zsh` and `fish`.
(isInstalled('zsh') ? describe : describe.skip)('The completion of zsh', () => {
  it.each(['', '"', "'"])('keeps every name literal behind "%s"', async (quote) => {
    const lines = [...HOSTILE, 'Treasury'].map((name) => `chainwatch wallet mute ${quote}${startOf(name)}\t`);
    expect(runs(await typed('zsh', lines))).toEqual(muting([...HOSTILE, 'Treasury']));
    expect(isPwned()).toBe(false);
  });

  it('shows what tells offers apart, and takes choices, URLs and lower case', async () => {
    const shown = await typed('zsh', [
      'chainwatch events ack \t\t',
      'chainwatch tx list --direction=o\t--wallet tre\t',
      'chainwatch webhook test https://ho\t',
    ]);
    expect(shown).toMatch(/^00000001 {2}\(open, warning, \$\(touch pwned\): Treasury received 1 ETH/m);
    expect(runs(shown).slice(1)).toEqual([
      '<tx><list><--direction=outbound><--wallet><Treasury>',
      `<webhook><test><${HOOK}>`,
    ]);
  });
});

(isInstalled('fish') ? describe : describe.skip)('The completion of fish', () => {
  /** What a script prints, after the setup. */
  const printedBy = (script: string) => text(started('fish', ['-c', `${SETUP.fish}\n${script}`], env).stdout);

  it('keeps every name literal', async () => {
    const script = `for offer in (complete --escape -C 'chainwatch wallet mute a' | string replace -r '\\t.*' '')
    eval "chainwatch wallet mute $offer"
end`;
    expect(runs(await printedBy(script))).toEqual(muting(HOSTILE));
    expect(isPwned()).toBe(false);
  });

  it('takes commands, options, choices and ids, each with its description', async () => {
    const offered = (line: string) => printedBy(`complete -C '${line}'`);
    expect(await offered('chainwatch wal')).toBe('wallet\tThe wallets of the organisation\n');
    expect(await offered('chainwatch tx list --direction o')).toBe('outbound\n');
    expect(await offered('chainwatch wallet mute Tr')).toMatch(/^Treasury\thot, 0x5290/);
    expect(await offered('chainwatch events ack 00000001')).toMatch(/^00000001\topen, warning, /);
  });
});
