import { setTimeout as sleep } from 'node:timers/promises';
import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import stringWidth from 'string-width';
import { type Cli, command } from '../base/command.ts';
import { CommandError } from '../base/failures.ts';
import { type Kind, LISTS } from '../base/nameable.ts';
import { bashLine } from '../completion/bash-line.ts';
import { type Offer, offersFor, positionAfter } from '../completion/offers.ts';
import { plainText, shortText } from '../output/plain-text.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The hidden command that the shells run for each completion. */
export const OFFER_COMMAND = '__complete';

/**
 * The scripts ask the program for every word. They drop its errors, because an error would stand in the line of the
 * user. Without an offer, the shell completes the names of files.
 */
const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  // bash gives the line in COMP_LINE, and then the command, the end of the line that an offer replaces, and a word.
  bash: `complete -o default -C 'chainwatch ${OFFER_COMMAND} bash 2>/dev/null --' chainwatch
`,
  zsh: `#compdef chainwatch
_chainwatch() {
  local value display
  local -a values shown
  while IFS=$'\\t' read -r value display; do
    values+=("$value")
    shown+=("$display")
  done < <(chainwatch ${OFFER_COMMAND} zsh -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)
  if (( $#values )); then
    compadd -M 'm:{a-zA-Z}={A-Za-z}' -l -d shown -a values
  else
    _files
  fi
}
if [[ $funcstack[1] == _chainwatch ]]; then
  _chainwatch "$@"
else
  compdef _chainwatch chainwatch
fi
`,
  fish: `function __chainwatch_offers
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l offers (chainwatch ${OFFER_COMMAND} fish -- $words[2..-1] "$word" 2>/dev/null)
    if set -q offers[1]
        printf '%s\\n' $offers
    else
        __fish_complete_path "$word"
    end
end
complete -c chainwatch -f -a '(__chainwatch_offers)'
`,
};

export const completionCommand = (cli: Cli) =>
  command('completion', 'Print the completion script of a shell', [
    'completion bash > /etc/bash_completion.d/chainwatch',
    'completion fish > ~/.config/fish/completions/chainwatch.fish',
  ])
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell) => cli.output.text(SCRIPTS[shell]));

/** The lines for each shell. @param words those behind `--`. */
const LINES: Readonly<
  Record<(typeof SHELLS)[number], (cli: Cli, root: CommandUnknownOpts, words: readonly string[]) => Promise<string[]>>
> = {
  bash: (cli, root, words) => bashLines(cli, root, words[1]),
  zsh: async (cli, root, words) => zshLines(await offersAt(cli, root, words.slice(0, -1), words.at(-1) ?? '')),
  fish: async (cli, root, words) => {
    // fish gives the present word as it was typed.
    const { word } = bashLine(words.at(-1) ?? '', '');
    return (await offersAt(cli, root, words.slice(0, -1), word)).map(fishLine);
  },
};

/** Prints what may stand at the cursor, with a line for each offer. */
export const offerCommand = (cli: Cli) => {
  const offering = new Command(OFFER_COMMAND)
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .argument('[words...]')
    .action(async (shell, words) => {
      const lines = await LINES[shell](cli, offering.parent ?? offering, words);
      cli.output.text(lines.map((line) => `${line}\n`).join(''));
    });
  return offering;
};

/** fish shows and quotes the offers itself. */
const fishLine = ({ value, about }: Offer): string =>
  about === '' ? value : `${value}\t${shortText(about, MOST_ABOUT)}`;

/** zsh quotes an offer itself, but shows what the program says. */
const zshLines = (offers: readonly Offer[]): string[] =>
  aligned(offers).map((display, n) => `${offers[n]?.value}\t${display}`);

/** Each offer with its description, which all begin in the same column. */
function aligned(offers: readonly Offer[]): string[] {
  const width = Math.max(...offers.map(({ value }) => stringWidth(value)));
  return offers.map(({ value, about }) =>
    about === '' ? value : `${value}${' '.repeat(width - stringWidth(value))}  (${shortText(about, MOST_ABOUT)})`,
  );
}

/** bash puts an offer into the line as it stands. @param replaced the end of the line that an offer replaces. */
async function bashLines(cli: Cli, root: CommandUnknownOpts, replaced = ''): Promise<string[]> {
  const { COMP_LINE = '', COMP_POINT = '', COMP_TYPE = '' } = cli.environment;
  const line = bashLine([...COMP_LINE].slice(0, Number(COMP_POINT)).join(''), replaced);
  const offers = (await offersAt(cli, root, line.before, line.word)).flatMap(({ value, about }) => {
    const quoted = line.quoted(value);
    return quoted === undefined ? [] : [{ value: quoted, about }];
  });
  // bash knows no descriptions. It shows several offers, and puts into the line only what they have in common.
  const isShown = offers.length > 1 && line.isUnquoted && SHOWS_SEVERAL.includes(Number(COMP_TYPE));
  return isShown ? aligned(offers) : offers.map(({ value }) => value);
}

/** The kinds of completion in which bash lists what is possible: `Tab`, `?`, `!` and `@`. Others put in each offer. */
const SHOWS_SEVERAL = [9, 63, 33, 64];
const MOST_ABOUT = 60;
const MOST_OFFERS = 100;
/** Nobody waits longer for a completion. */
const PATIENCE_MS = 2_000;

async function offersAt(cli: Cli, root: CommandUnknownOpts, words: readonly string[], word: string): Promise<Offer[]> {
  const position = positionAfter(root, words);
  root.setOptionValue('url', position.given.get('--url'));
  const offers = await offersFor(position, word, (kind) => newest(cli, kind));
  const typeable = offers.filter(({ value }) => value === plainText(value));
  // Two offers of one word would have a part of their descriptions in common, which bash would put into the line.
  const different = new Map(typeable.map((offer) => [offer.value, offer]));
  return [...different.values()].slice(0, MOST_OFFERS);
}

/** The first page of a list, if the service answers in time. @throws CommandError otherwise. */
async function newest({ api }: Cli, kind: Kind) {
  const late = sleep(PATIENCE_MS, undefined, { ref: false });
  const page = await Promise.race([LISTS[kind](api).next(), late]);
  if (page === undefined) throw new CommandError('The service has not answered in time.');
  return page.done ? [] : page.value;
}
