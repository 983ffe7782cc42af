import type { ModelProblem } from '@millrace/bpmn'
import { useEffect } from 'react'
import type { DrawingSession } from '../editor/drawing-session.ts'
import { nameElements } from '../editor/name-elements.ts'
import classes from './problems.module.css'

/** Shows a mark at the corner of each element with problems, with their messages. */
export function useProblemMarks(session: DrawingSession | null, found: readonly ModelProblem[] | null): void {
  useEffect(() => {
    if (session === null || found === null) return
    const overlays = session.modeler.get('overlays')
    const registry = session.modeler.get('elementRegistry')
    for (const [id, problems] of Map.groupBy(found, ({ elementId }) => elementId)) {
      const element = id === null ? undefined : registry.get(id)
      if (id === null || element === undefined || !element.parent) continue
      const mark = document.createElement('span')
      mark.className = classes.mark ?? ''
      mark.dataset.severity = problems.some(({ severity }) => severity === 'error') ? 'error' : 'warning'
      mark.title = problems.map(({ message }) => nameElements(session, message)).join('\n')
      mark.textContent = '!'
      overlays.add(id, 'problem', { position: { top: -10, left: -10 }, html: mark })
    }
    return () => {
      overlays.remove({ type: 'problem' })
    }
  }, [session, found])
}
