import type { DrawingSession } from './drawing-session.ts'

/** Returns the name of an element in the diagram, otherwise its id. */
export function nameOf(session: DrawingSession, id: string): string {
  const element = session.modeler.get('elementRegistry').get(id)
  const named = element?.businessObject as { readonly name?: string } | undefined
  return named?.name?.trim() || id
}
