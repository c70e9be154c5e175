import { instantText } from './instant-text.ts';

/** An instant in local time; its title shows UTC. */
export function Instant({ at }: { readonly at: string | null }) {
  if (at === null) return <>–</>;
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`.replace('Z UTC', ' UTC')}>
      {instantText(at)}
    </time>
  );
}
