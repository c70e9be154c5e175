import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

interface Notices {
  /** @param topic the notice takes the place of that of the same topic, so that a quick user gets no pile. */
  readonly notify: (type: FlashbarProps.Type, content: ReactNode, topic?: string) => void;
}

type Notice = FlashbarProps.MessageDefinition & { readonly topic: string | undefined; readonly isBrief: boolean };

const NoticesContext = createContext<Notices>({ notify: () => {} });

/**
 * Tells the user what an action did, in a corner, so that nothing on the page moves. A notice stays until the user
 * closes it or the next page opens. A plain message of success goes by itself.
 */
export const useNotify = () => useContext(NoticesContext).notify;

const MOST = 5;
/** Time to read a short sentence twice. */
const BRIEF_MS = 12_000;

export function useNotices() {
  const [items, setItems] = useState<readonly Notice[]>([]);
  const notify = useCallback((type: FlashbarProps.Type, content: ReactNode, topic?: string) => {
    const id = crypto.randomUUID();
    const onDismiss = () => setItems((now) => now.filter((item) => item.id !== id));
    // A warning asks for something, and other content may have a link: both wait for the user.
    const isBrief = type === 'success' && typeof content === 'string';
    const ariaRole = type === 'error' || type === 'warning' ? 'alert' : 'status';
    const closing = { dismissible: true, dismissLabel: 'Close', onDismiss };
    const notice: Notice = { id, topic, isBrief, type, content, ariaRole, ...closing };
    setItems((now) => {
      const others = now.filter((item) => topic === undefined || item.topic !== topic);
      return [notice, ...others].slice(0, MOST);
    });
  }, []);
  const clear = useCallback(() => setItems([]), []);
  const notices = useMemo(() => ({ notify }), [notify]);
  const provide = (children: ReactNode) => <NoticesContext value={notices}>{children}</NoticesContext>;
  const goBrief = useCallback(() => setItems((now) => now.filter(({ isBrief }) => !isBrief)), []);
  return { toasts: <Toasts items={items} goBrief={goBrief} />, provide, clear };
}

interface ToastsProps {
  readonly items: readonly Notice[];
  /** Takes the brief notices away. */
  readonly goBrief: () => void;
}

/** The notices. The brief ones stay while the mouse rests on the corner. */
function Toasts({ items, goBrief }: ToastsProps) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld || !items.some(({ isBrief }) => isBrief)) return;
    const timer = setTimeout(goBrief, BRIEF_MS);
    return () => clearTimeout(timer);
  }, [items, isHeld, goBrief]);
  const shown = items.map(({ topic, isBrief, ...item }) => item);
  return (
    <div className="toasts" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <Flashbar items={shown} stackItems />
    </div>
  );
}
