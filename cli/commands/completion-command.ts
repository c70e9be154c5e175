import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Cli, command } from '../base/command.ts';
import { completionScript, type Words } from './completion-script.ts';

export const completionCommand = (cli: Cli) => {
  const completion = command('completion', 'Print the completion script of a shell', [
    'completion bash > /etc/bash_completion.d/chainwatch',
    'completion fish > ~/.config/fish/completions/chainwatch.fish',
  ])
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish'] as const))
    .action((shell) => {
      cli.output.text(completionScript(shell, wordsOf(completion.parent ?? completion)));
    });
  return completion;
};

/** The words that may follow each command, by the names of the commands before them. */
function wordsOf(root: CommandUnknownOpts): Words {
  const words: Record<string, string[]> = {};
  const visit = (each: CommandUnknownOpts, path: readonly string[]) => {
    const commands = each.commands.map((child) => child.name());
    const options = [...each.options, ...(each === root ? [] : root.options)].flatMap(({ long }) => long ?? []);
    words[path.join(' ')] = [...commands, ...options, '--help'];
    for (const child of each.commands) visit(child, [...path, child.name()]);
  };
  visit(root, []);
  return words;
}
