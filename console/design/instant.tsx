import Box from '@cloudscape-design/components/box';
import { useSyncExternalStore } from 'react';
import { ageText } from '../../sdk/index.ts';
import { instantText } from './instant-text.ts';

interface InstantProps {
  /** An instant of the API. */
  readonly at: string | null;
}

/** An instant in local time, for the details of something. Its title shows UTC. */
export function Instant({ at }: InstantProps) {
  if (at === null) return <>–</>;
  return (
    <time dateTime={at} title={utcText(at)}>
      {instantText(at)}
    </time>
  );
}

/** How long ago an instant was, for lists. Its title shows local time and UTC. */
export function Age({ at }: InstantProps) {
  useSyncExternalStore(onTick, () => ticks);
  if (at === null) return <>–</>;
  return (
    <time className="one-line" dateTime={at} title={`${instantText(at)} (${utcText(at)})`}>
      {ageText(at, new Date())}
    </time>
  );
}

/** How long ago an instant was, and below it the local time, for the facts of a detail. */
export function AgeAndInstant({ at }: InstantProps) {
  if (at === null) return <>–</>;
  return (
    <>
      <Age at={at} />
      <Box variant="small" display="block">
        <Instant at={at} />
      </Box>
    </>
  );
}

const utcText = (at: string): string => `${at.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`;

/** How often a page renders all of its ages again. */
const TICK_MS = 10_000;
let ticks = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function onTick(changed: () => void): () => void {
  listeners.add(changed);
  timer ??= setInterval(() => {
    ticks++;
    for (const listener of listeners) listener();
  }, TICK_MS);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
