import { createContext, useContext, useSyncExternalStore } from 'react'
import type { DrawingSession, DrawingState } from './drawing-session.ts'

export const SessionContext = createContext<DrawingSession | null>(null)

/** The drawing that is open. */
export function useSession(): DrawingSession {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('Expected an open drawing around this part, but there is none.')
  return session
}

/** A part of its state; drawn again when that part is another. */
export function useDrawing<T>(choose: (state: DrawingState) => T): T {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => choose(session.getState()))
}

/** Counts what was done and undone; 0 while nothing is open. */
export function useStep(session: DrawingSession | null): number {
  return useSyncExternalStore(session?.subscribe ?? subscribeToNothing, () => session?.getState().step ?? 0)
}

const subscribeToNothing = () => () => undefined
