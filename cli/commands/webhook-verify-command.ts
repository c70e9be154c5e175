import * as z from 'zod';
import { VerificationError, verify } from '../../sdk/index.ts';
import { type Cli, command, repeated } from '../base/command.ts';
import { CommandError, wrongUse } from '../base/failures.ts';
import { readInput } from '../base/read-input.ts';
import { readValue } from '../manifest/read-manifest.ts';
import { secretsOf } from './webhook-listen-command.ts';

export const webhookVerifyCommand = (cli: Cli) =>
  command('verify', 'Verify the signatures of a saved delivery', [
    'webhook verify --body body.json --headers headers.txt --secret whsec_…',
    'webhook verify --body body.json --headers headers.txt --any-age --json',
  ])
    .requiredOption('--body <file>', 'the exact bytes of the body')
    .requiredOption('--headers <file>', 'the headers: a line `Name: value` for each, or a JSON object')
    .option('--secret <secret>', 'the secret of the webhook; may be repeated', repeated)
    .option('--any-age', 'accept an attempt that is older than five minutes')
    .addHelpText('after', '\nCHAINWATCH_WEBHOOK_SECRET takes the place of --secret, which shows in lists of processes.')
    .action(async ({ body, headers: headerFile, secret, anyAge }) => {
      const secrets = secretsOf(cli, secret);
      const headers = headersOf(readInput(headerFile).toString('utf8'));
      const now = anyAge ? Number(headers['webhook-timestamp']) * 1000 : Date.now();
      try {
        const parsed = await verify(readInput(body), headers, secrets, { now });
        if (cli.output.json) cli.output.document({ valid: true, body: parsed });
        else cli.output.text('valid\n');
      } catch (error) {
        if (!(error instanceof VerificationError)) throw error;
        if (cli.output.json) cli.output.document({ valid: false, problem: error.message });
        throw new CommandError(`Not valid: ${error.message}`);
      }
    });

const HeaderObject = z.record(z.string(), z.string());

/** Headers with lower-case names. @throws CommandError */
function headersOf(text: string): Record<string, string> {
  const isObject = text.trimStart().startsWith('{');
  const object = HeaderObject.safeParse(isObject ? readValue(text, '--headers') : {});
  if (!object.success) throw wrongUse('--headers must be lines of `Name: value`, or a JSON object of texts.');
  const pairs = isObject ? Object.entries(object.data) : lines(text);
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}

const lines = (text: string): [string, string][] =>
  text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
