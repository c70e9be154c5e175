import { Option } from '@commander-js/extra-typings';
import { command } from '../base/command.ts';
import { wrongUse } from '../base/failures.ts';

/** The fields of a change that mutes, or that ends a mute. */
type MuteChange =
  | { readonly mutedUntil: string; readonly muteReason: string; readonly muteCritical: boolean }
  | { readonly mutedUntil: null };

/** Mutes a rule or a wallet by its id, and prints it. */
type Mute = (id: string, change: MuteChange) => Promise<void>;

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * The end of a mute that lasts so long from now on.
 * @param text a number of minutes, hours or days, such as `90m`, `2h` or `7d`.
 * @throws CommandError for any other text.
 */
export function endAfter(text: string, now: Date): string {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const length = UNITS[unit];
  if (length === undefined) throw wrongUse('--for takes minutes, hours or days, such as 90m, 2h or 7d.');
  return new Date(now.getTime() + Number(count) * length).toISOString();
}

/** `rule mute` and `rule unmute`, or the same of wallets. */
export const muteCommands = (what: 'rule' | 'wallet', mute: Mute) => ({
  mute: command('mute', `Send no alerts of a ${what} until an end`, [
    `${what} mute 0c7d… --for 2h --reason "Migration of the treasury"`,
    `${what} mute 0c7d… --for 7d --reason "Known bot" --critical`,
  ])
    .argument(`<${what}>`, `the id of the ${what}`)
    .requiredOption('--for <time>', 'how long from now on: minutes, hours or days, such as 90m, 2h or 7d (at most 30d)')
    .requiredOption('--reason <text>', 'why; the message at the end of the mute repeats it')
    .addOption(new Option('--critical', 'also mute critical alerts and changes of authority').default(false))
    .addHelpText('after', '\nWhen the mute ends, the people who would have heard get one message.')
    .action((id, { for: time, reason, critical }) =>
      mute(id, { mutedUntil: endAfter(time, new Date()), muteReason: reason, muteCritical: critical }),
    ),
  unmute: command('unmute', `End the mute of a ${what}`, [`${what} unmute 0c7d…`, `${what} unmute 0c7d… --json`])
    .argument(`<${what}>`, `the id of the ${what}`)
    .action((id) => mute(id, { mutedUntil: null })),
});
