import { text } from 'node:stream/consumers';
import type { Cli } from './command.ts';
import { wrongUse } from './failures.ts';

/** The secret in an environment variable: a command line shows in the history and in lists of processes. */
export function secretIn({ environment }: Pick<Cli, 'environment'>, variable: string): string {
  const secret = environment[variable];
  if (!secret) throw wrongUse(`The variable ${variable} is not set.`);
  return secret;
}

/**
 * The first line of stdin. A terminal shows the prompt, but not what the user types.
 * @throws Error when the user presses Ctrl-C.
 */
export async function readSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return ((await text(stdin)).split('\n')[0] ?? '').trim();
  stderr.write(prompt);
  stdin.setRawMode(true);
  try {
    let line = '';
    for await (const chunk of stdin) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n' || character === '\u0004') return line.trim();
        if (character === '\u0003') throw new Error('Cancelled.');
        line = character === '\u007f' ? line.slice(0, -1) : line + character;
      }
    }
    return line.trim();
  } finally {
    stdin.setRawMode(false);
    stderr.write('\n');
  }
}
