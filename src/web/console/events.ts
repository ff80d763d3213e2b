/** The stream of live updates: one connection for the whole page and all its listeners. */
import { useEffect, useRef } from "preact/hooks";

export interface LiveConversation {
  readonly id: string;
  readonly name: string | null;
  readonly turns: number;
  readonly simulation_run_id: number;
  readonly agent_id: number;
  readonly digital_human_id: number;
  readonly status: string;
  readonly outcome: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

export interface LiveTurn {
  readonly simulation_result_id: string;
  readonly role: string;
  readonly message: string;
  readonly start_offset_ms: number;
}

export interface Listener {
  conversations?(changed: readonly LiveConversation[]): void;
  turns?(said: readonly LiveTurn[]): void;
  /** Whether the stream is open. */
  connected?(is: boolean): void;
}

const listeners = new Set<Listener>();
let source: EventSource | undefined;
/** What a later listener has missed. */
const conversations = new Map<string, LiveConversation>();

function open(): EventSource {
  const opened = new EventSource("/console/events");
  const tell = (work: (listener: Listener) => void) => {
    for (const listener of listeners) work(listener);
  };
  opened.addEventListener("conversations", ({ data }) => {
    const changed: LiveConversation[] = JSON.parse(data);
    for (const conversation of changed) conversations.set(conversation.id, conversation);
    tell((listener) => listener.conversations?.(changed));
  });
  opened.addEventListener("turns", ({ data }) => {
    const said: LiveTurn[] = JSON.parse(data);
    tell((listener) => listener.turns?.(said));
  });
  opened.addEventListener("ready", () => tell((listener) => listener.connected?.(true)));
  opened.addEventListener("error", () => tell((listener) => listener.connected?.(false)));
  return opened;
}

/** Listens while the screen is shown. The stream ends with its last listener. */
export function useEvents(listener: Listener): void {
  const current = useRef(listener);
  current.current = listener;
  useEffect(() => {
    const own: Listener = {
      conversations: (changed) => current.current.conversations?.(changed),
      turns: (said) => current.current.turns?.(said),
      connected: (is) => current.current.connected?.(is),
    };
    listeners.add(own);
    if (source) own.conversations?.([...conversations.values()]);
    source ??= open();
    return () => {
      listeners.delete(own);
      if (listeners.size > 0) return;
      source?.close();
      source = undefined;
      conversations.clear();
    };
  }, []);
}
