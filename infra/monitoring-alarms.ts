import type { AlarmRow } from './monitoring-alarm.ts';
import { canaryAlarms } from './monitoring-canary-alarms.ts';
import { chainAlarms } from './monitoring-chain-alarms.ts';
import { deliveryAlarms } from './monitoring-delivery-alarms.ts';
import { functionAlarms } from './monitoring-function-alarms.ts';
import { everyReleaseAlarm } from './monitoring-release-alarms.ts';
import { resourceAlarms } from './monitoring-resource-alarms.ts';
import { apiAlarms, jobAlarms } from './monitoring-service-alarms.ts';
import type { Stage } from './stages.ts';

/**
 * All alarms of a stage, by topic. Endpoints have no alarms of their own: a failing endpoint is a 5xx of the API.
 */
export const alarmsOf = (stage: Stage): Readonly<Record<string, readonly AlarmRow[]>> => ({
  'What a customer meets': canaryAlarms(stage),
  'The API': apiAlarms(stage),
  Chains: chainAlarms(stage),
  'Alerts and deliveries': deliveryAlarms(stage),
  'Jobs and lists': jobAlarms,
  Functions: functionAlarms(stage),
  Releases: everyReleaseAlarm(stage),
  'Resources of AWS': resourceAlarms(stage),
});

export const everyAlarm = (stage: Stage): readonly AlarmRow[] => Object.values(alarmsOf(stage)).flat();
