/** The types that most organisations have. */
const USUAL: readonly string[] = ['cold', 'hot', 'exchange'];

interface Typed {
  readonly type: string;
}

/** Whether two types are the same but for upper and lower case. */
const isSame = (type: string, other: string): boolean => type.toLowerCase() === other.toLowerCase();

/** The types of these wallets, each once, in their order. */
export const typesOf = (wallets: readonly Typed[]): readonly string[] => [...new Set(wallets.map(({ type }) => type))];

/** The types to choose from: those in use, and the usual types that are not. */
export const typeChoices = (inUse: readonly string[]): readonly string[] => [
  ...inUse,
  ...USUAL.filter((type) => !inUse.some((each) => isSame(each, type))),
];

/** The type that the text means: one of the choices when they differ in case alone, otherwise the text. */
export function typeMeant(text: string, choices: readonly string[]): string {
  const typed = text.trim();
  return choices.includes(typed) ? typed : (choices.find((choice) => isSame(choice, typed)) ?? typed);
}
