import { createChainwatch, dataOf } from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import { checkedKey, saveConnection } from '../base/connection.ts';
import { wrongUse } from '../base/failures.ts';
import { readSecret } from '../base/read-secret.ts';
import { meColumns } from './me-command.ts';

export const loginCommand = (cli: Cli) =>
  command('login', 'Save the API key of this machine, after checking it', [
    'login --url https://api.example.com/prod',
    'login < key.txt',
  ])
    .addHelpText(
      'after',
      '\nReads the key from the terminal without showing it, or from stdin. Lists of processes show arguments.',
    )
    .action(async () => {
      const { url, output, environment } = cli;
      const given = await readSecret(`API key for ${url}: `);
      if (given === '') throw wrongUse('No API key was given.');
      const apiKey = checkedKey(given);
      const me = dataOf(await createChainwatch({ baseUrl: url, apiKey }).GET('/api/me'));
      const file = saveConnection(environment, { url, apiKey });
      output.item(meColumns(url), me);
      output.note(`Saved in ${file}.`);
    });
