import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { RULE_TYPES } from '../base/api-values.ts';
import { type Candidate, type Kind, LISTS } from '../base/nameable.ts';
import { beginnings } from '../output/beginnings.ts';
import { plainText } from '../output/plain-text.ts';

/** A word that may stand at the cursor. */
export interface Offer {
  readonly value: string;
  /** What a shell shows beside the word. It may be empty. */
  readonly about: string;
}

/** Loads the newest things of a kind. */
export type Load = (kind: Kind) => Promise<readonly Candidate[]>;

/** What stands on the command line before the cursor. */
interface Position {
  readonly command: CommandUnknownOpts;
  /** How many arguments the command has so far. */
  readonly args: number;
  /** The option whose value is due. */
  readonly option: Option | undefined;
  /** Whether `--` has ended the options. */
  readonly isPastOptions: boolean;
  /** The value of each option by its long name, such as `--url`. */
  readonly given: ReadonlyMap<string, string>;
}

/** Reads the words before the cursor, without the name of the program. */
export function positionAfter(root: CommandUnknownOpts, words: readonly string[]): Position {
  let command = root;
  let args = 0;
  let option: Option | undefined;
  let isPastOptions = false;
  const given = new Map<string, string>();
  for (const word of words) {
    if (option !== undefined) {
      given.set(option.long ?? '', word);
      option = undefined;
    } else if (!isPastOptions && word === '--') {
      isPastOptions = true;
    } else if (!isPastOptions && word.startsWith('-') && word !== '-') {
      const [name = '', value] = splitAtEquals(word);
      const found = optionNamed(name, command);
      if (value !== undefined) given.set(found?.long ?? '', value);
      else if (found?.required) option = found;
    } else {
      const child = args === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      command = child ?? command;
      if (child === undefined) args += 1;
    }
  }
  return { command, args, option, isPastOptions, given };
}

const splitAtEquals = (word: string): readonly [string, string | undefined] => {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
};

/** The options that a command takes, also those of the commands above it. */
function optionsOf(command: CommandUnknownOpts): Option[] {
  return [...command.options, ...(command.parent === null ? [] : optionsOf(command.parent))];
}

const optionNamed = (name: string, command: CommandUnknownOpts): Option | undefined =>
  optionsOf(command).find(({ short, long }) => short === name || long === name);

/**
 * What may stand at the cursor.
 * @param word the part of the word before the cursor. Each offer begins with it, in upper or lower case.
 */
export async function offersFor(position: Position, word: string, load: Load): Promise<readonly Offer[]> {
  const { command, args, option, isPastOptions } = position;
  if (option !== undefined) return fitting(await valuesOf(option, placeholderOf(option), load), word);
  if (!isPastOptions && word.startsWith('-')) {
    const [name = '', value] = splitAtEquals(word);
    const found = value === undefined ? undefined : optionNamed(name, command);
    if (found === undefined) return fitting(optionOffers(command), word);
    const values = fitting(await valuesOf(found, placeholderOf(found), load), value ?? '');
    return values.map((each) => ({ ...each, value: `${name}=${each.value}` }));
  }
  const children = args === 0 ? command.commands.filter((each) => !each.name().startsWith('_')) : [];
  if (children.length > 0) {
    return fitting(
      children.map((each) => ({ texts: [each.name()], about: each.description() })),
      word,
    );
  }
  const taken = command.registeredArguments;
  const argument = taken[args] ?? (taken.at(-1)?.variadic ? taken.at(-1) : undefined);
  // Nothing but options may follow.
  if (argument === undefined) return isPastOptions ? [] : fitting(optionOffers(command), word);
  return fitting(await valuesOf(argument, argument.name(), load), word);
}

/** Something to offer by the first of its texts that begins with the word. */
interface Offered {
  readonly texts: readonly string[];
  readonly about: string;
}

const optionOffers = (command: CommandUnknownOpts): Offered[] => [
  ...optionsOf(command).flatMap(({ short, long, description: about }) =>
    [short, long].flatMap((name) => (name?.startsWith('--') ? { texts: [name], about } : [])),
  ),
  { texts: ['--help'], about: 'show the help of the command' },
];

/** `wallet` of `--wallet <wallet>`. */
const placeholderOf = ({ flags }: Option): string => /<([^>.]+)/.exec(flags)?.[1] ?? '';

/** The arguments of several have the plural as their name, and an alert is an event to its commands. */
const OTHER_NAMES: Readonly<Record<string, Kind>> = { event: 'alert', events: 'alert', deliveries: 'delivery' };

const isKind = (name: string): name is Kind => Object.hasOwn(LISTS, name);

/** What an argument or an option takes: its choices, or what its placeholder names. */
async function valuesOf({ argChoices }: Argument | Option, placeholder: string, load: Load): Promise<Offered[]> {
  const choices = argChoices ?? (placeholder === 'rule-type' ? RULE_TYPES : undefined);
  if (choices !== undefined) return choices.map((choice) => ({ texts: [choice], about: '' }));
  const kind = isKind(placeholder) ? placeholder : OTHER_NAMES[placeholder];
  if (kind === undefined) return [];
  const candidates = await load(kind);
  const beginningOf = beginnings(candidates.map(({ id }) => id));
  const isShared = (name: string) => candidates.filter(({ names }) => names.includes(name)).length > 1;
  return candidates.map(({ id, names, hash, about }) => ({
    texts: [
      ...names.filter((name) => isTypeable(name) && !isShared(name)),
      beginningOf(id),
      id,
      ...(hash === undefined ? [] : [hash]),
    ],
    about:
      names[0] === undefined || (isTypeable(names[0]) && !isShared(names[0])) ? about() : `${names[0]}: ${about()}`,
  }));
}

/** Whether a name means the same on a command line: it is not taken for an option, and nothing in it is unseen. */
const isTypeable = (name: string): boolean => name.trim() !== '' && !name.startsWith('-') && name === plainText(name);

/** The offers that begin with the word. Without any, those that begin with it in upper or lower case. */
function fitting(offered: readonly Offered[], word: string): readonly Offer[] {
  const exact = beginning(offered, (text) => text.startsWith(word));
  if (exact.length > 0) return exact;
  const wanted = word.toLowerCase();
  const loose = beginning(offered, (text) => text.toLowerCase().startsWith(wanted));
  // A shell puts what all offers have in common in place of the word, so they must have the whole word in common.
  const start = loose[0]?.value.slice(0, word.length) ?? '';
  return loose.filter(({ value }) => value.startsWith(start));
}

const beginning = (offered: readonly Offered[], fits: (text: string) => boolean): Offer[] =>
  offered.flatMap(({ texts, about }) => {
    const value = texts.find(fits);
    return value === undefined ? [] : [{ value, about }];
  });
