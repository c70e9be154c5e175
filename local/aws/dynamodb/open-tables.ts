import * as z from 'zod';
import { Attributes } from './attributes.ts';
import { type IndexKeys, type Lag, LaggingIndex } from './lagging-index.ts';

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }));
const Described = z.object({
  Table: z.object({
    KeySchema,
    GlobalSecondaryIndexes: z
      .array(
        z.object({
          IndexName: z.string(),
          KeySchema,
          Projection: z.object({ ProjectionType: z.literal('KEYS_ONLY') }),
        }),
      )
      .max(1)
      .optional(),
  }),
});
const Scanned = z.object({ Items: z.array(Attributes), LastEvaluatedKey: Attributes.optional() });

/** What the engine knows of a table. */
export interface OpenTable {
  readonly name: string;
  readonly index: LaggingIndex | undefined;
  /** The texts that identify an item and its partition, from the item or its key. */
  identify(attributes: Attributes): { item: string; partition: string };
}

/** Asks the engine itself. Undefined when the table does not exist. */
type Ask = (operation: string, body: object) => Promise<unknown>;

/** The tables that requests named so far. Each request passes here, so the copy of an index is complete. */
export class OpenTables {
  readonly #tables = new Map<string, Promise<OpenTable | undefined>>();
  readonly #ask: Ask;
  readonly #lag: Lag;

  constructor(ask: Ask, lag: Lag) {
    this.#ask = ask;
    this.#lag = lag;
  }

  /** Undefined for a table that does not exist. @throws Error for a table with an index that is not supported. */
  open(name: string): Promise<OpenTable | undefined> {
    const known = this.#tables.get(name);
    if (known !== undefined) return known;
    const opening = this.#read(name);
    this.#tables.set(name, opening);
    const forget = () => this.forget(name);
    opening.then((table) => table === undefined && forget(), forget);
    return opening;
  }

  /** Makes the next request read the table again. */
  forget(name: string): void {
    this.#tables.delete(name);
  }

  async #read(name: string): Promise<OpenTable | undefined> {
    const described = await this.#ask('DescribeTable', { TableName: name });
    if (described === undefined) return undefined;
    const { Table } = Described.parse(described);
    const { hash, range } = keysOf(Table.KeySchema);
    const identify = (attributes: Attributes) => {
      const partition = JSON.stringify([name, attributes[hash]]);
      return { partition, item: range === undefined ? partition : partition + JSON.stringify(attributes[range]) };
    };
    const [secondary] = Table.GlobalSecondaryIndexes ?? [];
    if (secondary === undefined) return { name, index: undefined, identify };
    const index = new LaggingIndex(
      {
        name: secondary.IndexName,
        table: [hash, ...(range === undefined ? [] : [range])],
        ...keysOf(secondary.KeySchema),
      },
      this.#lag,
    );
    for (const entry of await this.#entries(name, index.keys)) index.load(identify(entry).item, entry);
    return { name, index, identify };
  }

  async #entries(TableName: string, { name: IndexName }: IndexKeys): Promise<Attributes[]> {
    const entries: Attributes[] = [];
    let ExclusiveStartKey: Attributes | undefined;
    do {
      const page = Scanned.parse(await this.#ask('Scan', { TableName, IndexName, ExclusiveStartKey }));
      entries.push(...page.Items);
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
    return entries;
  }
}

function keysOf(schema: z.output<typeof KeySchema>): { hash: string; range: string | undefined } {
  const named = (type: string) => schema.find(({ KeyType }) => KeyType === type)?.AttributeName;
  return { hash: named('HASH') ?? '', range: named('RANGE') };
}
