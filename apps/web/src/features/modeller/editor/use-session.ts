import { createContext, useContext, useSyncExternalStore } from 'react'
import type { DrawingSession, DrawingState } from './drawing-session.ts'

export const SessionContext = createContext<DrawingSession | null>(null)

/** Returns the session of the open diagram. */
export function useSession(): DrawingSession {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('Expected an open drawing around this part, but there is none.')
  return session
}

/** Returns a part of the state of the diagram, and renders again when it changes. */
export function useDrawing<T>(choose: (state: DrawingState) => T): T {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => choose(session.getState()))
}

/** Returns a number that changes with each change, undo and redo; 0 while nothing is open. */
export function useStep(session: DrawingSession | null): number {
  return useSyncExternalStore(session?.subscribe ?? subscribeToNothing, () => session?.getState().step ?? 0)
}

const subscribeToNothing = () => () => undefined
