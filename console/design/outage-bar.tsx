import { useEffect, useSyncExternalStore } from 'react';
import { firstOutage, outageBars, subscribe } from './outages.ts';
import { ProblemAlert } from './problem-alert.tsx';

/** One bar above a page of many parts, while the service does not answer. The parts then say nothing of it. */
export function OutageBar() {
  useEffect(() => outageBars.add(), []);
  const outage = useSyncExternalStore(subscribe, firstOutage);
  return outage === undefined ? null : <ProblemAlert error={outage.error} retry={outage.retryAll} isForAll />;
}
