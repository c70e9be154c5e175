import { Option } from '@commander-js/extra-typings';
import { type Cli, command } from '../base/command.ts';
import { endAfter } from '../base/moments.ts';
import { idOf } from '../base/named.ts';

/** The fields of a change that mutes, or that ends a mute. */
type MuteChange =
  | { readonly mutedUntil: string; readonly muteReason: string; readonly muteCritical: boolean }
  | { readonly mutedUntil: null };

/** Mutes a rule or a wallet by its id, and prints it. */
type Mute = (id: string, change: MuteChange) => Promise<void>;

/** `rule mute` and `rule unmute`, or the same of wallets. */
export const muteCommands = (cli: Cli, what: 'rule' | 'wallet', mute: Mute) => ({
  mute: command('mute', `Send no alerts of a ${what} until an end`, [
    `${what} mute 0c7d… --for 2h --reason "Migration of the treasury"`,
    `${what} mute 0c7d… --for 7d --reason "Known bot" --critical`,
  ])
    .argument(`<${what}>`, 'its name, or the beginning of its id')
    .requiredOption('--for <time>', 'how long from now on: minutes, hours or days, such as 90m, 2h or 7d (at most 30d)')
    .requiredOption('--reason <text>', 'why; the message at the end of the mute repeats it')
    .addOption(new Option('--critical', 'also mute critical alerts and changes of authority').default(false))
    .addHelpText('after', '\nWhen the mute ends, the people who would have heard get one message.')
    .action(async (name, { for: time, reason, critical }) => {
      const change = { mutedUntil: endAfter(time, new Date()), muteReason: reason, muteCritical: critical };
      await mute(await idOf(cli.api, what, name), change);
    }),
  unmute: command('unmute', `End the mute of a ${what}`, [`${what} unmute 0c7d…`, `${what} unmute 0c7d… --json`])
    .argument(`<${what}>`, 'its name, or the beginning of its id')
    .action(async (name) => mute(await idOf(cli.api, what, name), { mutedUntil: null })),
});
