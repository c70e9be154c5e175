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

/** The stage of the API: its name, and its throttling over all methods, by token bucket as in API Gateway. */
export function stageOf(template: ResolvedTemplate): { name: string; allowsNow: (nowMs: number) => boolean } {
  const [stage] = template.resources('AWS::ApiGateway::Stage', StageProperties);
  if (stage === undefined) throw new Error('The template has no API stage');
  const { StageName, MethodSettings } = stage.properties;
  const all = MethodSettings.find(({ ResourcePath, HttpMethod }) => ResourcePath === '/*' && HttpMethod === '*');
  const { ThrottlingRateLimit = Number.POSITIVE_INFINITY, ThrottlingBurstLimit = Number.POSITIVE_INFINITY } = all ?? {};
  return { name: StageName, allowsNow: tokenBucket(ThrottlingRateLimit, ThrottlingBurstLimit) };
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
