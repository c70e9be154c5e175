import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { bringUpToDate, out, packages, runProgram } from '../../local/cli/up-to-date.ts';
import { env, FINDINGS_FILE, variants } from './stage-variants.ts';

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  UpdatePolicy: z.unknown().optional(),
  DependsOn: z.union([z.string(), z.array(z.string())]).optional(),
});
type Resource = z.output<typeof Resource>;

const Template = z.looseObject({
  Resources: z.record(z.string(), Resource),
  Outputs: z.record(z.string(), z.looseObject({ Value: z.unknown() })).default({}),
});
const NESTED = 'AWS::CloudFormation::Stack';
const Passed = z.object({ Parameters: z.record(z.string(), z.unknown()).default({}) });

const Findings = z.record(z.string(), z.array(z.string()));

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      environment: z.string().optional(),
      dependencies: z.array(z.string()).default([]),
      properties: z.object({ terminationProtection: z.boolean().optional() }).optional(),
    }),
  ),
});

/**
 * The folder of the templates of all variants. One process synthesises all of them, and only when a source has changed:
 * in each test file this would take most of the time of all unit tests.
 */
export const templateFolder = join(out, 'test-templates');
await bringUpToDate(
  [
    {
      name: 'the templates of the tests',
      stamp: 'test-templates.sha256',
      sources: ['functions/**/*.ts', 'infra/**/*.ts', 'lib/**/*.ts', 'test/infra/*.ts', ...packages],
      makes: Object.keys(variants).map((name) => join(templateFolder, name, FINDINGS_FILE)),
      build: () => runProgram(['test/infra/synthesise.ts', templateFolder], {}),
    },
  ],
  () => {},
);

const read = <S extends z.ZodType>(schema: S, ...path: readonly string[]): z.output<S> =>
  schema.parse(JSON.parse(readFileSync(join(templateFolder, ...path), 'utf8')));

/** The parts of a stage that are stacks of their own. */
type Part = 'console' | 'monitoring' | 'budget' | 'backups' | 'copies' | 'network';

/**
 * A synthesised template in which references read as names: a queue's Arn is `chainwatch-prod-deliveries.Arn`, an
 * AWS::Region is `AWS::Region`, also where the stage names its region, and joined parts are one string.
 */
export class ReadableTemplate {
  /** How many resources the template of the stack has, and those of its nested stacks. */
  readonly counts: readonly number[];
  readonly text: string;
  /** With the resources of nested stacks, whose parameters read as what the stack passes. */
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, string>>;
  /** Where the stack deploys: `aws://ACCOUNT/REGION`. */
  readonly environment: string | undefined;
  /** The stacks and assets that deploy first. */
  readonly dependencies: readonly string[];
  readonly isProtected: boolean;
  /** What cdk-nag finds, without what the stack acknowledges. */
  readonly findings: readonly string[];

  /**
   * @param variant a name of test/infra/stage-variants.ts.
   * @param part the stack; by default the service itself, with its nested stacks.
   */
  constructor(variant: string, part?: Part) {
    const stack = [`chainwatch-${variants[variant]?.stage.name}`, ...(part === undefined ? [] : [part])].join('-');
    const nested = part === undefined ? globSync('*.nested.template.json', { cwd: join(templateFolder, variant) }) : [];
    const names = [`${stack}.template.json`, ...nested];
    const templates = names.map((name) => read(Template, variant, name));
    this.counts = templates.map(({ Resources }) => Object.keys(Resources).length);
    this.text = JSON.stringify(templates);
    const {
      environment,
      dependencies = [],
      properties,
    } = read(Manifest, variant, 'manifest.json').artifacts[stack] ?? {};
    this.environment = environment;
    this.dependencies = dependencies;
    this.isProtected = properties?.terminationProtection ?? false;
    this.findings = read(Findings, variant, FINDINGS_FILE)[stack] ?? [];
    const raw = Object.fromEntries(templates.flatMap(({ Resources }) => Object.entries(Resources)));
    const passed = new Map(
      Object.values(raw)
        .filter(({ Type }) => Type === NESTED)
        .flatMap(({ Properties }) => Object.entries(Passed.parse(Properties).Parameters)),
    );
    const nameOf = (id: string): string => {
      if (passed.has(id)) return String(readable(passed.get(id), nameOf));
      const properties = raw[id]?.Properties ?? {};
      // The reference to an alias is its ARN, which ends with the names of function and alias.
      if (raw[id]?.Type === 'AWS::Lambda::Alias') {
        return `${readable(properties.FunctionName, nameOf)}:${properties.Name}`;
      }
      const given = nameProperties.map((property) => properties[property]).find((name) => name !== undefined);
      return given === undefined ? id : String(readable(given, nameOf));
    };
    this.resources = Object.fromEntries(
      Object.entries(raw).map(([id, resource]) => [id, Resource.parse(readable(resource, nameOf))]),
    );
    this.outputs = Object.fromEntries(
      templates.flatMap(({ Outputs }) =>
        Object.entries(Outputs).map(([id, { Value }]) => [id, String(readable(Value, nameOf))]),
      ),
    );
  }

  /** Every resource of a type. */
  all(type: string): Resource[] {
    return Object.values(this.resources).filter((resource) => resource.Type === type);
  }

  /** Properties of every resource of a type. */
  properties(type: string): Record<string, unknown>[] {
    return this.all(type).map((resource) => resource.Properties);
  }

  /** Properties of the one resource of a type with these properties. */
  one(type: string, having: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const found = this.properties(type).filter((properties) =>
      Object.entries(having).every(([name, value]) => properties[name] === value),
    );
    const [only] = found;
    if (only === undefined || found.length > 1) {
      throw new Error(`${found.length} resources ${type} have ${JSON.stringify(having)}`);
    }
    return only;
  }
}

/** Properties by which resources go by a name of ours; the rest are called by their logical id. */
const nameProperties = [
  'FunctionName',
  'QueueName',
  'TableName',
  'BucketName',
  'LogGroupName',
  'TopicName',
  'Name',
].concat('AlarmName');

const Ref = z.object({ Ref: z.string() });
const GetAtt = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
const Join = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });
const ImportValue = z.object({ 'Fn::ImportValue': z.string() });
const Sub = z.object({ 'Fn::Sub': z.string() });

function readable(value: unknown, nameOf: (id: string) => string): unknown {
  const again = (part: unknown): unknown => readable(part, nameOf);
  if (typeof value === 'string')
    return value.replaceAll(env.account, 'AWS::AccountId').replaceAll(env.region, 'AWS::Region');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(again);
  const entries = Object.entries(value);
  // A function of CloudFormation is an object with one member.
  return (
    (entries.length === 1 ? named(value, again, nameOf) : undefined) ??
    Object.fromEntries(entries.map(([key, part]) => [key, again(part)]))
  );
}

/** What a function of CloudFormation refers to; undefined for other objects. */
function named(value: object, again: (part: unknown) => unknown, nameOf: (id: string) => string): string | undefined {
  const ref = Ref.safeParse(value).data;
  if (ref !== undefined) return nameOf(ref.Ref);
  const getAtt = GetAtt.safeParse(value).data?.['Fn::GetAtt'];
  if (getAtt !== undefined) return `${nameOf(getAtt[0])}.${getAtt[1]}`;
  const join = Join.safeParse(value).data?.['Fn::Join'];
  if (join !== undefined) return join[1].map(again).join(join[0]);
  return ImportValue.safeParse(value).data?.['Fn::ImportValue'] ?? Sub.safeParse(value).data?.['Fn::Sub'];
}
