import * as z from 'zod';
import type { ResolvedTemplate } from './template.ts';

const StageProperties = z.object({
  StageName: z.string(),
  MethodSettings: z
    .array(
      z.object({
        ResourcePath: z.string(),
        HttpMethod: z.string(),
        ThrottlingRateLimit: z.number().optional(),
        ThrottlingBurstLimit: z.number().optional(),
      }),
    )
    .default([]),
});

interface ApiStage {
  readonly name: string;
  /** Whether a method, such as `GET /api/wallets`, may be called now. */
  allowsNow(method: string, nowMs: number): boolean;
}

/**
 * The stage of the API: its name, and its throttling by token bucket. As in API Gateway, the settings of all methods
 * give each method a bucket of its own.
 */
export function stageOf(template: ResolvedTemplate): ApiStage {
  const [stage] = template.resources('AWS::ApiGateway::Stage', StageProperties);
  if (stage === undefined) throw new Error('The template has no API stage');
  const { StageName, MethodSettings } = stage.properties;
  const all = MethodSettings.find(({ ResourcePath, HttpMethod }) => ResourcePath === '/*' && HttpMethod === '*');
  const { ThrottlingRateLimit = Number.POSITIVE_INFINITY, ThrottlingBurstLimit = Number.POSITIVE_INFINITY } = all ?? {};
  const buckets = new Map<string, ReturnType<typeof tokenBucket>>();
  return {
    name: StageName,
    allowsNow: (method, nowMs) => {
      const bucket = buckets.get(method) ?? tokenBucket(ThrottlingRateLimit, ThrottlingBurstLimit);
      buckets.set(method, bucket);
      return bucket(nowMs);
    },
  };
}

/** A bucket of `burst` tokens, refilled with `rate` tokens a second. Returns whether a request may pass now. */
export function tokenBucket(rate: number, burst: number): (nowMs: number) => boolean {
  let tokens = burst;
  let last = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    tokens = Math.min(burst, tokens + (Math.max(0, nowMs - last) / 1000) * rate);
    last = nowMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
