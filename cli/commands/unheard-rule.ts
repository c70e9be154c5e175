import type { Rule } from '../base/api-values.ts';
import type { Cli } from '../base/command.ts';

/** Says that the alerts of a rule reach nobody. The rule is stored already. */
export function warnIfUnheard({ output }: Cli, { name, isActive, audience }: Rule): void {
  if (!isActive || audience > 0) return;
  output.warn(
    `The rule "${name}" is active, but nobody hears of its alerts. See \`chainwatch destination create --help\`.`,
  );
}
