import { Foreign } from './foreign.tsx';

/** The tags of a transaction or a wallet. */
export const Tags = ({ tags }: { readonly tags: readonly string[] }) => (
  <ul className="tags" aria-label="Tags">
    {tags.map((tag) => (
      <li key={tag}>
        <Foreign text={tag} />
      </li>
    ))}
  </ul>
);
