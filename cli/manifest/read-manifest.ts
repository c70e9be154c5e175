import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, type Tags } from 'yaml';
import * as z from 'zod';
import { type CommandError, wrongUse } from '../base/failures.ts';
import { hintAt, meantBy } from '../base/likeness.ts';
import { isFields } from './decimal-text.ts';
import { Conditions, Manifest } from './manifest-schema.ts';

type Path = readonly PropertyKey[];

/** A manifest, and where its parts stand in the file. */
export interface ReadManifest {
  readonly manifest: Manifest;
  /** The place and the name of a part, as `chainwatch.yaml:12: rules.0.name`. */
  at(...path: Path): string;
}

/**
 * Reads a manifest.
 * @param file the name of the file, for the messages.
 * @throws CommandError that names every wrong field with its line.
 */
export function readManifest(text: string, file: string): ReadManifest {
  const lines = new LineCounter();
  const document = parse(text, file, lines);
  const at = (...path: Path): string => {
    const node = nodeAt(document.contents, path);
    const line = node?.range ? lines.linePos(node.range[0]).line : 1;
    return `${file}:${line}: ${path.map(String).join('.')}`;
  };
  // A file of comments states nothing.
  const parsed = Manifest.safeParse(document.toJS() ?? {}, { error: inWords });
  if (parsed.success) return { manifest: parsed.data, at };
  throw wrongPlaces(parsed.error.issues.flatMap((issue) => messagesOf(issue, at, parsed.error.issues)));
}

/**
 * Reads one value, such as the conditions of a rule on the command line. JSON is YAML.
 * @throws CommandError
 */
export const readValue = (text: string, name: string): unknown => parse(text, name, new LineCounter()).toJS();

/**
 * Reads the conditions of a rule, in which a bound may have groups of digits: `{value_usd: {gte: 50,000}}`. To YAML,
 * the comma would begin another field.
 * @throws CommandError
 */
export function readConditions(text: string, name: string): unknown {
  const conditions = readValue(text.replace(GROUPED_BOUND, '$1"$2"'), name);
  if (!isFields(conditions)) return conditions;
  const read = Conditions.safeParse(conditions);
  if (read.success) return read.data;
  throw wrongUse(read.error.issues.map(({ message }) => `${name}: ${message}`).join('\n'));
}

const GROUPED_BOUND = /(\b(?:gte?|lte?|below|above)["']?\s*:\s*)(\$?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?)(?=\s*[,}])/g;

/**
 * Without the types of numbers, `0x7099…` stays an address and an amount keeps all of its digits. The API takes the
 * numbers of conditions as decimal text.
 */
const withoutNumbers = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === 'string' || !/:(int|float)$/.test(tag.tag));

function parse(text: string, file: string, lineCounter: LineCounter) {
  const document = parseDocument(text, { lineCounter, customTags: withoutNumbers, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    throw wrongUse(`${file}:${lineCounter.linePos(error.pos[0]).line}: ${error.message}`);
  }
  return document;
}

/** The node of a path, or of the longest part of the path that exists. The node of a field is its key. */
function nodeAt(contents: unknown, path: Path): Node | undefined {
  let [found, node]: [unknown, unknown] = [contents, contents];
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
      if (pair === undefined) break;
      [found, node] = [pair.key, pair.value];
    } else if (isSeq(node) && typeof step === 'number' && node.items[step] !== undefined) {
      node = node.items[step];
      found = node;
    } else break;
  }
  return isNode(found) ? found : undefined;
}

/** The messages about places of a file, the first line first. Each begins with the name of the file and the line. */
export const wrongPlaces = (messages: readonly string[]): CommandError =>
  wrongUse(messages.toSorted((a, b) => lineOf(a) - lineOf(b)).join('\n'));

const lineOf = (message: string): number => Number(/:(\d+): /.exec(message)?.[1]);

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'fields',
  record: 'fields',
};

/** What is wrong with a value, in words that do not name types of the program. */
function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code !== 'invalid_value') return undefined;
  const values = issue.values.map(String);
  return `must be ${values.join(', ')}${hintAt(String(issue.input), values)}`;
}

type Issue = z.core.$ZodIssue;

function messagesOf(issue: Issue, at: ReadManifest['at'], all: readonly Issue[]): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const hint = hintAt(key, fieldsAt(issue.path));
      return `${at(...issue.path, key)}: is not a field of the file${hint}`;
    });
  }
  const [field, ...parents] = issue.path.toReversed();
  const isTold = all.some(
    (other) =>
      other.code === 'unrecognized_keys' &&
      other.path.toReversed().join('\n') === parents.join('\n') &&
      other.keys.some((key) => meantBy(key, fieldsAt(other.path)) === field),
  );
  // The message of the misspelt field names the field that is missing.
  return isTold ? [] : [`${at(...issue.path)}: ${issue.message}`];
}

/** The fields of the file at a place. */
const fieldsAt = (path: Path): string[] =>
  path
    .reduce<readonly object[]>(
      (places, step) => places.flatMap((place) => variantsOf(childOf(place, step))),
      variantsOf(z.toJSONSchema(Manifest, { io: 'input', unrepresentable: 'any' })),
    )
    .flatMap((place) => Object.keys(fieldOf(place, 'properties')));

/** A part of a JSON schema. */
const fieldOf = (schema: object, name: PropertyKey): object => Object(Reflect.get(schema, name));
const childOf = (schema: object, step: PropertyKey): object =>
  typeof step === 'number' ? fieldOf(schema, 'items') : fieldOf(fieldOf(schema, 'properties'), step);
const variantsOf = (schema: object): readonly object[] => [
  schema,
  ...['anyOf', 'allOf', 'oneOf'].flatMap((name) => Object.values(fieldOf(schema, name)).map(Object)),
];
