import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import * as z from 'zod';
import { createChainwatch } from '../sdk/index.ts';
import { type Cli, EXAMPLE } from './base/command.ts';
import { configuredUrl, connectionOf, urlOf } from './base/connection.ts';
import { CommandError, EXIT, type ExitCode, exitCodeOf, explain } from './base/failures.ts';
import { addressBookCommand } from './commands/address-book-command.ts';
import { addressListCommand } from './commands/address-list-command.ts';
import { applyCommand } from './commands/apply-command.ts';
import { auditCommand } from './commands/audit-command.ts';
import { backfillCommand } from './commands/backfill-command.ts';
import { completionCommand, offerCommand } from './commands/completion-command.ts';
import { coverageCommand } from './commands/coverage-command.ts';
import { deliveriesCommand } from './commands/deliveries-command.ts';
import { destinationCommand } from './commands/destination-command.ts';
import { doctorCommand } from './commands/doctor-command.ts';
import { eventsCommand } from './commands/events-command.ts';
import { exportCommand } from './commands/export-command.ts';
import { keyCommand } from './commands/key-command.ts';
import { loginCommand } from './commands/login-command.ts';
import { meCommand } from './commands/me-command.ts';
import { ruleCommand } from './commands/rule-command.ts';
import { txCommand } from './commands/tx-command.ts';
import { walletCommand } from './commands/wallet-command.ts';
import { webhookCommand } from './commands/webhook-command.ts';
import { Output, type Stream } from './output/output.ts';
import { plainText } from './output/plain-text.ts';
import { wrapped } from './output/text-table.ts';
import packageJson from './package.json' with { type: 'json' };

/** Every command. A new command is a file in `commands/` and an entry here. */
const COMMANDS: readonly ((cli: Cli) => CommandUnknownOpts)[] = [
  loginCommand,
  meCommand,
  walletCommand,
  txCommand,
  ruleCommand,
  eventsCommand,
  webhookCommand,
  destinationCommand,
  deliveriesCommand,
  addressBookCommand,
  addressListCommand,
  backfillCommand,
  coverageCommand,
  keyCommand,
  auditCommand,
  doctorCommand,
  applyCommand,
  exportCommand,
  completionCommand,
];

const EXIT_CODES = `
Exit codes: 0 done, 1 failed, 2 wrong use, 3 not found, 4 not allowed, 5 differs.`;

/** The parts of the process that the program uses. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** From its first call on, a signal does not end the process, but aborts the answer of this function. */
  untilStopped(): AbortSignal;
}

/** The program with all of its commands. */
export function program({ environment, stdout, stderr, untilStopped }: Surroundings): CommandUnknownOpts {
  const root = new Command('chainwatch')
    .description('Watch wallets, rules, alerts and webhooks of Chainwatch.')
    .version(packageJson.version)
    .option('--json', 'print JSON: one document, or one line for each item of a stream')
    .option('--wide', 'show lists on a terminal with all columns, whole ids and exact amounts')
    .option('--url <url>', 'the service (default: CHAINWATCH_URL, the last login, or the local stack)');
  root.addHelpText('after', () => `${EXIT_CODES}\nDocumentation: ${documentation(environment, root.opts().url)}`);
  let given = '';
  root.hook('preAction', (_, action) => {
    given = givenTo(action);
  });
  const cli: Cli = {
    environment,
    get given() {
      return given;
    },
    untilStopped,
    get url() {
      return urlOf(environment, root.opts().url);
    },
    get output() {
      return new Output({
        json: root.opts().json === true,
        wide: root.opts().wide === true,
        stdout,
        stderr,
        environment,
      });
    },
    get api() {
      const { url, apiKey } = connectionOf(environment, root.opts().url);
      return createChainwatch({ baseUrl: url, apiKey });
    },
  };
  for (const make of COMMANDS) root.addCommand(make(cli));
  root.addCommand(offerCommand(cli), { hidden: true });
  forEach(root, (each) =>
    each
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      .showHelpAfterError(`See \`${pathOf(each)} --help\`.`)
      .configureOutput({ writeOut: (text) => writeTo(stdout, text), writeErr: (text) => writeTo(stderr, text) }),
  );
  return root;
}

/** `chainwatch wallet add` */
const pathOf = (command: CommandUnknownOpts): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

/** Writes help or an error. A terminal gets lines that are broken between words, and examples to copy as they are. */
function writeTo(stream: Stream, text: string): void {
  const width = stream.isTTY ? (stream.columns ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const lines = text.split('\n');
  stream.write(lines.flatMap((line) => (line.startsWith(EXAMPLE) ? line : wrapped(line, width))).join('\n'));
}

/** Where the documentation is: in the service that the user has chosen, or else in the repository. */
function documentation(environment: Surroundings['environment'], given: string | undefined): string {
  try {
    const isChosen = configuredUrl(environment, given) !== undefined;
    return isChosen ? `${urlOf(environment, given)}/docs/guides/cli.html` : 'docs/cli.md';
  } catch (error) {
    // Help must not need a valid connection. Other commands end with this error.
    if (!(error instanceof CommandError)) throw error;
    return 'docs/cli.md';
  }
}

/** The options of a command that the user gave. `--limit` chooses nothing, and all commands have the global options. */
const givenTo = (action: CommandUnknownOpts): string =>
  action.options
    .filter((option) => action.getOptionValueSource(option.attributeName()) === 'cli' && option.long !== '--limit')
    .map((option) => `${option.long} ${action.getOptionValue(option.attributeName())}`)
    .join(' ');

/** Visits a command and all commands below it. */
export function forEach(command: CommandUnknownOpts, visit: (command: CommandUnknownOpts) => void): void {
  visit(command);
  for (const each of command.commands) forEach(each, visit);
}

/** Runs a command line. Returns the exit code, after an error was explained on stderr. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const root = program(surroundings);
  try {
    await root.parseAsync([...args], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // Commander has printed the help or the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
    const lines = explain(error, triedUrl(root, surroundings)).flatMap((each) => each.split('\n'));
    writeTo(surroundings.stderr, lines.map((line) => `${redacted(line, surroundings)}\n`).join(''));
    return exitCodeOf(error);
  }
}

/** The URL that a command tried; undefined when there is none, or the saved connection is damaged. */
function triedUrl(root: CommandUnknownOpts, { environment }: Surroundings): string | undefined {
  try {
    return urlOf(environment, z.string().optional().parse(root.opts().url));
  } catch (wrong) {
    // The error to explain says so.
    if (!(wrong instanceof CommandError)) throw wrong;
    return undefined;
  }
}

/** No message quotes the key. This makes sure of it, also for messages of libraries. */
function redacted(line: string, { environment }: Surroundings): string {
  const key = environment.CHAINWATCH_API_KEY;
  return plainText(line.replaceAll(/cw_(live|test)_[0-9A-Za-z]+/g, 'cw_$1_…').replaceAll(key || '\0', '…'));
}
