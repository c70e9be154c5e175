import { resolve } from 'node:path';
import * as z from 'zod';
import type { ResolvedTemplate } from './template.ts';

/** A Lambda function of the template. */
export interface FunctionSpec {
  readonly name: string;
  readonly arn: string;
  /** Functions may share a log group. */
  readonly logGroup: string;
  /** The path of the bundle. */
  readonly file: string;
  /** The name under which the bundle exports the handler. */
  readonly exportName: string;
  /** What callers call: the version of the alias, or `$LATEST` of a function without alias. */
  readonly version: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** The reserved concurrency; infinite if the template sets none. */
  readonly concurrency: number;
  readonly environment: Readonly<Record<string, string>>;
  /** How often Lambda retries a failed asynchronous invocation. */
  readonly asyncRetries: number;
  /** How long an asynchronous invocation may wait before Lambda drops it. */
  readonly maxEventAgeMs: number;
}

const Properties = z.object({
  FunctionName: z.string(),
  Handler: z.string().regex(/^[\w-]+\.\w+$/),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  ReservedConcurrentExecutions: z.number().default(Number.POSITIVE_INFINITY),
  LoggingConfig: z.object({ LogGroup: z.string() }),
  Environment: z.object({ Variables: z.record(z.string(), z.string()).default({}) }).default({ Variables: {} }),
});

const AliasProperties = z.object({ FunctionName: z.string(), FunctionVersion: z.string() });

/** The defaults are those of Lambda. */
const AsyncProperties = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.number().default(2),
  MaximumEventAgeInSeconds: z.number().default(21_600),
  // The local stack logs dropped events. No function of the template sends them anywhere.
  DestinationConfig: z.undefined().optional(),
});

/**
 * The functions of the template by name.
 * @param assets the folder of the template.
 * @param changed changes each function.
 */
export function functionsOf(
  template: ResolvedTemplate,
  assets: string,
  changed = (spec: FunctionSpec): FunctionSpec => spec,
): Map<string, FunctionSpec> {
  const aliases = template.resources('AWS::Lambda::Alias', AliasProperties).map(({ properties }) => properties);
  const configs = template.resources('AWS::Lambda::EventInvokeConfig', AsyncProperties);
  const specs = template
    .resources('AWS::Lambda::Function', Properties)
    .map(({ id, properties, asset }): FunctionSpec => {
      if (asset === undefined) throw new Error(`${properties.FunctionName} has no bundle in the template`);
      const [module = '', exportName = ''] = properties.Handler.split('.');
      const { FunctionName } = properties;
      const config = configs.find((each) => each.properties.FunctionName === FunctionName)?.properties;
      const async = config ?? AsyncProperties.parse({ FunctionName });
      return {
        name: FunctionName,
        arn: template.arn(id),
        logGroup: properties.LoggingConfig.LogGroup,
        file: resolve(assets, asset, `${module}.cjs`),
        exportName,
        version: aliases.find((alias) => alias.FunctionName === FunctionName)?.FunctionVersion ?? '$LATEST',
        timeoutMs: properties.Timeout * 1000,
        memoryMb: properties.MemorySize,
        concurrency: properties.ReservedConcurrentExecutions,
        environment: properties.Environment.Variables,
        asyncRetries: async.MaximumRetryAttempts,
        maxEventAgeMs: async.MaximumEventAgeInSeconds * 1000,
      };
    });
  return new Map(specs.map((spec) => [spec.name, changed(spec)]));
}

/** The ARN of a function or its alias, which may be a part of a URI. */
export function functionArnIn(uri: string): string {
  const arn = /arn:aws:lambda:[\w-]+:\d+:function:[\w-]+(:[\w-]+)?/.exec(uri)?.[0];
  if (arn === undefined) throw new Error(`${uri} contains no ARN of a Lambda function`);
  return arn;
}

/** The name in `arn:aws:lambda:<region>:<account>:function:<name>`, which may be a part of a longer ARN or URI. */
export function functionNameIn(arn: string): string {
  const name = /:function:([\w-]+)/.exec(arn)?.[1];
  if (name === undefined) throw new Error(`${arn} names no Lambda function`);
  return name;
}
