import * as z from 'zod';

type Json = Record<string, unknown>;

/** A request is described as it is given, and an answer as it is sent. */
export type Io = 'input' | 'output';

/** The named schemas of the OpenAPI document. A schema with the meta `id` becomes a component with this name. */
export class Components {
  readonly #definitions = new Map<string, string>();
  /** The names of the variants, whose definitions stay. */
  readonly #variants = new Set<string>();

  /** @param variants schemas that describe a component better than the schema that validates, by `io` and name. */
  constructor(variants: Readonly<Record<Io, Readonly<Record<string, z.ZodType>>>>) {
    for (const io of ['input', 'output'] as const) {
      for (const [name, schema] of Object.entries(variants[io])) {
        this.#variants.add(name);
        this.#definitions.set(name, JSON.stringify(this.schemaOf(schema, io)));
      }
    }
  }

  /** The JSON Schema of a schema, which refers to the components. */
  schemaOf(schema: z.ZodType, io: Io): Json {
    const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    for (const [name, definition] of Object.entries($defs)) this.#define(name, referring(definition));
    return referring(own);
  }

  /** The JSON Schema of a schema that is an object. A named object becomes no component. */
  inlined(schema: z.ZodType, io: Io): Json {
    const { id: _, ...meta } = schema.meta() ?? {};
    return this.schemaOf(schema.clone().meta({ ...meta, id: undefined }), io);
  }

  /** All components, in the order of their names. */
  all(): Json {
    const sorted = [...this.#definitions].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, definition]) => [name, JSON.parse(definition)]));
  }

  /** @throws Error when a request and an answer use one name for different schemas. */
  #define(name: string, definition: Json): void {
    if (this.#variants.has(name)) return;
    const { id: _, ...own } = definition;
    const text = JSON.stringify(own);
    const known = this.#definitions.get(name);
    if (known !== undefined && known !== text) throw new Error(`The component ${name} has two definitions`);
    this.#definitions.set(name, text);
  }
}

const Definition = z.record(z.string(), z.unknown());

const referring = (schema: unknown): Json =>
  Definition.parse(JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')));
