import { useEffect } from 'react'
import type { DrawingSession } from '../editor/drawing-session.ts'
import classes from './trial.module.css'

export interface Marks {
  /** Where tokens are, and how many. */
  readonly tokens?: readonly { readonly element: string; readonly count: number }[]
  /** The elements and flows that tokens have passed. */
  readonly passed?: readonly string[]
  /** Whether what was not passed is marked too. */
  readonly showsRest?: boolean
}

const names = { token: 'trial-token', passed: 'trial-passed', missed: 'trial-missed' } as const

/** Marks the path of a trial, or of the test cases, in the diagram. The marks are not saved in the file. */
export function useMarks(session: DrawingSession, { tokens = [], passed = [], showsRest = false }: Marks): void {
  useEffect(() => {
    const canvas = session.modeler.get('canvas')
    const overlays = session.modeler.get('overlays')
    const registry = session.modeler.get('elementRegistry')
    const marked: [string, string][] = []
    const mark = (id: string, name: string) => {
      const element = registry.get(id)
      if (element === undefined || !element.parent) return
      canvas.addMarker(id, name)
      marked.push([id, name])
    }
    for (const id of passed) mark(id, names.passed)
    if (showsRest) {
      const known = new Set(passed)
      for (const { id, type } of registry.getAll() as unknown as { id: string; type: string }[])
        if (isCounted(type) && !known.has(id)) mark(id, names.missed)
    }
    for (const { element, count } of tokens) {
      mark(element, names.token)
      if (registry.get(element) === undefined) continue
      const badge = document.createElement('span')
      badge.className = classes.badge ?? ''
      badge.textContent = String(count)
      overlays.add(element, 'trial', { position: { bottom: 10, right: 12 }, html: badge })
    }
    return () => {
      for (const [id, name] of marked) if (registry.get(id) !== undefined) canvas.removeMarker(id, name)
      overlays.remove({ type: 'trial' })
    }
  }, [session, tokens, passed, showsRest])
}

function isCounted(type: string): boolean {
  return /(?:Event|Task|Gateway|SubProcess|Transaction|CallActivity|SequenceFlow|:Task)$/.test(type)
}
