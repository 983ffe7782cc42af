import type { ModelProblem } from '@millrace/bpmn'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawingSession } from '../editor/drawing-session.ts'
import { useStep } from '../editor/use-session.ts'
import { findUnknown } from './find-unknown.ts'
import type { KnownThings } from './known-things.ts'
import { useChecks } from './use-checks.ts'

/** Milliseconds after the last change. */
const delay = 400

export interface Problems {
  /** Null until the first check is done. */
  readonly found: readonly ModelProblem[] | null
  readonly failure: unknown
}

/**
 * Returns the errors and warnings of the diagram, checked again shortly after each change; an older result never
 * replaces a newer one.
 */
export function useProblems(
  session: DrawingSession | null,
  known: KnownThings,
  onXml: (xml: string) => void,
): Problems {
  const { t } = useTranslation()
  const checks = useChecks()
  const step = useStep(session)
  const [state, setState] = useState<Problems>({ found: null, failure: null })
  const listUnknown = useEffectEvent(async (opened: DrawingSession): Promise<ModelProblem[]> => {
    const drawn = opened.modeler.get('elementRegistry').getAll()
    const elements = new Set(drawn.map(({ businessObject }) => businessObject as ModdleElement))
    const unknown = await findUnknown([...elements], known)
    return unknown.map(({ elementId, kind, name }) => ({
      code: `modeller.unknown-${kind}`,
      severity: 'warning',
      elementId,
      message: t(`modeller.problems.unknown.${kind}`, { name }),
    }))
  })
  const report = useEffectEvent((xml: string) => {
    // What was opened is no change.
    if (step > 0) onXml(xml)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is checked
  useEffect(() => {
    if (session === null) return
    let isOld = false
    const check = async () => {
      const xml = await session.toXml()
      if (isOld) return
      report(xml)
      const [found, unknown] = await Promise.all([checks.checkDrawing(xml), listUnknown(session)])
      if (!isOld) setState({ found: [...found, ...unknown], failure: null })
    }
    const timer = setTimeout(
      () => void check().catch((failure: unknown) => isOld || setState({ found: null, failure })),
      step === 0 ? 0 : delay,
    )
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [session, checks, step, known])
  return state
}
