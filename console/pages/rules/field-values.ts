import { typedFigure } from '../../../sdk/index.ts';
import { type Field, type Leaf, NONE, recordOf, textOf } from './schema-fields.ts';

/** What the user wrote, by the path of the field. */
export type Texts = Readonly<Record<string, string>>;

const leavesOf = (field: Field): readonly Leaf[] => (field.kind === 'group' ? field.fields.flatMap(leavesOf) : [field]);

const pathsOf = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap((field) => (field.kind === 'group' ? [field.path, ...pathsOf(field.fields)] : [field.path]));

/** The texts of a form. Fields that the value lacks have their default. */
export function textsOf(fields: readonly Field[], value: unknown): Texts {
  const texts = fields.flatMap((field): readonly (readonly [string, string])[] => {
    const part = recordOf(value)[field.name];
    return field.kind === 'group' ? Object.entries(textsOf(field.fields, part)) : [[field.path, textOf(field, part)]];
  });
  return Object.fromEntries(texts);
}

/**
 * The texts after the user chose another type of rule. Conditions of the same name, such as the value in USD, keep what
 * the user wrote; what the user left as it was has the default of the new type.
 */
export function textsOfOther(before: readonly Field[], after: readonly Field[], texts: Texts): Texts {
  const untouched = textsOf(before, undefined);
  const written = Object.entries(texts).filter(([path, text]) => text !== '' && text !== untouched[path]);
  return { ...textsOf(after, undefined), ...Object.fromEntries(written) };
}

/** The entries of a list: a line each. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Whether each required field has a text, and each required group has a text in one of its fields. */
export const isComplete = (fields: readonly Field[], texts: Texts): boolean =>
  fields.every((field) => {
    const isFilled = [field].flatMap(leavesOf).some(({ path }) => (texts[path] ?? '').trim() !== '');
    const isWhole = field.kind !== 'group' || !isFilled || isComplete(field.fields, texts);
    return (isFilled || !field.isRequired) && isWhole;
  });

/** The value that the texts state. A text that is no value of its kind stays a text, and the API names its field. */
export function formValue(fields: readonly Field[], texts: Texts): Readonly<Record<string, unknown>> {
  const entries = fields.map((field) => [
    field.name,
    field.kind === 'group' ? partOf(field.fields, texts, field) : leafOf(field, texts),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** A part of which the user wrote nothing is left out, unless it is required or stands at the top. */
function partOf(fields: readonly Field[], texts: Texts, { path, isRequired }: Field): unknown {
  const isEmpty = fields.flatMap(leavesOf).every((leaf) => (texts[leaf.path] ?? '').trim() === leaf.initial);
  return isEmpty && !isRequired && path.includes('.') ? undefined : formValue(fields, texts);
}

function leafOf(leaf: Leaf, texts: Texts): unknown {
  const text = (texts[leaf.path] ?? leaf.initial).trim();
  if (text === '') return leaf.whenEmpty;
  const optionOf = (entry: string) => leaf.options.find(({ value }) => String(value) === entry)?.value ?? entry;
  switch (leaf.kind) {
    case 'decimal':
    case 'whole':
      return typedFigure(text) ?? text;
    case 'number': {
      const typed = typedFigure(text);
      return typed === undefined ? text : Number(typed);
    }
    case 'flag':
    case 'choice':
      return optionOf(text);
    case 'choices':
      return linesOf(text).map(optionOf);
    case 'list': {
      const lines = linesOf(text);
      return leaf.isOneOrList && lines.length === 1 ? lines[0] : lines;
    }
    case 'numbers': {
      if (text === NONE) return null;
      const numbers = linesOf(text).map((line) => (/^\d+$/.test(line) ? Number(line) : line));
      return leaf.isOneOrList && numbers.length === 1 ? numbers[0] : numbers;
    }
    case 'json':
      return parsed(text);
    default:
      return text;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The fields whose value differs. An update sends only these, so it keeps what a colleague changed meanwhile. */
export function changesOf(fields: readonly Field[], before: Texts, after: Texts): Readonly<Record<string, unknown>> {
  const old = formValue(fields, before);
  const changed = Object.entries(formValue(fields, after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
  );
  return Object.fromEntries(changed);
}

/**
 * The message for each field, by the path of the field. A message for an entry of a list stands at the list.
 * @param errors by the path that the API names; `prefix` is the place of the form in the request.
 */
export function messagesOf(fields: readonly Field[], errors: ReadonlyMap<string, string>, prefix = '') {
  const messages = new Map<string, string>();
  const shownPaths: string[] = [];
  const longestFirst = [...pathsOf(fields)].sort((a, b) => b.length - a.length);
  for (const [path, message] of errors) {
    if (!path.startsWith(prefix)) continue;
    const place = path.slice(prefix.length);
    const field = longestFirst.find((each) => place === each || place.startsWith(`${each}.`));
    if (field === undefined) continue;
    const before = messages.get(field);
    messages.set(field, before === undefined ? message : `${before} ${message}`);
    shownPaths.push(path);
  }
  return { messages, shownPaths };
}
