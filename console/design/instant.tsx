const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** An instant in local time; its title shows UTC. */
export function Instant({ at }: { readonly at: string | null }) {
  if (at === null) return <>–</>;
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`.replace('Z UTC', ' UTC')}>
      {local.format(new Date(at))}
    </time>
  );
}
