import { labelOf } from '../../design/field-label.ts';

interface Option {
  readonly text: string;
  readonly value: unknown;
}

interface Named {
  /** The place of the value in the request, such as `conditions.value_usd.gte`. Errors of the API name it. */
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly isRequired: boolean;
}

/**
 * A field with one value, which the user writes as text. A list is a text with an entry on each line. Of `numbers`, the
 * word `none` stands for null, and an empty text leaves the field out.
 */
export interface Leaf extends Named {
  readonly kind: 'text' | 'decimal' | 'whole' | 'number' | 'flag' | 'choice' | 'choices' | 'list' | 'numbers' | 'json';
  /** The values of a choice. */
  readonly options: readonly Option[];
  /** The text of a new form: the default of the schema. */
  readonly initial: string;
  /** The value that an empty text stands for; undefined leaves the field out. */
  readonly whenEmpty: unknown;
  /** One entry of a list may stand for the list. */
  readonly isOneOrList: boolean;
}

export interface Group extends Named {
  readonly kind: 'group';
  readonly fields: readonly Field[];
}

export type Field = Leaf | Group;

/** Stands for null where an empty text leaves the field out. */
export const NONE = 'none';

type Schema = Readonly<Record<string, unknown>>;

export const recordOf = (value: unknown): Schema => Object(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The fields of a JSON schema of an object. What no kind fits is a field in which the user writes JSON. */
export function fieldsOf(object: unknown, document: unknown, parent = ''): readonly Field[] {
  const { properties, required } = recordOf(resolved(object, document));
  return Object.entries(recordOf(properties)).map(([name, schema]) => {
    const path = parent === '' ? name : `${parent}.${name}`;
    const named = { path, name, label: labelOf(name), isRequired: listOf(required).includes(name) };
    return fieldOf(resolved(schema, document), named, document);
  });
}

function fieldOf(schema: Schema, named: Named, document: unknown): Field {
  const { kinds, isNullable } = kindsOf(schema, document);
  const [only = {}] = kinds;
  if (kinds.length === 1 && only.type === 'object' && only.properties !== undefined) {
    return { ...named, kind: 'group', fields: fieldsOf(only, document, named.path) };
  }
  const shape = kinds.length === 1 ? shapeOf(only, schema.default, document) : shapeOfMany(kinds);
  const isList = shape.kind === 'list' || shape.kind === 'choices';
  const isExpected = named.isRequired || schema.default !== undefined;
  const empty = isExpected ? (isList ? [] : '') : undefined;
  const leaf: Leaf = {
    ...named,
    options: [],
    isOneOrList: false,
    initial: '',
    whenEmpty: isNullable && shape.kind !== 'numbers' ? null : empty,
    ...shape,
  };
  // A required constant leaves no choice.
  return { ...leaf, initial: textOf(leaf, schema.default ?? (named.isRequired ? only.const : undefined)) };
}

type Shape = Pick<Leaf, 'kind'> & Partial<Leaf>;

const YES_OR_NO: readonly Option[] = [
  { text: 'Yes', value: true },
  { text: 'No', value: false },
];

const optionOf = (value: unknown): Option => ({ text: labelOf(String(value)), value });

function shapeOf(schema: Schema, initial: unknown, document: unknown): Shape {
  if ('const' in schema) return { kind: 'choice', options: [optionOf(schema.const)] };
  if (Array.isArray(schema.enum)) return { kind: 'choice', options: schema.enum.map(optionOf) };
  if (schema.type === 'boolean') return { kind: initial === undefined ? 'choice' : 'flag', options: YES_OR_NO };
  if (schema.type === 'string') return { kind: 'text' };
  if (schema.type === 'number' || schema.type === 'integer') return { kind: 'number' };
  if (schema.type === 'array') {
    const items = resolved(schema.items, document);
    if (Array.isArray(items.enum)) return { kind: 'choices', options: items.enum.map(optionOf) };
    if (items.type === 'string') return { kind: 'list' };
  }
  return { kind: 'json' };
}

/** A number that may also be a text stays a text, because a text keeps every digit. */
function shapeOfMany(kinds: readonly Schema[]): Shape {
  const types = new Set(kinds.map(({ type }) => type));
  const isOf = (...wanted: readonly string[]) =>
    types.size === wanted.length && wanted.every((type) => types.has(type));
  if (isOf('string', 'number')) return { kind: 'decimal' };
  if (isOf('string', 'integer')) return { kind: 'whole' };
  const items = recordOf(kinds.find(({ type }) => type === 'array')?.items);
  if (isOf('integer', 'array') && items.type === 'integer') return { kind: 'numbers', isOneOrList: true };
  if (isOf('string', 'array') && items.type === 'string') return { kind: 'list', isOneOrList: true };
  return { kind: 'json' };
}

/** What a value may be, without null. */
function kindsOf(schema: Schema, document: unknown) {
  const parts: readonly Schema[] = Array.isArray(schema.type)
    ? schema.type.map((type: unknown) => ({ ...schema, type }))
    : listOf(schema.anyOf ?? schema.oneOf ?? [schema]).map((part) => resolved(part, document));
  const kinds = parts.filter(({ type }) => type !== 'null');
  return { kinds, isNullable: kinds.length < parts.length };
}

/** The schema that a `$ref` points to. What stands beside the `$ref` counts too. */
function resolved(schema: unknown, document: unknown): Schema {
  const { $ref, ...rest } = recordOf(schema);
  if (typeof $ref !== 'string') return rest;
  const place = $ref.replace(/^#\//, '').split('/');
  const target = place.reduce<unknown>((node, name) => recordOf(node)[name], document);
  return { ...resolved(target, document), ...rest };
}

/** The text of a value. */
export function textOf({ kind, initial }: Leaf, value: unknown): string {
  if (value === undefined) return initial;
  if (value === null) return kind === 'numbers' ? NONE : '';
  if (kind === 'json') return JSON.stringify(value);
  return Array.isArray(value) ? value.map(String).join('\n') : String(value);
}
