import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Metadata: z.object({ 'aws:asset:path': z.string().optional() }).default({}),
});
const Template = z.object({
  Resources: z.record(z.string(), Resource),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown().optional() })).default({}),
});

type Resource = z.output<typeof Resource>;

/** The local values that replace those of AWS: the name of the stack, and the endpoint. */
export interface LocalNames {
  readonly stackName: string;
  /** The base URL of the server that emulates AWS. Queue URLs start with this URL. */
  readonly awsEndpoint: string;
}

export const REGION = 'us-east-1';
/** The only account that fauxqs and dynoxide support. */
export const ACCOUNT = '000000000000';

export interface ResourceOf<S extends z.ZodType> {
  readonly id: string;
  readonly properties: z.output<S>;
  /** The path of the code, relative to the template. */
  readonly asset: string | undefined;
}

/** Reads a template. Properties are checked on access. @throws ZodError when the file is not a template. */
export const readTemplate = (file: string, names: LocalNames): ResolvedTemplate =>
  resolveTemplate(JSON.parse(readFileSync(file, 'utf8')), names);

export const resolveTemplate = (json: unknown, names: LocalNames): ResolvedTemplate =>
  new ResolvedTemplate(Template.parse(json), names);

/**
 * A synthesised CloudFormation template whose references resolve to local names, ARNs and URLs. Its methods throw an
 * Error for each reference or intrinsic function that the local stack does not support.
 */
export class ResolvedTemplate {
  readonly #template: z.output<typeof Template>;
  readonly #names: LocalNames;
  readonly #pseudo: Readonly<Record<string, unknown>>;

  constructor(template: z.output<typeof Template>, names: LocalNames) {
    this.#template = template;
    this.#names = names;
    this.#pseudo = {
      'AWS::AccountId': ACCOUNT,
      'AWS::NoValue': undefined,
      'AWS::Partition': 'aws',
      'AWS::Region': REGION,
      'AWS::StackName': names.stackName,
      'AWS::URLSuffix': 'amazonaws.com',
    };
  }

  /** The resources of a type in the order of the template, with resolved and parsed properties. */
  resources<S extends z.ZodType>(type: string, properties: S): ResourceOf<S>[] {
    return Object.entries(this.#template.Resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => ({
        id,
        properties: properties.parse(this.#resolve(resource.Properties)),
        asset: resource.Metadata['aws:asset:path'],
      }));
  }

  name(id: string): string {
    const { Properties, Type } = this.#resource(id);
    if (Type === 'AWS::Lambda::Alias') {
      return `${this.#resolve(Properties.FunctionName)}:${this.#resolve(Properties.Name)}`;
    }
    const given = nameProperties.find((property) => Properties[property] !== undefined);
    return given === undefined ? `${this.#names.stackName}-${id}` : String(this.#resolve(Properties[given]));
  }

  arn(id: string): string {
    return arnOf(this.#resource(id).Type, this.name(id));
  }

  #resource(id: string): Resource {
    const resource = this.#template.Resources[id];
    if (resource === undefined) throw new Error(`The template refers to ${id}, which does not exist`);
    return resource;
  }

  #resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#resolve(item)).filter((item) => item !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [name = '', argument] = entries[0] ?? [];
    if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) return this.#intrinsic(name, argument);
    return Object.fromEntries(entries.map(([key, item]) => [key, this.#resolve(item)]));
  }

  #intrinsic(name: string, argument: unknown): unknown {
    switch (name) {
      case 'Ref':
        return this.#ref(z.string().parse(argument));
      case 'Fn::GetAtt': {
        const path = typeof argument === 'string' ? argument.split('.') : z.array(z.string()).parse(argument);
        return this.#attribute(path);
      }
      case 'Fn::Join': {
        const [separator, parts] = z.tuple([z.string(), z.unknown()]).parse(argument);
        return this.#list(parts).join(separator);
      }
      case 'Fn::Sub': {
        const [text, values] = typeof argument === 'string' ? [argument, {}] : SubArgument.parse(argument);
        return this.#substitute(text, values);
      }
      case 'Fn::Select': {
        const [index, list] = z.tuple([z.coerce.number(), z.unknown()]).parse(argument);
        return this.#list(list)[index];
      }
      case 'Fn::Split': {
        const [separator, text] = z.tuple([z.string(), z.unknown()]).parse(argument);
        return String(this.#resolve(text)).split(separator);
      }
      default:
        throw new Error(`The local stack does not support ${name}`);
    }
  }

  #list(value: unknown): unknown[] {
    return z.array(z.unknown()).parse(this.#resolve(value));
  }

  #ref(id: string): unknown {
    if (id in this.#pseudo) return this.#pseudo[id];
    if (id in this.#template.Parameters) return this.#template.Parameters[id]?.Default;
    const { Type } = this.#resource(id);
    if (Type === 'AWS::SQS::Queue') return `${this.#names.awsEndpoint}/${ACCOUNT}/${this.name(id)}`;
    return refIsArn.has(Type) ? this.arn(id) : this.name(id);
  }

  #attribute([id = '', ...rest]: readonly string[]): string {
    const attribute = rest.join('.');
    if (attribute === 'Arn') return this.arn(id);
    if (attribute === 'StreamArn') return `${this.arn(id)}/stream/local`;
    if (attribute === 'QueueName' || attribute === 'TopicName') return this.name(id);
    // The local stack has one version of each function.
    if (attribute === 'Version') return '1';
    if (attribute === 'RootResourceId') return `${id}.root`;
    throw new Error(`The local stack does not support the attribute ${attribute} of ${id}`);
  }

  #substitute(text: string, values: Record<string, unknown>): string {
    return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, key: string) => {
      if (literal) return `\${${key}}`;
      if (key in values) return String(this.#resolve(values[key]));
      return key.includes('.') ? this.#attribute(key.split('.')) : String(this.#ref(key));
    });
  }
}

