import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

interface Notices {
  /** @param topic the notice takes the place of that of the same topic, so that a quick user gets no pile. */
  readonly notify: (type: FlashbarProps.Type, content: ReactNode, topic?: string) => void;
}

type Notice = FlashbarProps.MessageDefinition & { readonly topic: string | undefined };

const NoticesContext = createContext<Notices>({ notify: () => {} });

/** Tells the user what an action did. The notice stays until the user closes it or the next page opens. */
export const useNotify = () => useContext(NoticesContext).notify;

const MOST = 5;

export function useNotices() {
  const [items, setItems] = useState<readonly Notice[]>([]);
  const notify = useCallback((type: FlashbarProps.Type, content: ReactNode, topic?: string) => {
    const id = crypto.randomUUID();
    const onDismiss = () => setItems((now) => now.filter((item) => item.id !== id));
    const notice = { id, topic, type, content, dismissible: true, dismissLabel: 'Close', onDismiss };
    setItems((now) => {
      const others = now.filter((item) => topic === undefined || item.topic !== topic);
      return [notice, ...others].slice(0, MOST);
    });
  }, []);
  const clear = useCallback(() => setItems([]), []);
  const notices = useMemo(() => ({ notify }), [notify]);
  const provide = (children: ReactNode) => <NoticesContext value={notices}>{children}</NoticesContext>;
  const shown = items.map(({ topic, ...item }) => item);
  return { bar: <Flashbar items={shown} stackItems />, provide, clear };
}
