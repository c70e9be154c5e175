import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

interface Notices {
  readonly notify: (type: FlashbarProps.Type, content: ReactNode) => void;
}

const NoticesContext = createContext<Notices>({ notify: () => {} });

/** Tells the user what an action did. The notice stays until the user closes it or the next page opens. */
export const useNotify = () => useContext(NoticesContext).notify;

const MOST = 5;

export function useNotices() {
  const [items, setItems] = useState<readonly FlashbarProps.MessageDefinition[]>([]);
  const notify = useCallback((type: FlashbarProps.Type, content: ReactNode) => {
    const id = crypto.randomUUID();
    const onDismiss = () => setItems((now) => now.filter((item) => item.id !== id));
    const notice = { id, type, content, dismissible: true, dismissLabel: 'Close', onDismiss };
    setItems((now) => [notice, ...now].slice(0, MOST));
  }, []);
  const clear = useCallback(() => setItems([]), []);
  const notices = useMemo(() => ({ notify }), [notify]);
  const provide = (children: ReactNode) => <NoticesContext value={notices}>{children}</NoticesContext>;
  return { bar: <Flashbar items={items} stackItems />, provide, clear };
}