const SubArgument = z.tuple([z.string(), z.record(z.string(), z.unknown())]);

const nameProperties = [
  'FunctionName',
  'QueueName',
  'TableName',
  'BucketName',
  'TopicName',
  'RoleName',
  'LogGroupName',
  'StageName',
  'Name',
];

const refIsArn = new Set(['AWS::Lambda::Alias', 'AWS::SecretsManager::Secret', 'AWS::SNS::Topic']);

/** The local ARN of a resource. @throws Error for a type without ARN. */
export function arnOf(type: string, name: string): string {
  const arn = arns[type];
  if (arn === undefined) throw new Error(`The local stack has no ARN for ${type} (${name})`);
  return `arn:aws:${arn(name)}`;
}

const here = `${REGION}:${ACCOUNT}`;
const arns: Record<string, (name: string) => string> = {
  'AWS::ApiGateway::RestApi': (name) => `execute-api:${here}:${name}`,
  'AWS::DynamoDB::Table': (name) => `dynamodb:${here}:table/${name}`,
  'AWS::Events::Rule': (name) => `events:${here}:rule/${name}`,
  'AWS::IAM::Role': (name) => `iam::${ACCOUNT}:role/${name}`,
  'AWS::KMS::Key': (name) => `kms:${here}:key/${name}`,
  'AWS::Lambda::Alias': (name) => `lambda:${here}:function:${name}`,
  'AWS::Lambda::Function': (name) => `lambda:${here}:function:${name}`,
  'AWS::Logs::LogGroup': (name) => `logs:${here}:log-group:${name}:*`,
  'AWS::S3::Bucket': (name) => `s3:::${name}`,
  'AWS::Scheduler::ScheduleGroup': (name) => `scheduler:${here}:schedule-group/${name}`,
  'AWS::SecretsManager::Secret': (name) => `secretsmanager:${here}:secret:${name}`,
  'AWS::SNS::Topic': (name) => `sns:${here}:${name}`,
  'AWS::SQS::Queue': (name) => `sqs:${here}:${name}`,
};
