import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { ChainwatchStack } from '../../infra/stack.ts';
import { local, type Stage, stages } from '../../infra/stages.ts';

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  DependsOn: z.union([z.string(), z.array(z.string())]).optional(),
});
export type Resource = z.output<typeof Resource>;

export const everyStage = [local, ...stages];

export function stageNamed(name: string): Stage {
  const stage = everyStage.find((candidate) => candidate.name === name);
  if (stage === undefined) throw new Error(`No stage ${name}`);
  return stage;
}

/**
 * A synthesised template in which references read as names: a queue's Arn is `chainwatch-prod-deliveries.Arn`, an
 * AWS::Region is `AWS::Region`, and joined parts are one string. Functions hold a line of code instead of their
 * bundles.
 */
export class ReadableTemplate {
  readonly stack: Stack;
  readonly text: string;
  readonly resources: Readonly<Record<string, Resource>>;

  /** @param stackOf the stack of the template; by default the service itself. */
  constructor(stage: Stage, stackOf: (service: ChainwatchStack) => Stack = (service) => service) {
    const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false });
    const codeOf = () => Code.fromInline('exports.handler = async () => {};');
    this.stack = stackOf(new ChainwatchStack(app, { stage, codeOf }));
    const json = Template.fromStack(this.stack).toJSON();
    this.text = JSON.stringify(json);
    const raw = z.record(z.string(), Resource).parse(json.Resources);
    const nameOf = (id: string): string => {
      const properties = raw[id]?.Properties ?? {};
      const given = nameProperties.map((property) => properties[property]).find((name) => name !== undefined);
      return given === undefined ? id : String(readable(given, nameOf));
    };
    this.resources = Object.fromEntries(
      Object.entries(raw).map(([id, resource]) => [id, Resource.parse(readable(resource, nameOf))]),
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
const nameProperties = ['FunctionName', 'QueueName', 'TableName', 'BucketName', 'LogGroupName', 'TopicName', 'Name'];

const Ref = z.strictObject({ Ref: z.string() });
const GetAtt = z.strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
const Join = z.strictObject({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });

const ImportValue = z.strictObject({ 'Fn::ImportValue': z.string() });
const Sub = z.strictObject({ 'Fn::Sub': z.string() });

function readable(value: unknown, nameOf: (id: string) => string): unknown {
  const again = (part: unknown): unknown => readable(part, nameOf);
  const ref = Ref.safeParse(value);
  if (ref.success) return nameOf(ref.data.Ref);
  const getAtt = GetAtt.safeParse(value);
  if (getAtt.success) return `${nameOf(getAtt.data['Fn::GetAtt'][0])}.${getAtt.data['Fn::GetAtt'][1]}`;
  const join = Join.safeParse(value);
  if (join.success) return join.data['Fn::Join'][1].map(again).join(join.data['Fn::Join'][0]);
  const imported = ImportValue.safeParse(value);
  if (imported.success) return imported.data['Fn::ImportValue'];
  const sub = Sub.safeParse(value);
  if (sub.success) return sub.data['Fn::Sub'];
  if (Array.isArray(value)) return value.map(again);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, again(part)]));
}
