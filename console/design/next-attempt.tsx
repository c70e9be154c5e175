import { Age } from './instant.tsx';

/** When the next attempt of a delivery comes. An attempt that is due waits for its turn at the receiver. */
export function NextAttempt({ at }: { readonly at: string | null }) {
  if (at === null) return <>–</>;
  return isDue(at) ? <span className="one-line">waits for its turn</span> : <Age at={at} />;
}

/** The same as a sentence. Nothing while no attempt is planned. */
export function NextAttemptSentence({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return isDue(at) ? (
    <>The next attempt waits for its turn.</>
  ) : (
    <>
      The next attempt comes <Age at={at} />.
    </>
  );
}

const isDue = (at: string): boolean => Date.parse(at) <= Date.now();
