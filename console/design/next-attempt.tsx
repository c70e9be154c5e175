import { Age } from './instant.tsx';

/** When the next attempt of a delivery comes. An attempt that is due waits for its turn at the receiver. */
export function NextAttempt({ at }: { readonly at: string | null }) {
  if (at === null) return <>–</>;
  return Date.parse(at) <= Date.now() ? <span className="one-line">waits for its turn</span> : <Age at={at} />;
}
