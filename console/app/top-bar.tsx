import TopNavigation from '@cloudscape-design/components/top-navigation';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { foreignText } from '../design/foreign-text.ts';
import type { Me } from '../session/session.ts';
import { useSession } from '../session/session-context.ts';
import type { useNavCounts } from './nav-counts.ts';
import { BASE, pages } from './pages.ts';
import { chooseTheme, currentTheme } from './theme.ts';

interface TopBarProps {
  readonly signOut: () => void;
  readonly counts: ReturnType<typeof useNavCounts>;
  /** A narrow window has no navigation at its side: the bar has a menu of the pages. */
  readonly isNarrow: boolean;
}

/** The bar at the top: the name, the organisation, and on a narrow window the pages. */
export function TopBar({ signOut, counts, isNarrow }: TopBarProps) {
  const { me } = useSession();
  const [theme, setTheme] = useState(currentTheme);
  const [, navigate] = useLocation();
  const other = theme === 'dark' ? 'light' : 'dark';
  const mode = `${other === 'dark' ? 'Dark' : 'Light'} mode`;
  const toggle = () => {
    chooseTheme(other);
    setTheme(other);
  };
  const follow = ({ detail }: { readonly detail: { readonly id: string } }) => {
    if (detail.id === 'sign-out') signOut();
    else if (detail.id === 'mode') toggle();
    else if (pages.some(({ path }) => path === detail.id)) navigate(detail.id);
  };
  const organisation = foreignText(me.organisation.name, 40);
  const user = {
    type: 'menu-dropdown',
    text: organisation,
    ariaLabel: organisation,
    description: `${callerOf(me)}, scope ${me.scope}`,
    iconName: 'user-profile',
    onItemClick: follow,
  } as const;
  const signOutItem = { id: 'sign-out', text: 'Sign out' };
  return (
    <div id="top">
      <TopNavigation
        identity={{
          href: `${BASE}/`,
          title: 'Chainwatch',
          onFollow: (event) => {
            event.preventDefault();
            navigate('/');
          },
        }}
        utilities={
          isNarrow
            ? [
                {
                  type: 'menu-dropdown',
                  iconName: 'menu',
                  ariaLabel: 'Pages',
                  items: menuOf(counts),
                  onItemClick: follow,
                },
                { ...user, items: [DOCS, { id: 'mode', text: mode }, signOutItem] },
              ]
            : [
                { type: 'button', ...DOCS, externalIconAriaLabel: 'Opens in a new tab' },
                { type: 'button', text: mode, onClick: toggle },
                { ...user, items: [signOutItem] },
              ]
        }
      />
    </div>
  );
}

const callerOf = ({ key, person }: Me): string =>
  key === null ? foreignText(person?.name ?? '', 40) : `Key "${foreignText(key.name, 40)}"`;

/** The guides, with the API reference above them. */
const DOCS = { id: 'docs', text: 'Docs', href: '/docs/guides/', external: true };

const menuOf = (counts: TopBarProps['counts']) =>
  pages.map(({ path, title }) => {
    const count = counts.get(path) ?? 0;
    return { id: path, text: count === 0 ? title : `${title} (${count.toLocaleString()})` };
  });
